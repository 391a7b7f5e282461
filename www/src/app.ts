import type { State } from "./state.js";

/** What the parts of the page may do. */
export interface App {
  readonly state: State;
  /** Changes the state; what shows it follows, and so does the check where the texts or circumstances changed. */
  update(change: Partial<State>): void;
  /** Tells what went wrong. */
  failed(problem: { message: string }): void;
  /** Calls with every new state. */
  listen(listener: (state: State) => void): void;
  /** Text from outside: `true` if it was taken as a whole. */
  pasted(text: string, side: "source" | "summary"): boolean;
  /** Text of a file dropped or chosen: cycles where they are shown, else a transcript. Without a name it was pasted. */
  opened(text: string, file?: string): void;
}

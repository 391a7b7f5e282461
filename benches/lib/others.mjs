// What a JavaScript user would otherwise take for text: each gives for every sentence whether it denies something. Each is set up as
// lean as that work allows. They lie in benches/others, which `npm run bench` fills; where they are missing there are none.
const from = (name) => import(new URL(`../others/node_modules/${name}`, import.meta.url).href);

export async function others() {
  try {
    // Sentences need its first part, negation the tags of its second; the third and slowest is left out.
    const { default: compromise } = await from("compromise/src/two.js");
    const { default: winkNlp } = await from("wink-nlp/src/wink-nlp.js");
    const { default: model } = await from("wink-eng-lite-web-model/dist/model.js");
    const wink = winkNlp(model, ["sbd", "negation"]);
    return {
      compromise: (text) => denied(compromise(text)),
      "wink-nlp": (text) => {
        const negated = [];
        wink.readDoc(text).sentences().each((sentence) => negated.push(sentence.tokens().out(wink.its.negationFlag).includes(true)));
        return negated;
      },
    };
  } catch (error) {
    if (error.code !== "ERR_MODULE_NOT_FOUND" && !/not found|Cannot find/i.test(error.message)) throw error;
    return {};
  }
}

/** Of each sentence whether a word of it is tagged as one that denies. */
const denied = (doc) => doc.document.map((sentence) => sentence.some((term) => term.tags.has("Negative")));

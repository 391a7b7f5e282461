// A seeded source of numbers, and texts made with it: the same seed, the same run.

/** A generator of whole numbers from 0 to 2^32 − 1 (xorshift, 32 bits), with what is made of them. */
export function random(seed) {
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1;
  const next = () => {
    state = (state ^ (state << 13)) >>> 0;
    state = (state ^ (state >>> 17)) >>> 0;
    state = (state ^ (state << 5)) >>> 0;
    return state;
  };
  const below = (limit) => next() % limit;
  const one = (list) => list[below(list.length)];
  const chance = (percent) => below(100) < percent;
  const many = (most, make) => Array.from({ length: below(most + 1) }, make);
  return { below, one, chance, many };
}

const words =
  "Do not|never|must|must not|may|should|only|before|after|until|then|first|probably|TODO:|unless|no longer|restart|delete|the gate|db-1|" +
  "db-2.internal:5432|/srv/gate/a.bin|src/gate.rs|LEDGER_TOKEN|parse_header()|v2.14.3|5432|1,000|10 s|2026-03-14|9f3c2ab|Margit Olsen|" +
  "`code`|**bold**|. |, |; |: |? |\n|\n\n|\n- item|\n1. |\n## Head\n|| a | b ||\n```\n|n't|don’t|darf nicht|不要|🗝|\u001b[31m|e\u0301|\u200b|" +
  "\r\n|[call bash]|ERROR|https://a.test/b?c=1|Tokyo|actually|İ|ß|ﬁ|\u{10ffff}";
const list = words.split("|").filter(Boolean);

/** A text of well-formed Unicode, of words that mean something to the rules and of others. */
export function text({ below, one, chance }, most = 40) {
  let out = "";
  for (let count = below(most); count > 0; count--) {
    out += chance(6) ? character(below) : one(list);
    if (chance(80)) out += " ";
  }
  return out;
}

function character(below) {
  const code = below(0x10f800);
  return String.fromCodePoint(code < 0xd800 ? code : code + 0x800 - (code >= 0x10f800 ? 0x800 : 0));
}

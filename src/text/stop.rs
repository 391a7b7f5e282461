//! Function words: they bind sentences and carry no content for alignment.

use super::{Word, hash};

/// Whether two sentences that share the word share something.
pub(crate) const fn is_content(word: &Word) -> bool {
    word.shape & super::shape::CONTENT != 0
}

/// The same of a word that is being read.
pub(super) fn is_content_word(hash: u32, length: usize, shape: u8) -> bool {
    shape & super::shape::DIGIT != 0 || (length > 1 && !is_stop(hash))
}

/// One probe, seldom two.
fn is_stop(hash: u32) -> bool {
    let mut slot = hash as usize % SLOTS;
    loop {
        match STOP.get(slot).copied().unwrap_or(0) {
            0 => return false,
            found if found == hash => return true,
            _ => slot = (slot + 1) % SLOTS,
        }
    }
}

const SLOTS: usize = 512;

static STOP: [u32; SLOTS] = placed([
    hash("a"),
    hash("an"),
    hash("the"),
    hash("this"),
    hash("that"),
    hash("these"),
    hash("those"),
    hash("there"),
    hash("here"),
    hash("and"),
    hash("or"),
    hash("but"),
    hash("nor"),
    hash("so"),
    hash("yet"),
    hash("if"),
    hash("than"),
    hash("then"),
    hash("of"),
    hash("in"),
    hash("on"),
    hash("at"),
    hash("to"),
    hash("for"),
    hash("with"),
    hash("from"),
    hash("by"),
    hash("as"),
    hash("into"),
    hash("onto"),
    hash("out"),
    hash("up"),
    hash("down"),
    hash("over"),
    hash("under"),
    hash("about"),
    hash("above"),
    hash("below"),
    hash("between"),
    hash("through"),
    hash("during"),
    hash("before"),
    hash("after"),
    hash("until"),
    hash("once"),
    hash("while"),
    hash("because"),
    hash("since"),
    hash("although"),
    hash("though"),
    hash("is"),
    hash("are"),
    hash("was"),
    hash("were"),
    hash("be"),
    hash("been"),
    hash("being"),
    hash("am"),
    hash("do"),
    hash("does"),
    hash("did"),
    hash("done"),
    hash("doing"),
    hash("have"),
    hash("has"),
    hash("had"),
    hash("having"),
    hash("will"),
    hash("would"),
    hash("shall"),
    hash("should"),
    hash("can"),
    hash("could"),
    hash("may"),
    hash("might"),
    hash("must"),
    hash("ought"),
    hash("need"),
    hash("needs"),
    hash("not"),
    hash("no"),
    hash("never"),
    hash("none"),
    hash("i"),
    hash("me"),
    hash("my"),
    hash("we"),
    hash("us"),
    hash("our"),
    hash("you"),
    hash("your"),
    hash("he"),
    hash("him"),
    hash("his"),
    hash("she"),
    hash("her"),
    hash("it"),
    hash("its"),
    hash("they"),
    hash("them"),
    hash("their"),
    hash("who"),
    hash("whom"),
    hash("whose"),
    hash("which"),
    hash("what"),
    hash("when"),
    hash("where"),
    hash("why"),
    hash("how"),
    hash("all"),
    hash("any"),
    hash("each"),
    hash("every"),
    hash("both"),
    hash("either"),
    hash("some"),
    hash("such"),
    hash("only"),
    hash("just"),
    hash("also"),
    hash("too"),
    hash("very"),
    hash("more"),
    hash("most"),
    hash("other"),
    hash("same"),
    hash("own"),
    hash("now"),
    hash("still"),
    hash("again"),
    hash("already"),
    hash("even"),
    hash("let"),
    hash("let's"),
    hash("please"),
    hash("okay"),
    hash("ok"),
    hash("yes"),
    hash("well"),
    hash("like"),
    hash("it's"),
    hash("i'm"),
    hash("i'll"),
    hash("i've"),
    hash("that's"),
    hash("there's"),
    hash("you're"),
    hash("we're"),
    hash("don't"),
    hash("doesn't"),
    hash("didn't"),
    hash("isn't"),
    hash("aren't"),
    hash("wasn't"),
    hash("won't"),
    hash("can't"),
    hash("cannot"),
    hash("user"),
    hash("assistant"),
    hash("one"),
    hash("per"),
    hash("via"),
    hash("etc"),
    hash("within"),
    hash("without"),
    hash("upon"),
    hash("off"),
]);

/// Lays the words out in a table of open addressing while compiling; 0 is an empty slot.
// The indices run over the array itself, and the compiler would refuse one that did not.
#[allow(clippy::indexing_slicing)]
const fn placed<const N: usize>(words: [u32; N]) -> [u32; SLOTS] {
    let mut table = [0; SLOTS];
    let mut at = 0;
    while at < N {
        let mut slot = words[at] as usize % SLOTS;
        while table[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        table[slot] = words[at];
        at += 1;
    }
    table
}

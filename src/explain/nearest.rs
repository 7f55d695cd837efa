//! Which known text is nearest to one that was not recognised.

use super::explanation::Nearest;
use super::message::Message;

/// The shortest word that tells texts apart, in bytes.
const SHORTEST: usize = 4;

/// The known text of which the most words stand in one line of `text`; `None` where less than half of any do.
pub(super) fn nearest(text: &str, known: impl Iterator<Item = &'static Message>) -> Option<Nearest> {
    let forms: Vec<(&Message, Vec<String>)> = known.map(|message| (message, words(&plain(message.form)))).collect();
    let mut best: Option<Nearest> = None;
    for line in text.split('\n') {
        let found = words(line);
        for (message, form) in &forms {
            let shared = form.iter().filter(|word| found.binary_search(word).is_ok()).count();
            let is_near = shared >= 3 && 2 * shared >= form.len();
            // The larger share; cross-multiplied, since shares are no whole numbers.
            if is_near && best.as_ref().is_none_or(|best| shared * best.of > best.shared * form.len()) {
                best = Some(Nearest { engine: message.engine, form: plain(message.form), shared, of: form.len() });
            }
        }
    }
    best
}

/// A form with `<name>` in place of its holes.
fn plain(form: &str) -> String {
    let mut text = String::new();
    for (at, part) in form.split(['‹', '›']).enumerate() {
        if at % 2 == 0 {
            text.push_str(part);
        } else {
            let name = part.trim_start_matches('#').split('|').next().unwrap_or(part);
            text.extend(["<", name, ">"]);
        }
    }
    text
}

/// The words of a line, sorted, each once.
fn words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = line
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| word.len() >= SHORTEST && !word.bytes().all(|byte| byte.is_ascii_digit()))
        .map(str::to_lowercase)
        .collect();
    words.sort_unstable();
    words.dedup();
    words
}

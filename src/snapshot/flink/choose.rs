//! Which operator is meant.

use super::metadata::Operator;
use super::open::FlinkSnapshot;
use super::refused::NoObservation;
use crate::hash::murmur3_x64_128::operator_id;
use crate::numerals::{bytes, grouped};
use crate::plain::{excerpt, visible};

impl FlinkSnapshot {
    /// The operator with keyed state that is called so: by its id, uid or name, or by the start of one of them where no other
    /// begins so. A uid is known by its id as well, so it may be asked for where the file has no uids (below version 5). Without
    /// a name it is the only operator with keyed state.
    ///
    /// # Errors
    /// [`NoObservation`], with the operators that there are.
    pub fn operator(&self, asked: Option<&str>) -> Result<&Operator, NoObservation> {
        let keyed: Vec<&Operator> = self.keyed_operators().collect();
        let snapshot = self.name.clone();
        if keyed.is_empty() {
            return Err(NoObservation::NoKeyedState { snapshot });
        }
        let Some(asked) = asked else {
            let operators = lines(&keyed);
            return if let [only] = keyed[..] { Ok(only) } else { Err(NoObservation::Several { snapshot, operators }) };
        };
        let called = self.called(asked);
        let of_keyed: Vec<&Operator> = called.iter().copied().filter(|operator| operator.has_keyed_state()).collect();
        let asked = excerpt(asked).into_owned();
        match (&of_keyed[..], &called[..]) {
            ([only], _) => Ok(only),
            ([], []) => Err(NoObservation::Unknown { snapshot, asked, operators: lines(&keyed) }),
            ([], [keyless, ..]) => {
                let operator = shown(keyless.called());
                Err(NoObservation::Keyless { snapshot, operator, operators: lines(&keyed) })
            }
            (several, _) => Err(NoObservation::Ambiguous { snapshot, asked, operators: lines(several) }),
        }
    }

    /// The operators with keyed state, in the order of the file.
    pub fn keyed_operators(&self) -> impl Iterator<Item = &Operator> {
        self.metadata.operators.iter().filter(|operator| operator.has_keyed_state())
    }

    /// The operators that are called so, or else those whose id, uid or name begins so.
    fn called(&self, asked: &str) -> Vec<&Operator> {
        let id = asked.to_ascii_lowercase();
        let of_uid = operator_id(asked);
        let names = |operator: &'_ Operator, fits: &dyn Fn(&str) -> bool| {
            operator.uid.as_deref().is_some_and(fits) || operator.name.as_deref().is_some_and(fits)
        };
        let all = &self.metadata.operators;
        let exact =
            |operator: &&Operator| operator.id == id || operator.id == of_uid || names(operator, &|name| name == asked);
        let begins =
            |operator: &&Operator| operator.id.starts_with(&id) || names(operator, &|name| name.starts_with(asked));
        let found: Vec<&Operator> = all.iter().filter(exact).collect();
        if found.is_empty() { all.iter().filter(begins).collect() } else { found }
    }
}

/// A name from the file, fit to be shown.
pub(super) fn shown(name: &str) -> String {
    visible(&excerpt(name)).into_owned()
}

fn lines(operators: &[&Operator]) -> Vec<String> {
    operators.iter().map(|operator| line(operator)).collect()
}

/// An operator in one line: id, name or uid, parallelism, max parallelism, bytes.
fn line(operator: &Operator) -> String {
    let name = operator.name.as_deref().or(operator.uid.as_deref()).map(|name| format!(" {}", shown(name)));
    format!(
        "{}{}, parallelism {}, max parallelism {}, {} of keyed state",
        operator.id,
        name.unwrap_or_default(),
        grouped(operator.parallelism.into()),
        grouped(operator.max_parallelism.into()),
        bytes(operator.keyed_state_bytes())
    )
}

//! What the ways out depend on, to be dragged or typed.

use crate::explore::ExitPlan;
use crate::gui::command::{Command, Edit};
use crate::gui::state::AppView;
use crate::gui::view::number::{Field, Quantity};
use crate::gui::view::parts::number_row;
use crate::numerals::decimal;
use crate::unit::BucketCount;
use egui::Ui;

/// Least width of a column of fields, in points.
const COLUMN: f32 = 270.0;
/// The most that a rate or a time may be.
const MOST: f64 = 1e15;
const MEGA: f64 = 1e6;

/// A rate or a time, its digits in groups.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Amount(f64);

impl Quantity for Amount {
    const WANTED: &'static str = "a number";
    fn read(text: &str) -> Option<Self> {
        f64::read(text).map(Self)
    }
    fn show(self) -> String {
        let text = decimal(self.0, 3);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
    fn to_f64(self) -> f64 {
        self.0
    }
    /// A drag goes by whole numbers from ten on.
    fn from_f64(value: f64) -> Self {
        Self(if value >= 10.0 { value.round() } else { f64::from_f64(value) })
    }
    fn per_point(self) -> f64 {
        self.0.per_point()
    }
}

/// What every field is shown with.
struct Inputs<'a> {
    view: &'a AppView<'a>,
    plan: ExitPlan,
    saved: ExitPlan,
    /// Records of all keys: the history where none is told.
    load: u64,
}

/// Shows a field; returns the plan with what was entered.
type Shown<'a> = dyn Fn(&mut Ui) -> Option<ExitPlan> + 'a;

/// Shows the fields.
pub fn inputs(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let inputs = Inputs {
        view,
        plan: view.scenario.exit_plan(view.buckets()),
        saved: view.saved.exit_plan(view.buckets()),
        load: view.state.report.as_ref().map_or(0, |report| report.keys.records()),
    };
    let fit = [4, 3, 2, 1];
    #[expect(clippy::cast_precision_loss, reason = "at most four")]
    let columns = fit.into_iter().find(|&columns| ui.available_width() >= COLUMN * columns as f32).unwrap_or(1);
    ui.spacing_mut().item_spacing.x = 24.0;
    let mut changed = None;
    ui.columns(columns, |columns| {
        for column in columns.iter_mut() {
            column.spacing_mut().item_spacing = egui::vec2(8.0, 3.0);
        }
        let shown: [&Shown<'_>; 7] = [
            &|ui| inputs.count(ui),
            &|ui| inputs.restart(ui),
            &|ui| inputs.live(ui),
            &|ui| inputs.replay(ui),
            &|ui| inputs.history(ui),
            &|ui| inputs.retained(ui),
            &|ui| inputs.bytes(ui),
        ];
        let many = columns.len();
        // No other count can be wanted where the engine has one, always.
        let constant = inputs.view.edited.count_is_constant();
        for (at, field) in shown.into_iter().skip(usize::from(constant)).enumerate() {
            changed = field(&mut columns[at % many]).or(changed);
        }
    });
    ui.spacing_mut().item_spacing.x = 8.0;
    out.extend(changed.map(|plan| Command::Edit(Edit::WaysOut(Some(plan)))));
}

impl Inputs<'_> {
    fn count(&self, ui: &mut Ui) -> Option<ExitPlan> {
        let words = &self.view.edited.words;
        let (now, given) = (self.plan.new_buckets.get().into(), self.saved.new_buckets.get().into());
        let high = BucketCount::MAX.get().into();
        let field = Field { name: "New count", value: now, low: 1, high, unit: "" };
        let text = format!("The number of {} wanted ({}).", words.buckets, words.bucket_count);
        let check = |count: u64| self.view.edited.refuses_count(count).map_or(Ok(()), Err);
        let count = number_row(ui, self.view.theme, &field, &text, given, &check)?;
        Some(ExitPlan { new_buckets: BucketCount::clamped(count), ..self.plan })
    }

    fn restart(&self, ui: &mut Ui) -> Option<ExitPlan> {
        let text = "Seconds from stopping to running again with nothing to restore.";
        let given = self.saved.restart_secs;
        let with = |restart_secs| ExitPlan { restart_secs, ..self.plan };
        self.amount(ui, ("Restart takes", " s", text), (self.plan.restart_secs, given, 1.0), &with)
    }

    fn live(&self, ui: &mut Ui) -> Option<ExitPlan> {
        let text = "Records that arrive each second.";
        let with = |live_per_sec| ExitPlan { live_per_sec, ..self.plan };
        self.amount(ui, ("Live records", " /s", text), (self.plan.live_per_sec, self.saved.live_per_sec, 1.0), &with)
    }

    fn replay(&self, ui: &mut Ui) -> Option<ExitPlan> {
        let text = "Records that the whole job takes each second when it is behind.";
        let with = |replay_per_sec| ExitPlan { replay_per_sec, ..self.plan };
        let given = self.saved.replay_per_sec;
        self.amount(ui, ("Replayed records", " /s", text), (self.plan.replay_per_sec, given, 1.0), &with)
    }

    fn bytes(&self, ui: &mut Ui) -> Option<ExitPlan> {
        let text = "Bytes of snapshot that are read or written each second, in millions, over the whole job.";
        let with = |bytes_per_sec| ExitPlan { bytes_per_sec, ..self.plan };
        let given = self.saved.bytes_per_sec;
        self.amount(ui, ("Reads and writes", " MB/s", text), (self.plan.bytes_per_sec, given, MEGA), &with)
    }

    /// Records that made the state; as many as the keys have counts as not told.
    fn history(&self, ui: &mut Ui) -> Option<ExitPlan> {
        let text = "Records that made the state. The scenario's own records where nothing else is told.";
        let of = |plan: &ExitPlan| plan.history_records.unwrap_or(self.load);
        let records = self.records(ui, "History", text, of(&self.plan), of(&self.saved))?;
        Some(ExitPlan { history_records: (records != self.load).then_some(records), ..self.plan })
    }

    /// The newest records that the source holds; the whole history or more counts as all.
    fn retained(&self, ui: &mut Ui) -> Option<ExitPlan> {
        let text = "The newest records that the source still holds. The whole history where nothing else is told.";
        let history = self.plan.history_records.unwrap_or(self.load);
        let of = |plan: &ExitPlan| plan.retained_records.unwrap_or(history);
        let records = self.records(ui, "Source holds", text, of(&self.plan), of(&self.saved))?;
        Some(ExitPlan { retained_records: (records < history).then_some(records), ..self.plan })
    }

    fn records(&self, ui: &mut Ui, name: &str, text: &str, value: u64, given: u64) -> Option<u64> {
        let field = Field { name, value, low: 0, high: u64::MAX, unit: " records" };
        number_row(ui, self.view.theme, &field, text, given, &|_| Ok(()))
    }

    /// A field for a figure of the plan, shown in a unit of `per` of its own.
    fn amount(
        &self,
        ui: &mut Ui,
        (name, unit, text): (&str, &str, &str),
        (value, given, per): (f64, f64, f64),
        with: &dyn Fn(f64) -> ExitPlan,
    ) -> Option<ExitPlan> {
        let most = Amount(MOST / per);
        let field = Field { name, value: Amount(value / per), low: Amount(-most.0), high: most, unit };
        let plan = |amount: Amount| with(amount.0 * per);
        let check = |amount: Amount| plan(amount).check().map_err(|error| error.to_string());
        number_row(ui, self.view.theme, &field, text, Amount(given / per), &check).map(plan)
    }
}

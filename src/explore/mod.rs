//! Many simulations at once: every width, many counts, many seeds.

mod advise;
mod choose;
mod compare;
mod cost;
mod dealing;
mod moves;
mod peaks;
mod plan;
mod runway;
mod sums;
mod sweep;
mod ways_out;

pub use advise::{
    Advice, BadAdvice, CountAdvice, Reason, Score, Shortfall, TradeOff, Warning, WidthFigures, advise, divisors,
    with_room,
};
pub use choose::{
    counts_around, powers_of_two, takes_count, widths_up_to, widths_worth_dealing, widths_worth_sweeping,
};
pub use compare::{
    BadComparison, COMPARED, Compared, Comparison, Missing, OUTCOME, OutcomeRow, Row, StepOutcome, check_comparison,
    compare,
};
pub use cost::{CostCurve, CostPoint, Doubling, cost_curve};
pub use dealing::Dealing;
pub use moves::{
    Fewest, Flow, Moves, RestoreReads, RuleMoves, Transfer, Trust, WorkerReads, flows, moves, restore_reads, transfer,
};
pub use plan::{BadPlan, MAX_LIKED, Plan, RATES};
pub use runway::{BadRunway, MAX_YEARS, RUNWAY_LIMITS, Runway, runway};
pub use sums::counted_under;
pub use sweep::{
    BadSweep, Band, DealtRow, MAX_CELLS, MAX_DEALS, MAX_KEYS_SWEPT, MAX_ROWS, SweepRow, SweepSpec,
    seeds_change_nothing, sweep, sweep_dealings, sweep_deals, sweep_keys,
};
pub use ways_out::{
    BadExit, ExitAmount, ExitFigure, ExitPlan, Outlook, WAYS_OUT_LIMITS, WaysOut, ways_out, ways_out_from,
};

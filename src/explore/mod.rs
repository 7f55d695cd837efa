//! Many simulations at once: every width, many counts, many seeds.

mod advise;
mod choose;
mod compare;
mod cost;
mod moves;
mod peaks;
mod plan;
mod runway;
mod sweep;
mod ways_out;

pub use advise::{
    Advice, BadAdvice, CountAdvice, Reason, Score, Shortfall, TradeOff, Warning, WidthFigures, advise, divisors,
};
pub use choose::{counts_around, powers_of_two, widths_up_to, widths_worth_sweeping};
pub use compare::{BadComparison, COMPARED, Compared, Comparison, Row, check_comparison, compare};
pub use cost::{CostCurve, CostPoint, Doubling, cost_curve};
pub use moves::{
    Fewest, Flow, Moves, RestoreReads, RuleMoves, Transfer, Trust, WorkerReads, moves, restore_reads, transfer,
};
pub use plan::{BadPlan, MAX_LIKED, Plan};
pub use runway::{BadRunway, MAX_YEARS, RUNWAY_LIMITS, Runway, runway};
pub use sweep::{BadSweep, Band, MAX_CELLS, MAX_DEALS, MAX_ROWS, SweepRow, SweepSpec, seeds_change_nothing, sweep};
pub use ways_out::{BadExit, ExitPlan, LIMITS, Outlook, WaysOut, ways_out};

//! What is asked of a scenario where it says nothing itself: its own plans, or ones to start from.

use super::model::Scenario;
use crate::explore::{ExitPlan, Plan};

impl Scenario {
    /// What is expected of the job: its own plan, or the one that its widths tell.
    #[must_use]
    pub fn forecast(&self) -> Plan {
        self.plan.clone().unwrap_or_else(|| Plan::of_widths(&self.widths))
    }

    /// What a way out of today's count depends on: its own exit plan, or one to start from.
    #[must_use]
    pub fn exit_plan(&self, buckets: u32) -> ExitPlan {
        self.ways_out.unwrap_or_else(|| ExitPlan::to_start_from(&self.engine, buckets))
    }
}

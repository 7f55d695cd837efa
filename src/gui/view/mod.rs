//! One panel a file.

pub mod losses;
pub mod wall;
pub mod workers;

//! The native window.

pub mod paint;
pub mod theme;
pub mod view;

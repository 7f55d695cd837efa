//! Small drawing pieces that the charts share.

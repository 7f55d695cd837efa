//! Checkpoints that Spark wrote, read to what is true of them, and damaged ones told. See `data/spark-checkpoints/README.md`.

#[path = "snapshot_spark/archives.rs"]
mod archives;
#[path = "support/checkpoints.rs"]
mod checkpoints;
#[path = "snapshot_spark/damage.rs"]
mod damage;
#[path = "snapshot_spark/formats.rs"]
mod formats;
#[path = "support/made.rs"]
mod made;
#[path = "snapshot_spark/truth.rs"]
mod truth;

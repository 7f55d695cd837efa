#![no_main]

#[path = "../targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(init: targets::on_this_thread(), |data: &[u8]| targets::run("kafka_listing", data));

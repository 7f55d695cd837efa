//! Pictures: the same bytes every time, nothing clipped or written over, and the numbers of the table drawn to scale.

#[path = "support/program.rs"]
mod program;

use program::{ended, redeal};
use redeal::explore::{self, SweepRow, SweepSpec, cost_curve, sweep};
use redeal::figure::{
    self, Ceiling, Chart, CountsChart, Look, Milestone, MovementChart, RunwayChart, Scene, Shape, Size, SnapshotChart,
    Text, WidthsChart,
};
use redeal::scenario::{parse, shipped};
use redeal::simulate::{Job, Unwatched, simulate};
use redeal::unit::{BucketCount, LoadUnit, WorkerCount};
use resvg::usvg;
use std::path::Path;
use std::sync::Arc;

fn job(stem: &str) -> Job {
    let (_, text) = shipped().iter().find(|(name, _)| *name == stem).unwrap();
    parse(text).unwrap().job(Path::new("")).unwrap()
}

fn look(width: u32, height: u32, dark: bool) -> Look {
    let origin = "a scenario · an engine · seed 7".to_owned();
    Look { size: Size::new(width, height).unwrap(), dark, origin }
}

fn counts_of(numbers: &[u64]) -> Vec<BucketCount> {
    numbers.iter().map(|&count| BucketCount::new(count).unwrap()).collect()
}

fn swept(job: &Job, buckets: &[u64], widest: u64, seeds: u32) -> Vec<SweepRow> {
    let workers = (1..=widest).map(|width| WorkerCount::new(width).unwrap()).collect();
    let spec = SweepSpec { buckets: counts_of(buckets), workers, seeds };
    sweep(job, &spec, &Unwatched, &mut |_| ()).unwrap()
}

fn growth() -> RunwayChart {
    RunwayChart {
        title: "How long 128 buckets last".to_owned(),
        sentence: "At 60 % a year the load needs more workers than there are buckets in 3.9 years.".to_owned(),
        unit: "workers needed".to_owned(),
        growth: vec![[0.0, 20.0], [1.0, 32.0], [2.0, 51.2], [3.0, 81.9], [4.0, 131.1], [5.0, 209.7]],
        ceilings: vec![Ceiling { label: "128 buckets".to_owned(), value: 128.0 }],
        milestones: vec![
            Milestone { label: "one bucket fills a worker".to_owned(), years: 3.7 },
            Milestone { label: "the ceiling".to_owned(), years: 3.95 },
            Milestone { label: "one key fills a worker".to_owned(), years: 4.1 },
        ],
    }
}

/// Every chart that a scenario has.
fn charts(stem: &str, look: &Look) -> Vec<(&'static str, Chart)> {
    let job = job(stem);
    let report = simulate(&job, &Unwatched).unwrap();
    let own = u64::from(job.first_buckets().unwrap().get());
    let mut all = Vec::new();
    all.extend((0..report.steps.len()).filter_map(|step| Some(("deal", figure::deal(&report, step, look)?))));
    for step in &report.steps {
        let Some((from, after)) = step.movement.as_ref().map(|it| it.from_step).zip(step.deal.as_ref()) else {
            continue;
        };
        let before = report.steps[from].deal.as_ref().unwrap();
        let (old, new) = (before.assignment.workers(), after.assignment.workers());
        let flows = explore::flows(&before.assignment, &after.assignment, &after.buckets);
        all.push((
            "move",
            figure::movement(&MovementChart { before: old, after: new, unit: LoadUnit::Records, flows: &flows }, look),
        ));
    }
    let facts = job.engine.facts();
    let other = (own / 2).max(u64::from(facts.min_buckets)).max(1);
    let rows = swept(&job, &[own, other], own.min(600) + 12, 0);
    let groups: Vec<&[SweepRow]> = rows.chunk_by(|a, b| a.buckets == b.buckets).collect();
    all.push((
        "widths",
        figure::widths(&WidthsChart { counts: &groups, today: Some(report.steps[0].workers), limit: None }, look)
            .unwrap(),
    ));
    let curve = cost_curve(&job, &counts_of(&[other]), job.starts[0].width, &Unwatched).unwrap();
    let costs: Vec<_> = curve.points.into_iter().map(|point| (point.buckets, point.cost)).collect();
    let metadata: Vec<_> = costs.iter().map(|(count, cost)| (*count, cost.metadata_bytes)).collect();
    let today = u32::try_from(own).ok();
    let other = simulate(&self::job("divisible-120"), &Unwatched).unwrap();
    let comparison = explore::compare(&[&report, &other], 0).unwrap();
    let exit = explore::ExitPlan::to_start_from(&job.engine, report.steps[0].bucket_count);
    if let Ok(ways) = explore::ways_out(&job, &exit, &Unwatched) {
        all.push(("ways-out", figure::ways_out(&ways, facts, look)));
    }
    all.push(("compare", figure::compare(&comparison, look).unwrap()));
    all.push(("snapshot", figure::snapshot(&SnapshotChart { costs: &costs, today }, look).unwrap()));
    all.push(("counts", figure::counts(&CountsChart { rows: &rows, metadata: &metadata, today }, look).unwrap()));
    all
}

/// All shapes, those of data included.
fn flat(shapes: &[Shape]) -> Vec<&Shape> {
    let all = shapes.iter().flat_map(|shape| match shape {
        Shape::Datum { shapes, .. } => flat(shapes),
        shape => vec![shape],
    });
    all.collect()
}

fn texts(scene: &Scene) -> Vec<&Text> {
    let all = flat(&scene.shapes).into_iter().filter_map(|shape| match shape {
        Shape::Text(text) => Some(text),
        _ => None,
    });
    all.collect()
}

fn data(scene: &Scene) -> Vec<(&str, &[Shape])> {
    let all = scene.shapes.iter().filter_map(|shape| match shape {
        Shape::Datum { label, shapes } => Some((label.as_str(), shapes.as_slice())),
        _ => None,
    });
    all.collect()
}

fn column<'a>(chart: &'a Chart, name: &str) -> Vec<&'a str> {
    let at = chart.table.header.iter().position(|header| *header == name).unwrap();
    chart.table.rows.iter().map(|row| row[at].as_str()).collect()
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// The picture as the renderer lays it out.
fn tree(scene: &Scene) -> usvg::Tree {
    let mut fonts = usvg::fontdb::Database::new();
    for face in ["Inter-Regular.otf", "Inter-SemiBold.otf"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/fonts").join(face);
        fonts.load_font_data(std::fs::read(path).unwrap());
    }
    let options =
        usvg::Options { fontdb: Arc::new(fonts), font_family: "Inter".to_owned(), ..usvg::Options::default() };
    usvg::Tree::from_str(&figure::svg(scene), &options).unwrap()
}

#[test]
fn threads_and_runs_change_no_byte() {
    let files = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let charts = charts("128-buckets", &look(800, 500, true));
            let files = charts.iter().map(|(kind, chart)| {
                (*kind, figure::svg(&chart.scene), chart.table.csv(), figure::png(&chart.scene).unwrap())
            });
            files.collect::<Vec<_>>()
        })
    };
    let once = files(1);
    assert_eq!(once.len(), 8, "two deals, a move, widths, ways out, compare, snapshot, counts");
    for threads in [1, 2, 8] {
        assert!(files(threads) == once, "{threads} threads draw another picture");
    }
}

#[test]
fn every_text_is_inside_and_none_lies_over_another() {
    let sizes = [(400, 300), (800, 500), (1600, 1000), (500, 1400)];
    for (stem, _) in shipped() {
        for (width, height) in sizes {
            for (kind, chart) in charts(stem, &look(width, height, false)) {
                well_placed(&format!("{stem} {kind} {width}x{height}"), &chart.scene);
            }
        }
    }
    for (width, height) in sizes {
        well_placed("runway", &figure::runway(&growth(), &look(width, height, true)).unwrap().scene);
    }
}

fn well_placed(name: &str, scene: &Scene) {
    let texts = texts(scene);
    let boxes: Vec<_> = texts.iter().map(|text| text.bounds()).collect();
    assert!(texts.len() > 3, "{name}: {} texts", texts.len());
    for (at, (text, bounds)) in texts.iter().zip(&boxes).enumerate() {
        let inside =
            bounds.left >= 0.0 && bounds.top >= 0.0 && bounds.right <= scene.width && bounds.bottom <= scene.height;
        assert!(inside, "{name}: {:?} at {bounds:?}", text.content);
        assert!(text.size >= 5.0, "{name}: {:?} is {} points high", text.content, text.size);
        for (other, others) in texts[..at].iter().zip(&boxes) {
            assert!(!bounds.overlaps(others), "{name}: {:?} over {:?}", text.content, other.content);
        }
    }
}

/// The boxes of texts as they are set, in their order; a turned one lies in a group of its own.
fn set_texts(group: &usvg::Group, found: &mut Vec<usvg::Rect>) {
    for node in group.children() {
        match node {
            usvg::Node::Text(text) => found.push(text.abs_bounding_box()),
            usvg::Node::Group(group) => set_texts(group, found),
            usvg::Node::Path(_) | usvg::Node::Image(_) => {}
        }
    }
}

#[test]
fn the_renderer_sets_texts_as_wide_as_they_were_measured() {
    for (kind, chart) in charts("128-buckets", &look(800, 500, false)) {
        let tree = tree(&chart.scene);
        let mut set = Vec::new();
        set_texts(tree.root(), &mut set);
        let measured = texts(&chart.scene);
        assert_eq!(set.len(), measured.len(), "{kind}");
        for (set, text) in set.iter().zip(measured) {
            let length = f64::from(if text.upwards { set.height() } else { set.width() });
            assert!(
                (length - text.width()).abs() <= 1.0 + text.width() * 0.03,
                "{kind}: {:?} is {length}",
                text.content
            );
            let bounds = text.bounds().grown(text.size * 0.25);
            assert!(f64::from(set.top()) > bounds.top && f64::from(set.bottom()) < bounds.bottom, "{:?}", text.content);
        }
    }
}

#[test]
fn files_are_valid_and_as_large_as_asked() {
    for (width, height) in [(400, 300), (1600, 1000), (4000, 4000)] {
        for (kind, chart) in charts("128-buckets", &look(width, height, width == 400)) {
            let svg = figure::svg(&chart.scene);
            let tree = usvg::roxmltree::Document::parse(&svg).unwrap();
            assert_eq!(tree.root_element().attribute("width"), Some(width.to_string().as_str()));
            let first = |name: &str| tree.root_element().children().find(|node| node.has_tag_name(name)).unwrap();
            assert!(!first("title").text().unwrap().is_empty() && !first("desc").text().unwrap().is_empty());
            let long = svg.split(['"', ' ', ',']).find(|number| {
                number.parse::<f64>().is_ok() && number.split_once('.').is_some_and(|(_, decimals)| decimals.len() > 2)
            });
            assert_eq!(long, None, "{kind}: more than two decimals");
            if width == 4000 && kind != "widths" {
                continue;
            }
            let png = figure::png(&chart.scene).unwrap();
            let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
            assert_eq!((&png[..4], side(16), side(20)), (&b"\x89PNG"[..], width, height), "{kind}");
        }
    }
}

#[test]
fn names_may_hold_anything() {
    let mut job = job("few-keys");
    job.name = "a <b> & \"c\" \u{1} 木".to_owned();
    let report = simulate(&job, &Unwatched).unwrap();
    let origin = format!("{} {}", job.name, "x".repeat(400));
    let chart = figure::deal(&report, 0, &Look { origin, ..look(400, 300, true) }).unwrap();
    usvg::roxmltree::Document::parse(&figure::svg(&chart.scene)).unwrap();
    well_placed("odd names", &chart.scene);
}

#[test]
fn bars_stand_as_high_as_the_table_says() {
    let charts = charts("128-buckets", &look(800, 500, false));
    let (_, chart) = charts.iter().filter(|(kind, _)| *kind == "deal").nth(1).unwrap();
    let loads: Vec<f64> = column(chart, "load").iter().map(|load| load.parse().unwrap()).collect();
    let buckets: u32 = column(chart, "buckets").iter().map(|count| count.parse::<u32>().unwrap()).sum();
    assert_eq!((loads.len(), buckets), (40, 128));
    let bars = data(&chart.scene).into_iter().filter(|(label, _)| label.starts_with("worker"));
    let heights: Vec<f64> = bars
        .map(|(_, shapes)| match &shapes[0] {
            Shape::Rect { bounds, .. } => bounds.height(),
            other => panic!("{other:?} is no bar"),
        })
        .collect();
    assert_eq!(heights.len(), loads.len());
    for (height, load) in heights.iter().zip(&loads) {
        assert!((height / heights[0] - load / loads[0]).abs() < 1e-9, "{height} for {load}");
    }
    let cells = data(&chart.scene).into_iter().filter(|(label, _)| label.starts_with("bucket ")).count();
    assert_eq!(cells, 128);
}

#[test]
fn anyone_sees_that_127_workers_are_no_better_than_64() {
    let rows = swept(&job("127-versus-64"), &[128], 145, 0);
    let chart = figure::widths(&WidthsChart { counts: &[&rows], today: Some(127), limit: None }, &look(800, 500, true))
        .unwrap();
    let written: Vec<&str> = texts(&chart.scene).into_iter().map(|text| text.content.as_str()).collect();
    for wanted in ["65 to 127 workers: no faster than 64", "refused: more workers than buckets", "64", "128"] {
        assert!(written.contains(&wanted), "{wanted} is not in {written:?}");
    }
    // The even effective width of 64 workers and of 127 is 128 / 2; of 128 workers it is 128.
    let even = column(&chart, "even_width");
    assert_eq!([even[63], even[126], even[127], even[128]], ["64", "64", "128", ""]);
    let dots: Vec<(f64, f64)> = data(&chart.scene)
        .into_iter()
        .map(|(label, shapes)| match &shapes[0] {
            Shape::Circle { middle, .. } => (digits(label.split_once(' ').unwrap().0).parse().unwrap(), middle[1]),
            other => panic!("{other:?} is no dot"),
        })
        .collect();
    let height = |width: f64| dots.iter().find(|(at, _)| (at - width).abs() < 0.5).unwrap().1;
    let point = (height(64.0) - height(128.0)) / 64.0;
    assert!(point > 0.5 && (height(32.0) - height(64.0) - 32.0 * point).abs() < 1e-6, "drawn to scale");
}

#[test]
fn cells_and_dots_carry_the_values_of_their_rows() {
    let charts = charts("uneven-100", &look(1600, 1000, true));
    let chart = |kind: &str| &charts.iter().find(|(name, _)| *name == kind).unwrap().1;

    let flows = chart("move");
    let moved = data(&flows.scene)
        .into_iter()
        .map(|(label, _)| digits(label.split(": ").nth(1).unwrap().split(' ').next().unwrap()));
    assert_eq!(moved.collect::<Vec<_>>(), column(flows, "buckets"));

    let heat = chart("counts");
    let ratios = column(heat, "peak_to_mean").into_iter().filter(|ratio| !ratio.is_empty());
    let ratios: Vec<String> = ratios.map(|ratio| format!("{:.2}×", ratio.parse::<f64>().unwrap())).collect();
    let drawn: Vec<&str> = data(&heat.scene).into_iter().map(|(label, _)| label.rsplit(' ').next().unwrap()).collect();
    assert_eq!(drawn, ratios);

    let curve = chart("snapshot");
    let of = |name: &str| {
        let end = format!("({name})");
        let dots = data(&curve.scene).into_iter().filter(move |(label, _)| label.ends_with(&end));
        dots.map(|(label, _)| digits(label.split(": ").nth(1).unwrap().split(" (").next().unwrap())).collect::<Vec<_>>()
    };
    assert_eq!(of("files"), column(curve, "files"));
    assert_eq!(of("bytes of metadata"), column(curve, "metadata_bytes"));
}

#[test]
fn what_cannot_be_drawn_one_by_one_is_binned_and_says_so() {
    let of = |stem: &str, kind: &str| {
        charts(stem, &look(800, 500, false)).into_iter().find(|(name, _)| *name == kind).unwrap().1
    };
    let says = |chart: &Chart, part: &str| texts(&chart.scene).iter().any(|text| text.content.contains(part));
    let wall = of("32768-buckets", "deal");
    assert!(says(&wall, "8 to a cell") && flat(&wall.scene.shapes).len() < 25_000);
    let job = job("mapreduce-no-ceiling");
    let report = simulate(&job, &Unwatched).unwrap();
    let bars = figure::deal(&report, 2, &look(800, 500, false)).unwrap();
    assert!(says(&bars, "2 to a bar") && bars.table.rows.len() == 400);
    assert!(says(&of("risingwave-capped", "counts"), "which shows the worst of them"));
}

#[test]
fn sizes_have_bounds() {
    assert_eq!(
        Size::new(399, 300).unwrap_err().to_string(),
        "399x300: a picture is 400 to 8000 points wide and 300 to 8000 high"
    );
    assert!(Size::new(400, 300).is_ok() && Size::new(8000, 8000).is_ok() && Size::new(8001, 8000).is_err());
}

#[test]
fn the_command_writes_what_the_name_ends_in() {
    let folder = tempfile::tempdir().unwrap();
    let figure = |arguments: &[&str], name: &str| {
        let path = folder.path().join(name);
        let (code, _, said) = ended(redeal(&["figure"]).args(arguments).arg("-o").arg(&path));
        (code, said, std::fs::read(path).unwrap_or_default())
    };
    for kind in ["deal", "widths", "counts", "snapshot", "move"] {
        let arguments = ["128-buckets", "--kind", kind, "--size", "640x400", "--dark"];
        let (code, said, svg) = figure(&arguments, "a.svg");
        assert_eq!((code, said.as_str()), (0, ""), "{kind}");
        assert!(svg.starts_with(b"<svg ") && svg.ends_with(b"</svg>\n"), "{kind}");
        assert!(figure(&arguments, "a.png").2.starts_with(b"\x89PNG"), "{kind}");
        let table = String::from_utf8(figure(&arguments, "a.csv").2).unwrap();
        assert!(table.lines().count() > 5 && table.contains(','), "{kind}: {table}");
    }
    let refused = figure(&["128-buckets", "--kind", "deal", "--step", "3"], "b.svg");
    assert_eq!((refused.0, refused.2.len()), (2, 0));
    assert!(refused.1.contains("--step 3 is refused, so there is nothing to draw"), "{}", refused.1);
    let (code, said, _) = figure(&["128-buckets", "--kind", "deal"], "c.gif");
    assert!(code == 2 && said.contains("must end in .svg, .png or .csv"), "{said}");
    let (code, said, _) = figure(&["128-buckets", "--kind", "deal", "--size", "10x10"], "d.svg");
    assert!(code == 2 && said.contains("400 to 8000 points wide"), "{said}");
}

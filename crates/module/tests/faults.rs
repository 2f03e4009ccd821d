//! Compares the syntax faults of each text with the comments `//~ message` on its lines.

mod common;

use common::sources;
use ptx_module::syntax::parse;

#[test]
fn every_fault_is_reported_on_its_line() {
    for source in sources() {
        let module = parse(&source.text);
        let said = module.faults.iter();
        let said = said.map(|fault| (source.place(fault.span.start).line, fault.what.as_str()));
        let wanted = source.text.lines().zip(1..);
        let wanted = wanted.filter_map(|(line, i)| Some((i, line.split_once("//~ ")?.1)));
        let (said, wanted) = (said.collect::<Vec<_>>(), wanted.collect::<Vec<_>>());
        assert_eq!(said, wanted, "{}", source.name);
    }
}

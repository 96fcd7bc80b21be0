/** Light and dark by the reader's own choice; for paper everything is unfolded by the reader's browser as far as it was opened. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --text: light-dark(#1c2024, #e6e8eb); --dim: light-dark(#5a636e, #a3abb5); --ground: light-dark(#fff, #14171a);
  --panel: light-dark(#f4f6f8, #1d2126); --line: light-dark(#d5dae0, #363d45);
  --red: light-dark(#b42318, #ff8f85); --yellow: light-dark(#8a5a00, #e6b450); --green: light-dark(#17703a, #6fce8f); --blue: light-dark(#0b57b0, #8ab8ff);
  font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground);
}
body { overflow-wrap: anywhere; margin: 0; }
.page { max-width: 75rem; margin: 0 auto; padding: 1rem; }
.skip { position: absolute; left: -100rem; } .skip:focus { left: 1rem; }
a { color: var(--blue); }
h1 { font-size: 1.4rem; line-height: 1.3; margin: .15rem 0 .35rem; } h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; } h3 { font-size: .85rem; font-weight: 600; margin: 0; color: var(--dim); }
header { border-left: .5rem solid var(--red); padding: .25rem 1rem; background: var(--panel); } header.good { border-color: var(--green); }
header p { margin: 0; } .target, .counts { color: var(--dim); font-size: .9rem; } .target { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; } .cut-short { color: var(--yellow); font-size: .9rem; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .1rem 1rem; margin: .5rem 0; } dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; }
table { overflow-wrap: break-word; border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); }
.outcome.conformant { color: var(--green); } .outcome.broken, .outcome.undecided { color: var(--red); } .outcome.known, .outcome.differs { color: var(--yellow); }
.outcome.not-shown, .outcome.not-claimed { color: var(--dim); }
.bar { width: 100%; min-width: 6rem; height: .75rem; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; padding: 0; margin: .5rem 0; color: var(--dim); font-size: .85rem; } .legend .cell { display: inline-block; vertical-align: -2px; } .legend .blocked { background: var(--red); outline: none; opacity: .55; }
.causes { padding-left: 1.5rem; } .causes > li { margin: 0 0 1.5rem; } .causes > li::marker { font-weight: 600; } .causes p { margin: 0; } .sentence { font-weight: 600; } .effect { color: var(--dim); } .folded { font-size: .85rem; }
.steps { margin: 0; padding-left: 1.25rem; } .others > summary { cursor: pointer; padding: .75rem 0; color: var(--dim); }
.map { display: grid; gap: .35rem; } .map-row { display: grid; grid-template-columns: 20rem minmax(0, 1fr); gap: .75rem; align-items: start; }
.cells { display: flex; flex-wrap: wrap; gap: 2px; }
.cell { width: 14px; height: 14px; border-radius: 2px; background: var(--line); }
.cell:focus-visible { outline: 2px solid var(--blue); outline-offset: 1px; }
.cell.fail, .cell.flaky, .cell.error { background: var(--red); } .cell.inconclusive, .cell.blocked { background: repeating-linear-gradient(45deg, var(--red) 0 2px, transparent 2px 5px); outline: 1px solid var(--red); }
.cell.warn, .cell.known, .cell.provisional, .cell.differs { background: var(--yellow); } .cell.pass { background: var(--green); }
.bar rect { fill: var(--line); } .bar .fail, .bar .flaky, .bar .error { fill: var(--red); } .bar .inconclusive, .bar .blocked { fill: var(--red); opacity: .55; }
.bar .warn, .bar .known, .bar .provisional, .bar .differs { fill: var(--yellow); } .bar .pass { fill: var(--green); }
.filter { position: sticky; top: 0; background: var(--ground); padding: .5rem 0; z-index: 1; border-bottom: 1px solid var(--line); }
.filter p { margin: .25rem 0 0; color: var(--dim); font-size: .85rem; } .filter input { font: inherit; width: min(24rem, 70vw); padding: .25rem .5rem; }
.chips { display: flex; flex-wrap: wrap; gap: .35rem; margin-top: .5rem; }
button { font: inherit; font-size: .85rem; padding: .2rem .6rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--panel); color: inherit; cursor: pointer; }
button[aria-pressed=true] { background: var(--blue); color: var(--ground); border-color: var(--blue); }
.rule { border-bottom: 1px solid var(--line); padding: .35rem 0; content-visibility: auto; contain-intrinsic-size: auto 2.4rem; scroll-margin-top: 9rem; }
.rule > summary { display: grid; grid-template-columns: 8.5rem minmax(12rem, 24rem) 1fr; gap: .75rem; cursor: pointer; align-items: baseline; }
.mark { color: var(--dim); } .mark.fail, .mark.flaky, .mark.error, .mark.inconclusive, .mark.blocked { color: var(--red); font-weight: 600; }
.mark.warn, .mark.known, .mark.provisional, .mark.differs { color: var(--yellow); } .mark.pass { color: var(--green); }
.id { overflow-wrap: anywhere; } .place, .keys { color: var(--dim); font-size: .85rem; }
.rule > :not(summary) { margin-left: 1rem; }
.compare { background: var(--panel); padding: .5rem .75rem; margin: .35rem 0; } .compare dd code, h1 code, .sentence code { font-size: .92em; } mark { background: light-dark(#ffe08a, #6b5200); color: inherit; }
.exchange { margin: .35rem 0; } .exchange > summary { cursor: pointer; font-size: .85rem; overflow-wrap: anywhere; }
pre { background: var(--panel); padding: .5rem .75rem; margin: .25rem 0; overflow-x: auto; font-size: .8rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.command { display: grid; grid-template-columns: 4rem 1fr auto; gap: .5rem; align-items: start; margin: .35rem 0; } .command span { color: var(--dim); padding-top: .4rem; }
.sequence { max-width: 100%; height: auto; margin: .5rem 0; font-size: 11px; }
.lane { stroke: var(--line); } .sequence text { fill: var(--dim); text-anchor: middle; } .lane-name { font-weight: 600; font-size: 13px; }
.message line { stroke: var(--dim); } .message polygon { fill: var(--dim); } .answer line { stroke-dasharray: 4 3; }
.shows line { stroke: var(--red); stroke-width: 1.5; } .shows polygon { fill: var(--red); } .sequence .shows text { fill: var(--red); }
@media (max-width: 50rem) {
  .page { padding: .5rem; } header { padding: .25rem .6rem; } h1 { font-size: 1.2rem; } h2 { margin-top: 1.25rem; } .map-row, .rule > summary, .command { grid-template-columns: minmax(0, 1fr); gap: .15rem; } dl { grid-template-columns: minmax(0, 1fr); } th, td { padding-right: .4rem; font-size: .85rem; } .bar { min-width: 3rem; } dt { margin-top: .35rem; } .filter { position: static; } .rule { scroll-margin-top: 1rem; }
}
@media print { .filter, .copy, .skip { display: none; } .rule { content-visibility: visible; break-inside: avoid; } }
`;

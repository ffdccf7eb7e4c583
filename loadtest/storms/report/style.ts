/** The report's look: the product's colours, light and dark by the reader's setting, dark ink on white in print. */
export const STYLE = `
:root { color-scheme: light dark;
  --page: #f8f7f3; --surface: #fff; --ink: #201f1a; --dim: #676356; --line: #e3e0d6;
  --good: #1f543f; --good-page: #d8e8df; --slow: #5d3f08; --slow-page: #f9e9c0; --bad: #812d17; --bad-page: #f6d8cf;
  --line-1: #1f543f; --line-2: #9c6d0f; --line-3: #a13a1e; --line-4: #3f5b8a; }
@media (prefers-color-scheme: dark) { :root {
  --page: #0c1210; --surface: #131b17; --ink: #e8ece8; --dim: #a1ada6; --line: #36423c;
  --good: #b3d1c1; --good-page: #123a2d; --slow: #f1d58e; --slow-page: #3d2906; --bad: #eab19f; --bad-page: #602110;
  --line-1: #8ab8a1; --line-2: #e7c064; --line-3: #dd8a70; --line-4: #a3b8e0; } }
@media print { :root { color-scheme: light;
  --page: #fff; --surface: #fff; --ink: #000; --dim: #444; --line: #bbb;
  --good: #000; --good-page: #fff; --slow: #000; --slow-page: #fff; --bad: #000; --bad-page: #fff;
  --line-1: #1f543f; --line-2: #9c6d0f; --line-3: #a13a1e; --line-4: #3f5b8a; }
  section, figure, tr { break-inside: avoid; } main { padding: 0; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); overflow-wrap: break-word;
  font: 16px/1.5 Archivo, system-ui, sans-serif; font-variant-numeric: tabular-nums lining-nums; }
main { max-width: 84rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.2rem; margin: 2.25rem 0 .75rem; }
p { margin: .25rem 0 .75rem; max-width: 70ch; }
.dim, th { color: var(--dim); }
.verdict { border: 2px solid currentColor; border-radius: 4px; padding: 1rem 1.25rem; margin: 1.25rem 0; }
.verdict strong { display: block; font-size: 1.4rem; line-height: 1.3; }
.verdict p:last-child { margin-bottom: 0; }
.good { color: var(--good); background: var(--good-page); }
.slow { color: var(--slow); background: var(--slow-page); }
.bad { color: var(--bad); background: var(--bad-page); }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: .75rem; margin: 0; }
.facts div { border-top: 2px solid var(--line); padding-top: .4rem; }
.facts dt { color: var(--dim); font-size: .85rem; }
.facts dd { margin: 0; font-size: 1.3rem; font-weight: 650; }
.charts { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); }
figure { margin: 0; padding: .75rem; background: var(--surface); border: 1px solid var(--line); border-radius: 4px; }
svg { display: block; width: 100%; height: auto; margin-top: .25rem; }
.grid { stroke: var(--line); }
.tick { fill: var(--dim); font: 11px system-ui, sans-serif; }
.line { fill: none; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.line-1 { stroke: var(--line-1); } .line-2 { stroke: var(--line-2); stroke-dasharray: 5 4; }
.line-3 { stroke: var(--line-3); stroke-dasharray: 1 4; } .line-4 { stroke: var(--line-4); stroke-dasharray: 9 3; }
.keys { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: .25rem 0 0; padding: 0; list-style: none;
  font-size: .85rem; }
.key span { display: inline-block; width: 1.5em; margin-right: .4em; vertical-align: middle;
  border-top: 2px solid; }
.key-1 span { border-color: var(--line-1); } .key-2 span { border-color: var(--line-2); border-style: dashed; }
.key-3 span { border-color: var(--line-3); border-style: dotted; }
.key-4 span { border-color: var(--line-4); border-style: dashed; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; }
th, td { text-align: left; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.number, th.number { text-align: right; white-space: nowrap; }
td.limit { white-space: nowrap; }
@media (max-width: 44rem) { .thresholds thead { display: none; }
  .thresholds tr { display: grid; grid-template-columns: 1fr auto; border-bottom: 1px solid var(--line); padding: .4rem 0; }
  .thresholds td { border: 0; padding: 0; } .thresholds .why { grid-column: 1 / -1; } .thresholds .limit { text-align: right; }
  .thresholds td.number { text-align: left; } .thresholds .held { text-align: right; } }
.why { color: var(--dim); min-width: 16rem; }
.bar { display: block; height: .6rem; background: var(--line-1); border-radius: 2px;
  -webkit-print-color-adjust: exact; print-color-adjust: exact; }
code { font-size: .85em; }
`;

import { escaped } from '../../storms/report/chart.ts';

/** Width of every chart, in the units of its picture. */
export const WIDTH = 760;

/** One decimal is finer than any screen. */
export const at = (value: number): string => value.toFixed(1);

type TextOptions = { x: number; y: number; look?: string; anchor?: 'start' | 'middle' | 'end' };

/** A line of text. `look`: its classes. */
export const text = (content: string, { x, y, look = 'label', anchor = 'start' }: TextOptions): string =>
  `<text class="${look}" x="${at(x)}" y="${at(y)}" text-anchor="${anchor}">${escaped(content)}</text>`;

/** The colours of the product, light and dark as the reader's system has it: a picture in a page can't ask the page. */
const STYLE = `
svg { color-scheme: light dark; }
.page { fill: #fff; } .label { fill: #201f1a; } .dim { fill: #676356; } .title { fill: #201f1a; font-weight: 650; }
.grid { stroke: #e3e0d6; } .mark { stroke: #201f1a; stroke-width: 2; }
.ours { fill: #1f543f; } .peer { fill: #c9b78a; } .met { fill: #1f543f; } .missed { fill: #a13a1e; }
.missed-label { fill: #a13a1e; font-weight: 650; }
.line { fill: none; stroke-width: 2; } .line-1 { stroke: #1f543f; } .line-2 { stroke: #9c6d0f; stroke-dasharray: 6 4; }
.line-3 { stroke: #a13a1e; stroke-dasharray: 2 4; } .line-4 { stroke: #3f5b8a; stroke-dasharray: 10 3; }
text { font: 13px Archivo, system-ui, -apple-system, 'Segoe UI', sans-serif; font-variant-numeric: tabular-nums; }
.title { font-size: 14px; } .dim { font-size: 12px; }
@media (prefers-color-scheme: dark) {
.page { fill: #131b17; } .label, .title { fill: #e8ece8; } .dim { fill: #a1ada6; } .grid { stroke: #36423c; }
.mark { stroke: #e8ece8; } .ours, .met { fill: #8ab8a1; } .peer { fill: #7a6a3c; } .missed { fill: #dd8a70; }
.missed-label { fill: #dd8a70; } .line-1 { stroke: #8ab8a1; } .line-2 { stroke: #e7c064; }
.line-3 { stroke: #dd8a70; } .line-4 { stroke: #a3b8e0; } }
`;

/** A picture that needs nothing else. `described`: what it shows, for who can't see it. */
export const picture = (height: number, described: string, parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${Math.ceil(height)}" width="${WIDTH}" height="${Math.ceil(height)}" role="img" aria-label="${escaped(described)}">
<style>${STYLE}</style>
<rect class="page" width="${WIDTH}" height="${Math.ceil(height)}" rx="4"/>
${parts.join('\n')}
</svg>
`;

import { extent, groups, max, min } from 'd3-array';
import { format } from 'd3-format';
import { scaleLinear, scaleLog } from 'd3-scale';
import { curveMonotoneX, line } from 'd3-shape';
import { type Curve, type Row, verdict } from './bench/row.ts';
import type { Series } from './storms/report/figures.ts';

/** Text as HTML shows it. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Width of a picture, in its own units. */
const WIDTH = 760;

/** One decimal is finer than any screen. */
const at = (value: number): string => value.toFixed(1);

type TextOptions = { x: number; y: number; look?: string; anchor?: 'start' | 'middle' | 'end' };

/** A line of text. `look`: its classes. */
const text = (content: string, { x, y, look = 'label', anchor = 'start' }: TextOptions): string =>
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

/** A self-contained SVG. `described`: its text alternative. */
const picture = (height: number, described: string, parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${Math.ceil(height)}" width="${WIDTH}" height="${Math.ceil(height)}" role="img" aria-label="${escaped(described)}">
<style>${STYLE}</style>
<rect class="page" width="${WIDTH}" height="${Math.ceil(height)}" rx="4"/>
${parts.join('\n')}
</svg>
`;

const EDGE = 16;
const short = format('.3~s');
const figures = format(',.3~r');
/** Figures as people read them: 18.4k round trips, but 0.52 ms. */
const shown = (value: number): string => {
  if (!Number.isFinite(value)) return 'not run';
  return value >= 1_000 ? short(value) : figures(value);
};

const BAR = { height: 12, step: 36, valueWidth: 70 } as const;

type Bar = { label: string; value: number; look: 'ours' | 'peer' };

/** The subjects and peers of a group of rows: each subject once, each peer that was run once. */
function barsOf(rows: readonly Row[]): Bar[] {
  const bars = new Map<string, Bar>();
  for (const { subject, value } of rows) {
    if (Number.isFinite(value)) bars.set(subject, { label: subject, value, look: 'ours' });
  }
  for (const { peer, peerValue } of rows) {
    if (Number.isFinite(peerValue) && !bars.has(peer)) {
      bars.set(peer, { label: peer, value: peerValue, look: 'peer' });
    }
  }
  return [...bars.values()];
}

/** Rows as bars: those that measure the same share one axis from zero. */
export function barChart(rows: readonly Row[]): string {
  let y = EDGE;
  const parts: string[] = [];
  for (const [bench, of] of groups(rows, (row) => row.bench)) {
    const bars = barsOf(of);
    const x = scaleLinear([0, max(bars, ({ value }) => value) ?? 1], [0, WIDTH - 2 * EDGE - BAR.valueWidth]);
    const unit = `${of[0]?.unit ?? ''}${of[0]?.better === 'less' ? ', less is better' : ''}`;
    y += 14;
    parts.push(text(bench, { x: EDGE, y, look: 'title' }));
    parts.push(text(unit, { x: WIDTH - EDGE, y, look: 'dim', anchor: 'end' }));
    for (const { label, value, look } of bars) {
      const width = Math.max(1, x(value));
      parts.push(text(label, { x: EDGE, y: y + 19, look: 'dim' }));
      parts.push(
        `<rect class="${look}" x="${EDGE}" y="${at(y + 24)}" width="${at(width)}" height="${BAR.height}" rx="2"/>`,
      );
      parts.push(text(shown(value), { x: EDGE + width + 6, y: y + 24 + BAR.height - 1 }));
      y += BAR.step;
    }
    y += EDGE;
  }
  const described = rows.map(
    (row) => `${row.subject}: ${shown(row.value)}; ${row.peer}: ${shown(row.peerValue)} ${row.unit}`,
  );
  return picture(y, described.join('. '), parts);
}

/** How far a row is from its target: 1 is just met, 2 is twice as good. */
const headroom = ({ ratio, target, better }: Row): number =>
  better === 'less' ? (target ?? Number.NaN) / ratio : ratio / (target ?? Number.NaN);

/** Every row that has a target, on one axis: left of the line it is missed. */
export function targetChart(rows: readonly Row[]): string {
  const aimed = rows.filter((row) => row.target !== null && Number.isFinite(row.ratio));
  const [least = 1, most = 1] = extent(aimed, headroom);
  const left = 390;
  const x = scaleLog([Math.min(0.5, least / 2), Math.max(2, most)], [left, WIDTH - EDGE - 50]).nice();
  const step = 24;
  const top = 56;
  const bottom = top + aimed.length * step;
  const parts = [
    text('How far each is from its target', { x: EDGE, y: 26, look: 'title' }),
    text('missed', { x: x(1) - 8, y: 44, look: 'dim', anchor: 'end' }),
    text('met, so many times over', { x: x(1) + 8, y: 44, look: 'dim' }),
    ...x
      .ticks(4)
      .filter((tick) => [1, 2, 5].includes(Number(tick.toExponential().charAt(0))))
      .flatMap((tick) => [
        `<line class="${tick === 1 ? 'mark' : 'grid'}" x1="${at(x(tick))}" x2="${at(x(tick))}" y1="${top - 6}" y2="${bottom}"/>`,
        text(`${figures(tick)}×`, { x: x(tick), y: bottom + 16, look: 'dim', anchor: 'middle' }),
      ]),
  ];
  for (const [place, row] of aimed.entries()) {
    const y = top + place * step + 12;
    const isMissed = verdict(row) === 'MISSED';
    const end = x(headroom(row));
    const from = Math.min(end, x(1));
    parts.push(
      text(clipped(row.bench), { x: EDGE, y: y + 4, look: isMissed ? 'missed-label' : 'label' }),
      `<rect class="${isMissed ? 'missed' : 'met'}" x="${at(from)}" y="${at(y - 5)}" width="${at(Math.max(2, Math.abs(end - x(1))))}" height="10" rx="2"/>`,
      text(
        `${figures(headroom(row))}×`,
        isMissed ? { x: end - 6, y: y + 4, anchor: 'end' } : { x: end + 6, y: y + 4 },
      ),
    );
  }
  const described = aimed.map(
    (row) => `${row.bench}: ${verdict(row)}, ${figures(headroom(row))} times its target`,
  );
  return picture(bottom + 32, described.join('. '), parts);
}

/** Letters of a label that fit beside the axis. */
const LABEL_LETTERS = 56;
const clipped = (label: string): string =>
  label.length <= LABEL_LETTERS ? label : `${label.slice(0, LABEL_LETTERS - 1)}…`;

/** The percentiles shown. */
const SHARES = [0.5, 0.9, 0.99, 0.999];
/** Each step to the right leaves a tenth of the answers. */
const rarity = (share: number): number => -Math.log10(1 - share);

/** Latencies by how many answers are at least that fast; both axes by powers of ten. */
export function curveChart(title: string, curves: readonly Curve[]): string {
  const points = curves.flatMap((curve) => curve.points);
  const height = 340;
  const [bottom, left] = [height - 66, 70];
  const x = scaleLinear([0, rarity(max(points, ({ share }) => share) ?? 0.999)], [left, WIDTH - EDGE]);
  const y = scaleLog(
    [min(points, ({ ms }) => ms) ?? 0.1, max(points, ({ ms }) => ms) ?? 1],
    [bottom, 50],
  ).nice();
  const drawn = line<Curve['points'][number]>()
    .x(({ share }) => x(rarity(share)))
    .y(({ ms }) => y(ms))
    .curve(curveMonotoneX);
  const parts = [
    text(title, { x: EDGE, y: 26, look: 'title' }),
    text('ms', { x: left - 8, y: 40, look: 'dim', anchor: 'end' }),
    ...y
      .ticks(5)
      .filter((tick) => [1, 2, 5].includes(Number(tick.toExponential().charAt(0))))
      .flatMap((tick) => [
        `<line class="grid" x1="${left}" x2="${WIDTH - EDGE}" y1="${at(y(tick))}" y2="${at(y(tick))}"/>`,
        text(figures(tick), { x: left - 8, y: y(tick) + 4, look: 'dim', anchor: 'end' }),
      ]),
    ...SHARES.map((share) =>
      text(`${format('.3~p')(share)} of answers`, {
        x: x(rarity(share)),
        y: bottom + 18,
        look: 'dim',
        anchor: share > 0.99 ? 'end' : 'middle',
      }),
    ),
    ...curves.map(
      (curve, place) => `<path class="line line-${place + 1}" d="${drawn(curve.points) ?? ''}"/>`,
    ),
    ...curves.flatMap(({ label }, place) => {
      const from = EDGE + (place * (WIDTH - 2 * EDGE)) / curves.length;
      const key = height - 18;
      return [
        `<line class="line line-${place + 1}" x1="${at(from)}" x2="${at(from + 28)}" y1="${key - 4}" y2="${key - 4}"/>`,
        text(label, { x: from + 34, y: key, look: 'dim' }),
      ];
    }),
  ];
  const described = curves.map(({ label, points: of }) => {
    const p99 = of.find(({ share }) => share === 0.99)?.ms ?? Number.NaN;
    return `${label}: 99 % within ${figures(p99)} ms`;
  });
  return picture(height, `${title}. ${described.join('. ')}`, parts);
}

/** Values over the seconds of a run, for example a storm. */
export type TimeChart = {
  title: string;
  /** The unit of the values, as labelled on the axis: "ms", "per second". */
  unit: string;
  series: readonly Series[];
  /** The run's length in seconds: every chart has the same axis of time. */
  seconds: number;
  /** The lowest value the axis reaches up to, so that noise does not fill the chart. */
  least?: number;
};

const TIME = { width: 400, height: 190, left: 44, right: 10, top: 12, bottom: 26 } as const;
/** Points further apart than this many steps are not joined: nothing was measured between. */
const GAP_STEPS = 3;
/** About this many steps on an axis. */
const STEPS = 4;

const timeFigures = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 2 });

/** Round values from 0 to at least `most`, about four steps of them. */
export const ticks = (most: number): number[] => axis(most, [0, 1]).ticks(STEPS);

/** The axis from 0 to a round value of at least `most`, laid over `range`. */
const axis = (most: number, range: [number, number]) => scaleLinear([0, most], range).nice(STEPS);

/** Values over time as a figure of HTML; the page that shows it colours its classes. */
export function timeChart({ title, unit, series, seconds, least = 0 }: TimeChart): string {
  const most = series.flatMap(({ points }) => points).reduce((top, [, value]) => Math.max(top, value), least);
  const x = scaleLinear([0, seconds], [TIME.left, TIME.width - TIME.right]);
  const y = axis(most || 1, [TIME.height - TIME.bottom, TIME.top]);
  const marks = y.ticks(STEPS);
  const rows = marks.map(
    (mark) =>
      `<line class="grid" x1="${TIME.left}" x2="${TIME.width - TIME.right}" y1="${at(y(mark))}" y2="${at(y(mark))}"/>` +
      `<text class="tick" x="${TIME.left - 6}" y="${at(y(mark) + 4)}" text-anchor="end">${timeFigures.format(mark)}</text>`,
  );
  const columns = x
    .ticks(STEPS)
    .map(
      (mark) =>
        `<text class="tick" x="${at(x(mark))}" y="${TIME.height - 8}" text-anchor="${mark > seconds * 0.95 ? 'end' : 'middle'}">${timeFigures.format(mark)} s</text>`,
    );
  const lines = series.map(
    ({ points }, place) => `<path class="line line-${place + 1}" d="${brokenLine(points, x, y, seconds)}"/>`,
  );
  const legend = series
    .map(({ label }, place) => `<li class="key key-${place + 1}"><span></span>${escaped(label)}</li>`)
    .join('');
  const summary = series
    .map(({ label, points }) => `${label}: at most ${timeFigures.format(highest(points))} ${unit}`)
    .join('; ');
  return `<figure>
<figcaption><b>${escaped(title)}</b> <span class="dim">${escaped(unit)}</span></figcaption>
<svg viewBox="0 0 ${TIME.width} ${TIME.height}" role="img" aria-label="${escaped(`${title}. ${summary}`)}">
${[...rows, ...columns, ...lines].join('\n')}
</svg>
${series.length > 1 ? `<ul class="keys">${legend}</ul>` : ''}
</figure>`;
}

const highest = (points: Series['points']): number =>
  points.reduce((most, [, value]) => Math.max(most, value), 0);

/** The line through the points, broken where nothing was measured; a point alone is a dot, by its round ends. */
function brokenLine(
  points: Series['points'],
  x: (value: number) => number,
  y: (value: number) => number,
  seconds: number,
): string {
  const gap = GAP_STEPS * Math.max(1, seconds / TIME.width);
  const runs: [number, number][][] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (const [second, value] of points) {
    if (second - before > gap) runs.push([]);
    runs.at(-1)?.push([second, value]);
    before = second;
  }
  const drawn = line<[number, number]>(
    ([second]) => x(second),
    ([, value]) => y(value),
  ).digits(1);
  return runs.map((run) => drawn(run) ?? '').join('');
}

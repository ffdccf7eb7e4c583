import type { Series } from './figures.ts';

/** What one chart shows: values over the storm's seconds. */
export type ChartOf = {
  title: string;
  /** What the values are in, as the axis says it: "ms", "per second". */
  unit: string;
  series: readonly Series[];
  /** The storm's length in seconds: every chart has the same axis of time. */
  seconds: number;
  /** The lowest value the axis reaches up to, so that noise does not fill the chart. */
  least?: number;
};

const WIDTH = 400;
const HEIGHT = 190;
const LEFT = 44;
const RIGHT = 10;
const TOP = 12;
const BOTTOM = 26;
/** Points further apart than this many steps are not joined: nothing was measured between. */
const GAP_STEPS = 3;

const figures = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 2 });

/** Round values from 0 to at least `most`, three to six of them. */
export function ticks(most: number): number[] {
  const rough = Math.max(most, Number.MIN_VALUE) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const count = Math.max(1, Math.ceil(most / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, n) => n * step);
}

/** A place on an axis: `domain` is laid over `range`, both from their first to their last number. */
const scale =
  ([from, to]: readonly [number, number], [start, end]: readonly [number, number]) =>
  (value: number): number =>
    start + ((value - from) / (to - from)) * (end - start);

/** One chart as an SVG image that needs nothing else; its classes are coloured by the page. */
export function chart({ title, unit, series, seconds, least = 0 }: ChartOf): string {
  const most = series.flatMap(({ points }) => points).reduce((top, [, value]) => Math.max(top, value), least);
  const marks = ticks(most || 1);
  const x = scale([0, seconds], [LEFT, WIDTH - RIGHT]);
  const y = scale([0, marks.at(-1) ?? 1], [HEIGHT - BOTTOM, TOP]);
  const rows = marks.map(
    (mark) =>
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at(y(mark))}" y2="${at(y(mark))}"/>` +
      `<text class="tick" x="${LEFT - 6}" y="${at(y(mark) + 4)}" text-anchor="end">${figures.format(mark)}</text>`,
  );
  const columns = ticks(seconds)
    .filter((mark) => mark <= seconds)
    .map(
      (mark) =>
        `<text class="tick" x="${at(x(mark))}" y="${HEIGHT - 8}" text-anchor="${mark > seconds * 0.95 ? 'end' : 'middle'}">${figures.format(mark)} s</text>`,
    );
  const lines = series.map(
    ({ points }, place) => `<path class="line line-${place + 1}" d="${path(points, x, y, seconds)}"/>`,
  );
  const legend = series
    .map(({ label }, place) => `<li class="key key-${place + 1}"><span></span>${escaped(label)}</li>`)
    .join('');
  const told = series
    .map(({ label, points }) => `${label}: at most ${figures.format(top(points))} ${unit}`)
    .join('; ');
  return `<figure>
<figcaption><b>${escaped(title)}</b> <span class="dim">${escaped(unit)}</span></figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(`${title}. ${told}`)}">
${[...rows, ...columns, ...lines].join('\n')}
</svg>
${series.length > 1 ? `<ul class="keys">${legend}</ul>` : ''}
</figure>`;
}

const top = (points: Series['points']): number =>
  points.reduce((most, [, value]) => Math.max(most, value), 0);

/** One decimal is finer than any screen. */
const at = (value: number): string => value.toFixed(1);

function path(
  points: Series['points'],
  x: (value: number) => number,
  y: (value: number) => number,
  seconds: number,
): string {
  const gap = GAP_STEPS * Math.max(1, seconds / WIDTH);
  let before = Number.NEGATIVE_INFINITY;
  return points
    .map(([second, value]) => {
      const move = second - before > gap;
      before = second;
      // A point alone is a dot: a line of no length with round ends.
      return move ? `M${at(x(second))},${at(y(value))}h0` : `L${at(x(second))},${at(y(value))}`;
    })
    .join('');
}

/** Text as HTML shows it. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

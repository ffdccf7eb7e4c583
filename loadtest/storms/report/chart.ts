import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
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
/** About this many steps on an axis. */
const STEPS = 4;

const figures = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 2 });

/** Round values from 0 to at least `most`, about four steps of them. */
export const ticks = (most: number): number[] => axis(most, [0, 1]).ticks(STEPS);

/** The axis from 0 to a round value of at least `most`, laid over `range`. */
const axis = (most: number, range: [number, number]) => scaleLinear([0, most], range).nice(STEPS);

/** One chart as an SVG image that needs nothing else; its classes are coloured by the page. */
export function chart({ title, unit, series, seconds, least = 0 }: ChartOf): string {
  const most = series.flatMap(({ points }) => points).reduce((top, [, value]) => Math.max(top, value), least);
  const x = scaleLinear([0, seconds], [LEFT, WIDTH - RIGHT]);
  const y = axis(most || 1, [HEIGHT - BOTTOM, TOP]);
  const marks = y.ticks(STEPS);
  const rows = marks.map(
    (mark) =>
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at(y(mark))}" y2="${at(y(mark))}"/>` +
      `<text class="tick" x="${LEFT - 6}" y="${at(y(mark) + 4)}" text-anchor="end">${figures.format(mark)}</text>`,
  );
  const columns = x
    .ticks(STEPS)
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
  const summary = series
    .map(({ label, points }) => `${label}: at most ${figures.format(top(points))} ${unit}`)
    .join('; ');
  return `<figure>
<figcaption><b>${escaped(title)}</b> <span class="dim">${escaped(unit)}</span></figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(`${title}. ${summary}`)}">
${[...rows, ...columns, ...lines].join('\n')}
</svg>
${series.length > 1 ? `<ul class="keys">${legend}</ul>` : ''}
</figure>`;
}

const top = (points: Series['points']): number =>
  points.reduce((most, [, value]) => Math.max(most, value), 0);

/** One decimal is finer than any screen. */
const at = (value: number): string => value.toFixed(1);

/** The line through the points, broken where nothing was measured; a point alone is a dot, by its round ends. */
function path(
  points: Series['points'],
  x: (value: number) => number,
  y: (value: number) => number,
  seconds: number,
): string {
  const gap = GAP_STEPS * Math.max(1, seconds / WIDTH);
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

/** Text as HTML shows it. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

import type { LotPage } from '@saleyard/contract/lots.ts';
import { scaleLinear } from 'd3-scale';
import { COLOURS } from './layout.ts';

type Assessment = LotPage['assessment'];
type Days = LotPage['optiweigh']['averageData'];

/** Points (1/72 inch): two charts fit beside each other on A4. */
export const CHART = { width: 255, height: 118 } as const;
const FRAME = { top: 32, right: 10, bottom: 28, left: 28 } as const;
/** Points between the labels of an axis, or they run into each other. */
const LABEL_ROOM = 26;
const GROUND = CHART.height - FRAME.bottom;
const RIGHT = CHART.width - FRAME.right;
const FAT_SCORES = [1, 2, 3, 4, 5] as const;

// Charts contain only numbers and our own texts, never users' texts.

const text = (x: number, y: number, said: string, anchor: 'start' | 'middle' | 'end' = 'middle'): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-family="Roboto" font-size="7" fill="${COLOURS.ink}" text-anchor="${anchor}">${said}</text>`;

const line = (x1: number, y1: number, x2: number, y2: number, colour: string, more = ''): string =>
  `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" stroke="${colour}" stroke-width="1" ${more}/>`;

const bar = (x: number, y: number, width: number, height: number, colour: string): string =>
  `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${Math.max(0, width).toFixed(1)}" height="${Math.max(0, height).toFixed(1)}" fill="${colour}"/>`;

const drawing = (parts: readonly string[], height: number = CHART.height): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${CHART.width}" height="${height}" viewBox="0 0 ${CHART.width} ${height}">${parts.join('')}</svg>`;

const rounded = (value: number): string => String(Math.round(value * 10) / 10);

/** Horizontal grid lines with their values and unit. */
const rows = (y: ReturnType<typeof scaleLinear<number>>, unit: string): string[] => [
  ...y
    .ticks(4)
    .flatMap((tick) => [
      line(FRAME.left, y(tick), RIGHT, y(tick), COLOURS.line),
      text(FRAME.left - 4, y(tick) + 3, rounded(tick), 'end'),
    ]),
  text(0, 8, unit, 'start'),
];

/** Head by weight, with the lightest, the heaviest and the average marked; null when none were weighed. */
export function histogram({ counts, minWeight, maxWeight, averageWeight }: Assessment): string | null {
  const [first, last] = [counts[0], counts.at(-1)];
  if (first === undefined || last === undefined) return null;
  const most = Math.max(...counts.map(({ count }) => count));
  const x = scaleLinear([first.startWeight, last.endWeight], [FRAME.left, RIGHT]);
  const y = scaleLinear([0, most], [GROUND, FRAME.top]).nice(4);
  const nth = Math.max(1, Math.ceil(((counts.length + 1) * LABEL_ROOM) / (RIGHT - FRAME.left)));
  const markers = [
    { name: 'Min', kg: minWeight, row: 1, anchor: 'start' },
    { name: 'Average', kg: averageWeight, row: 0, anchor: 'middle' },
    { name: 'Max', kg: maxWeight, row: 1, anchor: 'end' },
  ] as const;
  return drawing([
    ...rows(y, 'Head'),
    ...counts.map(({ startWeight, endWeight, count }) =>
      bar(x(startWeight) + 1, y(count), x(endWeight) - x(startWeight) - 2, GROUND - y(count), COLOURS.brand),
    ),
    ...[first.startWeight, ...counts.map(({ endWeight }) => endWeight)]
      .filter((_, index) => index % nth === 0)
      .map((kg) => text(x(kg), GROUND + 10, rounded(kg))),
    ...markers.flatMap(({ name, kg, row, anchor }) =>
      kg === null
        ? []
        : [
            line(x(kg), 12 + row * 10, x(kg), GROUND, COLOURS.accent, 'stroke-dasharray="3 2"'),
            text(x(kg), 10 + row * 10, `${name} ${kg.toFixed(1)} kg`, anchor),
          ],
    ),
    line(FRAME.left, GROUND, RIGHT, GROUND, COLOURS.ink),
    text(RIGHT, CHART.height - 4, 'Weight, kg per head', 'end'),
  ]);
}

const STRIP = { height: 64, top: 14, foot: 14, gap: 6 } as const;

/** The share of the head with each fat score; null when none were scored. */
export function fatScores(scores: Assessment['scores']): string | null {
  if (scores.length === 0) return null;
  const cell = CHART.width / FAT_SCORES.length;
  const ground = STRIP.height - STRIP.foot;
  const y = scaleLinear([0, 100], [ground, STRIP.top]);
  return drawing(
    FAT_SCORES.flatMap((score, index) => {
      const percent = scores.find((one) => one.score === score)?.percent ?? 0;
      const middle = index * cell + (cell - STRIP.gap) / 2;
      return [
        bar(index * cell, STRIP.top, cell - STRIP.gap, ground - STRIP.top, COLOURS.shade),
        bar(index * cell, y(percent), cell - STRIP.gap, ground - y(percent), COLOURS.brand),
        text(middle, STRIP.top - 4, `${rounded(percent)}%`),
        text(middle, STRIP.height - 4, `Score ${score}`),
      ];
    }),
    STRIP.height,
  );
}

/** DD/MM/YYYY of a day in ISO form. */
const dayOf = (date: string): string => date.slice(0, 10).split('-').reverse().join('/');

/** Daily measurements of walk-over scales; null without any. */
export function daysLine(days: Days, measured: 'weight' | 'averageDailyGain', unit: string): string | null {
  const points = days.toSorted((a, b) => a.date.localeCompare(b.date));
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const values = points.map((point) => point[measured]);
  const [begins, ends] = [Date.parse(first.date), Date.parse(last.date)];
  const padding = (Math.max(...values) - Math.min(...values) || 1) * 0.1;
  const x = scaleLinear([begins, ends === begins ? begins + 1 : ends], [FRAME.left + 8, RIGHT - 8]);
  const y = scaleLinear(
    [Math.min(...values) - padding, Math.max(...values) + padding],
    [GROUND, FRAME.top - 14],
  ).nice(4);
  const at = points.map((point) => [x(Date.parse(point.date)), y(point[measured])] as const);
  return drawing([
    ...rows(y, unit),
    `<polyline fill="none" stroke="${COLOURS.brand}" stroke-width="1.5" points="${at.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(' ')}"/>`,
    ...at.map(
      ([px, py]) => `<circle cx="${px.toFixed(1)}" cy="${py.toFixed(1)}" r="2" fill="${COLOURS.brand}"/>`,
    ),
    line(FRAME.left, GROUND, RIGHT, GROUND, COLOURS.ink),
    text(FRAME.left, GROUND + 11, dayOf(first.date), 'start'),
    ...(last === first ? [] : [text(RIGHT, GROUND + 11, dayOf(last.date), 'end')]),
  ]);
}

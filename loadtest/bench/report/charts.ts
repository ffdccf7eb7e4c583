import { extent, groups, max, min } from 'd3-array';
import { format } from 'd3-format';
import { scaleLinear, scaleLog } from 'd3-scale';
import { curveMonotoneX, line } from 'd3-shape';
import { type Curve, type Row, verdict } from '../row.ts';
import { at, picture, text, WIDTH } from './svg.ts';

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

/** What a group of rows compares: each subject once, each peer that was run once. */
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

/** Shares whose latency people ask for. */
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

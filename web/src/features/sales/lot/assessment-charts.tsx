import type { LotPage } from '@saleyard/contract/lots.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { formatCalendarDay } from '@saleyard/domain/presentation/field-text.ts';
import { extent, max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { ChartFigure, ChartFrame } from '@/ui/chart/chart-frame.tsx';
import type { Column } from '@/ui/table/data-table.tsx';
import classes from './assessment-charts.module.css';

type Assessment = LotPage['assessment'];
type Bin = Assessment['counts'][number];
type Point = LotPage['optiweigh']['averageData'][number];

/** [B398] More bins than this do not get any narrower: the histogram scrolls. */
const BINS_IN_VIEW = 6;
/** px that a bin of a scrolling histogram is wide, and what is beside the bins. */
const BIN_WIDTH = 64;
const BESIDE_BINS = 90;
/** [B399] Ticks of the head-count axis, about. */
const HEAD_TICKS = 8;
/** px for two rows of markers' words above the bins. */
const MARKERS = 26;
/** Points are marked one by one while there are few enough to be distinguished. */
const MARKED_POINTS = 40;

/** A day has no time of its own: it is read and written as one of UTC. */
const formatDay = (ms: number): string => formatCalendarDay(new Date(ms).toISOString().slice(0, 10));

/** [B394] A weight as a marker says it. */
const marked = (kg: number): string => `${kg.toFixed(1)} kg`;
const headOf = (count: number): string => countOf(count, 'head', 'head');

const BIN_COLUMNS: readonly Column<Bin>[] = [
  {
    id: 'weight',
    header: 'Weight, kg per head',
    rowHeader: true,
    phone: 'title',
    cell: ({ startWeight, endWeight }) => `${startWeight} to ${endWeight} kg`,
  },
  { id: 'head', header: 'Head', align: 'end', cell: ({ count }) => count },
];

/** Where the lightest, the heaviest and the average head stand. */
function markersOf({ minWeight, maxWeight, averageWeight }: Assessment) {
  const all = [
    { name: 'Min', kg: minWeight, row: 1, anchor: 'start' },
    { name: 'Average', kg: averageWeight, row: 0, anchor: 'middle' },
    { name: 'Max', kg: maxWeight, row: 1, anchor: 'end' },
  ] as const;
  return all.flatMap((marker) => (marker.kg === null ? [] : [{ ...marker, kg: marker.kg }]));
}

/** Head by weight, with the lightest, the heaviest and the average marked. [B161] [B162] [B166] */
export function WeightHistogram({ assessment }: { assessment: Assessment }) {
  const { counts } = assessment;
  const [first, last] = [counts[0], counts.at(-1)];
  if (first === undefined || last === undefined) return null;
  const markers = markersOf(assessment);
  const marks = markers.map(({ name, kg }) => `${name.toLowerCase()} ${marked(kg)}`).join(', ');
  const heads = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <ChartFrame
      title="Weight distribution"
      summary={`${headOf(heads)} by weight: ${marks}.`}
      headroom={MARKERS}
      leastWidth={counts.length > BINS_IN_VIEW ? counts.length * BIN_WIDTH + BESIDE_BINS : 0}
      x={{
        label: 'Weight, kg per head',
        format: String,
        domain: [first.startWeight, last.endWeight],
        at: [first.startWeight, ...counts.map(({ endWeight }) => endWeight)],
      }}
      y={{
        label: 'Head',
        format: (value) => (Number.isInteger(value) ? String(value) : ''),
        domain: [0, max(counts, ({ count }) => count) ?? 0],
        ticks: HEAD_TICKS,
      }}
      rows={counts}
      rowKey={({ startWeight }) => String(startWeight)}
      columns={BIN_COLUMNS}
    >
      {({ x, y }) => (
        <>
          {counts.map((bin) => (
            <rect
              key={bin.startWeight}
              x={x(bin.startWeight) + 1}
              width={Math.max(0, x(bin.endWeight) - x(bin.startWeight) - 2)}
              y={y(bin.count)}
              height={y(0) - y(bin.count)}
              className={classes.bar}
            >
              <title>{`${bin.startWeight} to ${bin.endWeight} kg: ${headOf(bin.count)}`}</title>
            </rect>
          ))}
          {markers.map(({ name, kg, row, anchor }) => (
            <g key={name} transform={`translate(${x(kg)} 0)`} data-marker={name}>
              <line
                y1={row * 18 + 18}
                y2={y(0)}
                className={classes.marker}
                data-average={row === 0 || undefined}
              />
              <text y={row * 18 + 13} textAnchor={anchor} className={classes.word}>
                {`${name} ${marked(kg)}`}
              </text>
            </g>
          ))}
        </>
      )}
    </ChartFrame>
  );
}

type Score = Assessment['scores'][number];
const FAT_SCORES = [1, 2, 3, 4, 5] as const;
const STRIP = { height: 132, top: 24, foot: 24, gap: 4 } as const;
const percentOf = ({ percent }: Pick<Score, 'percent'>): string => `${Math.round(percent * 10) / 10}%`;

const SCORE_COLUMNS: readonly Column<Score>[] = [
  { id: 'score', header: 'Fat score', rowHeader: true, phone: 'title', cell: ({ score }) => score },
  { id: 'share', header: 'Share of the head', align: 'end', cell: percentOf },
];

/** The share of the head with each fat score, from 1 to 5. [B163] */
export function FatScoreStrip({ scores }: { scores: readonly Score[] }) {
  if (scores.length === 0) return null;
  const all = FAT_SCORES.map((score) => scores.find((one) => one.score === score) ?? { score, percent: 0 });
  const stated = scores.map((one) => `${percentOf(one)} of score ${one.score}`).join(', ');
  return (
    <ChartFigure
      title="Fat score"
      summary={`Fat scores of the head: ${stated}.`}
      height={STRIP.height}
      rows={all}
      rowKey={({ score }) => String(score)}
      columns={SCORE_COLUMNS}
    >
      {({ width }) => {
        const cell = width / all.length;
        const ground = STRIP.height - STRIP.foot;
        const y = scaleLinear([0, 100], [ground, STRIP.top]);
        return all.map((one, index) => (
          <g key={one.score} transform={`translate(${index * cell} 0)`} data-score={one.score}>
            <rect
              width={Math.max(0, cell - STRIP.gap)}
              y={STRIP.top}
              height={ground - STRIP.top}
              className={classes.cell}
            />
            <rect
              width={Math.max(0, cell - STRIP.gap)}
              y={y(one.percent)}
              height={ground - y(one.percent)}
              className={classes.bar}
            />
            <text x={(cell - STRIP.gap) / 2} y={STRIP.top - 8} textAnchor="middle" className={classes.word}>
              {percentOf(one)}
            </text>
            <text x={(cell - STRIP.gap) / 2} y={STRIP.height - 6} textAnchor="middle">
              {`Score ${one.score}`}
            </text>
          </g>
        ));
      }}
    </ChartFigure>
  );
}

const timeOf = ({ date }: Point): number => Date.parse(date);

/** What walk-over scales say day by day: a line, with a point for each day. */
function DaysLine({
  title,
  unit,
  days,
  measured,
  text,
}: {
  title: string;
  /** What is measured, in what. */
  unit: string;
  days: readonly Point[];
  measured: (point: Point) => number;
  text: (value: number) => string;
}) {
  const points = days.toSorted((a, b) => timeOf(a) - timeOf(b));
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const [least = 0, most = 0] = extent(points, measured);
  const padding = (most - least || Math.abs(most) || 1) * 0.08;
  const [begins, ends] = [timeOf(first), timeOf(last)];
  return (
    <ChartFrame
      title={title}
      summary={`${title} from ${text(measured(first))} on ${formatDay(begins)} to ${text(measured(last))} on ${formatDay(ends)}.`}
      x={{
        label: 'Day',
        format: formatDay,
        domain: begins === ends ? [begins - 1, ends + 1] : [begins, ends],
        at: [0, 1 / 3, 2 / 3, 1]
          .map((share) => begins + share * (ends - begins))
          .filter((time, index, all) => all.indexOf(time) === index),
      }}
      y={{ label: unit, format: String, domain: [least - padding, most + padding], ticks: 6 }}
      rows={points}
      rowKey={({ date }) => date}
      columns={[
        {
          id: 'day',
          header: 'Day',
          rowHeader: true,
          phone: 'title',
          cell: (point) => formatDay(timeOf(point)),
        },
        { id: 'value', header: title, align: 'end', cell: (point) => text(measured(point)) },
      ]}
    >
      {({ x, y }) => (
        <>
          {least < 0 && most > 0 && (
            <line x1={x(begins)} x2={x(ends)} y1={y(0)} y2={y(0)} className={classes.zero} />
          )}
          <polyline
            points={points.map((point) => `${x(timeOf(point))},${y(measured(point))}`).join(' ')}
            className={classes.line}
          />
          {points.length <= MARKED_POINTS &&
            points.map((point) => (
              <circle
                key={point.date}
                cx={x(timeOf(point))}
                cy={y(measured(point))}
                r={3.5}
                className={classes.point}
              >
                <title>{`${formatDay(timeOf(point))}: ${text(measured(point))}`}</title>
              </circle>
            ))}
        </>
      )}
    </ChartFrame>
  );
}

/** How a lot's head were weighed and scored, and what a mob on walk-over scales gained. */
export function AssessmentCharts({
  lot,
}: {
  lot: Pick<LotPage, 'assessment' | 'optiweigh' | 'optiweighAllowed'>;
}) {
  const { assessment, optiweigh, optiweighAllowed } = lot;
  const days = optiweighAllowed ? optiweigh.averageData : [];
  const isMobs = optiweighAllowed && optiweigh.assessmentData.counts.length > 0;
  return (
    <div className={classes.charts}>
      {/* [B164] [B165] */}
      <DaysLine
        title="Mob average weight"
        unit="kg per head"
        days={days}
        measured={({ weight }) => weight}
        text={marked}
      />
      <DaysLine
        title="Average daily gain"
        unit="kg a day"
        days={days}
        measured={({ averageDailyGain }) => averageDailyGain}
        text={(value) => `${value} kg a day`}
      />
      <WeightHistogram assessment={isMobs ? optiweigh.assessmentData : assessment} />
      <FatScoreStrip scores={assessment.scores} />
    </div>
  );
}

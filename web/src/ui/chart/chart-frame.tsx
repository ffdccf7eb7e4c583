import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { type ReactNode, useId } from 'react';
import { useElementSize } from '@/lib/element-size.ts';
import { useIsPrinting } from '@/lib/printing.ts';
import { type Column, DataTable } from '@/ui/table/data-table.tsx';
import classes from './chart-frame.module.css';

/** One of the chart's two directions: what it measures, and how a value of it is written. */
type Axis = {
  label: string;
  format: (value: number) => string;
  domain: readonly [number, number];
  /** About this many ticks. */
  ticks?: number;
  /** The ticks themselves, in place of round numbers, without those that have no room; the domain then ends where it ends. */
  at?: readonly number[];
};

export type Scale = ScaleLinear<number, number>;

/** px. */
const HEIGHT = 320;
const MARGIN = { top: 30, right: 34, bottom: 44, left: 72 };
const NARROW_LEFT = 48;
/** The width for which charts are laid out on paper: A4 within its margins. px. */
const PAPER = 680;
/** [B397] [A768] At this width or less there is room for fewer ticks. px. */
const NARROW = 550;

/**
 * A picture with its title, drawn to the width there is, and behind it the same data as a table, for people who cannot
 * see the picture or need the numbers. `children` draws the svg's content for a width in px.
 */
export function ChartFigure<Row>({
  title,
  summary,
  height,
  leastWidth = 0,
  rows,
  rowKey,
  columns,
  children,
}: {
  title: string;
  /** What the picture shows, in a sentence. */
  summary: string;
  /** px. */
  height: number;
  /** px: where the page is narrower, the picture scrolls sideways. */
  leastWidth?: number;
  /** The data, row by row, as the table shows it. */
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  children: (size: { width: number; isNarrow: boolean }) => ReactNode;
}) {
  const { ref, width: there } = useElementSize<HTMLDivElement>();
  const id = useId();
  const isPrinting = useIsPrinting();
  const width = isPrinting ? PAPER : Math.max(there, leastWidth);
  const scrolls = !isPrinting && there > 0 && width > there;
  return (
    <figure className={`${classes.figure} sy-panel`} aria-labelledby={id}>
      <figcaption id={id} className={classes.title}>
        {title}
      </figcaption>
      <div
        className={classes.scroller}
        // A person without a pointer scrolls by keys, for which it must take the focus.
        {...(scrolls && { role: 'group', tabIndex: 0, 'aria-label': `${title}, scrolls sideways` })}
      >
        <div ref={ref}>
          {there > 0 && (
            <svg
              width={width}
              height={height}
              viewBox={`0 0 ${width} ${height}`}
              role="img"
              aria-label={summary}
              className={classes.svg}
            >
              {children({ width, isNarrow: !isPrinting && there <= NARROW })}
            </svg>
          )}
        </div>
      </div>
      <details className={`${classes.data} sy-no-print`}>
        <summary>Show as a table</summary>
        <DataTable caption={title} columns={columns} rows={rows} rowKey={rowKey} />
      </details>
    </figure>
  );
}

/** About the width of a character of a label, and the space between two labels. px. */
const CHARACTER = 6.5;
const BETWEEN = 10;

/** The ticks whose labels have room, from the last one backwards. */
export function withRoom(ticks: readonly number[], { format }: Pick<Axis, 'format'>, along: Scale): number[] {
  const kept: number[] = [];
  let free = Number.POSITIVE_INFINITY;
  for (const tick of ticks.toReversed()) {
    const [middle, half] = [along(tick), (format(tick).length * CHARACTER) / 2];
    if (middle + half > free) continue;
    kept.unshift(tick);
    free = middle - half - BETWEEN;
  }
  return kept;
}

/**
 * A chart of two axes with their units. d3 computes the scales, React draws. `children` draws the marks by the
 * scales; `headroom` is space above the marks, px.
 */
export function ChartFrame<Row>({
  x,
  y,
  headroom = 0,
  children,
  ...figure
}: Pick<
  Parameters<typeof ChartFigure<Row>>[0],
  'title' | 'summary' | 'leastWidth' | 'rows' | 'rowKey' | 'columns'
> & {
  x: Axis;
  y: Axis;
  headroom?: number;
  children: (scales: { x: Scale; y: Scale }) => ReactNode;
}) {
  return (
    <ChartFigure {...figure} height={HEIGHT + headroom}>
      {({ width, isNarrow }) => {
        const left = isNarrow && y.ticks !== undefined ? NARROW_LEFT : MARGIN.left;
        const inner = Math.max(0, width - left - MARGIN.right);
        const bottom = HEIGHT + headroom - MARGIN.bottom;
        const along = scaleLinear([...x.domain], [left, left + inner]);
        const scales = {
          x: x.at === undefined ? along.nice() : along,
          y: scaleLinear([...y.domain], [bottom, MARGIN.top + headroom]).nice(y.ticks),
        };
        return (
          <>
            {scales.y.ticks(y.ticks ?? 5).map((tick) => (
              <g key={tick} transform={`translate(0 ${scales.y(tick)})`}>
                <line x1={left} x2={left + inner} className={classes.grid} />
                <text x={left - 8} dy="0.32em" textAnchor="end">
                  {y.format(tick)}
                </text>
              </g>
            ))}
            {(x.at === undefined
              ? scales.x.ticks(x.ticks ?? (isNarrow ? 4 : 8))
              : withRoom(x.at, x, along)
            ).map((tick) => (
              <g key={tick} transform={`translate(${scales.x(tick)} ${bottom})`}>
                <line y2={5} className={classes.axis} />
                <text y={18} textAnchor="middle">
                  {x.format(tick)}
                </text>
              </g>
            ))}
            <line x1={left} x2={left + inner} y1={bottom} y2={bottom} className={classes.axis} />
            <text x={left + inner} y={HEIGHT + headroom - 6} textAnchor="end" className={classes.label}>
              {x.label}
            </text>
            <text x={0} y={12} className={classes.label}>
              {y.label}
            </text>
            {children(scales)}
          </>
        );
      }}
    </ChartFigure>
  );
}

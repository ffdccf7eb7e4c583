import { useElementSize } from '@mantine/hooks';
import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { type ReactNode, useId } from 'react';
import { type Column, DataTable } from '@/components/table/data-table.tsx';
import classes from './chart-frame.module.css';

/** One of the chart's two directions: what it measures, and how a value of it is written. */
type Axis = { label: string; format: (value: number) => string; domain: readonly [number, number] };

export type Scale = ScaleLinear<number, number>;

/** px. */
const HEIGHT = 320;
const MARGIN = { top: 30, right: 16, bottom: 44, left: 72 };
/** [B397] [A768] At this width or less there is room for fewer ticks. px. */
const NARROW = 550;

/**
 * A chart's frame: two axes with their units, drawn to the width there is, and behind it the same data as a table,
 * for who can not see the picture and who wants the numbers. d3 computes the scales, React draws. `children` draws the
 * marks by the scales.
 */
export function ChartFrame<Row>({
  title,
  summary,
  x,
  y,
  rows,
  rowKey,
  columns,
  children,
}: {
  title: string;
  /** What the picture shows, in a sentence. */
  summary: string;
  x: Axis;
  y: Axis;
  /** The data, row by row, as the table shows it. */
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  children: (scales: { x: Scale; y: Scale }) => ReactNode;
}) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const id = useId();
  const inner = Math.max(0, width - MARGIN.left - MARGIN.right);
  const scales = {
    x: scaleLinear([...x.domain], [MARGIN.left, MARGIN.left + inner]).nice(),
    y: scaleLinear([...y.domain], [HEIGHT - MARGIN.bottom, MARGIN.top]).nice(),
  };
  const bottom = HEIGHT - MARGIN.bottom;
  return (
    <figure className={classes.figure} aria-labelledby={id}>
      <figcaption id={id} className={classes.title}>
        {title}
      </figcaption>
      <div ref={ref}>
        {width > 0 && (
          <svg width={width} height={HEIGHT} role="img" aria-label={summary} className={classes.svg}>
            {scales.y.ticks(5).map((tick) => (
              <g key={tick} transform={`translate(0 ${scales.y(tick)})`}>
                <line x1={MARGIN.left} x2={MARGIN.left + inner} className={classes.grid} />
                <text x={MARGIN.left - 8} dy="0.32em" textAnchor="end">
                  {y.format(tick)}
                </text>
              </g>
            ))}
            {scales.x.ticks(width <= NARROW ? 4 : 8).map((tick) => (
              <g key={tick} transform={`translate(${scales.x(tick)} ${bottom})`}>
                <line y2={5} className={classes.axis} />
                <text y={18} textAnchor="middle">
                  {x.format(tick)}
                </text>
              </g>
            ))}
            <line
              x1={MARGIN.left}
              x2={MARGIN.left + inner}
              y1={bottom}
              y2={bottom}
              className={classes.axis}
            />
            <text x={MARGIN.left + inner} y={HEIGHT - 6} textAnchor="end" className={classes.label}>
              {x.label}
            </text>
            <text x={0} y={12} className={classes.label}>
              {y.label}
            </text>
            {children(scales)}
          </svg>
        )}
      </div>
      <details className={classes.data}>
        <summary>Show as a table</summary>
        <DataTable caption={title} columns={columns} rows={rows} rowKey={rowKey} />
      </details>
    </figure>
  );
}

import type { MarketFigures, MonthlyReport } from '@saleyard/contract/market.ts';
import { formatDollars } from '@saleyard/domain/presentation/amounts.ts';
import { extent } from 'd3-array';
import { useState } from 'react';
import { ChartFrame } from '@/ui/chart/chart-frame.tsx';
import { Select } from '@/ui/inputs.tsx';
import classes from './market.module.css';
import { clearanceOf, monthName, percent } from './market-queries.ts';

/** The months of a trend, each with what is drawn of it. */
type Point = { month: string; index: number; value: number };

const SERIES: readonly {
  title: string;
  unit: string;
  of: (figures: MarketFigures) => number | null;
  text: (value: number) => string;
}[] = [
  { title: 'Clearance by month', unit: '% of lots', of: clearanceOf, text: percent },
  {
    title: 'Average price per head by month',
    unit: '$ per head',
    of: ({ perHeadCents }) => perHeadCents,
    text: formatDollars,
  },
  {
    title: 'Average price per kg by month',
    unit: '¢ per kg',
    of: ({ perKgCents }) => perKgCents,
    text: (value) => `${value}¢`,
  },
];

function TrendLine({ series, points }: { series: (typeof SERIES)[number]; points: readonly Point[] }) {
  const { title, unit, text } = series;
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return null;
  const [least = 0, most = 0] = extent(points, ({ value }) => value);
  const padding = (most - least || most || 1) * 0.1;
  const nameAt = (index: number) => points.find((point) => point.index === index)?.month;
  return (
    <ChartFrame
      title={title}
      summary={`${title}: from ${text(first.value)} in ${monthName(first.month)} to ${text(last.value)} in ${monthName(last.month)}.`}
      x={{
        label: 'Month',
        format: (index) => monthName(nameAt(index) ?? first.month, 'short'),
        domain: [first.index, last.index],
        at: points.map(({ index }) => index),
      }}
      y={{ label: unit, format: text, domain: [Math.max(0, least - padding), most + padding] }}
      rows={points}
      rowKey={({ month }) => month}
      columns={[
        {
          id: 'month',
          header: 'Month',
          rowHeader: true,
          phone: 'title',
          cell: ({ month }) => monthName(month),
        },
        { id: 'value', header: title, align: 'end', cell: ({ value }) => text(value) },
      ]}
    >
      {({ x, y }) => (
        <>
          <polyline
            points={points.map(({ index, value }) => `${x(index)},${y(value)}`).join(' ')}
            className={classes.line}
          />
          {points.map(({ month, index, value }) => (
            <circle key={month} cx={x(index)} cy={y(value)} r={3.5} className={classes.point}>
              <title>{`${monthName(month)}: ${text(value)}`}</title>
            </circle>
          ))}
        </>
      )}
    </ChartFrame>
  );
}

/** How clearance and average prices went, in all or of one category. */
export function MarketTrend({ trend }: { trend: MonthlyReport['trend'] }) {
  const categories = [
    ...new Set(trend.flatMap(({ report }) => report.categories.map(({ category }) => category))),
  ].sort();
  const [category, setCategory] = useState('');
  const figuresIn = ({ report }: (typeof trend)[number]): MarketFigures | undefined =>
    category === '' ? report.total : report.categories.find((row) => row.category === category);
  const lines = SERIES.map((series) => ({
    series,
    points: trend.flatMap((one, index): Point[] => {
      const figures = figuresIn(one);
      const value = figures === undefined ? null : series.of(figures);
      return value === null ? [] : [{ month: one.month, index, value }];
    }),
  }));
  return (
    <section aria-label="Trend" className={classes.trend}>
      <h2>Trend</h2>
      <Select
        label="Category"
        className={`${classes.choice} sy-no-print`}
        value={category}
        onChange={({ currentTarget: { value } }) => setCategory(value)}
        options={[{ value: '', label: 'All' }, ...categories.map((name) => ({ value: name, label: name }))]}
      />
      {trend.length < 2 && <p className="sy-dim">A trend is drawn from the second month on.</p>}
      {lines.map(({ series, points }) => (
        <TrendLine key={series.title} series={series} points={points} />
      ))}
    </section>
  );
}

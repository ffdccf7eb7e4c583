/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { scaleLinear } from 'd3-scale';
import * as assert from 'uvu/assert';
import { measureBoxes } from '@/test-support/measured-box.ts';

const { act, render, screen } = await import('@testing-library/react');
const { ChartFigure, withRoom } = await import('./chart-frame.tsx');

const test = suite('charts');

const format = (value: number) => `Mon ${value}`;

test('every tick is labelled where there is room, else every one that fits, and always the last', () => {
  const ticks = [0, 1, 2, 3, 4, 5];
  assert.equal(withRoom(ticks, { format }, scaleLinear([0, 5], [0, 600])), ticks);
  assert.equal(withRoom(ticks, { format }, scaleLinear([0, 5], [0, 150])), [1, 3, 5]);
});

test('a chart that is printed is laid out for paper, and for the screen again afterwards', () => {
  measureBoxes(1_200);
  render(
    <ChartFigure title="Trend" summary="up" height={300} rows={[]} rowKey={String} columns={[]}>
      {({ width }) => <text>{width}</text>}
    </ChartFigure>,
  );
  const width = () => screen.getByRole('img', { name: 'up' }).getAttribute('width');
  assert.is(width(), '1200');
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  assert.is(width(), '680');
  act(() => void window.dispatchEvent(new Event('afterprint')));
  assert.is(width(), '1200');
});

test.run();

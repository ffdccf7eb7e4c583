/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { LotPage } from '@saleyard/contract/lots.ts';
import { NO_ASSESSMENT, weightsAssessed } from '@saleyard/domain/listing/assessment.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { measureBoxes } from '@/test-support/measured-box.ts';

measureBoxes(900);

const { render, screen } = await import('@testing-library/react');
const { AssessmentCharts, WeightHistogram } = await import('./assessment-charts.tsx');

const test = suite('charts of weighed head');

test('[B162] the histogram’s markers are at the least, the average and the most weight on its axis', () => {
  const assessment = weightsAssessed([380, 390, 392, 400, 410]) as LotPage['assessment'];
  render(<WeightHistogram assessment={assessment} />);
  const chart = screen.getByRole('img', { name: /^5 head by weight/ });
  const [bar] = chart.querySelectorAll('rect');
  assert.is(bar?.textContent, '380 to 385 kg: 1 head');
  // A bar is 5 kg wide, less a pixel on each side.
  const [left, width] = ['x', 'width'].map((name) => Number(bar?.getAttribute(name)));
  const kgAt = (x: number) => 380 + ((x - (left ?? 0) + 1) * 5) / ((width ?? 0) + 2);
  const markers = [...chart.querySelectorAll('[data-marker]')].map((marker) => {
    const x = Number(/^translate\((\S+) 0\)$/.exec(marker.getAttribute('transform') ?? '')?.[1]);
    return [marker.getAttribute('data-marker'), Math.round(kgAt(x) * 10) / 10];
  });
  assert.equal(markers, [
    ['Min', 380],
    ['Average', 394.4],
    ['Max', 410],
  ]);
});

test('[B164] [B165] the line of a mob is at the weight, and at the gain, of each day', () => {
  const averageData = [
    { date: '2027-06-07', weight: 312, averageDailyGain: 0.4 },
    { date: '2027-06-01', weight: 300, averageDailyGain: 1.2 },
    { date: '2027-06-03', weight: 303, averageDailyGain: 0.8 },
  ];
  const assessment = NO_ASSESSMENT as LotPage['assessment'];
  const optiweigh = { assessmentData: assessment, averageData };
  render(<AssessmentCharts lot={{ assessment, optiweigh, optiweighAllowed: true }} />);
  // How far each value is on the way from the first to the last one, in percent.
  const onTheWay = ([first = 0, between = 0, last = 0]: readonly number[]) =>
    Math.round((100 * (between - first)) / (last - first));
  for (const [title, values] of [
    ['Mob average weight', [300, 303, 312]],
    ['Average daily gain', [1.2, 0.8, 0.4]],
  ] as const) {
    const line = screen.getByRole('img', { name: new RegExp(`^${title}`) }).querySelector('polyline');
    const points = (line?.getAttribute('points') ?? '')
      .split(' ')
      .map((point) => point.split(',').map(Number));
    const [xs, ys] = [0, 1].map((of) => points.map((point) => point[of] ?? Number.NaN));
    assert.is(onTheWay(xs ?? []), 33, 'two days of six');
    assert.is(onTheWay(ys ?? []), onTheWay(values), title);
    assert.is((ys?.[0] ?? 0) > (ys?.[2] ?? 0), values[0] < values[2], 'more is higher');
    assert.is(points.length, 3);
  }
});

test.run();

/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { LotPage } from '@saleyard/contract/lots.ts';
import { weightsAssessed } from '@saleyard/domain/listing/assessment.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { measureBoxes } from '@/test-support/measured-box.ts';

measureBoxes(900);

const { render, screen } = await import('@testing-library/react');
const { WeightHistogram } = await import('./assessment-charts.tsx');

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

test.run();

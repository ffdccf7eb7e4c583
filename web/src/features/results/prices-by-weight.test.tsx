/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { measureBoxes } from '@/test-support/measured-box.ts';
import { closedLot } from './test-support/results-example.ts';

const { screen, within } = await import('@testing-library/react');
const { leaveScreens } = await import('@/test-support/open-screens.ts');
const { renderScreen } = await import('@/test-support/render.tsx');

const box = measureBoxes(900);
const { PricesByWeight, pricedLots } = await import('./prices-by-weight.tsx');

const test = suite('prices by weight');
test.after(leaveScreens);

const weighed = (
  id: string,
  kg: number | null,
  change: Parameters<typeof closedLot>[0] = {},
  curfew: number | null = null,
) => {
  const lot = closedLot({ _id: id, number: id, ...change });
  const weight = { average: kg, curfew, min: null, max: null };
  return { ...lot, publicDetails: { ...lot.publicDetails, weight } };
};
const LOTS = [
  weighed('1', 300, { closedPrice: 120_000 }),
  weighed('2', 250, { closedPrice: 90_000 }),
  weighed('3', null),
  weighed('4', 280, { status: 'passed' }),
  weighed('5', 500, { bidding: 'kg', closedPrice: 412 }),
];

test('only sold lots of known weight are charted, each unit by itself', () => {
  assert.equal(
    pricedLots(LOTS, 'head').map(({ lot, cents, kg }) => [lot._id, cents, kg]),
    [
      ['1', 120_000, 300],
      ['2', 90_000, 250],
    ],
  );
  assert.equal(pricedLots(LOTS, 'kg').length, 1);
});

test('a lot is charted by its curfew weight, as prices are calculated by it; else by its average', async () => {
  const lots = [
    weighed('1', 300, { closedPrice: 120_000 }, 288),
    weighed('2', null, { closedPrice: 90_000 }, 240),
    weighed('3', 260, { closedPrice: 95_000 }),
  ];
  assert.equal(
    pricedLots(lots, 'head').map(({ kg, by }) => [kg, by]),
    [
      [288, 'curfew'],
      [240, 'curfew'],
      [260, 'average'],
    ],
  );
  renderScreen(<PricesByWeight lots={lots} />);
  const table = within(await screen.findByRole('table', { name: 'Price per head by weight', hidden: true }));
  for (const text of ['288 kg curfew', '240 kg curfew', '260 kg average']) assert.ok(table.getByText(text));
  leaveScreens();
});

test('the picture says in words what it shows, and a table has its numbers', async () => {
  renderScreen(<PricesByWeight lots={LOTS} />);
  assert.ok(
    await screen.findByRole('img', {
      name: '2 sold lots from $900.00 to $1,200.00 /head, by curfew weight or else average weight.',
    }),
  );
  assert.ok(
    screen.getByRole('img', { name: '1 sold lot at 412¢ /kg, by curfew weight or else average weight.' }),
  );
  const table = within(screen.getByRole('table', { name: 'Price per head by weight', hidden: true }));
  assert.equal(
    table.getAllByRole('rowheader', { hidden: true }).map(({ textContent }) => textContent),
    ['Lot 1', 'Lot 2'],
  );
  assert.ok(table.getByText('$1,200.00 /head'));
  assert.ok(table.getByText('250 kg average'));
});

test('a heavier lot stands further right, a dearer one higher, and both axes carry their unit', async () => {
  renderScreen(<PricesByWeight lots={LOTS.slice(0, 2)} />);
  const image = await screen.findByRole('img');
  const [dear, cheap] = [...image.querySelectorAll('circle')].map((mark) => ({
    x: Number(mark.getAttribute('cx')),
    y: Number(mark.getAttribute('cy')),
  }));
  assert.ok(dear && cheap && dear.x > cheap.x && dear.y < cheap.y);
  const texts = [...image.querySelectorAll('text')].map(({ textContent }) => textContent);
  assert.ok(texts.includes('Curfew (else average) weight, kg per head'));
  assert.ok(texts.includes('Price, $ per head'));
});

test('on a phone there are fewer ticks [B397] [A768]', async () => {
  const ticks = async () => {
    leaveScreens();
    renderScreen(<PricesByWeight lots={LOTS.slice(0, 2)} />);
    return (await screen.findByRole('img')).querySelectorAll('text').length;
  };
  box.width = 551;
  const wide = await ticks();
  box.width = 550;
  assert.ok((await ticks()) < wide);
});

test('without weights it says why there is nothing to see', async () => {
  renderScreen(<PricesByWeight lots={[weighed('3', null)]} />);
  assert.ok(await screen.findByText('No sold lot has a weight to be charted by.'));
});

test.run();

/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exampleStaffLot } from '@/test-support/example-sales.ts';

const { default: react } = await import('react');
const { default: userEvent } = await import('@testing-library/user-event');
const { screen } = await import('@testing-library/react');
const { leaveScreens } = await import('@/test-support/open-screens.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { BidLog } = await import('./bid-log.tsx');

const test = suite('the latest bids of the console');
test.beforeEach(leaveScreens);
test.after(leaveScreens);

const lot = exampleStaffLot({ _id: 'l1', bidding: 'head' });
const PRICES = [
  { ...lot, currentBidCents: 40_500, winner: 'floor' },
  { ...lot, currentBidCents: 435_000, winner: 'floor' },
  { ...lot, currentBidCents: 40_500, winner: 'floor' },
  { ...lot, currentBidCents: 43_500, winner: 'floor' },
] as const;

function Lots() {
  const [at, setAt] = react.useState(0);
  return (
    <>
      <button type="button" onClick={() => setAt(at + 1)}>
        Next
      </button>
      <BidLog lot={PRICES[at] ?? lot} />
    </>
  );
}

test('[C1] a floor bid that was taken back stays in the list, and says so', async () => {
  const user = userEvent.setup();
  renderScreen(<Lots />);
  const next = () => user.click(screen.getByRole('button', { name: 'Next' }));
  const lines = () =>
    screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/\d+[.:]\d+[.:].*$/, ''));
  await next();
  await next();
  assert.equal(lines(), ['$4,350.00Floor, taken back', '$405.00FloorEarlier']);
  await next();
  assert.equal(lines(), ['$435.00Floor', '$4,350.00Floor, taken back', '$405.00FloorEarlier']);
});

test('a price that the lot had when it was chosen has no time, because the console did not see it come', async () => {
  const user = userEvent.setup();
  renderScreen(<Lots />);
  assert.is(screen.getByRole('listitem').textContent, '$405.00FloorEarlier');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  assert.match(screen.getAllByRole('listitem')[0]?.textContent ?? '', /^\$4,350\.00Floor\d/);
});

test.run();

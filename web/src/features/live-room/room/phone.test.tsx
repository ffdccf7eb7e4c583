/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exampleLot } from '@/test-support/example-sales.ts';

const { screen, within } = await import('@testing-library/react');
const { openRoom, server, settle } = await import('./test-support/render-room.tsx');

const test = suite('the live room on a phone', { limitMs: 20_000 });
test.before(() => {
  server.listen({ onUnhandledRequest: 'error' });
  // A page of happy-dom does not know how wide an em is.
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), {
      matches: query.includes('max-width'),
      media: query,
    }) as MediaQueryList;
});
test.after(() => server.close());

const strip = (name: string) => within(screen.getByRole('region', { name }));

test('a running sale that sells one after another opens with its lot, and bids on it from the list', async () => {
  const lots = [
    exampleLot({ _id: 'l1', number: '1', state: 'closed' }),
    exampleLot({ _id: 'l2', number: '2' }),
    exampleLot({ _id: 'l3', number: '3', state: 'futureInLive' }),
  ];
  const room = await openRoom({ auction: { auctionType: 'sequential' }, lots });
  await room.joined();
  await settle();
  const now = strip('Now: lot 2');
  assert.ok(now.getByText('$500.00'));
  await room.user.click(await now.findByRole('button', { name: /^Bid/ }));
  await settle();
  await room.user.click(now.getByRole('button', { name: /^Confirm/ }));
  assert.is(room.latest().asked('bid').length, 1);
});

test('a timed sale opens with the lot that closes next', async () => {
  const lots = [
    exampleLot({ _id: 'l1', number: '1', finishAt: Date.now() + 900_000 }),
    exampleLot({ _id: 'l2', number: '2', finishAt: Date.now() + 300_000 }),
  ];
  const room = await openRoom({ auction: { auctionType: 'simultaneous' }, lots });
  await room.joined();
  assert.ok(strip('Now: lot 2'));
});

test('its name opens the whole lot, and the strip makes way for it', async () => {
  const room = await openRoom();
  await room.joined();
  await room.user.click(strip('Now: lot 1').getByRole('button', { name: /^Lot 1/ }));
  assert.ok(await screen.findByRole('button', { name: 'Back to the lots' }));
  assert.not.ok(screen.queryByRole('region', { name: 'Now: lot 1' }));
});

test('where no bid can be made the strip says why', async () => {
  const room = await openRoom({ auction: { frozenTime: 5 } });
  await room.joined();
  assert.ok(strip('Now: lot 1').getByText(/frozen/i));
  assert.not.ok(screen.queryByRole('button', { name: /^Bid/ }));
});

test('in the strip a guest reads why they may not bid, and can register to buy', async () => {
  const room = await openRoom({ me: { status: 'registered' } });
  await room.joined();
  const now = strip('Now: lot 1');
  assert.ok(now.getByText(/You do not have permission to buy in this auction/)); // [A568]
  assert.is(
    now.getByRole('link', { name: 'Register to Buy' }).getAttribute('href'),
    '/main/manage/operation-access/as-buyer',
  );
});

test('the search waits behind its button, and stays while it narrows the list', async () => {
  const room = await openRoom();
  await room.joined();
  assert.not.ok(screen.queryByRole('textbox', { name: /Find lots/ }));
  await room.user.click(screen.getByRole('button', { name: 'Find lots' }));
  await room.user.type(screen.getByRole('textbox', { name: /Find lots/ }), 'x');
  assert.ok((screen.getByRole('button', { name: 'Find lots' }) as HTMLButtonElement).disabled);
});

test.run();

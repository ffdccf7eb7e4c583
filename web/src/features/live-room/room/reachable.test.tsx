/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { exampleLot, examplePublicAuction } from '@/test-support/example-sales.ts';
import { answers, unreachable } from '@/test-support/server.ts';

const { act, screen, waitFor, within } = await import('@testing-library/react');
const { bidButton, openRoom, server, settle } = await import('./test-support/render-room.tsx');

const test = suite('the live room by keyboard, by ear and on paper', { limitMs: 20_000 });
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.after(() => server.close());

const assertive = () => screen.getByTestId('assertive').textContent?.replace(/\u200b/g, '') ?? '';

test('the focus stays with the bid from the button to Confirm and back', async () => {
  const room = await openRoom();
  await room.joined();
  await settle();
  await room.user.click(await bidButton());
  assert.match(document.activeElement?.textContent ?? '', /^Confirm \$505\.00/);
  await room.user.click(screen.getByRole('button', { name: 'Cancel' }));
  assert.match(document.activeElement?.textContent ?? '', /^Bid \$505\.00/);
  await settle();
  await room.user.keyboard('{Enter}');
  await settle();
  await room.user.keyboard('{Enter}');
  assert.match(document.activeElement?.textContent ?? '', /^Sending \$505\.00/);
});

test('a price that moves takes the focus from Confirm back to the button', async () => {
  const room = await openRoom();
  await room.joined();
  await settle();
  await room.user.click(await bidButton());
  await room.lotUpdate(6, { currentBidCents: 52_000, nextBidCents: 52_500 });
  assert.match(document.activeElement?.textContent ?? '', /^Bid \$525\.00/);
});

test('nobody else takes the focus: who is elsewhere stays there', async () => {
  const room = await openRoom();
  await room.joined();
  await settle();
  const search = screen.getByRole('textbox', { name: /Find lots/ });
  await room.user.click(await bidButton());
  await room.user.click(search);
  await room.lotUpdate(6, { currentBidCents: 52_000, nextBidCents: 52_500 });
  assert.is(document.activeElement, search);
});

test('a room speaks through one polite and one assertive live region, in every state', async () => {
  const room = await openRoom({ auction: { frozenTime: 5 } });
  await room.joined();
  const loud = () =>
    [...document.querySelectorAll('[aria-live], [role=status], [role=alert], [role=log]')]
      .filter((region) => region.getAttribute('aria-live') !== 'off')
      .map((region) => region.getAttribute('aria-live') ?? region.getAttribute('role'));
  assert.equal(loud(), ['polite', 'assertive']);
  room.online.next(false);
  await screen.findByText('No Network Available', { selector: 'strong' });
  assert.equal(loud(), ['polite', 'assertive']);
  await waitFor(() => assert.match(assertive(), /^No Network Available/));
});

test('what became of a bid is spoken', async () => {
  const room = await openRoom();
  await room.joined('77');
  await settle();
  await room.user.click(await bidButton());
  await settle();
  await room.user.click(screen.getByRole('button', { name: /^Confirm/ }));
  await waitFor(() =>
    assert.match(screen.getByTestId('polite').textContent ?? '', /^Sending your bid of \$505/),
  );
  await room.lotUpdate(6, { currentBidCents: 50_500, winner: '77', nextBidCents: 51_000 });
  await room.answerBid();
  await waitFor(() =>
    assert.match(screen.getByTestId('polite').textContent ?? '', /You are leading at \$505/),
  );
});

test('what a dialog cut off as it opened is said again in it', async () => {
  const room = await openRoom();
  await room.joined();
  const region = screen.getByTestId('assertive');
  const dialog = document.createElement('dialog');
  dialog.open = true;
  // At once, as words are spoken: no time passes between.
  const opening = new MutationObserver(() => document.body.append(dialog));
  opening.observe(region, { childList: true, characterData: true, subtree: true });
  room.online.next(false);
  const text = 'No Network Available. Nothing pressed now is sent';
  await waitFor(() => assert.is(region.textContent, `${text}\u200b`));
  opening.disconnect();
  assert.ok(dialog.contains(region));
  dialog.remove();
});

test('what is first said in a dialog is said once', async () => {
  const room = await openRoom();
  await room.joined();
  // Longer than news is gathered: there was none.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const dialog = document.createElement('dialog');
  dialog.open = true;
  document.body.append(dialog);
  room.online.next(false);
  await waitFor(() => assert.is(assertive(), 'No Network Available. Nothing pressed now is sent'));
  dialog.remove();
});

test('the first keys of the room skip to the lots and to bidding', async () => {
  const room = await openRoom();
  await room.joined();
  await room.user.tab();
  assert.is(document.activeElement?.textContent, 'Skip to the lots');
  await room.user.keyboard('{Enter}');
  assert.is(document.activeElement?.id, 'lots');
  await room.user.click(screen.getByRole('button', { name: 'Skip to bidding' }));
  assert.is(document.activeElement?.tagName, 'H2');
});

test('printing prints every lot of the tab, with its price', async () => {
  const lots = Array.from({ length: 300 }, (_, index) =>
    exampleLot({ _id: `l${index + 1}`, number: String(index + 1) }),
  );
  const room = await openRoom({ lots });
  await room.joined();
  await screen.findAllByRole('listitem');
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  const table = within(screen.getByRole('table'));
  assert.is(table.getAllByRole('row').length, 301);
  assert.is(table.getAllByText('$500.00 /head').length, 300);
  // A price without a bid must not be read as one.
  assert.is(table.getAllByText('Current bid').length, 300);
  act(() => void window.dispatchEvent(new Event('afterprint')));
  assert.is(screen.queryByRole('table'), null);
});

const SUPPORT =
  'Something is wrong. Please try again or contact Support on 02 5550 9999 to place bids on your behalf.';
const supportLine = (within: HTMLElement) =>
  [...within.querySelectorAll('span')].find(({ textContent }) => textContent === SUPPORT);
/** Another number than the one that pages are shipped with. */
const PUBLISHED = answers('checkServer', { isLive: true, message: '', supportPhone: '02 5550 9999' });

test("support's number is a link in the room, and stands with what went wrong", async () => {
  const room = await openRoom({ except: [PUBLISHED] });
  await room.joined();
  const link = await screen.findByRole('link', { name: '02 5550 9999' });
  assert.is(link.getAttribute('href'), 'tel:0255509999');
  room.online.next(false);
  await screen.findByText('No Network Available', { selector: 'strong' });
  assert.ok(supportLine(document.body)); // [A709] [B377]
});

test('a call of the room without any answer names support', async () => {
  const room = await openRoom({ except: [PUBLISHED] });
  server.use(http.put('http://saleyard.test/api/v1/users/me/autobids', () => HttpResponse.error()));
  await room.joined();
  await room.user.type(await screen.findByRole('textbox', { name: /Auto-bid/ }), '600{Enter}');
  await room.user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'No Internet Connection' });
  assert.ok(supportLine(dialog)); // [A707]
  assert.ok(within(dialog).getByText(/this may have been carried out/));
}, 45_000);

test('a room whose first read gets no answer names support, and opens on a press once there is one', async () => {
  const sale = 'auctions/77';
  const room = await openRoom({ except: [PUBLISHED, unreachable(sale)] });
  const failed = await screen.findByRole('alert');
  assert.ok(within(failed).getByText('The live room needs a connection'));
  await waitFor(() => assert.ok(supportLine(failed))); // [A707]
  server.use(answers(sale, { auction: examplePublicAuction() }));
  await room.user.click(within(failed).getByRole('button', { name: 'Try again' }));
  await room.joined();
  assert.ok(await bidButton());
}, 45_000);

test('the room can be made light or dark', async () => {
  const room = await openRoom();
  await room.joined();
  assert.ok(screen.getByRole('button', { name: /^Colours:/ }));
});

test.run();

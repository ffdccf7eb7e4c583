/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse } from 'msw';
import * as assert from 'uvu/assert';
import { handles, refuses } from '@/test-support/server.ts';

const { screen, waitFor, within } = await import('@testing-library/react');
const { bidButton, main, openRoom, rendered, server, settle } = await import(
  './test-support/render-room.tsx'
);

const test = suite('the live room of a busy server', { limitMs: 20_000 });
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.after(() => server.close());

test('a bid that a busy sale turns away was surely not placed: said in place, and the button is ready again', async () => {
  for (const [code, why] of [
    ['rate-limited', /More bids came than could be taken at once/],
    ['unavailable', /The sale could not be reached/],
  ] as const) {
    const room = await openRoom();
    await room.joined();
    await settle();
    await room.user.click(await bidButton());
    await settle();
    await room.user.click(await screen.findByRole('button', { name: /Confirm/ }));
    const asked = room.latest().asked('bid').at(-1);
    room.latest().deliver([{ id: asked?.id, error: { code, message: 'Something is wrong.' } }]);
    assert.ok(await main().findByText('Your bid of $505.00 /head was not placed'));
    assert.ok(main().getByText(why));
    assert.is(screen.queryByRole('dialog'), null);
    assert.not((await bidButton()).hasAttribute('disabled'));
  }
});

test('an auto-bid that is rejected is shown as not set', async () => {
  const room = await openRoom();
  const message = 'Too many requests. Please wait a moment.';
  server.use(refuses('put', 'users/me/autobids', 429, { code: 'rate-limited', message }));
  await room.joined();
  await room.user.type(await screen.findByRole('textbox', { name: /Auto-bid/ }), '600');
  await room.user.click(screen.getByRole('button', { name: 'Set Auto Bid' }));
  await room.user.click(screen.getByRole('button', { name: 'OK' }));
  const dialog = await screen.findByRole('dialog');
  assert.ok(within(dialog).getByText('Your Auto Bid was not set')); // [A672]
  assert.ok(within(dialog).getByText(message));
});

test('the words of the refusal are shown for an auto-bid that is refused [A672] [A715]', async () => {
  const room = await openRoom();
  const message = 'Please Enter a number that is a multiple of $10';
  server.use(refuses('put', 'users/me/autobids', 400, { code: 'off-increment', message }));
  await room.joined();
  await room.user.type(await screen.findByRole('textbox', { name: /Auto-bid/ }), '600');
  await room.user.click(screen.getByRole('button', { name: 'Set Auto Bid' }));
  await room.user.click(screen.getByRole('button', { name: 'OK' }));
  assert.ok(within(await screen.findByRole('dialog')).getByText(message));
  await waitFor(() => assert.ok(screen.getByText('Explain my bids')));
});

test('[A736] a room whose catalogue cannot be read is open for bids, and says that the details are to come', async () => {
  const busy = { code: 'busy', title: 'Busy', message: 'x' };
  const room = await openRoom({
    except: [refuses('get', 'auctions/a1/lots', 503, busy), refuses('get', 'lots/:id', 503, busy)],
  });
  await room.joined();
  assert.ok(await screen.findByText(/bids are taken without them/));
  assert.is(screen.queryByRole('dialog'), null);
  assert.not((await bidButton()).hasAttribute('disabled'));
});

test('a room that is open stays so when its sale cannot be read once more', async () => {
  const room = await openRoom();
  await room.joined();
  await bidButton();
  let asked = 0;
  server.use(
    handles('get', 'auctions/77', () => {
      asked += 1;
      throw HttpResponse.json({}, { status: 503 });
    }),
  );
  await room.client.invalidateQueries({ queryKey: ['auctions', '77'] });
  await waitFor(() => assert.is(asked, 1));
  await rendered();
  assert.is(screen.queryByRole('dialog'), null); // [A736]
  assert.not((await bidButton()).hasAttribute('disabled'));
});

test('a sale that cannot be read while it is busy says so, and how to go on', async () => {
  const busy = 'We’re busy and bids come first. Please try again in a few seconds.';
  const refused = { code: 'busy', title: 'Busy', message: busy };
  await openRoom({ except: [refuses('get', 'auctions/77', 503, refused)] });
  assert.ok(await screen.findByText(busy));
  assert.ok(screen.getByRole('button', { name: 'Try again' }));
});

test.run();

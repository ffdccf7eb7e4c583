/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { noteServerTime, serverNow, useNow } from '@/lib/clock.ts';

const { render, screen, waitFor } = await import('@testing-library/react');

const test = suite('a device clock that is set while a page is open');

const { now } = Date;
let set = 0;
test.before(() => {
  Date.now = () => now() + set;
});
test.after(() => {
  Date.now = now;
});

const Ticking = () => <output>{useNow(20)}</output>;
const shown = () => Number(screen.getByRole('status').textContent);

test('set back by ten minutes, server time goes on; set forward, the server is asked at once', async () => {
  let asked = 0;
  globalThis.fetch = async () => {
    asked += 1;
    return Response.json({ data: { serverTime: now() } });
  };
  noteServerTime(now(), now(), now());
  const { unmount } = render(<Ticking />);
  await waitFor(() => assert.ok(Math.abs(shown() - now()) < 1_000));
  set = -600_000;
  await waitFor(() => assert.ok(Math.abs(serverNow() - now()) < 1_000), { interval: 5 });
  await waitFor(() => assert.is.not(asked, 0));
  const before = asked;
  set = 600_000;
  await waitFor(() => assert.ok(asked > before));
  await waitFor(() => assert.ok(Math.abs(shown() - now()) < 1_000));
  unmount();
});

test.run();

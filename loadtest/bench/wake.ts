import { formatPrice } from '@saleyard/domain/presentation/amounts.ts';
import type { CDPSession, Page } from 'playwright-core';
import { slowDown, withPage } from './browser.ts';
import { LOTS, RoomServer } from './room-server.ts';
import type { Measured, Row } from './row.ts';
import { quantile } from './statistics.ts';

/** How often the phone wakes. */
export type WakeSize = { wakes: number };
const USUAL: WakeSize = { wakes: 12 };

/** A phone on a mobile network, as Lighthouse has it. */
const SLOWDOWN = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
/** Prices are right so long after the page wakes, ms. */
const ASKED_MS = 1_000;
/** How long the page sleeps: longer than the page takes a connection for silent, ms. */
const SLEEP_MS = 7_000;
/** Before the page falls asleep, ms: it has followed its sale for a while. */
const FOLLOWED_MS = 2_000;
const POLL_MS = 50;

/** Runs in the page: the ms from the moment it becomes visible until the frame with this text is painted. */
const WATCH = `
const painted = (from) => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now() - from))));
const shows = (text) => document.body.textContent.includes(text);
window.wakeAndSee = (text) => new Promise((resolve) => {
  const from = performance.now();
  const watcher = new MutationObserver(() => {
    if (!shows(text)) return;
    watcher.disconnect();
    painted(from).then(resolve);
  });
  watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
  document.dispatchEvent(new Event('visibilitychange'));
});
window.fetchAndSee = async (address, text) => {
  const from = performance.now();
  const { data } = await (await fetch(address)).json();
  document.body.append(text + ' ' + data.messages.length);
  return painted(from);
};
`;

const evaluate = (page: Page, script: string) => page.evaluate(script) as Promise<number>;

async function asPhone(devtools: CDPSession): Promise<void> {
  await slowDown(devtools, SLOWDOWN);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
}

const until = async (page: Page, condition: () => boolean): Promise<void> => {
  while (!condition()) await page.waitForTimeout(POLL_MS);
};

/** Wakes the room's page again and again, and has a plain page read the same answer. */
async function woken({ wakes }: WakeSize): Promise<{ own: number[]; plain: number[] }> {
  const server = await RoomServer.start();
  const found = { own: [] as number[], plain: [] as number[] };
  try {
    await withPage(WATCH, (room, roomTools) =>
      withPage(WATCH, async (plain, plainTools) => {
        await room.goto(`${server.url}/auction-live/77`);
        await plain.goto(`${server.url}/api/v1/server-time`);
        await plain.evaluate("document.body.textContent = ''");
        await until(room, () => server.joins > 0);
        await asPhone(roomTools);
        await asPhone(plainTools);
        for (let n = 0; n < wakes; n += 1) {
          await room.waitForTimeout(FOLLOWED_MS);
          // Its connection stays open and says nothing, as one does that a network forgot.
          server.mute();
          await roomTools.send('Page.setWebLifecycleState', { state: 'frozen' });
          await room.waitForTimeout(SLEEP_MS);
          const { cents, since } = server.bidOnFirst();
          const price = formatPrice(cents, 'head');
          await roomTools.send('Page.setWebLifecycleState', { state: 'active' });
          found.own.push(await evaluate(room, `wakeAndSee(${JSON.stringify(price)})`));
          const address = `/api/v1/auctions/a1/live?since=${since}`;
          found.plain.push(await evaluate(plain, `fetchAndSee('${address}', '${price}')`));
          const { joins } = server;
          server.unmute();
          await until(room, () => server.joins > joins);
        }
      }),
    );
  } finally {
    server.stop();
  }
  return found;
}

/** A phone that wakes in the live room while its connection is dead, until its price is right, beside a bare request. */
export async function benchWake(size: WakeSize = USUAL): Promise<Measured> {
  const { own, plain } = await woken(size);
  const sorted = (of: readonly number[]) => of.toSorted((a, b) => a - b);
  const rows = ([0.5, 1] as const).flatMap((share): Row[] => {
    const value = quantile(sorted(own), share);
    const base = {
      bench: `live room, ${LOTS} lots, a phone on a mobile network`,
      subject: `from waking to the right price in its paint, ${share === 1 ? 'slowest' : 'p50'}`,
      value,
      unit: 'ms',
      better: 'less',
      note: `${own.length} wakes after ${SLEEP_MS / 1_000} s, the connection dead, CPU ÷ ${SLOWDOWN}`,
    } as const;
    const plainMs = quantile(sorted(plain), share);
    return [
      { ...base, peer: 'what is asked for', peerValue: ASKED_MS, ratio: value / ASKED_MS, target: 1 },
      {
        ...base,
        peer: 'a plain page that requests the same',
        peerValue: plainMs,
        ratio: value / plainMs,
        target: null,
      },
    ];
  });
  return { rows };
}

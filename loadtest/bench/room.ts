import { gzipSync } from 'node:zlib';
import type { CDPSession, Page } from 'playwright-core';
import { slowDown, withPage } from './browser.ts';
import { LOTS, RoomServer, UPDATES_PER_SECOND } from './room-server.ts';
import type { Measured, Row } from './row.ts';
import { quantile } from './statistics.ts';

/**
 * How long a room is measured. The heap of a page that was just opened grows by compiled code: its first minute does
 * not count.
 */
export type RoomTimes = {
  /** Each page under the storm, ms. */
  watchedMs: number;
  /** The heap of an open room, after its first minute, ms. */
  heapMs: number;
};
const USUAL: RoomTimes = { watchedMs: 60_000, heapMs: 60_000 };
const WARM_MS = 60_000;
/** Garbage is collected and the heap read so often, ms. */
const HEAP_EVERY_MS = 10_000;
/** From when on it is: the page is open and quiet, ms. */
const SETTLED_MS = 5_000;
const PRESSES = 12;
/** From one press to the next: longer than the guard after a bid, ms. */
const PRESS_MS = 1_500;
/** Browsers do not report shorter tasks, ms. */
const LONG_TASK_MS = 50;

/** The targets. */
const ASKED = {
  laptopTaskMs: 50,
  slowTaskMs: 100,
  paintedMs: 50,
  scriptBytes: 200_000,
  shift: 0.05,
  heap: 1.1,
} as const;

/** Runs in the page before its own scripts. */
const WATCH = `
window.seen = { tasks: [], shift: 0, painted: [] };
new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) seen.tasks.push(duration); }).observe({ type: 'longtask' });
new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });
let pressed = null;
addEventListener('pointerdown', (event) => { pressed = event.target.closest?.('[data-main]') ? event.timeStamp : null; }, true);
addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
  if (pressed === null || document.querySelector('[data-busy]') === null) return;
  const from = pressed;
  pressed = null;
  // The frame with the change is painted when the task after it begins.
  requestAnimationFrame(() => setTimeout(() => seen.painted.push(performance.now() - from)));
}).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-busy'] }));
try { localStorage.setItem('saleyard-live-confirm', '"one"'); } catch {}
`;

type Seen = { tasks: number[]; shift: number; painted: number[] };

const seen = (page: Page) => page.evaluate('window.seen') as Promise<Seen>;

async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize;
}

/** Bids on one quiet lot after another, each by a single press. */
async function press(page: Page): Promise<void> {
  for (let n = 0; n < PRESSES; n += 1) {
    await page.locator('[data-main]:enabled').click();
    await page.waitForTimeout(PRESS_MS / 2);
    await page.keyboard.press('j');
    await page.waitForTimeout(PRESS_MS / 2);
  }
}

/** Watches one page under the storm, on a processor slowed down `slowdown` times. */
const watch = (
  url: string,
  watchedMs: number,
  slowdown: number,
  doing: (page: Page) => Promise<void>,
  scripts?: Map<string, number>,
): Promise<Seen> =>
  withPage(WATCH, async (page, devtools) => {
    if (scripts)
      page.on('response', (response) => {
        if (!/\.js$/.test(response.url())) return;
        void response.body().then((body) => scripts.set(response.url(), gzipSync(body).length));
      });
    await page.goto(url);
    await page.waitForTimeout(SETTLED_MS);
    await slowDown(devtools, slowdown);
    await page.evaluate('window.seen.tasks.length = 0');
    await Promise.all([page.waitForTimeout(watchedMs), doing(page)]);
    return seen(page);
  });

type Heap = { openedMb: number; firstMb: number; lastMb: number };

/**
 * The heap of a page under the storm: as it is open, and the medians of the first and the last half of `heapMs`. MB.
 */
const watchHeap = (url: string, heapMs: number): Promise<Heap> =>
  withPage(WATCH, async (page, devtools) => {
    await page.goto(url);
    await page.waitForTimeout(SETTLED_MS);
    const opened = await heapOf(devtools);
    await page.waitForTimeout(WARM_MS);
    const found: number[] = [];
    for (let at = 0; at < heapMs; at += HEAP_EVERY_MS) {
      await page.waitForTimeout(HEAP_EVERY_MS);
      found.push(await heapOf(devtools));
    }
    const half = Math.ceil(found.length / 2);
    const median = (values: number[]) =>
      quantile(
        values.toSorted((a, b) => a - b),
        0.5,
      ) / 1e6;
    return {
      openedMb: opened / 1e6,
      firstMb: median(found.slice(0, half)),
      lastMb: median(found.slice(-half)),
    };
  });

const longest = ({ tasks }: Seen): number => Math.max(LONG_TASK_MS, ...tasks);

function row(
  subject: string,
  peer: string,
  value: number,
  peerValue: number,
  unit: string,
  note?: string,
): Row {
  return {
    bench: `live room, ${LOTS} lots, ${UPDATES_PER_SECOND} updates/s`,
    subject,
    peer,
    value,
    peerValue,
    unit,
    ratio: value / peerValue,
    target: peer === ASKED_FOR ? 1 : null,
    better: 'less',
    ...(note !== undefined && { note }),
  };
}

const ASKED_FOR = 'what is asked for';
const BASELINE = 'a page that only renders the list';

/** The live room in Chromium, beside a page that only renders the same list. */
export async function benchRoom({ watchedMs, heapMs }: RoomTimes = USUAL): Promise<Measured> {
  const server = await RoomServer.start();
  try {
    const scripts = new Map<string, number>();
    const idle = async () => {};
    const room = `${server.url}/auction-live/77`;
    const laptop = await watch(room, watchedMs, 1, press, scripts);
    const plain = await watch(`${server.url}/baseline`, watchedMs, 1, idle);
    const slow = await watch(room, watchedMs, 4, idle);
    const slowPlain = await watch(`${server.url}/baseline`, watchedMs, 4, idle);
    const heap = heapMs === 0 ? null : await watchHeap(room, heapMs);
    const none = (watched: Seen) =>
      watched.tasks.length === 0 ? 'no task over 50 ms' : `${watched.tasks.length} tasks over 50 ms`;
    const painted = laptop.painted.toSorted((a, b) => a - b);
    if (painted.length < PRESSES / 2) throw new Error(`only ${painted.length} presses were painted`);
    const bytes = [...scripts.values()].reduce((sum, size) => sum + size, 0);
    return {
      rows: [
        row('longest task', ASKED_FOR, longest(laptop), ASKED.laptopTaskMs, 'ms', none(laptop)),
        row('longest task', BASELINE, longest(laptop), longest(plain), 'ms', none(plain)),
        row('longest task, CPU ÷ 4', ASKED_FOR, longest(slow), ASKED.slowTaskMs, 'ms', none(slow)),
        row('longest task, CPU ÷ 4', BASELINE, longest(slow), longest(slowPlain), 'ms', none(slowPlain)),
        row('press to “sending” painted, median', ASKED_FOR, quantile(painted, 0.5), ASKED.paintedMs, 'ms'),
        row(
          'press to “sending” painted, worst',
          ASKED_FOR,
          painted.at(-1) ?? Number.NaN,
          ASKED.paintedMs,
          'ms',
        ),
        row('JavaScript, gzipped', ASKED_FOR, bytes, ASKED.scriptBytes, 'bytes'),
        row('layout shift', ASKED_FOR, Math.max(laptop.shift, slow.shift), ASKED.shift, ''),
        ...(heap === null
          ? []
          : [
              row(
                `heap over ${Math.round(heapMs / 60_000)} min, last half ÷ first half`,
                ...([ASKED_FOR, heap.lastMb / heap.firstMb, ASKED.heap, '×'] as const),
                `${heap.firstMb.toFixed(1)} MB to ${heap.lastMb.toFixed(1)} MB; ${heap.openedMb.toFixed(1)} MB when it was opened, a minute before`,
              ),
            ]),
      ],
    };
  } finally {
    server.stop();
  }
}

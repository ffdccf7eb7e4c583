/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exampleLot, examplePublicAuction } from '@/test-support/example-sales.ts';
import { onStoppedClock } from '@/test-support/stopped-clock.ts';

/** The tones that were begun, by their frequency, Hz. */
const begun: number[] = [];
const COUNTDOWN_HZ = 1_320;

const parameter = () => ({
  value: 0,
  setValueAtTime: () => {},
  linearRampToValueAtTime: () => {},
});
class Voice {
  frequency = parameter();
  type = 'sine';
  connect = <T,>(to: T): T => to;
  start = () => {
    begun.push(this.frequency.value);
  };
  stop = () => {};
}
/** How the browser lets sound begin: at once, or after a press. */
let begins: 'running' | 'suspended' = 'running';

let opened = 0;

class SilentAudio {
  constructor() {
    opened += 1;
  }
  state: string = begins;
  currentTime = 0;
  destination = {};
  onstatechange: (() => void) | null = null;
  createOscillator = () => new Voice();
  createGain = () => ({ gain: parameter(), connect: <T,>(to: T): T => to, disconnect: () => {} });
  resume = () => {
    this.state = 'running';
    this.onstatechange?.();
    return Promise.resolve();
  };
  close = () => Promise.resolve();
}
Object.assign(globalThis, { AudioContext: SilentAudio });

const { bidButton, openRoom, rendered, server } = await import(
  '@/features/live-room/room/test-support/render-room.tsx'
);
const { screen, waitFor } = await import('@testing-library/react');

const test = suite("the room's sounds", { limitMs: 20_000 });
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.after(() => server.close());
test.afterEach(() => {
  begins = 'running';
});

/** The first tone of each sound, Hz, and the flag that switches it off. */
const SOUNDS = {
  bid: { hz: 880, flag: 'bidSound' }, // [A311] [A759]
  outbid: { hz: 494, flag: 'outBidSound' }, // [A312] [A760]
  won: { hz: 523, flag: 'wonSound' }, // [A313] [A761]
  autobid: { hz: 587, flag: 'autoBidSound' }, // [A314] [A762]
} as const;

/** The server's message of an event at the viewer's lot. */
const soundOf = (event: string) => ({
  channel: 'events',
  event: 'event',
  data: { event, data: { bid: { auction: 'a1', lot: 'l1', cents: 50_500 } } },
});

async function openWithSound(options: Parameters<typeof openRoom>[0] = {}) {
  const room = await openRoom(options);
  await room.joined();
  // Browsers let sound begin from a press only.
  await room.user.click(screen.getByRole('heading', { level: 1 }));
  await screen.findByRole('switch', { name: 'Sound' });
  begun.length = 0;
  const hear = (event: string) => room.push(soundOf(event));
  return { ...room, hear };
}

for (const [event, { hz, flag }] of Object.entries(SOUNDS)) {
  test(`'${event}' sounds unless its flag is off`, async () => {
    const room = await openWithSound();
    await room.hear(event); // [A699] [A700] [A702]
    assert.ok(begun.includes(hz), `${hz} Hz of ${begun}`);
    localStorage.setItem(flag, 'false');
    const off = await openRoom();
    localStorage.setItem(flag, 'false');
    await off.joined();
    await off.user.click(screen.getByRole('heading', { level: 1 }));
    await screen.findByRole('switch', { name: 'Sound' });
    begun.length = 0;
    await off.push(soundOf(event));
    assert.equal(begun, []);
  });
}

/** The sounds that began, in order, by their first tones. */
const order = () => {
  const names = new Map<number, string>(Object.entries(SOUNDS).map(([name, { hz }]) => [hz, name]));
  return begun.flatMap((hz) => (hz === COUNTDOWN_HZ ? ['preclose'] : (names.get(hz) ?? [])));
};

test('outbid sounds over a bid, and a bid over nothing', async () => {
  const room = await openWithSound();
  await room.hear('bid');
  await room.hear('outbid');
  await room.hear('bid');
  assert.equal(order(), ['bid', 'outbid']); // [A754] [A757]
  // The sound of outbid is over by then: what would have waited for it would have begun.
  await new Promise<void>((done) => setTimeout(done, 800));
  assert.equal(order(), ['bid', 'outbid']); // [A754]
});

test('each sound of the first channel begins at once over a less pressing one', async () => {
  const room = await openWithSound();
  room.latest().deliver(['bid', 'won', 'autobid', 'outbid'].map(soundOf));
  assert.equal(order(), ['bid', 'won', 'autobid', 'outbid']); // [A754] [A755] [A756]
});

test('outbid sounds over each other sound of its channel, and none of them over it [A757]', async () => {
  for (const first of ['bid', 'won', 'autobid']) {
    const room = await openWithSound();
    // In one frame, so that each comes while the sound before it lasts.
    room.latest().deliver([first, 'outbid', 'bid', 'won', 'autobid'].map(soundOf));
    assert.equal(order(), [first, 'outbid']);
    room.unmount();
  }
});

test('a sound that is not ignorable waits its turn, the most pressing first; the countdown does not wait', async () => {
  const room = await openWithSound({ lots: [exampleLot({ finishAt: Date.now() + 60_000 })] });
  room.latest().deliver(['outbid', 'won', 'autobid', 'preclose'].map(soundOf));
  await rendered();
  assert.is(order()[0], 'outbid');
  assert.ok(order().includes('preclose')); // [A758]
  assert.not(order().includes('won'));
  await waitFor(() => assert.ok(order().includes('won')), { timeout: 8_000 });
  const first = (name: string) => order().indexOf(name);
  assert.ok(first('outbid') < first('autobid') && first('autobid') < first('won'), order().join()); // [A755] [A756]
});

test('[A758] a bid sounds while the countdown does', async () => {
  const room = await openWithSound({ lots: [exampleLot({ finishAt: Date.now() + 60_000 })] });
  await room.hear('preclose');
  await waitFor(() => assert.ok(order().includes('preclose')));
  await room.hear('bid');
  assert.equal([...new Set(order())], ['preclose', 'bid']);
});

type SaleType = PublicAuction['auctionType'];

/** Where the page's clock stops in a second, ms: it ticks every 10 ms, for the next second does not come. */
const TICKING = 990;

/** Whether the countdown sounds for a lot when it comes to have `leftMs` to go. `before`: what the person does first. */
async function countdown(
  auctionType: SaleType,
  leftMs: number,
  before = async (_room: Awaited<ReturnType<typeof openWithSound>>) => {},
): Promise<boolean> {
  let isHeard = false;
  await onStoppedClock(async (clock) => {
    clock.passed = TICKING - (Date.now() % 1_000);
    const room = await openWithSound({ auction: { auctionType } });
    await before(room);
    const finishAt = Date.now() + leftMs + 1_000;
    const data = examplePublicAuction({ auctionType, finishAt });
    await room.push({ channel: 'bids', event: 'auction-update', auction: 'a1', seq: 6, data });
    await room.lotUpdate(7, { finishAt });
    assert.not(begun.includes(COUNTDOWN_HZ), 'a second too early');
    clock.passed += 1_000;
    await rendered();
    isHeard = begun.includes(COUNTDOWN_HZ);
  });
  return isHeard;
}

test('the countdown sounds 30 s before a timed lot closes, and 10 s before a sequential one [S157]', async () => {
  assert.ok(await countdown('simultaneous', 30_000)); // [A750] [A315]
  assert.not(await countdown('sequential', 30_000)); // [A751]
  assert.ok(await countdown('sequential', 10_000)); // [A751]
  assert.ok(await countdown('sequentialOffline', 10_000)); // [A751]
});

test('the server says when a lot of the viewer is about to close, and it sounds once', async () => {
  const room = await openWithSound({ lots: [exampleLot({ finishAt: Date.now() + 60_000 })] });
  await room.hear('preclose');
  await waitFor(() => assert.ok(begun.includes(COUNTDOWN_HZ))); // [A703]
  const once = begun.filter((hz) => hz === COUNTDOWN_HZ).length;
  await room.hear('preclose');
  assert.is(begun.filter((hz) => hz === COUNTDOWN_HZ).length, once);
});

test('sounds are on where the browser lets nothing be read of what was stored', async () => {
  const room = await openWithSound();
  const { localStorage: stored } = globalThis;
  const blocked = {
    configurable: true,
    get: () => {
      throw new DOMException('blocked', 'SecurityError');
    },
  };
  Object.defineProperty(globalThis, 'localStorage', blocked);
  await room.hear('outbid');
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: stored });
  assert.ok(begun.includes(SOUNDS.outbid.hz));
});

test('synchronous sales have no countdown', async () => {
  assert.not(await countdown('synchronous', 30_000)); // [A753]
  assert.not(await countdown('synchronous', 10_000)); // [A753]
});

test('nothing sounds with the sound off, nor the countdown with its flag off', async () => {
  const isHeard = await countdown('simultaneous', 30_000, async ({ user, hear }) => {
    const toggle = screen.getByRole('switch', { name: /Sound/ }); // [A229]
    assert.equal([toggle.closest('header') !== null, toggle.textContent], [true, 'Sound on']); // [A229]
    await user.click(toggle);
    await waitFor(() => assert.is(toggle.getAttribute('aria-checked'), 'false'));
    assert.is(toggle.textContent, 'Sound off'); // [A229]
    await hear('outbid');
  });
  assert.not(isHeard); // [A752]
  assert.equal(begun, []); // [A752]
  const isFlagHeard = await countdown('simultaneous', 30_000, async () =>
    localStorage.setItem('countdownSound', 'false'),
  );
  assert.not(isFlagHeard); // [A763]
});

test('a bid is sent before the audio device is opened, which holds a page up', async () => {
  const room = await openRoom();
  await room.joined();
  localStorage.setItem('saleyard-live-confirm', '"one"');
  opened = 0;
  let before = -1;
  window.addEventListener('click', () => {
    before = opened;
  });
  await room.user.click(await bidButton());
  assert.is(before, 0);
  await waitFor(() => assert.is(opened, 1));
});

test('while the browser blocks sound, the switch and its key start it, and switch nothing off', async () => {
  begins = 'suspended';
  for (const press of ['switch', 'key'] as const) {
    const room = await openRoom();
    await room.joined();
    const toggle = screen.getByRole('switch', { name: /Sound is blocked/ });
    if (press === 'switch') {
      // The finger stays down for as long as the browser needs to start the sound.
      await room.user.pointer({ keys: '[MouseLeft>]', target: toggle });
      await rendered();
      await room.user.pointer({ keys: '[/MouseLeft]', target: toggle });
    } else await room.user.keyboard('m');
    await rendered();
    assert.is(screen.getByRole('switch', { name: 'Sound' }).getAttribute('aria-checked'), 'true', press);
    room.unmount();
  }
});

test.run();

import type { WholeListing } from '@saleyard/contract/selling.ts';
import { emptyContent } from '@saleyard/domain/listing/content.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import type { Page } from 'playwright-core';
import { slowDown, withPage } from './browser.ts';
import { type Answers, auctionOf, RoomServer, VIEWER } from './room-server.ts';
import type { Measured, Row } from './row.ts';
import { quantile } from './statistics.ts';

/** The heads of the draft, and how many keys are pressed in each field. */
export type LotFormSize = { heads: number; presses: number };
const USUAL: LotFormSize = { heads: 2_000, presses: 60 };

const SLOWDOWN = 4;
/** The target for a key until its paint, ms. */
const ASKED_MS = 50;
/** From one key to the next, ms. */
const KEY_MS = 120;
/** After a word, ms: the form reads and keeps what was typed 300 ms after the last key. */
const PAUSE_MS = 600;
/** Longer than a draft waits until it saves itself, ms. */
const SETTLED_MS = 4_000;

/** A word each: one of a text, and a weight that is typed and deleted again. */
const TEXT = ['A', 'n', 'g', 'u', 's', 'Space'];
const WEIGHT = ['4', '1', '2', 'Backspace', 'Backspace', 'Backspace'];

/** Where the keys are pressed. `opens`: the name of a button that is pressed first. */
const FIELDS: readonly { name: string; at: string; word: readonly string[]; opens?: string }[] = [
  { name: 'the description', at: '#field-description', word: TEXT },
  { name: 'the weight of one head', at: '#field-heads-0-weightLive', word: WEIGHT },
  {
    name: 'a weight in the grid',
    at: '#field-heads-2-weightLive',
    word: WEIGHT,
    opens: 'Show as a grid',
  },
];

/** Runs in the page: the ms of each key until its paint, and the components that React rendered meanwhile. */
const WATCH = `
window.keys = [];
let rendered = 0;
const visit = (fiber) => {
  const { alternate } = fiber;
  if (typeof fiber.type === 'function' && (alternate === null || (fiber.flags & 1) !== 0)) rendered += 1;
  // The same children as before: nothing below was rendered.
  if (alternate !== null && fiber.child === alternate.child) return;
  for (let child = fiber.child; child !== null; child = child.sibling) visit(child);
};
window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
  supportsFiber: true,
  inject: () => 1,
  onCommitFiberRoot: (_, root) => visit(root.current),
  onCommitFiberUnmount: () => undefined,
};
addEventListener('keydown', ({ timeStamp }) => {
  const before = rendered;
  // The frame with the change is painted when the task after it begins.
  requestAnimationFrame(() => setTimeout(() => keys.push({ ms: performance.now() - timeStamp, rendered: rendered - before })));
}, true);
`;

type Key = { ms: number; rendered: number };

/** Presses keys in a field, word after word. */
async function press(page: Page, at: string, word: readonly string[], presses: number): Promise<Key[]> {
  await page.locator(at).focus();
  await page.waitForTimeout(SETTLED_MS);
  for (let n = 0; n < presses; n += 1) {
    await page.keyboard.press(word[n % word.length] as string);
    await page.waitForTimeout((n + 1) % word.length === 0 ? PAUSE_MS : KEY_MS);
  }
  const painted = () => page.evaluate('keys') as Promise<Key[]>;
  while ((await painted()).length < presses) await page.waitForTimeout(PAUSE_MS);
  const keys = await painted();
  await page.evaluate('keys.length = 0');
  return keys;
}

/** What the server answers a seller who opens a draft of so many heads. */
function answersOf(heads: number): Answers {
  const auction = {
    ...auctionOf(systemClock.now()),
    logo: { url: '' },
    addNewLotToSpecificAgents: false,
    specificAgents: [],
  };
  const content = {
    ...emptyContent(1),
    count: heads,
    countWeighed: heads,
    details: { title: 'Angus weaner steers' },
    // The first heads are weighed in the form.
    heads: Array.from({ length: heads }, (_, n) => ({
      ...(n > 2 && { weightLive: 350 + (n % 80) }),
      fatScore: 1 + (n % 5),
    })),
  };
  let revision = 1;
  const draft = { _id: 'l7', searchNumericId: 7, phase: 'draft' } as const satisfies Partial<WholeListing>;
  const user = {
    ...VIEWER,
    status: 'approved-seller',
    type: 'seller',
    approvedStockTypes: ['Cattle'],
    acceptedNewVersionTerms: true,
  };
  return [
    ['users/me', () => ({ user })],
    ['auctions', () => ({ auctions: [auction] })],
    ['auctions/77', () => ({ auction })],
    ['lots/7/own', () => ({ lot: { ...draft, draft: true, revision, auctionData: auction, content } })],
    ['auctions/a1/lots/l7', () => ({ ...draft, revision: ++revision })],
    ['pics', () => ({ pics: [] })],
    ['states', () => ({ states: { NSW: ['North West'] } })],
  ];
}

/** The keys of each field in the form, and the same ones in a text area that is alone on its page. */
async function pressed({ heads, presses }: LotFormSize) {
  const server = await RoomServer.start(answersOf(heads));
  const found: { name: string; own: Key[]; plain: Key[] }[] = [];
  try {
    await withPage(WATCH, (form, formTools) =>
      withPage(WATCH, async (plain, plainTools) => {
        await form.goto(`${server.url}/main/add/new/Cattle/77/7`);
        await plain.goto('data:text/html,<title>Plain</title><textarea></textarea>');
        await form.locator(FIELDS[0]?.at ?? '').waitFor();
        await slowDown(formTools, SLOWDOWN);
        await slowDown(plainTools, SLOWDOWN);
        for (const { name, at, word, opens } of FIELDS) {
          if (opens !== undefined) await form.getByRole('button', { name: opens }).click();
          found.push({
            name,
            own: await press(form, at, word, presses),
            plain: await press(plain, 'textarea', word, presses),
          });
        }
      }),
    );
  } finally {
    server.stop();
  }
  return found;
}

/** A key in the lot form of a draft with many heads, in Chromium, beside a plain text area. */
export async function benchLotForm(size: LotFormSize = USUAL): Promise<Measured> {
  const rows = (await pressed(size)).flatMap(({ name, own, plain }) =>
    ([0.5, 0.95] as const).flatMap((share): Row[] => {
      const at = (keys: readonly Key[], of: keyof Key) =>
        quantile(
          keys.map((key) => key[of]).toSorted((a, b) => a - b),
          share,
        );
      const value = at(own, 'ms');
      const common = {
        bench: `lot form, ${size.heads} heads, CPU ÷ ${SLOWDOWN}`,
        subject: `key in ${name} to its paint, p${share * 100}`,
        value,
        unit: 'ms',
        better: 'less',
      } as const;
      const note = `${at(own, 'rendered')} components rendered`;
      const typed = at(plain, 'ms');
      return [
        {
          ...common,
          peer: 'what is asked for',
          peerValue: ASKED_MS,
          ratio: value / ASKED_MS,
          target: 1,
          note,
        },
        { ...common, peer: 'a plain text area', peerValue: typed, ratio: value / typed, target: null },
      ];
    }),
  );
  return { rows };
}

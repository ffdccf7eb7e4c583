/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { BidDecision } from '@saleyard/contract/bids.ts';
import type { LotDetails, PublicLot } from '@saleyard/contract/lots.ts';
import { Subject } from 'rxjs';
import * as assert from 'uvu/assert';
import { paths } from '@/config/paths.ts';
import { deviceNow } from '@/lib/clock.ts';
import { examplePublicAuction as exampleAuction, exampleLot } from '@/test-support/example-sales.ts';
import { FakeSocket } from '@/test-support/fake-socket.ts';
import { answers, mockServer, refuses } from '@/test-support/server.ts';
import { exampleDetails } from './example-room.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { RealtimeProvider } = await import('@/ui/notices/realtime-provider.tsx');
const { Realtime } = await import('@/lib/realtime/realtime.ts');
const { RoomOf } = await import('@/features/live-room/live-room-route.tsx');

// A page of happy-dom has no layout; the virtual list needs a view of some height, and rows that have one.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 700 });
Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 100 });

const ME = {
  _id: 'u1',
  shortId: 'S1002',
  firstName: 'Ada',
  lastName: 'Miller',
  status: 'approved-buyer',
  role: null,
  requestedAt: null as number | null,
  watchList2: [],
};

/** The server behind the room: to be listened to before, and closed after the tests. */
export const server = mockServer();

type Options = {
  me?: Partial<typeof ME> | null;
  auction?: Partial<PublicAuction>;
  lots?: PublicLot[];
  autobids?: unknown[];
  /** What the catalogue says of every lot. */
  details?: Partial<LotDetails>;
  /** Calls that are answered otherwise. */
  except?: ReturnType<typeof answers>[];
  /** The connection's times, ms. */
  times?: { connectTimeoutMs?: number };
  /** After how long the room no longer waits for the connection, ms. */
  heartbeat?: { silentMs?: number; fallbackMs?: number };
};

/** Whether the browser of the page has a network. */
const online = {
  next(isOnline: boolean) {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: isOnline });
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  },
};

/** Opens the room over a socket that a test answers by hand; REST is answered by `server`. */
export async function openRoom({
  me = {},
  auction = {},
  lots = [exampleLot()],
  autobids = [],
  details = {},
  except = [],
  times = {},
  heartbeat = {},
}: Options = {}) {
  localStorage.clear();
  const sale = exampleAuction({ liveAt: deviceNow() - 60_000, ...auction });
  const catalogue = lots.map((lot) => ({ ...lot, ...exampleDetails(), ...details, mine: false }));
  const signedIn = me !== null;
  const suffix = signedIn ? '' : '/public-info';
  server.resetHandlers(
    ...except,
    signedIn
      ? answers('users/me', { user: { ...ME, ...me } })
      : refuses('get', 'users/me', 401, { code: 'unauthorized', message: 'x' }),
    answers(`auctions/77${suffix}`, { auction: sale }),
    answers(`auctions/a1/lots${suffix}`, { lots: catalogue, totalTable: [] }),
    answers(`lots/:id${suffix}`, { lot: catalogue[0] }),
    answers('users/me/bids', { bids: [] }),
    answers('users/me/autobids', { autobids }),
    answers('checkServer', { isLive: true, message: '' }),
    answers('notifications', { notifications: [] }),
  );
  online.next(true);
  const visible = new Subject<void>();
  const sockets: FakeSocket[] = [];
  const WebSocketCtor = FakeSocket.recordedIn(sockets);
  const view = renderScreen(
    <RealtimeProvider
      create={(identity) =>
        new Realtime({
          url: 'ws://saleyard.test/realtime',
          now: deviceNow,
          random: () => 0,
          identity,
          visible,
          WebSocketCtor,
          times: { reconnectMinMs: 10, reconnectMaxMs: 20, ...times },
          heartbeat,
        })
      }
    >
      <RoomOf number="77" />
    </RealtimeProvider>,
    { path: paths.liveRoom({ searchNumber: 77 }) },
  );
  const user = userEvent.setup();
  const latest = () => sockets[sockets.length - 1] as FakeSocket;
  const joined = async (paddle: string | null = null) => {
    await waitFor(() => assert.ok(latest()?.asked('join-auction').length));
    latest().answerJoin({ auction: sale, lots, seq: 5, paddle });
    await rendered();
  };
  const push = async (message: object) => {
    latest().deliver([message]);
    await rendered();
  };
  const lotUpdate = (seq: number, over: Partial<PublicLot>) =>
    push({ channel: 'bids', event: 'lot-update', auction: 'a1', seq, data: { ...lots[0], ...over } });
  const answerBid = async (over: Partial<BidDecision> = {}) => {
    const bid = latest().asked('bid').at(-1);
    const data = {
      outcome: 'accepted',
      lot: 'l1',
      currentBidCents: 50_500,
      leading: true,
      finishAt: null,
      seq: 6,
    };
    latest().deliver([{ id: bid?.id, data: { ...data, ...over } }]);
    await rendered();
  };
  await waitFor(() => assert.ok(sockets.length > 0));
  return { ...view, user, online, visible, sockets, latest, joined, push, lotUpdate, answerBid };
}

export const bidButton = () => screen.findByRole('button', { name: /^Bid \$/ });
/** The room without its live regions, which say some of it once more. */
export const main = () => within(screen.getByRole('main'));
/** The unread-price guard passes, as it does for people. */
export const settle = () => new Promise<void>((done) => setTimeout(done, 320));
/** Timers that a message may need, one after the other, until it is on the page. */
const RENDERING_TIMERS = 6;
/** What just arrived is on the page: timers run in their order, also on a machine that is late with all of them. */
export async function rendered(): Promise<void> {
  for (let n = 0; n < RENDERING_TIMERS; n += 1) await new Promise<void>((done) => setTimeout(done, 16));
}
export const said = () => screen.queryByTestId('bid-status')?.textContent ?? '';

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { CatalogueLot, PublicLot } from '@saleyard/contract/lots.ts';
import type { LiveAnswer } from '@saleyard/contract/operations/auctions.ts';
import { lotView } from '@saleyard/domain/listing/forms/lot-view.ts';
import { webFiles } from '@saleyard/gateway/http/web-files.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import express from 'express';
import { type WebSocket, WebSocketServer } from 'ws';

/** A sale's lots, and how many of them change in a second. */
export const LOTS = 1_000;
export const UPDATES_PER_SECOND = 100;
/** The gateway gathers updates for this long, ms. */
const FRAME_MS = 50;
/** These lots hold still: the viewer bids on them. */
const QUIET_LOTS = 40;
/** How long a bid's answer takes, ms: long enough to see that it is being sent. */
const ANSWER_MS = 300;
const STEP_CENTS = 500;
/** So much that no other price on the page is the new one. */
const LEAP_CENTS = 12_300;
const LIVE_MS = 3_600_000;

const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));

export const auctionOf = (now: number): PublicAuction => ({
  _id: 'a1',
  searchNumber: 77,
  number: '77',
  title: 'Gunnedah weekly cattle',
  description: '',
  notification: null,
  state: 'live',
  auctionType: 'simultaneous',
  kindData: { type: 'cattle', title: 'Cattle' },
  public: true,
  openAt: now,
  liveAt: now,
  finishAt: null,
  closedAt: null,
  frozenTime: null,
  pausedTime: null,
  auctionpaused: false,
  staleTime: 60,
  inactiveTime: 0,
  lotOpeningSeconds: 0,
  allowAutoBid: true,
  allowUpcomingBid: true,
  opening: 'above-start',
  requiresTabs: false,
  auctionTabs: [],
  lotCount: LOTS,
  withdrawnCount: 0,
  headCount: LOTS * 40,
  location: { state: ['NSW'] },
});

const lotOf = (n: number, now: number): PublicLot => ({
  _id: `l${n}`,
  auction: 'a1',
  number: String(n),
  searchNumericId: 9_000 + n,
  state: 'live',
  status: null,
  withdrawn: false,
  soldBeforeAuction: false,
  winner: '4821',
  currentBidCents: 50_000,
  previousBidCents: 49_500,
  startPrice: 40_000,
  bidIncrementCents: STEP_CENTS,
  nextBidCents: 50_500,
  bidding: 'head',
  reserveStatus: 'notNear',
  bidCount: 3,
  vendorBids: 0,
  count: 40,
  biddingOpen: true,
  liveAt: now,
  finishAt: now + LIVE_MS + n * 1_000,
  frozenTime: null,
  pausedTime: null,
  staleTime: 60,
  closedPrice: null,
});

/** Each lot's details in the catalogue. */
const DETAILS: Pick<CatalogueLot, 'publicDetails' | 'inlineDetails' | 'createdAt' | 'updatedAt' | 'mine'> = {
  publicDetails: {
    title: '40 Angus weaner steers',
    agentComment: '',
    majorBreed: 'Angus',
    sex: 'Steer(s)',
    stockCategory: 'Weaner',
    location: { town: 'Gunnedah', state: 'NSW' },
    summary: { age: '8 - 10 mths', weight: '265 kg' },
    titleLive: '40 Angus weaner steers, 8 - 10 mths',
    age: { min: 8, max: 10, average: 9 },
    weight: { average: 265, curfew: null, min: null, max: null },
  },
  inlineDetails: { ...lotView('cattle', null).inlineDetails, postcode: '2380' },
  createdAt: null,
  updatedAt: null,
  mine: false,
};

export const VIEWER = {
  _id: 'u1',
  numericId: 12,
  shortId: 'B12',
  firstName: 'Bea',
  lastName: 'Buyer',
  role: null,
  email: 'bea@farm.example',
  status: 'approved-buyer',
  type: 'buyer',
  filters: {},
  watchList2: [],
  stockTypes: [],
  approvedStockTypes: [],
};

/** The baseline: a page that shows the same lots, of which those in sight are in it, and nothing else. */
const BASELINE = `<!doctype html><html lang="en"><title>Lots</title><style>
body{margin:0;height:100vh;overflow:auto}li{height:84px;list-style:none}</style>
<ul id="lots" style="height:${LOTS * 84}px;margin:0"></ul><script>
const lots = new Map(), rows = new Map(), list = document.getElementById('lots');
const text = (lot) => lot.number + ' $' + (lot.currentBidCents / 100).toFixed(2) + ' ' + lot.reserveStatus;
const show = (lot) => { const row = rows.get(lot._id); if (row) row.textContent = text(lot); };
const socket = new WebSocket('ws://' + location.host + '/realtime');
socket.onopen = () => socket.send(JSON.stringify([{ id: 1, channel: 'bids', event: 'join-auction', data: { _id: 'a1' } }]));
socket.onmessage = ({ data }) => { for (const message of JSON.parse(data)) {
  if (message.event === 'snapshot') { for (const lot of message.data.lots) lots.set(lot._id, lot);
    for (const lot of [...lots.values()].slice(0, 14)) { const row = document.createElement('li'); rows.set(lot._id, row); list.append(row); show(lot); } }
  if (message.event === 'lot-update') { lots.set(message.data._id, message.data); show(message.data); } } };
setInterval(() => { for (const lot of lots.values()) show(lot); }, 1000);
</script></html>`;

/** What the API answers: a path below `/api/v1/`, and the data of its answer to any method. */
export type Answers = readonly (readonly [path: string, data: () => object])[];

/** A lot as it is after one more bid. */
type Push = { channel: 'bids'; event: 'lot-update'; auction: string; seq: number; data: PublicLot };
/** Changes that are kept for requests: those of a few seconds. */
const KEPT = 1_000;

type Asked = {
  id: number;
  event: string;
  data: { since?: number; bid?: { lot: string; cents: number } };
};

/**
 * The web of this checkout over a sale that a benchmark makes: the answers for the page, and a storm of updates to each
 * socket that joined. Nothing is decided here, so that the browser is what is measured.
 */
export class RoomServer {
  readonly #sockets = new Set<WebSocket>();
  readonly #lots: PublicLot[];
  readonly #auction: PublicAuction;
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #http;
  /** The newest changes, the latest last. */
  #pushed: Push[] = [];
  #isMute = false;
  #joins = 0;
  #seq = 5;
  #next = QUIET_LOTS;

  private constructor(more: Answers) {
    const now = systemClock.now();
    this.#auction = auctionOf(now);
    this.#lots = Array.from({ length: LOTS }, (_, n) => lotOf(n + 1, now));
    const app = express();
    app.get('/baseline', (_, response) => void response.type('html').send(BASELINE));
    for (const [path, data] of [...more, ...this.#answers()])
      app.all(`/api/v1/${path}`, (_, response) => void response.json({ data: data() }));
    app.get('/api/v1/auctions/a1/live', ({ query }, response) => {
      if (this.#isMute) response.json({ data: this.#changesSince(Number(query['since'])) });
      // A page whose socket is late sends requests meanwhile: a 503 leaves it waiting for the socket.
      else response.status(503).json({ error: { code: 'unavailable', message: '' } });
    });
    app.use(
      '/api',
      (_, response) => void response.status(404).json({ error: { code: 'not-found', message: '' } }),
    );
    app.use(
      webFiles(WEB_FOLDER, {
        clock: systemClock,
        publicUrl: null,
        accountOf: async () => 'somebody',
        isAdmitted: async () => true,
        serverState: () => ({ isLive: true, message: '' }),
      }),
    );
    this.#http = createServer(app);
    const realtime = new WebSocketServer({ server: this.#http });
    realtime.on('connection', (socket) => {
      socket.on('message', (text) => {
        for (const asked of JSON.parse(String(text)) as Asked[]) this.#take(socket, asked);
      });
      socket.on('close', () => this.#sockets.delete(socket));
    });
    this.#timer = setInterval(() => this.#storm(), FRAME_MS);
  }

  /** `more`: answers that come before those of the room. */
  static async start(more: Answers = []): Promise<RoomServer> {
    const server = new RoomServer(more);
    await new Promise<void>((done) => server.#http.listen(0, '127.0.0.1', done));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  /** Its sockets stay open and say nothing; what changed is answered to requests. */
  mute(): void {
    this.#isMute = true;
  }

  /** Ends sockets that said nothing: pages open others. */
  unmute(): void {
    this.#isMute = false;
    for (const socket of this.#sockets) socket.terminate();
  }

  /** A bid on the first lot, far above its price. Returns the new price, and the sale's revision before it. */
  bidOnFirst(): { cents: number; since: number } {
    const since = this.#seq;
    return { cents: this.#changed(0, LEAP_CENTS).data.currentBidCents ?? 0, since };
  }

  /** How often pages have joined the sale. */
  get joins(): number {
    return this.#joins;
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const socket of this.#sockets) socket.terminate();
    this.#http.closeAllConnections();
    this.#http.close();
  }

  #answers(): Answers {
    const catalogue = () => this.#lots.map((lot) => ({ ...lotView('cattle', null), ...lot, ...DETAILS }));
    return [
      ['users/me', () => ({ user: VIEWER })],
      ['users/me/bids', () => ({ bids: [] })],
      ['users/me/autobids', () => ({ autobids: [] })],
      ['auctions/77', () => ({ auction: this.#auction })],
      ['auctions/a1/lots', () => ({ lots: catalogue(), totalTable: [] })],
      ['lots/:id', () => ({ lot: catalogue()[0] })],
      ['checkServer', () => ({ isLive: true, message: '' })],
      ['server-time', () => ({ serverTime: systemClock.now() })],
    ];
  }

  #take(socket: WebSocket, { id, event, data }: Asked): void {
    if (this.#isMute) return;
    const say = (...messages: object[]) => socket.send(JSON.stringify(messages));
    if (event === 'bid' && data.bid) {
      const { lot, cents } = data.bid;
      const seq = ++this.#seq;
      const answer = { outcome: 'accepted', lot, currentBidCents: cents, leading: true, finishAt: null, seq };
      setTimeout(() => say({ id, data: answer }), ANSWER_MS);
    } else if (event === 'join-auction') {
      const seq = this.#seq;
      const mode = data.since === undefined ? 'snapshot' : 'changes';
      const joined = { _id: 'a1', seq, mode, paddle: null, serverTime: systemClock.now() };
      const sale = { auction: this.#auction, lots: this.#lots };
      say(
        { id, data: joined },
        ...(mode === 'snapshot'
          ? [{ channel: 'bids', event: 'snapshot', auction: 'a1', seq, data: sale }]
          : []),
      );
      this.#sockets.add(socket);
      this.#joins += 1;
    } else say({ id, data: {} });
  }

  /** One frame of the storm: lot after lot gets a bid. */
  #storm(): void {
    if (this.#sockets.size === 0 || this.#isMute) return;
    const pushes = Array.from({ length: (UPDATES_PER_SECOND * FRAME_MS) / 1_000 }, () => {
      this.#next = this.#next + 1 < LOTS ? this.#next + 1 : QUIET_LOTS;
      return this.#changed(this.#next);
    });
    const frame = JSON.stringify(pushes);
    for (const socket of this.#sockets) socket.send(frame);
  }

  /** One more bid on a lot. */
  #changed(place: number, more = STEP_CENTS): Push {
    const lot = this.#lots[place] as PublicLot;
    const cents = (lot.currentBidCents ?? 0) + more;
    const data: PublicLot = {
      ...lot,
      previousBidCents: lot.currentBidCents,
      currentBidCents: cents,
      nextBidCents: cents + STEP_CENTS,
      bidCount: lot.bidCount + 1,
    };
    this.#lots[place] = data;
    this.#seq += 1;
    const push: Push = { channel: 'bids', event: 'lot-update', auction: 'a1', seq: this.#seq, data };
    this.#pushed = [...this.#pushed.slice(-KEPT), push];
    return push;
  }

  #changesSince(since: number): LiveAnswer {
    const messages = this.#pushed.filter(({ seq }) => seq > since);
    const now = systemClock.now();
    return { _id: 'a1', seq: this.#seq, mode: 'changes', paddle: null, serverTime: now, messages };
  }
}

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EMPTY_PROFILE, LIVESTOCK_AGENT, type Profile } from '@saleyard/domain/account/profile.ts';
import { decide } from '@saleyard/domain/auction/decide.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import type {
  AuctionDetails,
  AuctionTerms,
  LotDescription,
  LotTerms,
} from '@saleyard/domain/auction/terms.ts';
import { autoBid, bid, details, lot, terms } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import type { Values } from '@saleyard/domain/listing/forms/field.ts';
import { apiRouter, type Viewer } from '@saleyard/http/endpoint.ts';
import { errorHandler } from '@saleyard/http/failures.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { checkedMail, type Mail } from '@saleyard/platform/mail/port.ts';
import express from 'express';
import { createDocumentMaker, createDocumentPool, type MakerParts } from '../documents/document-maker.ts';
import type { OpenTexts } from '../lots/own-texts.ts';
import { projectionsRoutes } from '../projections-routes.ts';
import { startProjections } from '../projector.ts';
import type { Projections } from '../runner/projection-runner.ts';
import { type DataFolder, freshData } from './log-writer.ts';

export const ANN = 'account-of-ann';
export const VERA = 'account-of-vera';
export const BOB = 'account-of-bob';
export const STAFF = 'account-of-staff';
export const AUDITOR = 'account-of-auditor';
/** A guest whose e-mail address is not confirmed. */
export const UNCONFIRMED = 'account-of-una';
/** Buyers at one network address. */
export const MANY_BUYERS = Array.from({ length: 8 }, (_, n) => `account-of-buyer-${n}`);
/** A buyer whose name is a message. */
export const HOSTILE = 'account-of-hal';
const VIEWERS: Record<string, Viewer> = {
  [UNCONFIRMED]: { _id: UNCONFIRMED, role: null, status: 'registered' },
  [ANN]: { _id: ANN, role: null, status: 'approved-buyer' },
  [VERA]: { _id: VERA, role: null, status: 'approved-seller' },
  [HOSTILE]: { _id: HOSTILE, role: null, status: 'approved-buyer' },
  [BOB]: { _id: BOB, role: null, status: 'approved-buyer' },
  [STAFF]: { _id: STAFF, role: 'admin', status: 'registered' },
  [AUDITOR]: { _id: AUDITOR, role: 'auditor', status: 'registered' },
  ...Object.fromEntries(MANY_BUYERS.map((_id) => [_id, { _id, role: null, status: 'approved-buyer' }])),
};
const PEOPLE: Record<string, { firstName: string; lastName: string }> = {
  [ANN]: { firstName: 'Annabel', lastName: 'Lee' },
  [HOSTILE]: { firstName: 'You won $5,000!', lastName: 'Claim at http://evil.example' },
};

export const RESERVE = 54_321_00;
export const MAXIMUM = 77_777_00;
/** The seller of all lots. */
export const VENDOR = 'Secret Pastoral';
/** Texts that only staff, or the person themselves, may ever read. */
export const SECRETS = [
  String(RESERVE),
  String(MAXIMUM),
  VENDOR,
  ANN,
  VERA,
  'Annabel',
  'sealed personal blob',
  'Secret Lane',
];

const described = (changes: Values): LotDescription => ({
  kept: 'here',
  details: {
    title: 'Angus steers',
    town: 'GUNNEDAH',
    state: 'NSW',
    postcode: '2380',
    breed: 'Angus',
    sex: 'Steer(s)',
    stockCategory: 'Weaners',
    ageMinMonths: 8,
    ageMaxMonths: 10,
    assessorType: 'Agent Assessed',
    vendorName: VENDOR,
    sire: 'Wattle Duke',
    dam: 'Wattle Dahlia',
    ...changes,
  },
  media: [
    { thumbnail: '/1t.jpg', url: '/1.jpg', title: 'One' },
    { thumbnail: '/2t.jpg', url: '/2.jpg', title: 'Two' },
  ],
});

/** Lots of the sale number 7. */
export const LOTS = 25;
const lots = (sale: string, count: number, first: number): LotTerms[] =>
  Array.from({ length: count }, (_, n) =>
    lot({
      lot: `${sale}-lot-${n + 1}`,
      number: String(n + 1),
      searchNumericId: first + n,
      count: 10 + ((n * 7) % count),
      // The lot led by the auto-bid has no reserve: a price that jumped to the reserve is public [E6].
      reserveCents: n === 1 ? null : RESERVE,
      createdBy: n < 3 ? VERA : 'account-of-someone-else',
      description: described({
        sex: n % 2 === 0 ? 'Steer(s)' : 'Cow(s)',
        ...(n !== 4 && { weightAverageKg: 200 + n }),
      }),
    }),
  );

/** Ann buys from Tamworth; the others are forgotten. */
const ANNS_PROFILE: Profile = {
  ...EMPTY_PROFILE,
  officeAddress: {
    ...EMPTY_PROFILE.officeAddress,
    address1: 'Secret Lane',
    town: 'TAMWORTH',
    state: 'NSW',
  },
};

/** The logo of the seller of the sales. */
export const LOGO = { key: 'a'.repeat(32), name: 'logo.png', type: 'image/png', bytes: 4 } as const;
const LOGO_FILE = { bytes: Buffer.from('logo'), type: LOGO.type, name: LOGO.name, isShown: true };

/** Sellers are agents with a logo. */
const creatorOf = async () => ({
  ...EMPTY_PROFILE,
  firstName: 'Sue',
  lastName: 'Ellis',
  tradingName: 'Ellis Livestock',
  profession: LIVESTOCK_AGENT,
  logo: LOGO,
});

/** The result of a request; `body` is its data, or its errors. */
export type Answer<T = Record<string, unknown>> = { status: number; headers: Headers; body: T; text: string };

/** ms in which the read models must have all sales; only a fault takes that long. */
const READ_LIMIT_MS = 120_000;

type ServedParts = {
  server: Server;
  mails: Mail[];
  profiles: Map<string, Profile>;
  projections: Pick<Projections, 'waitFor'>;
};

/** A few sales served over HTTP by the read side alone: 7 live, 8 hidden, 9 and 11 closed, 10
 * synchronous and frozen, 12 hidden and closed: Ann and Bob bid in it. */
export class ServedSales {
  readonly #data: DataFolder;
  readonly #server: Server;
  readonly #stop: () => Promise<void>;
  readonly #projections: Pick<Projections, 'waitFor'>;
  readonly #sales: Map<string, AuctionFold>;
  readonly base: string;
  /** E-mails that were sent. */
  readonly mails: readonly Mail[];
  /** People by account; an account that is missing here was forgotten. */
  readonly profiles: Map<string, Profile>;

  private constructor(
    data: DataFolder,
    sales: Map<string, AuctionFold>,
    { server, mails, profiles, projections }: ServedParts,
    stop: () => Promise<void>,
  ) {
    this.#data = data;
    this.#sales = sales;
    this.#server = server;
    this.#stop = stop;
    this.#projections = projections;
    this.mails = mails;
    this.profiles = profiles;
    this.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  }

  /**
   * `openDocuments`: opens the read store; default: the embedded one. `pool`: makes documents; default: a worker
   * thread. `pictureOf`: finds pictures for documents; default: there are none.
   */
  static async start(
    openDocuments?: () => Promise<Documents>,
    pool?: MakerParts['pool'],
    pictureOf: MakerParts['pictureOf'] = async () => null,
  ): Promise<ServedSales> {
    const data = await freshData(openDocuments);
    const sales = await writeSales(data);
    const { log, documents } = data;
    const profiles = new Map([[ANN, ANNS_PROFILE]]);
    const profileOf = async (account: string) => profiles.get(account) ?? null;
    const ending = new AbortController();
    const projections = startProjections({ log, documents, clock: systemClock, signal: ending.signal });
    // Documents have the lowest priority: beside other tests they take longer than a client would wait.
    const ownPool = createDocumentPool({ taskMs: 120_000 });
    const openTexts: OpenTexts = async (texts) =>
      texts.map(({ sealed, clear }) => (sealed === '' ? clear : sealed.replace(/^sealed:/, '')));
    const maker = createDocumentMaker({
      documents,
      clock: systemClock,
      pool: pool ?? ownPool,
      pictureOf,
      profileOf,
      openTexts,
      failed: () => {},
    });
    const mails: Mail[] = [];
    const app = express();
    const routes = projectionsRoutes({
      projections,
      documents,
      clock: systemClock,
      maker,
      mailing: {
        mailer: { send: async (mail) => void mails.push(checkedMail(mail)), close: async () => {} },
        senderOf: async (account) => ({
          email: `${account}@farm.example`,
          isEmailConfirmed: account !== UNCONFIRMED,
        }),
      },
      siteOrigin: 'https://saleyard.example',
      presenceOf: async () => ({ people: [ANN, BOB], signedIn: 2, visitors: 4 }),
      viewerOf: (request) => VIEWERS[request.get('x-test-account') ?? ''] ?? null,
      personOf: async (account) => PEOPLE[account] ?? null,
      creators: { profileOf: creatorOf, logoOf: async (_, key) => (key === LOGO.key ? LOGO_FILE : null) },
      openTexts,
      people: { profileOf, searchKeysIn: () => [], agentKeysIn: () => null },
    });
    app.use('/api/v1', apiRouter(routes));
    app.use((_, response) => {
      response.status(418).end();
    });
    app.use(errorHandler(() => {}));
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const stop = async () => {
      ending.abort();
      await projections.stopped;
      await ownPool.close();
    };
    const served = new ServedSales(data, sales, { server, mails, profiles, projections }, stop);
    await served.followed();
    return served;
  }

  /** Resolves when the read models have everything that was written. @throws Error when they make no progress */
  async followed(): Promise<void> {
    if (!(await this.#projections.waitFor(await this.lastPosition(), READ_LIMIT_MS)))
      throw new Error('the read models do not follow');
  }

  /** Decides commands in a sale and appends their events; returns the position they reached. */
  sell(id: string, ...commands: Parameters<typeof decide>[1][]): Promise<number> {
    return sell(this.#data, this.#sales, id, ...commands);
  }

  /** The public alias of a bidder in a sale. */
  paddle(id: string, bidder: string): string | undefined {
    return this.#sales.get(id)?.state.paddles.get(bidder);
  }

  get documents(): Documents {
    return this.#data.documents;
  }

  get log(): EventLog {
    return this.#data.log;
  }

  lastPosition(): Promise<number> {
    return this.log.lastPosition();
  }

  /**
   * Sends requests as an account (or anonymously). Waits for everything that was appended unless a position is given.
   */
  async get<T = Record<string, unknown>>(
    path: string,
    as?: string,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const asking = {
      'x-saleyard-position': String(await this.lastPosition()),
      ...(as !== undefined && { 'x-test-account': as }),
      ...headers,
    };
    const response = await fetch(`${this.base}/${path}`, { headers: asking });
    const text = await response.text();
    const { data, errors } = JSON.parse(text || '{}') as { data?: T; errors?: unknown };
    return { status: response.status, headers: response.headers, body: data ?? ({ errors } as T), text };
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await this.#stop();
    await this.#data.remove();
  }
}

async function sell(
  { writer }: DataFolder,
  sales: Map<string, AuctionFold>,
  id: string,
  ...commands: Parameters<typeof decide>[1][]
): Promise<number> {
  const fold = sales.get(id) ?? new AuctionFold();
  sales.set(id, fold);
  const events = commands.flatMap((command) => {
    const decided = decide(fold.state, command);
    for (const event of decided) fold.apply(event);
    return decided;
  });
  return writer.append(`auction-${id}`, events);
}

async function writeSales(data: DataFolder): Promise<Map<string, AuctionFold>> {
  const sales = new Map<string, AuctionFold>();
  const run = (id: string, ...commands: Parameters<typeof decide>[1][]) => sell(data, sales, id, ...commands);
  const schedule = (
    id: string,
    about: Partial<AuctionDetails>,
    how: Partial<Omit<AuctionTerms, 'policy'>>,
    catalogue: LotTerms[],
  ) => {
    const times = { openAt: 1, liveAt: 1, durationSeconds: 1e6, ...how };
    return run(
      id,
      { at: 0, body: { type: 'schedule', details: details(about), terms: terms(times) } },
      { at: 0, body: { type: 'catalogueLots', lots: catalogue } },
      { at: 2, body: { type: 'advanceClock' } },
    );
  };

  for (const [n, id] of [ANN, VERA, STAFF].entries()) {
    const registered = {
      at: 1,
      numericId: n + 1,
      shortId: `B${n + 1}`,
      personal: 'sealed personal blob',
      status: 'approved-buyer',
      type: 'buyer',
      role: null,
      stockTypes: [],
      approvedStockTypes: [],
    };
    await data.writer.append(`account-${id}`, [{ type: 'AccountRegistered', data: registered }]);
  }
  await schedule('a1', { searchNumber: 7, title: 'Weaners' }, { liveAt: 10 }, lots('a1', LOTS, 100));
  await run('a1', { at: 5, body: autoBid(ANN, MAXIMUM, 'a1-lot-2') });
  await run('a1', { at: 20, body: bid(ANN, 400, 'a1-lot-1') });
  await run('a1', { at: 21, body: autoBid(ANN, 900, 'a1-lot-1') });
  await run('a1', { at: 22, body: { type: 'withdraw', lot: 'a1-lot-25', reason: '' } });
  await schedule('a2', { searchNumber: 8, public: false }, { openAt: 1, liveAt: 1e12 }, lots('a2', 2, 200));
  await schedule('a3', { searchNumber: 9 }, { liveAt: 9, durationSeconds: 10 }, lots('a3', 2, 300));
  await run('a3', { at: 1e6, body: { type: 'advanceClock' } });
  const synchronous = { type: 'synchronous', durationSeconds: 60 } as const;
  await schedule('a4', { searchNumber: 10 }, synchronous, lots('a4', 2, 400));
  await run('a4', { at: 59_000, body: bid(ANN, 400, 'a4-lot-1') });
  await run('a4', { at: 60_000, body: { type: 'freeze', reason: 'rain' } });
  await schedule('a5', { searchNumber: 11 }, { durationSeconds: 10 }, lots('a5', 1, 500));
  await run('a5', { at: 2e6, body: { type: 'advanceClock' } });
  await schedule('a6', { searchNumber: 12, public: false, title: 'Over' }, { liveAt: 6 }, lots('a6', 3, 600));
  await run('a6', { at: 6, body: bid(BOB, 400, 'a6-lot-2') }, { at: 6, body: bid(ANN, 500, 'a6-lot-2') });
  await run('a6', { at: 7, body: bid(ANN, 400, 'a6-lot-1') }, { at: 7, body: bid(BOB, 400, 'a6-lot-3') });
  await run('a6', { at: 8, body: { type: 'withdraw', lot: 'a6-lot-3', reason: '' } });
  await run('a6', { at: 2e9, body: { type: 'advanceClock' } });
  const watched = ['a1-lot-1', 'a1-lot-25', 'a3-lot-1', 'a2-lot-2', 'a1-lot-3', 'never-there'];
  for (const [n, on] of watched.entries()) {
    const watching = { at: 10 + n, lot: on, auction: on.slice(0, 2) };
    await data.writer.append(`account-${ANN}`, [{ type: 'LotWatched', data: watching }]);
  }
  return sales;
}

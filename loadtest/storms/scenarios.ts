import type { StormName, Threshold } from './plan.ts';

/** The size of a storm. Command-line options replace these. */
export type StormSize = {
  bidders: number;
  /** Viewers who are not signed in. */
  spectators: number;
  /** People who look around over REST. */
  visitors: number;
  lots: number;
  /** From going live to the first deadline. */
  minutes: number;
};

export type Scenario = StormSize & {
  what: string;
  /** Bids planned for each bidder and minute. */
  pressesPerMinute: number;
  /** Everyone comes in within this many seconds; within a third of the sale's length when that is shorter. */
  rampSeconds: number;
  /** Parts of the sale's length at which nearly every socket drops. */
  drops: readonly number[];
  thresholds: readonly Threshold[];
};

/** The limits of the options; beyond them the command reports an error and does nothing. */
export const MOST: StormSize = {
  bidders: 2_000,
  spectators: 20_000,
  visitors: 1_000,
  lots: 1_000,
  minutes: 60,
};

const ANSWERED: readonly Threshold[] = [
  {
    metric: 'bid_answer',
    holds: 'p(95)<400',
    why: 'people hold an answer within 0.4 s for immediate; half of what the bid button waits before it may be pressed again',
  },
  {
    metric: 'bid_answer',
    holds: 'p(99)<800',
    why: "the button's own guard: a later answer comes after the next press could have been made",
  },
  {
    metric: 'bid_undecided',
    holds: 'rate<0.001',
    why: 'clients keep below every limit of the gateway, so each bid must come to a decision; one in a thousand may meet a lost connection',
  },
];

/**
 * From the engine's taking of a bid to the last socket of a client group having read it: disk, relay, flush, network,
 * client.
 */
const SEEN: readonly Threshold[] = [
  { metric: 'view_lag', holds: 'p(95)<500', why: 'a price older than half a second is bid against in vain' },
  {
    metric: 'view_lag',
    holds: 'p(99)<1500',
    why: 'half of the 3 s by which a late bid extends a lot: who is outbid must see it while there is time to answer',
  },
];

const JOINED: readonly Threshold[] = [
  {
    metric: 'socket_join',
    holds: 'p(95)<2000',
    why: 'the room stands within the 2 s in which people give up on a page',
  },
];

const PAGES: readonly Threshold[] = [
  {
    metric: 'page_answer',
    holds: 'p(95)<500',
    why: 'a page of the catalogue seems immediate below half a second',
  },
  {
    metric: 'page_failed',
    holds: 'rate<0.001',
    why: 'visitors keep below the limit of anonymous reads, so none may fail',
  },
];

export const SCENARIOS: Readonly<Record<StormName, Scenario>> = {
  'bid-storm': {
    what: 'Bidders over WebSocket, arriving as bids did in the recorded auctions: wars, flurries, and most at the end.',
    bidders: 200,
    spectators: 50,
    visitors: 0,
    lots: 40,
    minutes: 1,
    pressesPerMinute: 40,
    rampSeconds: 4,
    drops: [],
    thresholds: [...ANSWERED, ...SEEN, ...JOINED],
  },
  spectators: {
    what: 'Thousands of viewers of one sale, and a few bidders who give them something to see.',
    bidders: 10,
    spectators: 2_000,
    visitors: 0,
    lots: 20,
    minutes: 1,
    pressesPerMinute: 20,
    rampSeconds: 10,
    drops: [],
    thresholds: [...ANSWERED, ...SEEN, ...JOINED],
  },
  browse: {
    what: 'Visitors who read sales, catalogues, lots and results over REST while a few people bid.',
    bidders: 10,
    spectators: 10,
    visitors: 100,
    lots: 60,
    minutes: 1,
    pressesPerMinute: 20,
    rampSeconds: 5,
    drops: [],
    thresholds: [...PAGES, ...ANSWERED],
  },
  'sale-day': {
    what: 'A whole sale day: visitors, spectators and bidders come in little by little, and the sale ends in a storm.',
    bidders: 100,
    spectators: 500,
    visitors: 50,
    lots: 60,
    minutes: 2,
    pressesPerMinute: 30,
    rampSeconds: 40,
    drops: [],
    thresholds: [...ANSWERED, ...SEEN, ...JOINED, ...PAGES],
  },
  'thundering-herd': {
    what: 'Everyone but a few bidders loses the connection at the same moment, three times, and all are back together a second later, without the jitter of a browser, to resume where they were.',
    bidders: 50,
    spectators: 1_000,
    visitors: 0,
    lots: 20,
    minutes: 1,
    pressesPerMinute: 20,
    rampSeconds: 8,
    drops: [0.3, 0.5, 0.7],
    thresholds: [
      {
        metric: 'socket_resume',
        holds: 'p(95)<5000',
        why: 'browsers come back over 2.5 s; clients that reconnect at once may take twice as long, which is what a bid in flight waits before its spinner ends',
      },
      {
        metric: 'socket_resume',
        holds: 'max<20000',
        why: 'the time a client gives a connection before it reconnects',
      },
      // While everyone is at the gateway, answers wait behind handshakes: this storm has a wider limit.
      {
        metric: 'bid_answer',
        holds: 'p(95)<5000',
        why: 'a bid that met a drop is settled with the resumed connection',
      },
      {
        metric: 'bid_undecided',
        holds: 'rate<0.001',
        why: 'a drop may delay an outcome, never leave it unknown',
      },
    ],
  },
};

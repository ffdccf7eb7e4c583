import { documentAddress } from '@saleyard/contract/lot-attachments.ts';
import type { SmsReminders } from '@saleyard/domain/account/events.ts';
import { NO_SMS_REMINDERS } from '@saleyard/domain/account/state.ts';
import { decide } from '@saleyard/domain/auction/decide.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import type { AuctionDetails, LotDescription, LotTerms } from '@saleyard/domain/auction/terms.ts';
import { type Plan, plans, play } from '@saleyard/domain/auction/test-support/random-sales.ts';
import {
  autoBid,
  bid,
  details,
  lot,
  scheduled,
  terms,
} from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import type { TextEvent } from '@saleyard/domain/content/text.ts';
import { DAY_MS } from '@saleyard/domain/days.ts';
import { type FeesEvent, FIRST_FEES } from '@saleyard/domain/fees/fee-tables.ts';
import type { FloorBuyersEvent } from '@saleyard/domain/floor-buyers/floor-buyers.ts';
import type { KindsEvent } from '@saleyard/domain/kinds/kinds.ts';
import { emptyContent } from '@saleyard/domain/listing/content.ts';
import type { ListingEvent } from '@saleyard/domain/listing/events.ts';
import type { Values } from '@saleyard/domain/listing/forms/field.ts';
import { fc } from '@saleyard/testing/property.ts';
import type { LogWriter } from './log-writer.ts';

/*
 * A yard with everything that may make two stores answer differently: ties, missing values, any script, large
 * numbers.
 */

const SEED = 20_261_121;
export const RANDOM_SALES = 24;
/** The number of the large sale, and its lots. */
export const LARGE_SALE = 900_719_925_474_099;
export const LARGE_LOTS = 180;
export const LARGE = 'sale-large';
/** The number of the sale that closes in 2096. */
export const LATE_SALE = LARGE_SALE - 1;
/** When it goes live, ms. */
const LATE_SALE_AT = Date.UTC(2096, 9, 1);

/** Staff who did something, so that there is activity to compare. */
const STAFF = ['staff', 'staff-2', 'staff-3', 'auditor'];
export const PEOPLE = ['Q-ann', 'Q-bob', 'Q-cat', 'Q-dan', 'Q-🐄'];
const FIRST_NUMBER = 999_999_999_999_000;
const TEXTS = [
  '',
  'Angus',
  'angus',
  'Ängus',
  'Angus x Hereford',
  'Zebu',
  '牛',
  '🐂',
  '$where',
  'a.b',
  ' ',
  '10',
  '9',
];
const WEIGHTS = [null, 0, 412.5, 412.25, 412.5, 2 ** 31, 1e-7, 280];

const pick = <T>(from: readonly T[], n: number): T => from[n % from.length] as T;

function description(n: number): LotDescription | null {
  if (n % 11 === 10) return null;
  const values = {
    title: `${pick(TEXTS, n)} lot`,
    town: pick(TEXTS, n + 3),
    state: pick(['NSW', 'QLD', '', 'VIC', 'NSW'], n),
    postcode: '2380',
    breed: pick(TEXTS, n * 5),
    sex: pick(['Steer(s)', 'Cow(s)', '', 'Büffel', 'Steer(s)'], n),
    stockCategory: pick(TEXTS, n * 7 + 1),
    ageMinMonths: pick([null, 8, 10, 8], n),
    ageMaxMonths: pick([null, 10, null], n),
    weightAverageKg: pick(WEIGHTS, n * 3),
    weightCurfewKg: pick(WEIGHTS, n + 1),
    weightMinKg: null,
    weightMaxKg: pick(WEIGHTS, n + 2),
    assessorType: 'Agent Assessed',
    agentComment: pick(TEXTS, n + 5),
    additionalTitle: '',
    allocatedSection: '',
    vendorName: pick(TEXTS, n + 2),
  };
  const stated = Object.entries(values).filter(([, value]) => value !== null && value !== '');
  const media = Array.from({ length: n % 4 }, (_, i) => ({
    thumbnail: `/${i}t`,
    url: `/${i}`,
    title: pick(TEXTS, i),
  }));
  return { kept: 'here', details: Object.fromEntries(stated) as Values, media };
}

/** A random sale with its own ids, stopped at any point. */
function randomSale(plan: Plan, n: number): AuctionEvent[] {
  const played = play(plan);
  const kept = n % 3 === 0 ? played : played.slice(0, (played.length * (n % 7)) / 7);
  const events = [...plan.events, ...kept.flatMap((turn) => turn.events)];
  const named = JSON.stringify(events, (key, value) => (key === 'lot' && value ? `s${n}-${value}` : value));
  return (JSON.parse(named) as AuctionEvent[]).map((event) => {
    if (event.type === 'AuctionScheduled') {
      const about: Partial<AuctionDetails> = {
        searchNumber: n + 1,
        public: n % 5 !== 0,
        title: pick(TEXTS, n),
      };
      return { ...event, data: { ...event.data, details: { ...event.data.details, ...about } } };
    }
    if (event.type === 'LotsCatalogued') {
      const lots = event.data.lots.map((terms, i): LotTerms => {
        return { ...terms, searchNumericId: n * 10 + i, description: description(n + i) };
      });
      return { ...event, data: { ...event.data, lots } };
    }
    return event;
  });
}

/** Keeps the events with which a new sale answers commands. */
function newSale() {
  const fold = new AuctionFold();
  const events: AuctionEvent[] = [];
  const run = (command: Parameters<typeof decide>[1]) => {
    const answer = decide(fold.state, command);
    for (const event of answer) fold.apply(event);
    events.push(...answer);
  };
  return { events, run };
}

function largeSale(): AuctionEvent[] {
  const { events, run } = newSale();
  const about = details({ searchNumber: LARGE_SALE, title: 'Large' });
  run({
    at: 0,
    body: {
      type: 'schedule',
      details: about,
      terms: terms({ openAt: 1, liveAt: 1, durationSeconds: 1e6, staggerSeconds: 1 }),
    },
  });
  const lots = Array.from({ length: LARGE_LOTS }, (_, n) =>
    lot({
      lot: `large-${n}`,
      number: String(n + 1),
      searchNumericId: FIRST_NUMBER + n,
      count: pick([1, 20, 20, 3, 1_000_000], n),
      createdBy: pick(PEOPLE, n),
      description: description(n),
    }),
  );
  run({ at: 0, body: { type: 'catalogueLots', lots } });
  run({ at: 1, body: { type: 'advanceClock' } });
  for (let n = 0; n < LARGE_LOTS * 2; n += 1) {
    const on = `large-${(n * 7) % LARGE_LOTS}`;
    const who = pick(PEOPLE, n + 1);
    const cents = 400 + 100 * Math.floor(n / LARGE_LOTS);
    // Many at one instant: own bids are sorted by it.
    run({
      at: 10 + Math.floor(n / 9),
      body: n % 4 === 0 ? autoBid(who, cents + 500, on) : bid(who, cents, on),
    });
  }
  run({ at: 500, body: { type: 'withdraw', lot: 'large-3', reason: '' } });
  return events;
}

/** A sale that closes far in the future so that its lots always count as sold lately. One is offered to another buyer. */
function lateSale(): AuctionEvent[] {
  const { events, run } = newSale();
  const about = details({ searchNumber: LATE_SALE, title: 'Late' });
  const liveAt = LATE_SALE_AT;
  run({ at: 0, body: { type: 'schedule', details: about, terms: terms({ openAt: liveAt, liveAt }) } });
  const lots = Array.from({ length: 24 }, (_, n) => {
    const written = description(n);
    // Every third lot is of one sex, state and weight, so that some are alike in each of them.
    const alike: Values = n % 3 === 0 ? { sex: 'Cow(s)', state: 'QLD', weightAverageKg: 400 + n } : {};
    const described =
      written?.kept === 'here' ? { ...written, details: { ...written.details, ...alike } } : written;
    return lot({
      lot: `late-${n}`,
      number: String(n + 1),
      searchNumericId: FIRST_NUMBER - 100 + n,
      createdBy: pick(PEOPLE, n),
      description: described,
    });
  });
  run({ at: 0, body: { type: 'catalogueLots', lots } });
  run({ at: liveAt, body: { type: 'advanceClock' } });
  for (const frozen of ['late-2', 'late-3', 'late-4'])
    run({ at: liveAt, body: { type: 'freeze', lot: frozen, reason: 'asked for' } });
  run({ at: liveAt + 500, body: { type: 'freeze', reason: 'asked for', cause: 'power' } });
  for (const part of [{}, { lot: 'late-2' }, { lot: 'late-3' }, { lot: 'late-4' }])
    run({ at: liveAt + 900, body: { type: 'resume', reason: 'over', ...part } });
  for (let n = 0; n < 22; n += 1)
    run({ at: liveAt + 1_000, body: bid(pick(PEOPLE, n + 1), 400 + 100 * (n % 5), `late-${n}`) });
  run({ at: liveAt + DAY_MS / 24, body: { type: 'advanceClock' } });
  const offer = { outcome: 'sold', buyer: 'Q-dan', cents: 400, reason: 'mistyped', by: 'staff' } as const;
  run({ at: liveAt + DAY_MS / 24, body: { type: 'correctSale', lot: 'late-1', ...offer } });
  return events;
}

/** Keys of documents shared by several listings. */
export const PARITY_DOCUMENTS = ['a'.repeat(32), 'b'.repeat(32)] as const;

/** A listing of one of the first people, in one of its phases, some at the same instant. */
function listing(n: number): ListingEvent[] {
  const kind = pick(['cattle', 'sheep'] as const, n);
  const content = {
    ...emptyContent(1),
    details: { title: pick(TEXTS, n), vendorName: pick(TEXTS, n + 2) },
    documents: PARITY_DOCUMENTS.slice(0, n % 3).map((key) => ({
      name: `${key.slice(0, 2)}.pdf`,
      uri: documentAddress(key, 'a.pdf'),
      description: '',
    })),
  };
  const at = Math.floor(n / 4);
  const data = { at, kind, auction: pick([LARGE, 'sale-1', 'none'], n), searchNumericId: 500 + n };
  const later: ListingEvent[] = [
    { type: 'ListingSubmitted', data: { at } },
    pick(
      [
        { type: 'ListingApproved', data: { at } },
        { type: 'ListingRefused', data: { at, reason: pick(TEXTS, n), sealed: '' } },
        { type: 'ListingWithdrawn', data: { at, reason: '', sealed: pick(TEXTS, n) } },
        { type: 'ListingDeleted', data: { at } },
      ] as const,
      n,
    ),
  ];
  const started = { ...data, createdBy: pick(PEOPLE.slice(0, 2), n >> 1), origin: { how: 'new' }, content };
  return [{ type: 'ListingStarted', data: started } as ListingEvent, ...later.slice(0, n % 3)];
}

/** Writes the whole yard into a log. */
export async function writeParitySales(writer: LogWriter): Promise<void> {
  const sales = fc.sample(plans, { seed: SEED, numRuns: RANDOM_SALES });
  for (const [n, plan] of sales.entries()) await writer.append(`auction-sale-${n}`, randomSale(plan, n));
  await writer.append(`auction-${LARGE}`, largeSale());
  await writer.append('auction-sale-late', lateSale());
  // Practice sales that are not over, and one that is.
  const lots = ['p1', 'p2', 'p3', 'p4', 'p5'].map((id) => lot({ lot: id, number: id }));
  await writer.append('practice-Q-ann-1', scheduled({}, lots));
  for (const nth of [1, 2, 3, 10]) {
    const over = scheduled({}, [lot({ lot: `over-${nth}` })]);
    await writer.append(`practice-Q-bob-${nth}`, [...over, { type: 'AuctionClosed', data: { at: nth } }]);
  }
  for (let n = 0; n < 24; n += 1) await writer.append(`listing-own-${n}`, listing(n));
  for (let n = 0; n < 6; n += 1) {
    const data = { text: pick(TEXTS, n), tone: 'info', until: n === 4 ? 1 : null };
    await writer.append(
      `notification-banner-${n}`,
      [
        { type: 'NotificationShown', data: { at: n % 4, ...data } },
        ...(n === 5 ? [{ type: 'NotificationEnded', data: { at: 9 } }] : []),
      ],
      pick(STAFF, n),
    );
  }
  await writer.append(
    'content-professions',
    TEXTS.map((name, at) => ({ type: 'ProfessionAdded', data: { at, name } })),
  );
  const kinds: KindsEvent[] = [
    { type: 'KindStopped', data: { at: 0, kind: 'goat', reason: 'footrot' } },
    { type: 'KindStopped', data: { at: 1, kind: 'sheep', reason: 'footrot' } },
    { type: 'KindResumed', data: { at: 2, kind: 'goat' } },
  ];
  await writer.append('kinds-taken', kinds);
  const fees: FeesEvent[] = [
    { type: 'FeesSet', data: { at: 0, from: '1970-01-02', table: FIRST_FEES, reason: 'usual' } },
    { type: 'FeesSet', data: { at: 1, from: '2100-01-01', table: FIRST_FEES, reason: 'later' } },
  ];
  await writer.append('fees-published', fees);
  for (let n = 0; n < 4; n += 1) {
    const buyers: FloorBuyersEvent[] = [
      { type: 'FloorBuyerRegistered', data: { at: n, number: `${214 + n}`, personal: 'sealed' } },
      { type: 'BuyerNumberClaimed', data: { at: 5, number: `${214 + (n % 2)}`, account: pick(PEOPLE, n) } },
    ];
    await writer.append(`floor-sale-${n}`, buyers);
    const published: TextEvent = {
      type: 'TextPublished',
      data: { at: n, version: 2, text: pick(TEXTS, n), note: pick(TEXTS, n + 1) },
    };
    await writer.append(
      `text-${pick(['terms', 'privacy', 'buying', 'faqs'], n)}`,
      [published],
      pick(STAFF, n),
    );
  }
  for (const [n, person] of PEOPLE.slice(0, -1).entries()) {
    const account = {
      numericId: n + 1,
      shortId: `B${n + 1}`,
      personal: 'sealed',
      status: n === 2 ? 'approved-buyer-seller' : 'approved-buyer',
    };
    const lists = { type: 'buyer', role: null, stockTypes: [], approvedStockTypes: [] };
    const cattle = { ...NO_SMS_REMINDERS.cattle, AuctionOpenReminder: true, OneDayReminder: n % 2 === 0 };
    const smsReminders: SmsReminders = { ...NO_SMS_REMINDERS, cattle };
    const settings = { type: 'SettingsChanged', data: { at: 1, smsReminders } };
    const watching = Array.from({ length: n * 20 }, (_, i) => ({
      type: 'LotWatched',
      data: { at: i, lot: i % 2 === 0 ? `large-${i}` : `s${i % RANDOM_SALES}-1`, auction: 'any' },
    }));
    const search = { name: 'sealed', criteria: 'sealed', isPaused: false, since: 1 };
    const by = { banner: n % 2 === 0, email: true };
    const saved = { at: 1, search: 's1', ...search, alertBy: by };
    const lots = { lots: ['s1-1', 'large-7'], count: 2 };
    const matched = {
      at: n * 1_000,
      alert: `x${n}`,
      auction: 'sale-1',
      searches: ['s1'],
      by,
      ...lots,
    };
    await writer.append(
      `lot-templates-${person}`,
      Array.from({ length: n * 2 + 1 }, (_, i) => {
        const template = { template: `t${i}`, kind: pick(['cattle', 'sheep'], i), sealed: pick(TEXTS, i) };
        return { type: 'TemplateSaved', data: { at: i, ...template } };
      }),
    );
    await writer.append(`account-${person}`, [
      { type: 'AccountRegistered', data: { at: 0, ...account, ...lists } },
      settings,
      { type: 'SearchSaved', data: saved },
      { type: 'LotsMatched', data: matched },
      ...watching,
    ]);
  }
}

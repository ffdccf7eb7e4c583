import { OwnResult } from '@saleyard/contract/bids.ts';
import { EMPTY_PROFILE, LIVESTOCK_AGENT } from '@saleyard/domain/account/profile.ts';
import { bid, details, lot, terms } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import { fullContent, keptContent } from '@saleyard/domain/listing/test-support/example-listings.ts';
import { bodyCheck } from '@saleyard/http/validation.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { parse } from 'csv-parse/sync';
import * as assert from 'uvu/assert';
import { ACCOUNTS } from '../accounts/accounts.projection.ts';
import { LISTING_CONTENTS } from '../listings/listings.projection.ts';
import { readPdf } from '../test-support/read-pdf.ts';
import { ANN, BOB, ServedSales, STAFF, VERA } from '../test-support/served-sales.ts';
import { counterpartiesOf } from './counterparties.ts';
import { ownResults } from './participation.queries.ts';

const test = suite('the other side of what a seller sold or bought', { limitMs: 30_000 });
const [SUE, TOM, GONE] = ['agent-sue', 'vendor-tom', 'forgotten'];
let served: ServedSales;

const officeAddress = {
  address1: '12 Farm Road',
  address2: '',
  town: 'TAMWORTH',
  state: 'NSW',
  postcode: '2340',
};
const ANNS = {
  ...EMPTY_PROFILE,
  firstName: 'Ann',
  lastName: 'Lee',
  tradingName: 'Lee Pastoral',
  email: 'ann@lee.example',
  phone: '0411111111',
  PIC: 'NA123456',
  officeAddress,
  agentName: 'Al Gent',
  agencyName: 'Gent & Co',
  agentPhone: '0422222222',
};

/** A lot with a listing, whose form is read with its personal fields decrypted. */
async function listed(id: string, createdBy: string, vendorName: string | null): Promise<void> {
  const content = keptContent('cattle', {
    details:
      vendorName === null
        ? { vendorName, vendorPic: null }
        : { vendorName, vendorPhone: 'opened vendorPhone', vendorEmail: 'opened vendorEmail' },
  });
  const meta = { at: 1, commandId: newId(), actor: { kind: 'user', id: createdBy }, schema: 2 } as const;
  const data = {
    at: 1,
    kind: 'cattle',
    auction: 'b1',
    searchNumericId: 900,
    createdBy,
    origin: { how: 'new' },
    content,
  };
  await served.log.append(`listing-${id}`, -1, [{ id: newId(), type: 'ListingStarted', data, meta }]);
}

test.before(async () => {
  served = await ServedSales.start();
  served.profiles.set(ANN, ANNS);
  served.profiles.set(SUE, {
    ...EMPTY_PROFILE,
    firstName: 'Sue',
    lastName: 'Ellis',
    tradingName: 'Ellis Livestock',
    profession: LIVESTOCK_AGENT,
    phone: '0433333333',
    email: 'sue@ellis.example',
    PIC: '',
  });
  served.profiles.set(TOM, { ...ANNS, firstName: 'Tom', lastName: 'Ash', agentName: '', agencyName: '' });
  const lots = [SUE, TOM, GONE, TOM, TOM, SUE].map((createdBy, n) =>
    lot({ lot: `b1-lot-${n + 1}`, number: String(n + 1), searchNumericId: 901 + n, createdBy }),
  );
  await listed('b1-lot-1', SUE, 'Wattle Park');
  await listed('b1-lot-2', TOM, null);
  await listed('b1-lot-3', GONE, 'Nobody Pastoral');
  await listed('b1-lot-5', TOM, 'Ash Pastoral');
  await served.sell(
    'b1',
    {
      at: 0,
      body: {
        type: 'schedule',
        details: details({ searchNumber: 13 }),
        terms: terms({ openAt: 1, liveAt: 5, durationSeconds: 10 }),
      },
    },
    { at: 0, body: { type: 'catalogueLots', lots } },
    { at: 5, body: { type: 'advanceClock' } },
    ...[1, 2, 3, 5, 6].map((n) => ({ at: 6, body: bid(VERA, 400_000, `b1-lot-${n}`) })),
    // Vera led once on the lot that Ann bought.
    { at: 6, body: bid(VERA, 400_000, 'b1-lot-4') },
    { at: 7, body: bid(ANN, 500_000, 'b1-lot-4') },
    { at: 3e9, body: { type: 'advanceClock' } },
  );
});
test.after(() => served.stop());

type Result = OwnResult & Record<string, unknown>;
async function resultOf(account: string, id: string): Promise<Result | undefined> {
  const { body } = await served.get('lots/my-results', account);
  return (body as unknown as Result[]).find(({ _id }) => _id === id);
}
const contactIn = (result: Result | undefined) =>
  Object.fromEntries(Object.entries(result ?? {}).filter(([name]) => name.startsWith('vendorOrBuyer')));

test('[S134] [S219] who sold a lot reads how its buyer is reached', async () => {
  const sold = await resultOf(VERA, 'a6-lot-2');
  assert.is(sold?.status, 'sold');
  assert.equal(contactIn(sold), {
    vendorOrBuyer: 'Ann Lee',
    vendorOrBuyerNumber: 'B1',
    vendorOrBuyerTradingName: 'Lee Pastoral', // [S140]
    vendorOrBuyerEmail: 'ann@lee.example', // [S136]
    vendorOrBuyerPhone: '0411111111', // [S141]
    vendorOrBuyerPic: 'NA123456', // [S137]
    vendorOrBuyerOfficeAddress: '12 Farm Road, TAMWORTH NSW 2340', // [S138]
    vendorOrBuyerAgentName: 'Al Gent', // [S139]
    vendorOrBuyerAgentTradingName: 'Gent & Co',
    vendorOrBuyerAgentPhone: '0422222222',
  });
  assert.is(bodyCheck(OwnResult)(sold).outcome, 'valid');
});

test('[S135] who bought a lot that an agent listed reads of its vendor, and of the agent', async () => {
  const bought = await resultOf(VERA, 'b1-lot-1');
  assert.is(bought?.status, 'bought');
  const { details: stated } = fullContent();
  assert.equal(contactIn(bought), {
    vendorOrBuyer: 'Wattle Park',
    vendorOrBuyerNumber: '',
    vendorOrBuyerTradingName: '',
    vendorOrBuyerEmail: 'opened vendorEmail', // [S136]
    vendorOrBuyerPhone: 'opened vendorPhone', // [S141]
    vendorOrBuyerPic: stated?.['vendorPic'], // [S137]
    vendorOrBuyerOfficeAddress: '',
    vendorOrBuyerAgentName: 'Sue Ellis', // [S139]
    vendorOrBuyerAgentTradingName: 'Ellis Livestock',
    vendorOrBuyerAgentPhone: '0433333333',
  });
});

test('what a vendor’s lot does not state is read from their profile', async () => {
  const contact = contactIn(await resultOf(VERA, 'b1-lot-2'));
  assert.equal(
    ['vendorOrBuyer', 'vendorOrBuyerEmail', 'vendorOrBuyerPic'].map((name) => contact[name]),
    ['Tom Ash', 'ann@lee.example', 'NA123456'],
  );
});

test('who was forgotten is in no result, nor who dealt with somebody else', async () => {
  const forgotten = await resultOf(VERA, 'b1-lot-3');
  assert.is(forgotten?.status, 'bought');
  assert.equal(contactIn(forgotten), {});
  const lost = await resultOf(VERA, 'b1-lot-4');
  assert.is(lost?.status, 'sold');
  assert.equal(contactIn(lost), {});
});

test('each person and each kind of document is read once, however many lots changed hands', async () => {
  const { documents } = served;
  const [people, reads] = [[] as string[], [] as string[]];
  const counted: Documents = Object.assign(Object.create(documents), {
    get(collection: string, id: string) {
      reads.push(collection);
      return documents.get(collection, id);
    },
    find(...[collection, ...rest]: Parameters<Documents['find']>) {
      reads.push(collection);
      return documents.find(collection, ...rest);
    },
  });
  const counterparties = counterpartiesOf(counted, {
    async profileOf(account) {
      people.push(account);
      return served.profiles.get(account) ?? null;
    },
    openTexts: async (texts) => texts.map(({ clear, sealed }) => clear || sealed.replace(/^sealed:/, '')),
  });
  const { results } = await ownResults(documents, VERA, { page: 1, limit: 50 });
  const known = await counterparties({ _id: VERA, role: null, status: 'approved-seller' }, results);
  const names = new Map(known.map(({ _id, vendorOrBuyer }) => [_id, vendorOrBuyer]));
  assert.equal(
    ['a6-lot-2', 'b1-lot-1', 'b1-lot-2', 'b1-lot-3', 'b1-lot-5', 'b1-lot-6'].map((lot) => names.get(lot)),
    ['Ann Lee', 'Wattle Park', 'Tom Ash', undefined, 'Ash Pastoral', ''],
  );
  assert.equal(people.toSorted(), [VERA, ANN, SUE, TOM, GONE].toSorted());
  assert.equal(reads.filter((collection) => collection === ACCOUNTS).length, 1);
  assert.equal(reads.filter((collection) => collection === LISTING_CONTENTS).length, 1);
  assert.ok(reads.length <= 4, reads.join(', '));
});

test('an agent reads the vendor of each lot that they listed, and a vendor does not', async () => {
  const named = async (account: string) => {
    const counterparties = counterpartiesOf(served.documents, {
      profileOf: async (id) => served.profiles.get(id) ?? null,
      openTexts: async (texts) => texts.map(({ clear, sealed }) => clear || sealed.replace(/^sealed:/, '')),
    });
    const { results } = await ownResults(served.documents, account, { page: 1, limit: 50 });
    const known = await counterparties({ _id: account, role: null, status: 'approved-seller' }, results);
    return known.map(({ _id, vendorName }) => [_id, vendorName] as const);
  };
  assert.equal(await named(SUE), [
    ['b1-lot-1', 'Wattle Park'],
    ['b1-lot-6', undefined],
  ]);
  assert.ok((await named(TOM)).every(([, name]) => name === undefined));
});

test('[S142] buyers read no contact, and neither do staff', async () => {
  for (const [account, id] of [
    [ANN, 'a6-lot-2'],
    [ANN, 'b1-lot-4'],
    [BOB, 'a6-lot-2'],
  ] as const) {
    const result = await resultOf(account, id);
    assert.ok(result, id);
    assert.equal(contactIn(result), {});
  }
  assert.is(await resultOf(STAFF, 'a6-lot-2'), undefined);
});

test('the PDF and the CSV of an agent name vendors in a column, as the screen does; those of others have none', async () => {
  const download = async (query: '' | '?type=pdf') => {
    const response = await fetch(`${served.base}/print/lots/my-result${query}`, {
      headers: { 'x-test-account': VERA, 'x-saleyard-position': String(await served.lastPosition()) },
    });
    return new Uint8Array(await response.arrayBuffer());
  };
  const csvRows = async () =>
    parse(Buffer.from(await download('')), { columns: true, bom: true }) as Record<string, string>[];
  const pdfText = async () => (await readPdf(await download('?type=pdf'))).pages.join(' ');
  await listed('a6-lot-2', VERA, 'Myall Creek');
  await served.followed();
  const unnamed = await csvRows();
  assert.ok(unnamed.length > 0 && unnamed.every((row) => !('Vendor' in row)));
  assert.not.match(await pdfText(), /Vendor|Myall/);
  served.profiles.set(VERA, { ...EMPTY_PROFILE, profession: LIVESTOCK_AGENT });
  const named = (await csvRows()).flatMap(({ Auction, Lot, Vendor = '' }) =>
    Vendor === '' ? [] : [[Auction, Lot, Vendor]],
  );
  assert.equal(
    named.map(([, , vendor]) => vendor),
    ['Myall Creek'],
  );
  assert.match(await pdfText(), /Listing Vendor Head.*Myall Creek/);
});

test.run();

import { LIVESTOCK_AGENT } from '@saleyard/domain/account/profile.ts';
import { saleDay } from '@saleyard/domain/days.ts';
import { KIND_TYPES, type KindType } from '@saleyard/domain/listing/stock.ts';
import { fullContent, sentContent } from '@saleyard/domain/listing/test-support/example-listings.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { suite } from '@saleyard/testing/suite.ts';
import sharp from 'sharp';
import * as assert from 'uvu/assert';
import { loadAggregate } from '../handle-command.ts';
import { type Answered, registrationOf } from '../test-support/running-command-api.ts';
import { type Selling, startSelling } from '../test-support/selling.ts';
import { openPersonal } from './personal-fields.ts';

// The rules of a submitted lot as a caller sees them: each in the refusal's message, word for word.

const test = suite('what the call that submits a lot refuses', { limitMs: 60_000 });
let selling: Selling;
let api: Selling['api'];
let cookie: string;
const sales: Partial<Record<KindType, string>> = {};
test.before(async () => {
  selling = await startSelling();
  ({ api } = selling);
  await api.register('all@yard.example', SELLS);
  cookie = await api.signIn('all@yard.example');
});
test.after(() => api.stop());

const SELLS = {
  status: 'approved-seller',
  type: 'seller',
  approvedStockTypes: ['Cattle', 'Sheep', 'Goat'],
} as const;

type Change = Record<string, unknown> & { details?: Record<string, unknown> };

/** A complete lot of a kind, with a change. Members that are undefined are omitted. */
function whole(kind: KindType, { details, ...change }: Change = {}) {
  const content = sentContent(fullContent(kind));
  const { far } = selling;
  const days = { assessmentDate: far(-1), earliestDelivery: far(23), latestDelivery: far(30) };
  return { ...content, ...change, details: { ...content.details, ...days, ...details } };
}

const saleOf = async (kind: KindType) => {
  const sale = sales[kind] ?? (await selling.scheduled({ kind }));
  sales[kind] = sale;
  return sale;
};

const idOf = ({ body }: Answered) => String((body['data'] as { _id?: string })._id);

async function begin(kind: KindType, change?: Change, sale?: string): Promise<string> {
  const at = sale ?? (await saleOf(kind));
  const body = { lot: whole(kind, change) };
  const answer = await api.call('POST', `auctions/${at}/lots`, { cookie, body });
  assert.is(answer.status, 201, JSON.stringify(answer.body));
  return idOf(answer);
}

const messagesOf = ({ body }: Answered) =>
  ((body['errors'] ?? []) as { message: string }[]).map(({ message }) => message).sort();

const submit = (lot: string) => api.call('POST', `lots/${lot}/submit`, { cookie, body: {} });

/** The messages of the refusal of a lot that is complete but for the change; none when it was accepted. */
async function refused(kind: KindType, change: Change): Promise<string[]> {
  const answer = await submit(await begin(kind, change));
  assert.ok([200, 400].includes(answer.status), JSON.stringify(answer.body));
  return messagesOf(answer);
}

const missing = (title: string) => `Please enter ${title} This is a required field*`;

test('[S301] [S303] [S304] [S307] [S316] [S317] [S319] [S320] [S321] [S327] [S329] cattle that lack what they must have', async () => {
  const messages = await refused('cattle', {
    description: ' ',
    bidding: null,
    bidIncrementCents: null,
    startPrice: null,
    count: null,
    heads: [{ weightLive: 0, fatScore: 0 }],
    details: { breed: undefined, sex: undefined, temperament: undefined, earliestDelivery: undefined },
  });
  assert.equal(
    messages,
    [
      'Please Enter Stock Description',
      'Please select bidding',
      'Please select bid increment',
      missing('Start Price'),
      'Please Enter Number of Head',
      missing('Live Weight'),
      missing('Fat Score'),
      missing('Breed'),
      missing('Sex'),
      'Please enter Temperament. This is a required field*',
      missing('Earliest Delivery'),
    ].sort(),
  );
});

test('[S316] [S317] [S318] [S319] the other fields that every kind must have', async () => {
  const without = {
    ...{ title: undefined, vendorName: undefined, vendorPic: undefined, town: undefined, state: undefined },
    ...{ postcode: undefined, stockCategory: undefined, assessmentDate: undefined },
  };
  const titles = ['Title', 'Vendor', 'Vendor PIC', 'Town', 'State', 'Postcode', 'Stock category'];
  const messages = [...titles, 'Assessment Date'].map(missing).sort();
  for (const kind of ['cattle', 'sheep', 'goat', 'sheep-abblamb'] as const)
    assert.equal(await refused(kind, { details: without }), messages, kind);
});

test('[S315] no more than 2000 head are weighed', async () => {
  const lot = await begin('cattle', { count: 3_000, heads: [] });
  assert.is(await saves(lot, 'cattle', { countWeighed: 2_000 }), 'saved');
  assert.is(
    await saves(lot, 'cattle', { countWeighed: 2_001 }),
    'Maximum allowed upload of head weighted is 2000 per lot',
  );
});

test('[S302] [S324] a mob on walk-over scales needs no description and no rows of heads', async () => {
  assert.equal(await refused('cattle', { description: '', heads: [], optiweighAllowed: true }), []);
});

test('[S305] [S313] a reserve under the start price, and more weighed than there are', async () => {
  assert.equal(await refused('cattle', { reserveCents: 119_999, count: 1, countWeighed: 2, heads: [] }), [
    'Number of Head Weighed cannot exceed Number of Head',
    ...Array(2).fill(missing('Fat Score')),
    ...Array(2).fill(missing('Live Weight')),
    "Your Reserve Price can't be lower than your Start Price",
  ]);
});

test('[S310] [S311] [S312] [S323] [S521] of sheep a share is weighed, of prime lambs all, each in a row', async () => {
  const few =
    'Approx 20% of the sale lot must be weighed for the assessment. PLEASE NOTE: 100% of prime lambs must be weighed.';
  for (const countWeighed of [0, null])
    assert.equal(await refused('sheep', { countWeighed, heads: [] }), [
      'Please enter Number of Head Weighed',
    ]);
  for (const kind of ['cattle', 'sheep-abblamb'] as const)
    assert.equal(await refused(kind, { countWeighed: 0, heads: [] }), [], kind); // [S310]
  assert.equal(await refused('sheep', { count: 11 }), [few], '2 of 11');
  assert.equal(await refused('sheep', { count: 10 }), [], '2 of 10');
  const prime = { stockCategory: 'Prime Lambs' };
  assert.equal(await refused('sheep', { count: 3, details: prime }), [few], '2 of 3 prime lambs');
  const { body } = await submit(await begin('sheep', { heads: [{ weightLive: 41, fatScore: 3 }] }));
  // [S323]
  assert.equal(
    (body['errors'] as { field: string; message: string }[]).map(({ field, message }) => [field, message]),
    [
      ['heads[1].weightLive', missing('Live Weight')],
      ['heads[1].fatScore', missing('Fat Score')],
    ],
  );
});

test('[S325] [S326] goats that were not weighed have no rows; young stock say whether they are weaned', async () => {
  assert.equal(await refused('goat', { countWeighed: 1, heads: [] }), [
    missing('Fat Score'),
    missing('Live Weight'),
  ]);
  assert.equal(await refused('goat', { countWeighed: 0, heads: [], details: { stockCategory: 'Kids' } }), [
    missing('Have Weaned'),
  ]);
});

test('[S308] [S309] [S322] [S343] abblambs: fat scores of 100%, a grazing condition, and no signature', async () => {
  const unsigned = { acceptenceOnTerms: false, vendorSignedForm: false, isLicencedAgent: false };
  assert.equal(
    await refused('sheep-abblamb', { ...unsigned, details: { fatScore3: 39, grazingConditions: [] } }),
    [
      'Minimum of 1 Grazing Condition must be Selected',
      'Total Fat Score Percentage must be equal to 100% when combined',
    ],
  );
  assert.equal(await refused('sheep-abblamb', unsigned), []);
});

test('[S341] [S342] [S344] [S345] [S346] the declaration of every other kind', async () => {
  const unsigned = { acceptenceOnTerms: false, vendorSignedForm: false, isLicencedAgent: false };
  for (const kind of ['cattle', 'sheep', 'goat'] as const)
    assert.equal(await refused(kind, unsigned), ['Please Accept Terms & Conditions'], kind);
  // A vendor who accepts the terms need not sign, and a signature alone is not enough. [S449]
  const ink = await sharp({ create: { width: 600, height: 200, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
  for (const kind of ['cattle', 'sheep', 'goat'] as const) {
    assert.equal(await refused(kind, { ...unsigned, acceptenceOnTerms: true }), [], kind);
    const lot = await begin(kind, unsigned);
    const signed = await api.call('POST', `lots/${lot}/signatures/vendor`, { cookie, body: ink });
    assert.is(signed.status, 201, JSON.stringify(signed.body));
    assert.equal(messagesOf(await submit(lot)), ['Please Accept Terms & Conditions'], kind);
  }
  const { person } = registrationOf('agent@yard.example');
  await api.register('agent@yard.example', {
    ...SELLS,
    person: { ...person, profession: LIVESTOCK_AGENT },
  });
  const vendor = cookie;
  cookie = await api.signIn('agent@yard.example');
  for (const kind of ['cattle', 'sheep', 'goat'] as const)
    assert.equal(
      await refused(kind, unsigned),
      ['Please Accept Terms & Conditions', 'Please Sign Assessment Form', missing('Licensed Agent')].sort(),
      kind,
    );
  for (const [change, message] of [
    [{ isLicencedAgent: false }, missing('Licensed Agent')], // [S344]
    [{ vendorSignedForm: false }, 'Please Sign Assessment Form'], // [S342] [S345]
    [{ acceptenceOnTerms: false }, 'Please Accept Terms & Conditions'], // [S346]
  ] as const)
    assert.equal(await refused('cattle', change), [message]);
  assert.equal(await refused('cattle', {}), [], 'an agent lists a lot'); // [S003]
  cookie = vendor;
});

test('[S356] [S357] [S358] [S359] [S360] dates on the wrong side of the sale, of today and of each other', async () => {
  const { far } = selling;
  assert.equal(
    await refused('cattle', {
      details: {
        assessmentDate: far(23),
        weaningDate: far(2),
        earliestDelivery: far(19),
        latestDelivery: far(18),
      },
    }),
    [
      'Assessment Date cannot be later than the auction date',
      'Weaning Date cannot be later than today',
      'Earliest Delivery cannot be earlier than the auction date',
      'Latest Delivery cannot be earlier than the auction date',
      'Earliest Delivery must not be later than Latest Delivery',
    ].sort(),
  );
  const today = saleDay(api.clock.now());
  assert.equal(await refused('cattle', { details: { assessmentDate: today, weaningDate: today } }), []);
  // The day of the sale is late enough for deliveries, and not too late for the assessment.
  const sale = await api.documents.get<{ liveAt: number }>('auctions', await saleOf('cattle'));
  const dayAfter = (days: number) => saleDay((sale?.liveAt ?? 0) + days * 24 * 3_600_000);
  const live = { assessmentDate: dayAfter(0), earliestDelivery: dayAfter(0), latestDelivery: dayAfter(0) };
  assert.equal(await refused('cattle', { details: live }), []);
  assert.equal(await refused('cattle', { details: { ...live, assessmentDate: dayAfter(1) } }), [
    'Assessment Date cannot be later than the auction date',
  ]);
});

/** The refusals, beyond those of a draft without description, once these changes are saved. */
async function alsoRefused(lot: string, kind: KindType, change: Change): Promise<string[]> {
  const saved = await api.call('PUT', `auctions/${await saleOf(kind)}/lots/${lot}`, {
    cookie,
    body: { lot: change },
  });
  assert.is(saved.status, 200, JSON.stringify(saved.body));
  const messages = messagesOf(await submit(lot));
  assert.ok(messages.includes('Please Enter Stock Description'));
  return messages.filter((message) => message !== 'Please Enter Stock Description');
}

test('[S330] [S331] [S332] [S333] [S334] [S335] [S336] [S337] [S338] [S339] the vendor’s PIC is one of the vendor’s state', async () => {
  const lot = await begin('cattle', { description: '' });
  const pics: [state: string, right: string[], wrong: string[]][] = [
    ['NSW', ['NA123456', 'NK123456'], ['NL123456', 'NA12345', 'NAB12345']],
    ['QLD', ['QABC1234'], ['QAB12345', 'QABCD123', 'QABC123', 'NABC1234']],
    ['VIC', ['3ABCD123'], ['3ABC1234', '2ABCD123']],
    ['WA', ['WABC1234'], ['WAB12345', 'VABC1234']],
    ['SA', ['SA123456', 'SB123456', 'SC123456', 'SK123456'], ['SD123456', 'SA12345']],
    ['NT', ['TABC1234'], ['TAB12345', 'NABC1234']],
    ['TAS', ['MABC1234'], ['MAB12345', 'TABC1234']],
    ['ACT', ['NA123456'], ['NL123456', 'TABC1234']],
  ];
  for (const [state, right, wrong] of pics) {
    for (const vendorPic of right)
      assert.equal(await alsoRefused(lot, 'cattle', { details: { state, vendorPic } }), [], vendorPic);
    for (const vendorPic of wrong)
      assert.match(
        (await alsoRefused(lot, 'cattle', { details: { state, vendorPic } })).join(),
        /^Please Enter correct Vendor PIC\. It must be [^,]+, .* digits \([A-Z]+\)\.$/,
        vendorPic,
      );
  }
});

test('[S340] [S352] a draft keeps without a PIC, and one in lower case counts as in upper case', async () => {
  const lot = await begin('cattle', { description: '', details: { vendorPic: undefined } });
  assert.equal(await alsoRefused(lot, 'cattle', {}), [missing('Vendor PIC')]);
  assert.equal(await alsoRefused(lot, 'cattle', { details: { vendorPic: 'na123456' } }), []);
  const { state } = await loadAggregate(api, STREAMS.listing, lot);
  const opened = state && (await openPersonal(api.secrets, state.createdBy, state.content));
  assert.is(opened?.['vendorPic']?.value, 'NA123456'); // [S352]
  for (const vendorPic of ['', null])
    assert.is(await saves(lot, 'cattle', { details: { vendorPic } }), 'saved', 'it is emptied again'); // [S340]
  assert.equal(await alsoRefused(lot, 'cattle', {}), [missing('Vendor PIC')]);
});

test('[S522] [S523] [S524] [S525] [S526] [S527] [S528] [S529] [S530] increments and units that a kind may be sold by', async () => {
  const wrong = ['Please select bid increment'];
  const choices: [KindType, unit: string, right: number[], wrong: number[]][] = [
    ['cattle', 'head', [500, 1_000, 2_000], [200, 5_000]],
    ['cattle', 'kg', [1, 2, 5], [3, 10]],
    ['sheep', 'head', [100, 200, 500], [50, 1_000]],
    ['goat', 'head', [100, 200, 500], [50, 1_000]],
    ['sheep-abblamb', 'head', [100], [200, 500]],
  ];
  for (const [kind, bidding, right, others] of choices) {
    const lot = await begin(kind, { description: '' });
    const save = (bidIncrementCents: number) => alsoRefused(lot, kind, { bidding, bidIncrementCents });
    for (const cents of right) assert.equal(await save(cents), [], `${kind} ${bidding} ${cents}`);
    for (const cents of others) assert.equal(await save(cents), wrong, `${kind} ${bidding} ${cents}`);
  }
  for (const [kind, title] of [
    ['sheep', 'Sheep'],
    ['goat', 'Goat'],
    ['sheep-abblamb', 'AbbLamb'],
  ] as const) {
    const lot = await begin(kind, { description: '' });
    const messages = await alsoRefused(lot, kind, { bidding: 'kg' });
    assert.ok(messages.includes(`${title} is sold by the head only`), kind);
  }
});

/** Whether a draft may be saved with this change, and if not, why. */
async function saves(lot: string, kind: KindType, change: Change): Promise<string> {
  const answer = await api.call('PUT', `auctions/${await saleOf(kind)}/lots/${lot}`, {
    cookie,
    body: { lot: change },
  });
  return answer.status === 200 ? 'saved' : (messagesOf(answer)[0] ?? '');
}

test('[S531] [S532] [S533] [S534] [S535] weights are adjusted and gained by the steps of the kind', async () => {
  const adjusted = 'Weight adjustment is not one of the choices';
  const gained = 'Weight gain is not one of the choices';
  const lots = {
    cattle: await begin('cattle'),
    sheep: await begin('sheep'),
    goat: await begin('goat'),
    'sheep-abblamb': await begin('sheep-abblamb'),
  };
  for (const kind of KIND_TYPES) {
    const save = (adjustWeight: number) => saves(lots[kind], kind, { adjustWeight });
    for (const percent of [-20, -0.25, 0, 0.25, 20])
      assert.is(await save(percent), 'saved', `${kind} ${percent}`); // [S531]
    assert.is(await save(0.3), adjusted, kind); // [S531]
    for (const percent of [20.25, -20.25]) assert.is.not(await save(percent), 'saved', `${kind} ${percent}`); // [S531]
  }
  for (const adjustWeight of [-3.9, -1.1])
    assert.is(await saves(lots['sheep-abblamb'], 'sheep-abblamb', { adjustWeight }), 'saved');
  for (const adjustWeight of [-4.1, -0.9])
    assert.is(await saves(lots['sheep-abblamb'], 'sheep-abblamb', { adjustWeight }), adjusted);
  assert.is(await saves(lots.sheep, 'sheep', { adjustWeight: -3.9 }), adjusted);
  for (const weightGain of [0, 0.5, 5])
    assert.is(await saves(lots.cattle, 'cattle', { weightGain }), 'saved', String(weightGain));
  assert.is(await saves(lots.cattle, 'cattle', { weightGain: 0.25 }), gained);
  assert.is.not(await saves(lots.cattle, 'cattle', { weightGain: 5.5 }), 'saved');
  for (const kind of ['sheep', 'goat'] as const) {
    for (const weightGain of [0, 0.05, 0.5])
      assert.is(await saves(lots[kind], kind, { weightGain }), 'saved', `${kind} ${weightGain}`);
    for (const weightGain of [0.02, 0.55])
      assert.is(await saves(lots[kind], kind, { weightGain }), gained, `${kind} ${weightGain}`);
  }
});

test('[S347] [S353] [S367] a draft may lack anything, and hold nothing beyond a limit', async () => {
  const lot = await begin('cattle', {
    description: '',
    acceptenceOnTerms: false,
    details: { breed: undefined },
  });
  // [S367]
  assert.equal(
    messagesOf(await submit(lot)),
    ['Please Accept Terms & Conditions', 'Please Enter Stock Description', missing('Breed')].sort(),
  );
  const score = 'Fat Score must be a whole number from 1 to 5';
  for (const fatScore of [6, 2.5, -1])
    assert.is(await saves(lot, 'cattle', { heads: [{ weightLive: 400, fatScore }] }), score);
  for (const fatScore of [1, 5])
    assert.is(await saves(lot, 'cattle', { heads: [{ weightLive: 400, fatScore }] }), 'saved');
  assert.is(await saves(lot, 'cattle', { saleConditions: 'x'.repeat(150) }), 'saved');
  assert.is.not(await saves(lot, 'cattle', { saleConditions: 'x'.repeat(151) }), 'saved');
  assert.is(await saves(lot, 'cattle', { maxVendorBids: 20 }), 'saved');
  assert.is.not(await saves(lot, 'cattle', { maxVendorBids: 21 }), 'saved'); // [S537]
});

test('[S354] [S355] [S387] useful links: at most six addresses, each with its scheme', async () => {
  const lot = await begin('cattle');
  const link = (url: string) => ({ url, description: '', isPdf: false });
  for (const wrong of ['not a link', 'https://saleyard.example@evil.example'])
    assert.is(await saves(lot, 'cattle', { usefulLinks: [link(wrong)] }), 'URL should be valid', wrong);
  assert.is(await saves(lot, 'cattle', { usefulLinks: Array(6).fill(link('example.com/a')) }), 'saved');
  const { content } = (await loadAggregate(api, STREAMS.listing, lot)).state ?? {};
  assert.is(content?.usefulLinks[0]?.url, 'https://example.com/a');
  const addresses = ['http://example.com/b', 'https://example.com/c'];
  assert.is(await saves(lot, 'cattle', { usefulLinks: addresses.map(link) }), 'saved');
  const kept = (await loadAggregate(api, STREAMS.listing, lot)).state?.content.usefulLinks;
  assert.equal(
    kept?.map(({ url }) => url),
    addresses,
  );
  assert.is.not(await saves(lot, 'cattle', { usefulLinks: Array(7).fill(link('example.com/a')) }), 'saved');
});

test('a seller saves readings of walk-over scales, and takes them away again', async () => {
  const lot = await begin('cattle', { optiweighAllowed: true });
  const reading = { date: '2026-09-30', weight: 412.5, averageDailyGain: 0.85 };
  const optiweigh = { days: [reading], weights: [400, 425] };
  assert.is(await saves(lot, 'cattle', { mobEntryWeight: 280.5, optiweigh }), 'saved');
  const content = async () => (await loadAggregate(api, STREAMS.listing, lot)).state?.content;
  const now = await content();
  assert.equal([now?.mobEntryWeight, now?.optiweigh], [280.5, optiweigh]);
  const twice = { days: [reading, reading], weights: [] };
  assert.is(
    await saves(lot, 'cattle', { optiweigh: twice }),
    'Reading 2: there is a reading of this day already',
  );
  assert.is(await saves(lot, 'cattle', { optiweigh: { days: [], weights: [] } }), 'saved');
  assert.equal((await content())?.optiweigh, { days: [], weights: [] });
});

test('[B279] [B280] [B282] [S234] [S235] [S238] [S239] [S240] [S241] [S242] a lot whose sale takes no more stays a draft, and the call says why', async () => {
  const own = await selling.scheduled();
  const lot = await begin('cattle', {}, own);
  const shown = await api.documents.get<Record<string, unknown>>('auctions', own);
  for (const [change, why] of [
    [{ cancelled: true }, 'This Auction is Cancelled'],
    [{ state: 'closed' }, 'This Auction is Closed'],
    [{ state: 'live' }, 'This Auction is Live'],
    [{ state: 'open' }, 'This Auction is Open'],
    [{ editLotDisabledAt: api.clock.now() - 1 }, 'You can no longer add lots to this Auction'],
  ] as const) {
    await api.documents.upsert('auctions', own, { ...shown, ...change });
    const answer = await submit(lot);
    assert.equal([answer.status, messagesOf(answer)], [409, [why]], why);
    const another = await api.call('POST', `auctions/${own}/lots`, { cookie, body: { lot: {} } });
    assert.is(another.status, 409, why);
    assert.is((await loadAggregate(api, STREAMS.listing, lot)).state?.phase, 'draft', why);
  }
});

test.run();

import { setTimeout as pause } from 'node:timers/promises';
import { mailTokenOf } from '@saleyard/command-api/saved-searches/mail-token.ts';
import { ERRORS, type ErrorCode } from '@saleyard/contract/errors.ts';
import { PART_BYTES } from '@saleyard/contract/lot-media.ts';
import { NAMED_ANSWERS, openApi } from '@saleyard/contract/openapi.ts';
import { errorsOf, type Operation, queryOf } from '@saleyard/contract/operation.ts';
import { lotFileOperations } from '@saleyard/contract/operations/lot-files.ts';
import { lotMediaOperations } from '@saleyard/contract/operations/lot-media.ts';
import { sellingOperations } from '@saleyard/contract/operations/selling.ts';
import { OPERATIONS } from '@saleyard/contract/operations.ts';
import { EMPTY_VENDOR_PIC } from '@saleyard/domain/account/vendor-pic.ts';
import { FIRST_FEES } from '@saleyard/domain/fees/fee-tables.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as assert from 'uvu/assert';
import { WebSocket } from 'ws';
import type { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { type SellersListings, writeListings } from '../test-support/listings.ts';
import { photograph } from '../test-support/photograph.ts';
import { schedule, steers } from '../test-support/sales.ts';
import { startTestServer, type TestServer } from '../test-support/test-server.ts';
import { film } from '../test-support/video.ts';

const test = suite('the REST reference', { limitMs: 60_000 });

let server: TestServer;
let base = '';

test.before(async () => {
  // As a demo, so that the operations of a demo answer too; its sales and people are not started.
  server = await startTestServer({ settings: { demo: true } });
  base = server.base;
});
test.after(() => server.close());

test('every operation has a name of its own', () => {
  assert.is(new Set(OPERATIONS.map(({ id }) => id)).size, OPERATIONS.length);
});

const ajv = new Ajv2020({ strict: true, allErrors: true });
const fits = (schema: object, value: unknown, what: string) => {
  const check = ajv.compile(schema);
  assert.ok(check(value), `${what}: ${JSON.stringify(check.errors?.slice(0, 3))}`);
};

const LOTS_CSV = `unit,count,startCents,incrementCents,vendorName,title,town,state,postcode,breed,sex,stockCategory
head,10,40000,500,Hillview,10 Angus Steers,GUNNEDAH,NSW,2380,Angus,Steers,Feeder
`;

/** A sale that is live, one that is not open yet, and one that is over. */
async function given() {
  await server.stores.outbox.mailer.send({
    id: 'mail-with-file',
    account: (await server.accounts.emails.find('buyer@saleyard.test')) ?? null,
    to: 'jo@farm.example',
    subject: 'Catalogue',
    text: 'Attached.',
    html: '<p>Attached.</p>',
    attachments: [{ name: 'catalogue.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7') }],
  });
  const staff = await server.signedIn('staff');
  const terms = { type: 'simultaneous', durationSeconds: 600, allowAutoBid: true } as const;
  const logo = await withLogo();
  const sale = await schedule(staff, terms, [steers('1'), steers('2', { createdBy: logo.account })]);
  const later = await schedule(staff, { ...terms, liveInMs: 3_600_000 }, [steers('1')]);
  const seller = await server.signedIn('seller');
  const over = await schedule(staff, { ...terms, durationSeconds: 1 }, [
    steers('1', { createdBy: seller.id }),
  ]);
  const comesTo = async (awaited: string, { _id }: { _id: string }) => {
    for (let state = ''; state !== awaited; ) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      ({ state } = (await staff.call<{ auction: { state: string } }>('GET', `auctions/${_id}`)).auction);
    }
  };
  await comesTo('live', sale);
  await comesTo('closed', over);
  const guest = (await server.accounts.emails.find('buyer2@saleyard.test')) ?? '';
  const listings = await writeListings(seller, staff, later);
  const media = await withMedia(listings.draft, seller);
  return { sale, later, over, guest, listings, withLogo: logo, media };
}

/** Two pictures, a video, a document and a signature of a draft: the names that their addresses have. */
async function withMedia(draft: string, { cookie }: Session) {
  const add = async (target: string, body: Uint8Array) => {
    const response = await fetch(`${base}/api/v1/lots/${draft}/${target}`, {
      method: 'POST',
      body: Buffer.from(body),
      headers: { origin: base, cookie, 'content-type': 'application/octet-stream' },
    });
    type Added = {
      data: { media?: { key: string; url: string }; document?: { key: string }; url?: string };
    };
    return ((await response.json()) as Added).data;
  };
  const photo = await PHOTO;
  const [picture, gone] = [(await add('media', photo)).media, (await add('media', photo)).media];
  const document = (await add('documents', PDF)).document?.key ?? '';
  const video = (await add('media', film({ seconds: 5 }))).media?.key ?? '';
  const signature = (await add('signatures/vendor', PICTURE)).url?.split('/').at(-1)?.replace('.png', '');
  const [, name = '', size = ''] = /media\/([^/]+)\/(\d+)/.exec(picture?.url ?? '') ?? [];
  return {
    picture: picture?.key ?? '',
    gone: gone?.key ?? '',
    video,
    document,
    signature: signature ?? '',
    name,
    size,
  };
}

const PHOTO = photograph();
const PDF = Buffer.from('%PDF-1.4\n%%EOF\n');
const VIDEO_PART = film({ seconds: 9, bytes: PART_BYTES * 2 }).subarray(0, PART_BYTES);
/** A picture of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The account of a buyer who has a logo, and the logo's key. */
async function withLogo(): Promise<{ account: string; file: string }> {
  const response = await fetch(`${base}/api/v1/users/me/logo`, {
    method: 'POST',
    body: PICTURE,
    headers: { origin: base, cookie: await cookieOf('buyer@saleyard.test'), 'content-type': 'image/png' },
  });
  const { user } = ((await response.json()) as { data: { user: { _id: string; logo: { url: string } } } })
    .data;
  return { account: user._id, file: user.logo.url.split('/').at(-1) ?? '' };
}

/** A security code, the token of a sign-in link, and the code that confirms an address, which come by e-mail. */
async function mailed() {
  const post = (path: string, body: object) =>
    fetch(`${base}/api/v1/users${path}`, {
      method: 'POST',
      headers: { origin: base, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const send = (what: string, email: string) => post(`/${what}`, { email });
  const secretFor = async (email: string): Promise<string> => {
    const account = await server.accounts.emails.find(email);
    for (;;) {
      const { messages } = await server.stores.outbox.read({ account: account ?? '', page: 1, limit: 1 });
      if (messages[0]?.secrets[0] !== undefined) return messages[0].secrets[0];
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await send('forgot', 'seller@saleyard.test');
  await send('magic', 'both@saleyard.test');
  await post('', { user: { ...NEWCOMER, email: 'una@saleyard.test', phone: '0491570110' } });
  return {
    securityCode: await secretFor('seller@saleyard.test'),
    linkToken: await secretFor('both@saleyard.test'),
    confirmationCode: await secretFor('una@saleyard.test'),
  };
}

type Given = Awaited<ReturnType<typeof given>> & Partial<Awaited<ReturnType<typeof mailed>>>;

/** The id of the command that adds a favourite PIC. */
const ADD_PIC = 'add-pic-0001';
/** A person who registers. */
const NEWCOMER = {
  firstName: 'Al',
  lastName: 'Ng',
  email: 'al@saleyard.test',
  password: 'hunter22',
  phone: '0491570006',
  tradingName: 'Ng Pastoral',
  profession: 'Producer',
  officeAddress: { state: 'NSW', postcode: '2380' },
};
const RECIPIENT = { recipientName: 'Jo', recipientEmail: 'jo@farm.example' };

/** The listing that each operation of sellers, and of staff on listings, is tried with. */
const listingFor = (id: string, { draft, complete, submitted, approved, withdrawn }: SellersListings) =>
  ({
    ...Object.fromEntries(Object.keys(lotMediaOperations).map((each) => [each, draft])),
    startListing: '',
    startListings: '',
    saveListing: draft,
    ...Object.fromEntries(Object.keys(lotFileOperations).map((each) => [each, draft])),
    submitListing: complete,
    withdrawListing: submitted[0],
    deleteListing: draft,
    copyListing: withdrawn,
    editListingLate: approved,
    listingAutoBids: approved,
    ownListing: draft,
    emailOwnLot: complete,
    printOwnLot: complete,
    staffListing: draft,
    approveListing: submitted[1],
    refuseListing: submitted[2],
  })[id];
const OF_SELLERS = new Set([
  ...Object.keys(sellingOperations),
  ...Object.keys(lotFileOperations),
  ...Object.keys(lotMediaOperations),
  'emailOwnLot',
  'printOwnLot',
]);

/** What fills each operation's braces, its query where it needs one, and its body. */
async function requestOf({ id, path: route }: Operation, things: Given) {
  const {
    sale,
    later,
    over,
    guest,
    listings,
    withLogo,
    media,
    securityCode = 'none',
    confirmationCode = 'none',
  } = things;
  const unsold = ['reofferListing', 'recordListingFee'].includes(id) ? over.lots[0] : undefined;
  const lot = unsold ?? listingFor(id, listings) ?? sale.lots[id === 'creatorLogo' ? 1 : 0] ?? '';
  const isLater = id.startsWith('addLots') || OF_SELLERS.has(id);
  const auction = isLater ? later._id : id.startsWith('saleMarket') ? over._id : sale._id;
  const fill: Record<string, string> = {
    auction,
    id: auction,
    lot,
    lotId: lot,
    kind: id.endsWith('File') ? 'logo' : 'goat',
    number: '214',
    token: securityCode,
    message: 'mail-with-file',
    place: '0',
    account: id === 'accountFile' ? withLogo.account : guest,
    file: withLogo.file,
    notification: 'banner-0001',
    manual: 'buying',
    text: 'how-to-assess',
    from: '2100-01-01',
    search: 'search-0001',
    pic: eventIdOf(ADD_PIC, 0),
    key: id === 'lotSignature' ? media.signature : 'manual-buying',
    signer: 'agent',
    upload: 'upload-0001',
    part: '0',
    size: media.size,
    document: media.document,
    medium:
      { deleteLotMedia: media.gone, uploadLotThumbnail: media.video, lotVideo: media.video }[id] ??
      (id === 'lotPicture' ? media.name : media.picture),
  };
  const more = { ...steers('9') };
  const body: Record<string, unknown> = {
    setOnlineState: { state: 'ACTIVE' },
    uploadLogo: PICTURE,
    uploadLicense: PICTURE,
    uploadPolicy: PICTURE,
    uploadPicture: await PHOTO,
    uploadLotDocument: PDF,
    uploadUsefulPdf: PDF,
    editLotDocument: { document: { description: 'Scales' } },
    uploadLotMedia: await PHOTO,
    sendLotMediaPart: VIDEO_PART,
    uploadLotThumbnail: PICTURE,
    signLot: PICTURE,
    watchLot: { lotId: lot },
    placeBid: { bid: { lot, cents: 60_500 }, commandId: 'place-bid-0001' },
    setAutoBid: { autobid: 90_000, lot },
    stopAutoBid: { autobid: lot },
    placePracticeBid: { bid: { lot, cents: 60_500 }, commandId: 'place-bid-0002' },
    setPracticeAutoBid: { autobid: 90_000, lot },
    stopPracticeAutoBid: { autobid: lot },
    startPractice: { level: 'relaxed' },
    scheduleSale: {
      details: { title: 'Gunnedah Store Cattle', kind: 'cattle' },
      terms: {
        type: 'simultaneous',
        openAt: 4_000_000_000_000,
        liveAt: 4_000_000_060_000,
        durationSeconds: 60,
      },
    },
    addLots: { lots: [more] },
    addLotsFromFile: LOTS_CSV,
    runSale: { type: 'freeze', reason: 'Storm', commandId: 'freeze-0001' },
    openAccount: {
      firstName: 'Jo',
      lastName: 'Ng',
      email: 'jo@saleyard.test',
      password: 'hunter22',
      phone: '0400000000',
      status: 'registered',
    },
    anonymousLeft: { id: 'nobody' },
    forgotPassword: { email: 'guest@saleyard.test' },
    resetPassword: { password: DEMO_PASSWORD },
    requestMagicLink: { email: 'guest@saleyard.test' },
    registerUser: { user: NEWCOMER },
    confirmEmail: { code: confirmationCode },
    emailAuctionInfo: { ...RECIPIENT, docType: 'summary', type: 'catalogue' },
    emailLotInfo: { ...RECIPIENT, type: 'upcoming' },
    emailOwnLot: RECIPIENT,
    emailMyResults: RECIPIENT,
    emailManual: { manualId: 'buying', data: RECIPIENT },
    previewText: { text: '## Draft\n\nEven lines.' },
    publishText: { version: 1, text: '## Draft\n\nEven lines.' },
    setFees: { table: FIRST_FEES, reason: 'Board of May', seen: 0 },
    withdrawFees: { reason: 'Typed twice', seen: 1 },
    addProfession: { name: 'Shearer' },
    changeKind: { isTaken: false, reason: 'Footrot' },
    registerInterest: {
      numericId: 1001,
      firstName: 'Bill',
      lastName: 'Buyer',
      email: 'buyer@saleyard.test',
      phone: '0491570156',
    },
    checkUniqueUser: { user: { email: 'sam@saleyard.test', phone: '0491570007' } },
    decideAccess: { decision: 'approved', status: 'approved-buyer' },
    saveSearch: {
      name: 'Angus',
      criteria: { q: 'angus', filters: {} },
      alertBy: { banner: true, email: true },
      isPaused: false,
    },
    closeSearchAlerts: { alerts: ['alert-0001'] },
    stopAlertMails: { token: await mailTokenOf(server.stores.secrets, guest) },
    addFavouritePic: { pic: { ...EMPTY_VENDOR_PIC, pic: 'NA123456' }, commandId: ADD_PIC },
    changeFavouritePic: { pic: { ...EMPTY_VENDOR_PIC, pic: 'NA123457' } },
    saveLotTemplate: { name: 'Wattle Park steers', kindType: 'cattle', lot: { unit: 'head' } },
    startListing: { lot: {} },
    startListings: { lots: [{}] },
    saveListing: { lot: { description: 'Quiet' } },
    submitListing: {},
    withdrawListing: {},
    copyListing: {},
    reofferListing: {
      lot: {
        adjustWeight: 0,
        startPrice: 90_000,
        bidIncrementCents: 500,
        reserveCents: null,
        earliestDelivery: '2099-01-01',
        latestDelivery: '',
      },
    },
    editListingLate: { lot: { startPrice: 110_000, reserveCents: null } },
    approveListing: {},
    recordListingFee: { paid: true },
    refuseListing: { reason: 'Which property?' },
    showNotification: { text: 'The office is closed on Friday.', tone: 'info', commandId: 'banner-0001' },
    endNotification: {},
    inviteAccount: {},
    changeRole: { role: null, reason: 'Left', proof: { password: DEMO_PASSWORD } },
    resetSecondFactor: { reason: 'Lost phone', proof: { password: DEMO_PASSWORD } },
    suspendAccount: { reason: 'Unpaid' },
    restoreAccount: { reason: 'Paid' },
    changeMe: { user: { jobTitle: 'Manager' } },
    changePassword: { user: { oldPassword: DEMO_PASSWORD, newPassword: DEMO_PASSWORD } },
  };
  const query: Record<string, string> = {
    agentSearch: '?state=NSW',
    searchLots: '?q=angus',
    similarLots: '?kindType=cattle&sex=Steer(s)&unit=head',
    auditWhatIf: '?policy=opening=at-start',
    demoOutbox: '?email=buyer%40saleyard.test',
    demoOutboxFile: '?email=buyer%40saleyard.test',
  };
  const filled = route.replace(/\{(\w+)\}/g, (_, name: string) => fill[name] ?? name);
  return { target: filled, query: query[id] ?? '', body: body[id] };
}

/** The answer, of what a busy process sheds first (tests run beside others) once there is time for it. */
async function ask(operation: Operation, things: Given, cookie: string): Promise<Response> {
  for (;;) {
    const response = await askOnce(operation, things, cookie);
    if (operation.shed !== 'first' || response.status !== 503) return response;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function askOnce(operation: Operation, things: Given, cookie: string): Promise<Response> {
  const { target, query, body } = await requestOf(operation, things);
  const type = operation.csv ? 'text/csv' : operation.file ? 'application/octet-stream' : 'application/json';
  const hasLink = ['magicMe', 'redeemMagicLink'].includes(operation.id) && things.linkToken;
  return fetch(`${base}${target}${query}`, {
    method: operation.method.toUpperCase(),
    headers: {
      platform: 'web',
      origin: base,
      ...(hasLink ? { authorization: `Bearer ${things.linkToken}` } : cookie && { cookie }),
      ...(body !== undefined && { 'content-type': type }),
      ...(operation.id === 'sendLotMediaPart' && { 'file-size': String(PART_BYTES * 2) }),
    },
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    }),
  });
}

async function cookieOf(email: string): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${email}:${DEMO_PASSWORD}`).toString('base64')}`;
  const response = await fetch(`${base}/api/v1/users/me`, { headers: { authorization } });
  const session = response.headers.getSetCookie().find((one) => one.startsWith('saleyard='));
  return session?.split(';')[0] ?? '';
}

const codesIn = async (response: Response): Promise<ErrorCode[]> => {
  const { errors } = (await response.json()) as { errors: { code: ErrorCode }[] };
  return errors.map(({ code }) => code);
};

/**
 * What needs an offer, an invitation, a sale with a floor, a pending lot or the revision of a sale: their answers are
 * checked where these are at hand, in `offers`, `invitations` and `floor-buyers.int.ts` of `app/server/`, and in
 * `pending-listings.int.ts` and `change-schedule.int.ts` of `command-api/`. An account that is closed is needed by others:
 * `guarded-acts.endpoints.int.ts` closes its own. A bid in a practice sale names a lot of that sale: `visitor.int.ts` of
 * `app/practice/` places them.
 */
const OF_A_STATE: ReadonlySet<string> = new Set([
  ...['answerOffer', 'recallListing', 'changeSale', 'changeLot', 'closeAccount'],
  ...['acceptInvitation', 'writeFloorBuyer', 'decideFloorClaim', 'claimBuyerNumber'],
  // The body of the first is taken by a closed sale only, and the second answers after it.
  ...['exportResults', 'exportedResults'],
  ...['placePracticeBid', 'setPracticeAutoBid', 'stopPracticeAutoBid'],
]);

/**
 * What needs an authenticator app or a device: their answers are checked where one is at hand, in
 * `command-api/sign-in/second-factor.endpoints.int.ts`.
 */
const WITH_DEVICE = new Set([
  ...['startTotp', 'confirmTotp', 'removeTotp', 'proveSecondFactor'],
  ...['addPasskey', 'removePasskey', 'signInByPasskey'],
]);

test('every operation answers as it is documented: status, shape and headers', async () => {
  const things = { ...(await given()), ...(await mailed()) };
  const [buyer, staff] = [await cookieOf('buyer@saleyard.test'), await cookieOf('staff@saleyard.test')];
  const seller = await cookieOf('seller@saleyard.test');
  // What ends the session goes last, after what replaces the logo: the others need them. So does what deletes, or ends the seller's session.
  const rank = ({ id }: Operation) =>
    ['deleteListing', 'resetPassword', 'uploadLogo', 'changePassword', 'signOut'].indexOf(id);
  const order = [...OPERATIONS].sort((a, b) => rank(a) - rank(b));
  for (const operation of order.filter(({ id }) => !(WITH_DEVICE.has(id) || OF_A_STATE.has(id)))) {
    const { id, who, answer, status = 200, writes, paged } = operation;
    const own = OF_SELLERS.has(id) ? seller : buyer;
    const response = await ask(operation, things, who === 'staff' || who === 'admin' ? staff : own);
    const text = await response.text();
    assert.is(response.status, status, `${id}: ${text.slice(0, 300)}`);
    if (answer) fits(answer, (JSON.parse(text) as { data: unknown }).data, id);
    if (writes) {
      assert.match(response.headers.get('x-saleyard-position') ?? '', /^\d+$/, id);
    }
    if (paged) assert.match(response.headers.get('x-total-pages') ?? '', /^\d+$/, id);
  }
});

test('an operation refuses those who may not call it, as documented', async () => {
  const things = await given();
  const guest = await cookieOf('guest@saleyard.test');
  const auditor = await cookieOf('auditor@saleyard.test');
  for (const operation of OPERATIONS) {
    const { id, who } = operation;
    if (who === 'anyone') continue;
    const nobody = await ask(operation, things, '');
    assert.equal([nobody.status, await codesIn(nobody)], [401, ['unauthorized']], id);
    if (who === 'signed-in') continue;
    const other = await ask(operation, things, guest);
    assert.equal([other.status, await codesIn(other)], [403, ['forbidden']], id);
    const reader = await ask(operation, things, auditor);
    if (!OF_A_STATE.has(id)) assert.is(reader.status, who === 'staff' ? 200 : 403, id);
    const known: readonly string[] = errorsOf(operation);
    assert.ok(known.includes('unauthorized') && known.includes('forbidden'), id);
  }
});

test('a body and a query that do not fit are refused with a documented code', async () => {
  const things = await given();
  const staff = await cookieOf('staff@saleyard.test');
  for (const operation of OPERATIONS) {
    const { id, method, body } = operation;
    const query = queryOf(operation);
    // What takes any member refuses none.
    const closed = (body as { additionalProperties?: boolean } | undefined)?.additionalProperties === false;
    if (!query && !closed) continue;
    const { target } = await requestOf(operation, things);
    const send = () =>
      fetch(`${base}${target}${query ? '?nonsense=1' : ''}`, {
        method: method.toUpperCase(),
        headers: { origin: base, cookie: staff, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: '{"nonsense":1}' }),
      });
    let response = await send();
    // On a fast machine these are more bids at once than one person may make.
    if (response.status === 429) {
      await pause(Number(response.headers.get('retry-after')) * 1_000);
      response = await send();
    }
    const codes = await codesIn(response);
    assert.ok(codes.includes('invalid-request'), `${id}: ${response.status} ${codes.join()}`);
    const known: readonly string[] = errorsOf(operation);
    for (const code of codes) assert.ok(known.includes(code), `${id}: ${code}`);
    assert.is(response.status, ERRORS['invalid-request'].status, id);
  }
});

test('what the live connection pushes has the documented shapes', async () => {
  const { sale } = await given();
  const socket = new WebSocket(`${base.replace('http', 'ws')}/realtime`, {
    headers: { origin: base, cookie: await cookieOf('buyer@saleyard.test') },
  });
  const send = (event: string, data: unknown) => {
    socket.send(JSON.stringify([{ id: 1, channel: 'bids', event, data }]));
  };
  const pushes = new Map<string, unknown>();
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => send('join-auction', { _id: sale._id }));
    socket.on('message', (frame) => {
      for (const { channel, event, data } of JSON.parse(String(frame)) as Record<string, string>[]) {
        if (event === 'snapshot') {
          send('bid', { bid: { lot: sale.lots[0], cents: 40_500 }, commandId: 'bid-00000001' });
        }
        pushes.set(event === undefined ? 'answer' : `${channel}/${event}`, data);
      }
      if (pushes.has('bids/lot-update') && pushes.has('answer')) resolve();
    });
  });
  socket.close();
  const { auction, lots } = pushes.get('bids/snapshot') as { auction: unknown; lots: unknown[] };
  fits(NAMED_ANSWERS.PublicAuction, auction, 'snapshot.auction');
  for (const lot of lots) fits(NAMED_ANSWERS.PublicLot, lot, 'snapshot.lots');
  fits(NAMED_ANSWERS.PublicLot, pushes.get('bids/lot-update'), 'lot-update');
  assert.is(lots.length, 2);
});

test('the document is OpenAPI 3.1 whose references resolve', () => {
  const document = openApi() as { openapi: string; components: Record<string, Record<string, unknown>> };
  assert.match(document.openapi, /^3\.1\./);
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
  assert.ok(references.length > 50);
  for (const [whole, part = '', name = ''] of references) {
    assert.ok(document.components[part]?.[name], whole);
  }
});

test.run();

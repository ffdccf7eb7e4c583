import type { Me } from '@saleyard/contract/accounts.ts';
import { ACCOUNT_STATUSES } from '@saleyard/domain/account/status.ts';
import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { startCommandApi } from '../test-support/running-command-api.ts';

type Api = Awaited<ReturnType<typeof startCommandApi>>;

const test = suite('registration and profile', { limitMs: 20_000 });

let api: Api;
test.before(async () => {
  api = await startCommandApi();
});
test.after(() => api.stop());

const errorOf = (body: Record<string, unknown>) =>
  (body['errors'] as { code: string; message: string; field?: string }[])[0];
const userOf = (body: Record<string, unknown>) => (body['data'] as { user: Me }).user;

const form = (email: string, phone: string, more: Record<string, unknown> = {}) => ({
  user: {
    firstName: 'Ann',
    lastName: 'Archer',
    email,
    phone,
    password: 'hunter22',
    tradingName: 'Archer Pastoral',
    profession: 'Producer',
    officeAddress: { state: 'NSW', postcode: '2380' },
    ...more,
  },
});

const post = (path: string, body: unknown, cookie = '') => api.call('POST', path, { body, cookie });
const change = (cookie: string, user: Record<string, unknown>, commandId?: string) =>
  api.call('PUT', 'users/me', { cookie, body: { user, ...(commandId && { commandId }) } });

async function eventsOf(account: string): Promise<RecordedEvent[]> {
  const found: RecordedEvent[] = [];
  for await (const events of api.log.read(`account-${account}`)) found.push(...events);
  return found;
}

/** A person who registered over REST and is signed in. */
async function registered(email: string, phone: string): Promise<{ cookie: string; me: Me }> {
  const answer = await post('users', form(email, phone));
  assert.is(answer.status, 201, JSON.stringify(answer.body));
  const cookie = await api.signIn(email);
  return { cookie, me: userOf((await api.call('GET', 'users/me', { cookie })).body) };
}

test('[A614] a person registers, reads so, and signs in as a guest who accepted the terms', async () => {
  const answer = await post('users', form('ann@farm.example', '0491570101', { type: 'guest' }));
  assert.is(answer.status, 201, JSON.stringify(answer.body));
  assert.match((answer.body['data'] as { message: string }).message, /^Thank you for registering/);
  assert.not.match(JSON.stringify(answer.body), /hunter22/); // [A269]
  const cookie = await api.signIn('ann@farm.example');
  const me = userOf((await api.call('GET', 'users/me', { cookie })).body);
  // [B350]
  assert.equal([me.status, me.type, me.role, me.isRequestedAsBuyer], ['registered', 'guest', null, false]);
  assert.equal(
    [me.tradingName, me.profession, me.officeAddress.state],
    ['Archer Pastoral', 'Producer', 'NSW'],
  );
  assert.equal([me.acceptedNewVersionTerms, me.currentVersionAcceptedTo], [true, '1']);
  const [first, second] = await eventsOf(me._id);
  assert.equal([first?.type, second?.type], ['AccountRegistered', 'TermsAccepted']);
  assert.equal(first?.meta.actor, { kind: 'user', id: me._id }, 'by the person');
});

test('[A615] whether an e-mail and a phone are free', async () => {
  await registered('bob@farm.example', '0491570102');
  const check = async (email: string, phone: string) => {
    const { status, body } = await post('check-unique-user', { user: { email, phone } });
    assert.is(status, 200);
    return body['data'] as { valid: boolean; errors: { code: string; field: string; message: string }[] };
  };
  assert.equal(await check('new@farm.example', '0491570103'), { valid: true, errors: [] });
  const taken = await check('BOB@farm.example', '0491570102');
  assert.is(taken.valid, false);
  assert.equal(
    taken.errors.map(({ field, message }) => [field, message]),
    [
      ['email', 'This email already belongs to an account.'],
      ['phone', 'This phone number already belongs to an account.'],
    ],
  );
});

test('a registration with a taken e-mail or phone is refused with 400, and leaves nothing', async () => {
  await registered('cal@farm.example', '0491570104');
  const before = await api.log.lastPosition();
  const email = await post('users', form('cal@farm.example', '0491570105'));
  assert.equal([email.status, errorOf(email.body)?.code], [400, 'duplicateFieldError']);
  assert.is(await api.log.lastPosition(), before);
  const phone = await post('users', form('cal2@farm.example', '0491570104'));
  assert.equal([phone.status, errorOf(phone.body)?.field], [400, 'phone']);
  assert.is((await post('users', form('cal2@farm.example', '0491570106'))).status, 201, 'with another phone');
});

test('the same registration again answers the same account', async () => {
  const body = { ...form('dee@farm.example', '0491570107'), commandId: 'register-dee' };
  assert.is((await post('users', body)).status, 201);
  const again = await post('users', body);
  assert.is(again.status, 201, JSON.stringify(again.body));
  const other = { ...form('dee@farm.example', '0491570108'), commandId: 'register-dee' };
  assert.is((await post('users', other)).status, 409);
});

test('a registration gives itself nothing: no role, status, id, approval or verified address', async () => {
  const claims = [
    { role: 'admin' },
    { status: 'approved-buyer-seller' },
    { _id: 'mine' },
    { approvedStockTypes: ['Cattle'] },
    { emailVerified: true },
    { type: 'seller' },
    { $set: { role: 'admin' } },
  ];
  for (const claim of claims) {
    const answer = await post('users', form('eve@farm.example', '0491570109', claim));
    assert.is(answer.status, 400, JSON.stringify(claim));
  }
  const raw = await fetch(`${api.origin}/api/v1/users`, {
    method: 'POST',
    headers: { origin: api.origin, 'content-type': 'application/json' },
    body: JSON.stringify(form('eve@farm.example', '0491570109')).replace(
      '"user":{',
      '"user":{"__proto__":{"role":"admin"},',
    ),
  });
  assert.is(raw.status, 400);
  assert.is(await api.accounts.directory.byEmail('eve@farm.example'), null);
});

test('[B228] a user record says who somebody is, and what they may do', async () => {
  const recordOf = async (email: string) => {
    const cookie = await api.signIn(email);
    const user = userOf((await api.call('GET', 'users/me', { cookie })).body);
    const { firstName, lastName, phone, status, type, role, approvedStockTypes, anotherStatePIC } = user;
    assert.match(user._id, /^[\w-]{20,}$/);
    assert.ok(Number.isInteger(user.numericId));
    assert.match(user.shortId, /^S\d+$/);
    assert.is(user.email, email);
    return { firstName, lastName, phone, status, type, role, approvedStockTypes, anotherStatePIC };
  };
  for (const status of ACCOUNT_STATUSES) {
    await api.register(`${status.replace(':', '-')}@status.example`, { status });
    assert.is((await recordOf(`${status.replace(':', '-')}@status.example`)).status, status); // [B294]
  }
  const { cookie } = await registered('una@farm.example', '0491570131');
  await change(cookie, { anotherStatePIC: 'SA' });
  assert.equal(await recordOf('una@farm.example'), {
    ...{ firstName: 'Ann', lastName: 'Archer', phone: '0491570131', status: 'registered', type: 'guest' },
    ...{ role: null, approvedStockTypes: [], anotherStatePIC: 'SA' },
  });
  const sells = { status: 'approved-seller', type: 'seller', approvedStockTypes: ['Cattle'] } as const;
  await api.register('sel@farm.example', sells);
  const { status, type, approvedStockTypes } = await recordOf('sel@farm.example');
  assert.equal({ status, type, approvedStockTypes }, sells); // [A271]
  await api.register('adm@farm.example', { role: 'admin', status: 'registered' });
  assert.is((await recordOf('adm@farm.example')).role, 'admin');
});

test('a user record carries every field of a person', async () => {
  const { me } = await registered('uma@farm.example', '0491570130');
  const fields = [
    ...['_id', 'shortId', 'firstName', 'lastName', 'email', 'phone', 'secondaryPhone', 'tradingName'],
    ...['profession', 'otherProfession', 'officeAddress', 'postalAddress', 'type', 'status'], // [A268]
    ...['isRequestedAsBuyer', 'isRequestedAsSeller'], // [A270]
    ...['stockTypes', 'approvedStockTypes'], // [A271]
    ...['watchList2', 'acceptedNewVersionTerms', 'acceptedNewVersionTermsOn'],
    ...['currentVersionAcceptedTo', 'olderVersionsAcceptedTo'], // [A273]
    ...['userRegisteredFrom', 'customerDetails'], // [A274]
    ...['PIC', 'anotherStatePIC', 'ABN', 'agentName'], // [A279]
    ...['jobTitle', 'yearsInIndustry', 'SSPermitNumber', 'SSPermitNumberOfYears', 'saleConditions'],
    ...['sellerType', 'agencyName'], // [A280]
  ];
  for (const field of fields) assert.ok(Object.hasOwn(me, field), field);
  assert.equal(Object.keys(me.customerDetails).sort(), [
    ...['ACN', 'companyName', 'givenName', 'lastName', 'legalNameOfTradingEntity'],
  ]); // [A277]
  assert.not.match(JSON.stringify(me), /password|hunter22/i); // [A269]
});

test('what a person says of themselves is in their record', async () => {
  const { cookie, me: before } = await registered('uli@farm.example', '0491570191');
  const said = {
    ...{ firstName: 'Uli', lastName: 'Ash', email: 'ash@farm.example', phone: '0491570192' },
    ...{ tradingName: 'Ash & Co', secondaryPhone: '0267421299' },
    ...{ profession: 'Other (Specify)', otherProfession: 'Drover' },
    officeAddress: {
      address1: '1 Long Rd',
      address2: 'Shed 2',
      town: 'TAMWORTH',
      state: 'NSW',
      postcode: '2340',
    },
    postalAddress: { address1: 'PO Box 7', address2: '', town: 'GUNNEDAH', state: 'NSW', postcode: '2380' }, // [A268]
    doYouTradeThroughCompany: false,
    customerDetails: {
      ...{ companyName: '', ACN: '', givenName: 'Uli', lastName: 'Archer' },
      legalNameOfTradingEntity: 'Archer Trust',
    }, // [A277]
    ...{ PIC: 'QABC1234', isPICFromAnotherState: true, anotherStatePIC: 'QLD' },
    ...{ ABN: '51824753556', agentName: 'Bob Hill' }, // [A279]
    ...{ jobTitle: 'Manager', yearsInIndustry: '21', SSPermitNumber: '20411', SSPermitNumberOfYears: '3' },
    ...{ saleConditions: 'Cash', sellerType: 'Vendor', agencyName: 'Hill & Co' }, // [A280]
    userRegisteredFrom: 'web', // [A274]
  };
  const changed = await change(cookie, { ...said, areYouUsingAgent: true });
  assert.is(changed.status, 200, JSON.stringify(changed.body));
  const me = userOf((await api.call('GET', 'users/me', { cookie })).body);
  for (const [field, value] of Object.entries(said)) assert.equal(me[field as keyof Me], value, field);
  assert.equal([me._id, me.shortId, me.type, me.status], [before._id, before.shortId, 'guest', 'registered']);
  const company = { companyName: 'Ash Pty Ltd', ACN: '004085616', givenName: 'Uma', lastName: 'Elm' };
  const named = { ...company, legalNameOfTradingEntity: '' };
  await change(cookie, { doYouTradeThroughCompany: true, customerDetails: named });
  assert.equal(userOf((await api.call('GET', 'users/me', { cookie })).body).customerDetails, named); // [A277]
});

test("[A444] 'Other (Specify)' needs to say which", async () => {
  const profession = 'Other (Specify)';
  const none = await post('users', form('fay@farm.example', '0491570110', { profession }));
  assert.equal([none.status, errorOf(none.body)?.message], [400, 'Please correctly fill required fields']);
  const more = { profession, otherProfession: 'Shearer' };
  assert.is((await post('users', form('fay@farm.example', '0491570110', more))).status, 201);
});

test('[A616] a person changes part of the profile; the rest stays, and nothing of it is in the log in clear', async () => {
  const { cookie, me } = await registered('gil@farm.example', '0491570111');
  const changed = await change(cookie, {
    PIC: 'na123456',
    ABN: '51824753556',
    officeAddress: { address1: ' 12 Rural Road ', town: 'Gunnedah' },
    customerDetails: { givenName: 'Gilbert', lastName: 'Archer', legalNameOfTradingEntity: 'Archer' },
    doYouTradeThroughCompany: false,
    yearsInIndustry: '21',
  });
  assert.is(changed.status, 200, JSON.stringify(changed.body));
  const user = userOf(changed.body);
  assert.equal(user.officeAddress, {
    address1: '12 Rural Road',
    address2: '',
    town: 'GUNNEDAH',
    state: 'NSW',
    postcode: '2380',
  });
  assert.equal([user.PIC, user.customerDetails.givenName, user.lastName], ['NA123456', 'Gilbert', 'Archer']);
  const restored = userOf((await api.call('GET', 'users/me', { cookie })).body);
  assert.equal(restored, user);
  const events = await eventsOf(me._id);
  const last = events.at(-1);
  assert.is(last?.type, 'ProfileChanged');
  const recorded = last?.data as { fields: string[] } | undefined;
  assert.equal(recorded?.fields, [
    ...['officeAddress', 'doYouTradeThroughCompany', 'customerDetails', 'ABN', 'PIC', 'yearsInIndustry'],
  ]);
  for (const word of ['Gilbert', 'NA123456', 'Rural', '51824753556'])
    assert.not.ok(JSON.stringify(events).includes(word), word);
});

test('changes of different fields at the same moment are all kept', async () => {
  const { cookie } = await registered('hal@farm.example', '0491570112');
  const fields = ['jobTitle', 'sellerType', 'agencyName', 'agentName', 'saleConditions'];
  const answers = await Promise.all(fields.map((field) => change(cookie, { [field]: field })));
  for (const { status, body } of answers) assert.is(status, 200, JSON.stringify(body));
  const me = userOf((await api.call('GET', 'users/me', { cookie })).body);
  assert.equal(
    fields.map((field) => me[field as 'jobTitle']),
    fields,
  );
});

test('the same change again changes nothing, and with another body is a conflict', async () => {
  const { cookie, me } = await registered('ivy@farm.example', '0491570113');
  assert.is((await change(cookie, { jobTitle: 'Manager' }, 'change-ivy')).status, 200);
  const count = (await eventsOf(me._id)).length;
  assert.is((await change(cookie, { jobTitle: 'Manager' }, 'change-ivy')).status, 200);
  assert.is((await eventsOf(me._id)).length, count);
  assert.is((await change(cookie, { jobTitle: 'Owner' }, 'change-ivy')).status, 409);
});

test('a new e-mail address is taken from nobody, and the old one is free again', async () => {
  const { cookie } = await registered('joe@farm.example', '0491570114');
  await registered('kim@farm.example', '0491570115');
  const taken = await change(cookie, { email: 'kim@farm.example' });
  assert.equal([taken.status, errorOf(taken.body)?.field], [400, 'email']);
  assert.is((await change(cookie, { email: 'joseph@farm.example' })).status, 200);
  await api.signIn('joseph@farm.example');
  assert.is((await post('users', form('joe@farm.example', '0491570116'))).status, 201);
});

test('a person gives themselves nothing that only staff give', async () => {
  const { cookie, me } = await registered('lee@farm.example', '0491570117');
  const claims: [Record<string, unknown>, number][] = [
    [{ role: 'admin' }, 400],
    [{ _id: 'other' }, 400],
    [{ emailVerified: true }, 400],
    [{ type: 'seller' }, 400],
    [{ isSuspended: false }, 400],
    [{ status: 'approved-buyer-seller' }, 403],
    [{ approvedStockTypes: ['Cattle'] }, 403],
    [{ filters: { $where: {} } }, 400],
    [{ filters: { upcoming: { $gt: '' } } }, 400],
  ];
  for (const [claim, status] of claims) {
    const answer = await change(cookie, { jobTitle: 'Owner', ...claim });
    assert.is(answer.status, status, JSON.stringify([claim, answer.body]));
  }
  const now = userOf((await api.call('GET', 'users/me', { cookie })).body);
  assert.equal(now, me, 'nothing changed');
});

test('settings, filters, closed notifications and bank details are kept', async () => {
  const { cookie, me } = await registered('mia@farm.example', '0491570118');
  const on = { AuctionOpenReminder: true, OneDayReminder: true, TenDaysReminder: false };
  const off = { AuctionOpenReminder: false, OneDayReminder: false, TenDaysReminder: false };
  const early = { ...off, TenDaysReminder: true };
  const settings = { smsRemindersPermissions: { cattle: on, sheep: off, goat: early } };
  const filters = { upcoming: { breed: ['Angus'], weight: { from: 200, to: 400 } } };
  const bank = { accountName: ' Archer Pastoral ', BSB: '062-000', accountNumber: '12345678' };
  const answer = await change(cookie, { settings, filters, bank, closedNotifications: ['n1', 'n2'] });
  assert.is(answer.status, 200, JSON.stringify(answer.body));
  const user = userOf(answer.body);
  assert.equal(user.settings, settings); // [A275] [A600] [A616] [S005] [S224]
  assert.equal(user.filters, filters); // [A276]
  assert.equal(user.bank, { accountName: 'Archer Pastoral', BSB: '062000', accountNumber: '12345678' });
  assert.equal(user.closedNotifications, ['n1', 'n2']);
  assert.equal(userOf((await api.call('GET', 'users/me', { cookie })).body), user);
  const partly = { smsRemindersPermissions: { sheep: { OneDayReminder: true } } };
  const changed = userOf((await change(cookie, { settings: partly })).body).settings;
  assert.equal(changed.smsRemindersPermissions, {
    cattle: on,
    sheep: { ...off, OneDayReminder: true },
    goat: early,
  });
  await change(cookie, { settings });
  const named = userOf((await change(cookie, { agencyName: 'Miller & Co' })).body);
  assert.equal([named.agencyName, named.settings], ['Miller & Co', settings]); // [S490]
  const text = JSON.stringify(await eventsOf(me._id));
  for (const word of ['062000', '12345678']) assert.not.ok(text.includes(word), word);
});

test('a profile is validated by the rules of its fields', async () => {
  const { cookie } = await registered('max@farm.example', '0491570121');
  const notOfNsw = 'Sorry, invalid PIC. It must be N, a letter A–K, 6 digits (NSW).';
  const cases: [Record<string, unknown>, string, string][] = [
    [{ PIC: 'QABC1234' }, 'user.PIC', notOfNsw], // [A520]
    [{ PIC: 'QABC1234', firstName: '<b>' }, 'user.firstName', notOfNsw], // [A520]
    [{ officeAddress: { postcode: '3000' } }, 'user.officeAddress.postcode', 'Please fill required fields'], // [A521]
    [{ phone: '0411111111', secondaryPhone: '0000000000' }, '', ''],
    [{ firstName: '<b>' }, 'user.firstName', 'Please fill required fields'],
    [
      { bank: { accountName: 'A', BSB: '12', accountNumber: '1' } },
      'user.bank.BSB',
      'Please Enter 6 Digit BSB',
    ],
  ];
  for (const [user, field, words] of cases) {
    const { status, body } = await change(cookie, user);
    if (field === '') {
      assert.is(status, 200, JSON.stringify(body));
      continue;
    }
    assert.is(status, 400, JSON.stringify(user));
    assert.is(errorOf(body)?.message, words);
    const fields = (body['errors'] as { field?: string }[]).map((error) => error.field);
    assert.ok(fields.includes(field), fields.join());
  }
});

const REQUEST = {
  doYouTradeThroughCompany: false,
  customerDetails: { givenName: 'Ann', lastName: 'Archer', legalNameOfTradingEntity: 'Archer Pastoral' },
  ABN: '51824753556',
  PIC: 'NA123456',
  isPICFromAnotherState: false,
  areYouUsingAgent: false,
  officeAddress: { address1: '12 Rural Road', town: 'GUNNEDAH', state: 'NSW', postcode: '2380' },
  acceptedTerms: true,
} as const;

test('[S231] [S490] a person asks to buy and sell; who asked already reads so', async () => {
  const { cookie, me } = await registered('nan@farm.example', '0491570122');
  const wanted = { ...REQUEST, registeredForGST: true, stockTypes: ['Cattle'] };
  const asked = { ...wanted, isRequestedAsBuyer: true, isRequestedAsSeller: true };
  const claims = { status: 'registered-updated', approvedStockTypes: [] };
  const answer = await change(cookie, { ...asked, ...claims }, 'access-nan');
  assert.is(answer.status, 200, JSON.stringify(answer.body));
  const user = userOf(answer.body);
  assert.equal(
    [
      ...[user.status, user.isRequestedAsBuyer, user.isRequestedAsSeller],
      ...[user.stockTypes, user.approvedStockTypes, user.operationType],
    ],
    ['registered-updated', true, true, ['Cattle'], [], 'LLA'], // [A270] [A271]
  );
  const { acceptedTerms: _, customerDetails, officeAddress, ...answers } = wanted;
  for (const [name, value] of Object.entries(answers)) assert.equal(user[name as keyof Me], value, name);
  assert.equal(user.customerDetails, { companyName: '', ACN: '', ...customerDetails });
  assert.equal(user.officeAddress, { address2: '', ...officeAddress });
  assert.equal(userOf((await api.call('GET', 'users/me', { cookie })).body), user);
  assert.equal((await change(cookie, { ...asked, ...claims }, 'access-nan')).body, answer.body, 'again');
  const second = await change(cookie, asked);
  assert.is(second.status, 409);
  assert.is(
    errorOf(second.body)?.message,
    'You have already requested access. Please allow 24 hours for this request to be processed by our team', // [A585]
  );
  assert.is((await eventsOf(me._id)).filter(({ type }) => type === 'AccessRequested').length, 1);
});

test('[A462] [A463] a request for access that is not complete is not taken', async () => {
  const { cookie, me } = await registered('opa@farm.example', '0491570123');
  const incomplete = await change(cookie, { ...REQUEST, ABN: '', isRequestedAsBuyer: true });
  assert.equal(
    [incomplete.status, errorOf(incomplete.body)?.message],
    [400, 'Please correctly fill required fields'],
  );
  const empty = await change(cookie, { isRequestedAsBuyer: true });
  assert.is(errorOf(empty.body)?.message, 'Please correctly provide at least 1 field');
  for (const [left, value] of [
    ['acceptedTerms', false],
    ['officeAddress', { address1: 'PO Box 12' }],
    ['areYouUsingAgent', true],
  ] as const) {
    const answer = await change(cookie, { ...REQUEST, isRequestedAsBuyer: true, [left]: value });
    assert.is(answer.status, 400, left);
  }
  const unsold = { ...REQUEST, isRequestedAsBuyer: true, isRequestedAsSeller: true, registeredForGST: true };
  assert.is((await change(cookie, unsold)).status, 400, 'no stock type');
  assert.is(userOf((await api.call('GET', 'users/me', { cookie })).body).status, 'registered');
  assert.is((await change(cookie, { ...REQUEST, isRequestedAsBuyer: true })).status, 200); // [A183]
  const asked = userOf((await api.call('GET', 'users/me', { cookie })).body);
  assert.equal(
    [asked.status, asked.isRequestedAsBuyer, asked.isRequestedAsSeller, asked.requestedAt !== null],
    ['registered-updated', true, false, true], // [A325]
  );
  assert.is((await eventsOf(me._id)).at(-1)?.type, 'AccessRequested');
});

test('[S425] [S426] [S427] [S428] [S429] [S430] [S431] [S432] [S433] [S434] [S435] what a request for access must have', async () => {
  const { cookie } = await registered('ula@farm.example', '0491570181');
  const NOBODY = { companyName: '', ACN: '', givenName: '', lastName: '', legalNameOfTradingEntity: '' };
  const NOWHERE = { address1: '', address2: '', town: '', state: '', postcode: '' };
  const SELLER = { isRequestedAsSeller: true, registeredForGST: true, stockTypes: ['Cattle'] };
  const customer = (...names: string[]) => names.map((name) => `user.customerDetails.${name}`);
  const address = (which: string) =>
    ['address1', 'town', 'state', 'postcode'].map((name) => `user.${which}.${name}`);
  const cases: [Record<string, unknown>, string[]][] = [
    [
      { doYouTradeThroughCompany: true, customerDetails: NOBODY },
      customer('companyName', 'ACN', 'givenName', 'lastName'),
    ],
    [
      { customerDetails: NOBODY, ABN: '' },
      [...customer('legalNameOfTradingEntity', 'givenName', 'lastName'), 'user.ABN'],
    ],
    [{ postalAddress: { ...NOWHERE, address2: 'Shed 2' } }, address('postalAddress')],
    [{ PIC: 'QABC1234' }, ['user.PIC']], // [S437]
    [{ isPICFromAnotherState: true, anotherStatePIC: 'QLD', PIC: 'NA123456' }, ['user.PIC']], // [S438]
    [{ areYouUsingAgent: true, agentName: '' }, ['user.agentName']], // [S440]
    [{ acceptedTerms: false }, ['user.acceptedTerms']], // [S441]
    [{ ...SELLER, acceptedTerms: false }, ['user.acceptedTerms']], // [S441]
    [{ ...SELLER, registeredForGST: undefined }, ['user.registeredForGST']], // [S436]
  ];
  const noStock = await change(cookie, { ...REQUEST, ...SELLER, isRequestedAsBuyer: true, stockTypes: [] });
  assert.equal(
    [noStock.status, errorOf(noStock.body)?.message],
    [400, 'Please choose at least one stock type.'], // [B312] [S439]
  );
  for (const [asked, fields] of cases) {
    const { status, body } = await change(cookie, { ...REQUEST, isRequestedAsBuyer: true, ...asked });
    assert.is(status, 400, fields.join());
    assert.is(errorOf(body)?.message, 'Please correctly fill required fields', fields.join()); // [A462]
    const found = (body['errors'] as { field?: string }[]).flatMap(({ field }) => field ?? []);
    assert.equal([...new Set(found)].sort(), [...fields].sort());
  }
  const nowhere = await change(cookie, { ...REQUEST, isRequestedAsBuyer: true, officeAddress: NOWHERE });
  const missing = (nowhere.body['errors'] as { field?: string }[]).map(({ field }) => field);
  for (const field of address('officeAddress')) assert.ok(missing.includes(field), field);
  const nothing = await change(cookie, { isRequestedAsBuyer: true });
  assert.is(errorOf(nothing.body)?.message, 'Please correctly provide at least 1 field'); // [S444]
});

test('[S286] [S287] [S288] [S289] [S541] [S542] [A331] [A332] [A333] [A334] what a request for access makes of the account', async () => {
  const SELLER = { isRequestedAsSeller: true, registeredForGST: true, stockTypes: ['Cattle', 'Sheep'] };
  const office = { address1: '12 Rural Road', town: 'SOMEWHERE' };
  const cases = [
    ['approved-buyer', 'NSW', '2380', 'NA123456', SELLER, 'approved-buyer-updated', 'LLA'],
    ['registered', 'NSW', '2380', 'NA123456', SELLER, 'registered-updated', 'LLA'],
    ['registered', 'NSW', '2380', 'NA123456', {}, 'registered-updated', 'LLA'],
    ['partially-approved', 'NSW', '2380', 'NA123456', SELLER, 'registered-updated', 'LLA'],
    ['approved-buyer-seller', 'NSW', '2380', 'NA123456', SELLER, 'approved-buyer-seller', 'LLA'],
    ['approved-seller', 'NSW', '2380', 'NA123456', {}, 'approved-seller', 'LLA'],
    ['registered', 'QLD', '4000', 'QABC1234', {}, 'registered-updated', 'LLA'],
    ['partially-approved', 'VIC', '3000', '3ABCD123', {}, 'registered-updated', 'ULA'],
    ['registered', 'SA', '5000', 'SA123456', {}, 'registered-updated', 'ULA'],
    ['registered', 'WA', '6000', 'WABC1234', {}, 'registered-updated', 'ULA'],
    ['registered', 'TAS', '7000', 'MABC1234', {}, 'registered-updated', 'ULA'],
    ['registered', 'NT', '0800', 'TABC1234', {}, 'registered-updated', 'ULA'],
    ['registered', 'ACT', '2600', 'NA123456', {}, 'registered-updated', 'ULA'],
  ] as const;
  for (const [index, [before, state, postcode, PIC, asked, after, operation]] of cases.entries()) {
    const email = `asks-${index}@farm.example`;
    await api.register(email, { status: before, approvedStockTypes: ['Cattle'] });
    const cookie = await api.signIn(email);
    const wanted = { ...REQUEST, PIC, officeAddress: { ...office, state, postcode } };
    const answer = await change(cookie, { ...wanted, isRequestedAsBuyer: true, ...asked });
    assert.is(answer.status, 200, JSON.stringify(answer.body));
    const { status, operationType, ...me } = userOf(answer.body);
    assert.equal([status, operationType], [after, operation], `${before} in ${state}`); // [A796] [A797] [A798]
    assert.equal([me.isRequestedAsBuyer, me.isRequestedAsSeller], [true, asked === SELLER]); // [A270]
  }
});

test('[S411] [S412] [S413] [S414] [S415] [S510] a bank account and a profile that can’t be saved', async () => {
  const { cookie } = await registered('uwe@farm.example', '0491570182');
  const BANK = { accountName: 'x'.repeat(30), BSB: ' 062-000 ', accountNumber: '12345678' };
  const said = async (bank: object) => {
    const { status, body } = await change(cookie, { bank: { ...BANK, ...bank } });
    return status === 200 ? 'saved' : errorOf(body)?.message;
  };
  assert.is(await said({}), 'saved');
  assert.is(await said({ accountName: ' x ' }), 'saved');
  assert.is(userOf((await api.call('GET', 'users/me', { cookie })).body).bank?.accountName, 'x'); // [A522]
  assert.is.not(await said({ accountName: 'x'.repeat(31) }), 'saved');
  assert.match((await said({ accountName: '<b>' })) ?? '', /^Sorry, invalid Account Name\./);
  assert.is(await said({ accountName: ' ' }), 'Please Enter Account Name');
  for (const BSB of ['06200', '0620000', '062a00'])
    assert.is(await said({ BSB }), 'Please Enter 6 Digit BSB'); // [A525] [B309]
  assert.is(await said({ accountNumber: '12-34 5678' }), 'saved', 'signs between digits mean nothing');
  assert.is.not(await said({ accountNumber: '12e4' }), 'saved');
  const { body } = await change(cookie, { firstName: ' ' });
  assert.is(errorOf(body)?.message, 'Please fill required fields');
});

test('[A617] the newest terms are accepted, and no others', async () => {
  const id = await api.register('ned@farm.example');
  const cookie = await api.signIn('ned@farm.example');
  const before = userOf((await api.call('GET', 'users/me', { cookie })).body);
  assert.equal([before.acceptedNewVersionTerms, before.currentVersionAcceptedTo], [false, null]);
  const old = await change(cookie, { acceptedNewVersionTerms: true, currentVersionAcceptedTo: '0' });
  assert.is(old.status, 400);
  const answer = await change(cookie, {
    acceptedNewVersionTerms: true,
    acceptedNewVersionTermsOn: 1,
    currentVersionAcceptedTo: '1',
    olderVersionsAcceptedTo: [],
    status: before.status,
  });
  assert.is(answer.status, 200, JSON.stringify(answer.body));
  const user = userOf(answer.body);
  assert.equal([user.acceptedNewVersionTerms, user.currentVersionAcceptedTo], [true, '1']);
  assert.ok((user.acceptedNewVersionTermsOn ?? 0) > 1, 'at the time of the server');
  assert.is((await eventsOf(id)).at(-1)?.type, 'TermsAccepted');
  await api.register('publishes@farm.example', { role: 'admin' });
  const text = '## Bidding\n\nA bid is an offer.';
  const body = { version: 1, text };
  const admin = await api.signIn('publishes@farm.example');
  const published = await api.call('PUT', 'staff/texts/terms', { cookie: admin, body });
  assert.is(published.status, 200, JSON.stringify(published.body));
  while ((await api.accounts.texts.terms()).version !== '2')
    await new Promise((resolve) => setTimeout(resolve, 20));
  const newer = await change(cookie, { acceptedNewVersionTerms: true, currentVersionAcceptedTo: '2' });
  const { currentVersionAcceptedTo, olderVersionsAcceptedTo } = userOf(newer.body);
  assert.equal([currentVersionAcceptedTo, olderVersionsAcceptedTo], ['2', ['1']]); // [A273]
});

test('a change that is repeated after a later one leaves the later one as it is', async () => {
  const { cookie } = await registered('first@farm.example', '0491570140');
  const one = { email: 'second@farm.example', phone: '0491570141' };
  const two = { email: 'third@farm.example', phone: '0491570142' };
  const first = await change(cookie, one, 'contacts-0001');
  assert.is(first.status, 200, JSON.stringify(first.body));
  assert.is((await change(cookie, two, 'contacts-0002')).status, 200);
  const again = await change(cookie, one, 'contacts-0001');
  assert.equal([again.status, again.body], [200, first.body]);
  await api.signIn(two.email);
  const taken = await post('check-unique-user', { user: two });
  assert.equal(taken.body['data'], {
    valid: false,
    errors: [
      ['email', 'email'],
      ['phone', 'phone number'],
    ].map(([field, name]) => ({
      code: 'duplicateFieldError',
      field,
      message: `This ${name} already belongs to an account.`,
    })),
  });
  // The repeated command's contact is free for others.
  assert.equal((await post('check-unique-user', { user: one })).body['data'], { valid: true, errors: [] });
  assert.is((await post('users', form(one.email, one.phone))).status, 201);
});

test.run();

import type { Me } from '@saleyard/contract/accounts.ts';
import type {
  AccountHistoryEntry,
  StaffAccount,
  StaffAccountEntry,
} from '@saleyard/contract/staff-accounts.ts';
import { STAFF_ACCOUNTS } from '@saleyard/projections/staff/staff-accounts.projection.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { WebSocket } from 'ws';
import { Refused, Session } from '../client/session.ts';
import { startTestServer, type TestServer } from '../test-support/test-server.ts';

const test = suite('accounts as staff see them', { limitMs: 60_000 });

let server: TestServer;
let staff: Session;

test.before(async () => {
  server = await startTestServer();
  staff = await server.signedIn('staff');
});
test.after(() => server.close());

let phone = 491_570_200;

/** A newly registered person, signed in. */
async function person(firstName: string, lastName: string, tradingName: string): Promise<Session> {
  phone += 1;
  const email = `${firstName}.${lastName}@farm.example`.toLowerCase();
  const user = {
    firstName,
    lastName,
    email,
    phone: `0${phone}`,
    password: 'hunter22',
    tradingName,
    profession: 'Producer',
    officeAddress: { state: 'NSW', postcode: '2380' },
  };
  const response = await fetch(`${server.base}/api/v1/users`, {
    method: 'POST',
    headers: { origin: server.base, 'content-type': 'application/json' },
    body: JSON.stringify({ user }),
  });
  assert.is(response.status, 201, await response.text());
  return Session.signIn(server.base, email, 'hunter22');
}

const REQUEST = {
  doYouTradeThroughCompany: false,
  customerDetails: { givenName: 'Ann', lastName: 'Archer', legalNameOfTradingEntity: 'Archer Pastoral' },
  ABN: '51824753556',
  PIC: 'NA123456',
  isPICFromAnotherState: false,
  areYouUsingAgent: false,
  officeAddress: { address1: '12 Rural Road', town: 'GUNNEDAH', state: 'NSW', postcode: '2380' },
  acceptedTerms: true,
  registeredForGST: true,
  stockTypes: ['Cattle'],
  isRequestedAsBuyer: true,
  isRequestedAsSeller: true,
};

type Found = { accounts: StaffAccountEntry[] };

/** What staff find. Retries until it is as expected, since the read side follows the log. */
async function found(
  query: string,
  is: (accounts: StaffAccountEntry[]) => boolean,
): Promise<StaffAccountEntry[]> {
  for (let tries = 0; ; tries += 1) {
    const { accounts } = await staff.call<Found>('GET', `staff/accounts?${query}`);
    if (is(accounts) || tries > 200) return accounts;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const history = async (account: string): Promise<AccountHistoryEntry[]> =>
  (await staff.call<{ entries: AccountHistoryEntry[] }>('GET', `staff/accounts/${account}/history`)).entries;

const decide = (account: string, body: unknown) =>
  staff.call<{ status: string }>('POST', `staff/accounts/${account}/decision`, body);

const refusedBy = async (asked: Promise<unknown>): Promise<string> => {
  const thrown = await asked.then(
    () => null,
    (error: unknown) => error,
  );
  return thrown instanceof Refused ? `${thrown.status} ${thrown.code}` : `not refused: ${thrown}`;
};

test('people are found by the beginnings of their names, e-mail, phone, trading name, PIC and short id', async () => {
  const zelda = await person('Zelda', "O'Brien-Smythe", 'Wyndham Pastoral');
  await zelda.call('PUT', 'users/me', { user: { PIC: 'NK998877' } });
  const [known] = await found('search=zelda', ([one]) => one?.PIC === 'NK998877');
  assert.is(known?._id, zelda.id);
  assert.equal([known?.firstName, known?.tradingName, known?.state], ['Zelda', 'Wyndham Pastoral', 'NSW']);
  for (const search of [
    ...['zel', 'ZELDA brien', 'smythe', 'wyndham past', 'nk998877', `0${phone}`, `0${phone}`.slice(0, 7)],
    ...[`0${phone}`.replace(/(\d{4})(\d{3})(\d{3})/, '$1 $2 $3'), known?.shortId ?? ''],
    "zelda.o'brien-smythe@farm.example",
  ]) {
    const isThere = (accounts: StaffAccountEntry[]) => accounts.some(({ _id }) => _id === zelda.id);
    assert.ok(isThere(await found(`search=${encodeURIComponent(search)}`, isThere)), search);
  }
  for (const search of ['elda', 'zelda smith', 'wyndhams', '%', '.*'])
    assert.equal(await found(`search=${encodeURIComponent(search)}`, () => true), [], search);
});

test('the searched values are not in the read store in clear', async () => {
  await person('Quentin', 'Xylander', 'Barwidgee');
  await found('search=quentin', (accounts) => accounts.length > 0);
  let documents = 0;
  for await (const document of server.stores.documents.dump(STAFF_ACCOUNTS)) {
    documents += 1;
    assert.not.match(JSON.stringify(document), /quentin|xylander|barwidgee/i);
  }
  assert.ok(documents > 5);
});

test('[A001] a request waits for staff, who approve it; the person’s page is notified', async () => {
  const ann = await person('Ann', 'Archer', 'Archer Pastoral');
  const socket = new WebSocket(`${server.base.replace('http', 'ws')}/realtime`, {
    headers: { origin: server.base, cookie: ann.cookie },
  });
  const updates: Record<string, unknown>[] = [];
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => {
      socket.send(JSON.stringify([{ id: 1, channel: 'user', event: 'connect-user', data: { _id: ann.id } }]));
      resolve();
    });
    socket.on('message', (frame) => {
      for (const { event, data } of JSON.parse(String(frame)) as { event?: string; data: unknown }[])
        if (event === 'user-update') updates.push(data as Record<string, unknown>);
    });
  });
  const heard = async (status: string): Promise<Record<string, unknown>> => {
    for (let tries = 0; tries < 500; tries += 1) {
      const update = updates.find((one) => one['status'] === status);
      if (update !== undefined) return update;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`never received ${status}: ${JSON.stringify(updates)}`);
  };
  await ann.call('PUT', 'users/me', { user: REQUEST });
  const asked = await heard('registered-updated');
  assert.equal(
    [asked['isRequestedAsBuyer'], asked['isRequestedAsSeller'], asked['stockTypes']],
    [true, true, ['Cattle']],
  ); // [A328] [A329] [A689]
  assert.ok(Number(asked['requestedAt']) > 0);
  await found('awaiting=true', (accounts) =>
    accounts.some(({ _id, requestedAt }) => _id === ann.id && requestedAt !== null),
  ); // [A325]
  assert.is(
    await refusedBy(decide(ann.id, { decision: 'approved', status: 'approved-buyer-seller' })),
    '400 no-stock-type',
  ); // [A574]
  assert.is(await refusedBy(decide(ann.id, { decision: 'declined' })), '400 invalid-request');
  const approval = { decision: 'approved', status: 'approved-buyer-seller', approvedStockTypes: ['Cattle'] };
  const reason = 'Licence seen, Ann Archer called';
  assert.is((await decide(ann.id, { ...approval, reason })).status, 'approved-buyer-seller');
  const approved = await heard('approved-buyer-seller');
  assert.equal(
    [
      ...[approved['type'], approved['approvedStockTypes']],
      ...[approved['isRequestedAsSeller'], approved['requestedAt']],
    ],
    ['seller', ['Cattle'], false, null],
  ); // [A327] [A328] [A329] [A689]
  socket.close();
  const { user } = await ann.call<{ user: Me }>('GET', 'users/me');
  assert.is(user.status, 'approved-buyer-seller');
  const [last, before] = await history(ann.id);
  assert.equal(
    [last?.type, last?.detail, last?.reason, last?.by.id, last?.by.name],
    ['AccessDecided', 'approved', reason, staff.id, 'Stan Staff'],
  );
  assert.equal([before?.type, before?.by.id, before?.by.name], ['AccessRequested', ann.id, 'Ann Archer']);
});

test('[A001] a request to buy waits for staff too, and nobody else approves it', async () => {
  const ben = await person('Ben', 'Bower', 'Bower Pastoral');
  const { isRequestedAsSeller: _, registeredForGST: __, ...toBuy } = REQUEST;
  await ben.call('PUT', 'users/me', { user: toBuy });
  const status = async () => (await ben.call<{ user: Me }>('GET', 'users/me')).user.status;
  const approval = { decision: 'approved', status: 'approved-buyer' };
  for (const other of [ben, await server.signedIn('buyer'), await server.signedIn('auditor')])
    assert.is(
      await refusedBy(other.call('POST', `staff/accounts/${ben.id}/decision`, approval)),
      '403 forbidden',
    );
  assert.is(await status(), 'registered-updated');
  await decide(ben.id, approval);
  assert.is(await status(), 'approved-buyer');
});

test('declined and partially approved with a reason; the completed profile goes back to staff', async () => {
  const dan = await person('Dan', 'Dwyer', 'Dwyer Bros');
  await dan.call('PUT', 'users/me', { user: REQUEST });
  await decide(dan.id, { decision: 'declined', reason: 'No such PIC' });
  const me = async () => (await dan.call<{ user: Me }>('GET', 'users/me')).user;
  assert.equal([(await me()).status, (await me()).isRequestedAsSeller], ['registered', false]);
  assert.is(await refusedBy(decide(dan.id, { decision: 'declined', reason: 'x' })), '409 nothing-requested');
  await dan.call('PUT', 'users/me', { user: REQUEST });
  await decide(dan.id, { decision: 'partially-approved', reason: 'Phone?' });
  assert.is((await me()).status, 'partially-approved');
  await dan.call('PUT', 'users/me', { user: { secondaryPhone: '0267421111' } });
  assert.is((await me()).status, 'partially-approved:updated');
  const types = (await history(dan.id)).map(({ type, status }) => `${type} ${status}`);
  assert.equal(types.slice(0, 4), [
    'AccountStatusChanged partially-approved:updated',
    'ProfileChanged null',
    'AccessDecided partially-approved',
    'AccessRequested registered-updated',
  ]);
});

test('an account is suspended and restored, with who and why in its history', async () => {
  const eli = await person('Eli', 'Ellis', 'Ellis');
  const done = await staff.call<{ isSuspended: boolean }>('POST', `staff/accounts/${eli.id}/suspend`, {
    reason: 'Unpaid invoice',
  });
  assert.is(done.isSuspended, true);
  const [one] = await found('search=ellis&suspended=true', (accounts) => accounts.length > 0);
  assert.is(one?._id, eli.id);
  await staff.call('POST', `staff/accounts/${eli.id}/restore`, { reason: 'Paid' });
  const entries = await history(eli.id);
  assert.equal(
    entries.slice(0, 2).map(({ type, reason, by }) => [type, reason, by.name]),
    [
      ['AccountRestored', 'Paid', 'Stan Staff'],
      ['AccountSuspended', 'Unpaid invoice', 'Stan Staff'],
    ],
  );
  assert.is(
    await refusedBy(staff.call('POST', `staff/accounts/${eli.id}/suspend`, { reason: '' })),
    '400 invalid-request',
  );
  assert.is(
    await refusedBy(staff.call('POST', 'staff/accounts/nobody/suspend', { reason: 'x' })),
    '404 not-found',
  );
});

test('staff see the whole profile, without bank details; auditors decide nothing', async () => {
  const fay = await person('Fay', 'Fraser', 'Fraser');
  await fay.call('PUT', 'users/me', {
    user: { jobTitle: 'Owner', bank: { accountName: 'Fay', BSB: '062000', accountNumber: '123' } },
  });
  const { account } = await staff.call<{ account: StaffAccount }>('GET', `staff/accounts/${fay.id}`);
  assert.equal([account.jobTitle, account.email], ['Owner', 'fay.fraser@farm.example']);
  for (const hidden of ['bank', 'filters', 'watchList', 'watchList2'])
    assert.not.ok(hidden in account, hidden);
  const auditor = await server.signedIn('auditor');
  const seen = await auditor.call<{ account: StaffAccount }>('GET', `staff/accounts/${fay.id}`);
  const { firstName, email, phone } = seen.account;
  assert.equal([firstName, email, phone], ['Fay', '', ''], 'auditors see no contacts');
  const approval = { decision: 'approved', status: 'approved-buyer' };
  assert.is(
    await refusedBy(auditor.call('POST', `staff/accounts/${fay.id}/decision`, approval)),
    '403 forbidden',
  );
  assert.is(await refusedBy(fay.call('GET', `staff/accounts/${fay.id}`)), '403 forbidden'); // [A580]
});

test('[A204] [A205] [A206] [A629] agents who sell are found by name, town or postcode, and state', async () => {
  const agent = await person('Hugo', 'Hartmann', 'Dunmore Livestock');
  const profile = {
    profession: 'Livestock Agent',
    sellerType: 'Agent',
    officeAddress: { town: 'BOGGABRI', postcode: '2382' },
  };
  await agent.call('PUT', 'users/me', { user: profile });
  const agents = async (query: string) =>
    (await agent.call<{ users: Record<string, unknown>[] }>('GET', `users/agent-search?${query}`)).users;
  const until = async (query: string, count: number) => {
    for (let tries = 0; tries < 200 && (await agents(query)).length !== count; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    return agents(query);
  };
  assert.equal(await agents('name=hartmann'), [], 'who may not sell is no agent');
  const approval = { decision: 'approved', status: 'approved-seller', approvedStockTypes: ['Cattle'] };
  await decide(agent.id, approval);
  const [found] = await until('name=hartmann', 1);
  assert.equal(found, {
    tradingName: 'Dunmore Livestock',
    firstName: 'Hugo',
    lastName: 'Hartmann',
    phone: `0${phone}`,
    officeAddress: { town: 'BOGGABRI', postcode: '2382', state: 'NSW' },
  }); // [A309]
  for (const query of [
    ...['name=hugo', 'name=hartmann', 'name=dunmore', 'name=hugo%20hartmann'],
    ...['location=boggabri', 'location=2382', 'location=2382&state=NSW', 'name=hugo%20live&location=bogg'],
  ])
    assert.is((await agents(query)).length, 1, query);
  for (const query of [
    'location=boggabri&state=VIC',
    'name=boggabri',
    `name=0${phone}`,
    'name=farm',
    'location=hartmann',
  ])
    assert.equal(await agents(query), [], query);
  for (const [query, isFound] of [
    ['state=NSW', true],
    ['state=VIC', false],
    ['name=hartmann%20livestock', true],
    ['name=mueller', false],
  ] as const)
    assert.is(
      (await agents(query)).some(({ lastName }) => lastName === 'Hartmann'),
      isFound,
      query,
    );
  for (const query of ['', 'name=&location=&state=', 'name=%20&location=%20'])
    assert.is(await refusedBy(agents(query)), '400 invalid-request'); // [A207]
});

test('a history has pages', async () => {
  const gus = await person('Gus', 'Gordon', 'Gordon');
  for (const jobTitle of ['a', 'b', 'c']) await gus.call('PUT', 'users/me', { user: { jobTitle } });
  const page = async (n: number) => {
    const target = `staff/accounts/${gus.id}/history?page=${n}&limit=2`;
    const { entries } = await staff.call<{ entries: AccountHistoryEntry[] }>('GET', target);
    return entries.map(({ revision }) => revision);
  };
  assert.equal([await page(1), await page(2), await page(3), await page(4)], [[4, 3], [2, 1], [0], []]);
});

test.run();

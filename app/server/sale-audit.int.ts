import type { AuditedSales, AuditSteps, SaleAudit, SaleWhatIf } from '@saleyard/contract/audit.ts';
import { OPERATIONS } from '@saleyard/contract/operations.ts';
import { readPdf } from '@saleyard/projections/test-support/read-pdf.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { Session } from '../client/session.ts';
import { eventually } from '../test-support/eventually.ts';
import { statusOf } from '../test-support/refusals.ts';
import { command, schedule, steers } from '../test-support/sales.ts';
import { startTestServer, type TestServer } from '../test-support/test-server.ts';
import { whenFree } from '../test-support/when-free.ts';

const test = suite('the audit of a sale for auditors', { limitMs: 60_000 });
/** What the clerk enters for the floor, in cents. */
const FLOOR_CENTS = 45_000;

let server: TestServer;
let staff: Session;
let sale: Awaited<ReturnType<typeof schedule>>;

test.before(async () => {
  server = await startTestServer();
  staff = await server.signedIn('staff');
  sale = await schedule(staff, { type: 'sequentialOffline', reopenSeconds: 0 }, [steers('1'), steers('2')]);
  const [sold, withdrawn] = sale.lots;
  await eventually(() => command(staff, sale._id, 'openLot', { lot: sold }));
  await command(staff, sale._id, 'freeze', { reason: 'Gate open' });
  await command(staff, sale._id, 'resume', { reason: 'Gate shut' });
  await command(staff, sale._id, 'floorBid', { lot: sold, cents: FLOOR_CENTS });
  await command(staff, sale._id, 'knockDown', { lot: sold });
  await command(staff, sale._id, 'withdraw', { lot: withdrawn, reason: 'Lame' });
});

test.after(() => server.close());

const address = () => `staff/auctions/${sale._id}/audit`;
const audit = (who: Session): Promise<SaleAudit> => who.call<SaleAudit>('GET', address());
const steps = (who: Session, query = ''): Promise<AuditSteps> =>
  who.call<AuditSteps>('GET', `${address()}/steps${query}`);

const actsOf = ({ steps: found }: AuditSteps) => found.map(({ act }) => act);

test('an auditor reads the verdict, and which member of staff did what; no contacts', async () => {
  const auditor = await server.signedIn('auditor');
  const summary = await audit(auditor);
  assert.equal([summary.verdict, summary.difference, summary.differenceCount], ['proven', null, 0]);
  assert.equal(
    summary.lots.map(({ number, result, priceCents }) => [number, result, priceCents]),
    [
      ['1', 'sold', FLOOR_CENTS],
      ['2', 'withdrawn', null],
    ],
  );
  const [lot = ''] = sale.lots;
  const byStaff = await steps(auditor, `?lot=${lot}&act=staff`);
  // Bidding was tried to be opened until the sale was live.
  assert.equal(
    byStaff.steps.filter(({ refused }) => refused === null).map(({ act }) => act),
    [
      'opened bidding',
      'froze the sale',
      'resumed the sale',
      'entered a bid for the floor',
      'knocked the lot down',
    ],
  );
  assert.ok(byStaff.inAll > byStaff.steps.length);
  assert.ok(byStaff.steps.every(({ actor }) => actor.id === staff.id));
  const { name = '', role } = byStaff.people[staff.id] ?? {};
  assert.is(role, 'admin');
  assert.ok(name);
  // The person who stopped the sale, as in the ladder.
  assert.equal(
    summary.outages.map(({ by, reason }) => [by, reason]),
    [[`${name} (staff)`, 'Gate open']],
  );
  const entered = await steps(auditor, '?lot=all&act=enteredBids');
  assert.equal(
    entered.steps.map(({ lot: of, cents }) => [of, cents]),
    [[lot, FLOOR_CENTS]],
  );
  const all = await steps(auditor, '?lot=all');
  assert.is(all.steps.length, all.inAll);
  assert.ok(all.steps.some(({ ruling }) => ruling.join().includes('Lame')));
  const revisions = all.steps.map(({ revision }) => revision);
  assert.equal(
    revisions,
    [...revisions].sort((a, b) => a - b),
  );
  assert.not.match(JSON.stringify([summary, all]), '@saleyard.test');
});

test('steps come in pages, and by time and person', async () => {
  const all = await steps(staff, '?lot=all');
  const paged: number[] = [];
  for (let page = 1; page <= all.inAll; page += 1) {
    const one = await steps(staff, `?lot=all&limit=1&page=${page}`);
    assert.is(one.steps.length, 1);
    paged.push(one.steps[0]?.revision ?? -1);
  }
  assert.equal(
    paged,
    all.steps.map(({ revision }) => revision),
  );
  const knocked = all.steps.find(({ act }) => act === 'knocked the lot down')?.at ?? 0;
  const before = await steps(staff, `?lot=all&to=${knocked}`);
  const from = await steps(staff, `?lot=all&from=${knocked}`);
  assert.is(before.steps.length + from.steps.length, all.inAll);
  assert.ok(before.steps.length > 0 && from.steps.length > 0);
  assert.ok(actsOf(await steps(staff, '?lot=all&person=automatic')).length > 0);
});

test('the stored sale is decided under another policy', async () => {
  const would = await staff.call<SaleWhatIf>('GET', `${address()}/what-if?policy=opening=at-start`);
  assert.equal([would.stood, would.lots, would.decisions], ['above-start', [], 0]);
  assert.ok(would.compared > 5);
  assert.is(await statusOf(staff.call('GET', `${address()}/what-if?policy=opening=never`)), 400);
});

test('the audit is printed as a PDF', async () => {
  const response = await whenFree(() =>
    fetch(`${server.base}/api/v1/${address()}.pdf?lot=all`, {
      headers: { cookie: staff.cookie, platform: 'web' },
    }),
  );
  assert.is(response.status, 200);
  assert.is(response.headers.get('content-type'), 'application/pdf');
  const pdf = Buffer.from(await response.arrayBuffer());
  assert.is(pdf.subarray(0, 5).toString('latin1'), '%PDF-');
  const chosen = await fetch(
    `${server.base}/api/v1/${address()}.pdf?lot=all&act=enteredBids&person=${staff.id}`,
    {
      headers: { cookie: staff.cookie, platform: 'web' },
    },
  );
  const text = (await readPdf(Buffer.from(await chosen.arrayBuffer()))).pages.join(' ');
  assert.match(text, /Only: Bids entered by staff; .+ \(staff\)\./);
  assert.match(text, /1 of \d+ steps/);
  assert.match(text, /Stood still from .+, by .+ \(staff\): Gate open/);
});

test('what happens next is in the next audit, and the list says how many events are new', async () => {
  const before = await audit(staff);
  // The sale is over: it is refused, and that is in the log too.
  assert.is(await statusOf(command(staff, sale._id, 'announce', { text: 'Lunch' })), 400);
  const listed = async (find = '') =>
    (await staff.call<AuditedSales>('GET', `staff/audits?find=${encodeURIComponent(find)}`)).sales;
  const [known] = await listed(String(sale.searchNumber));
  assert.equal([known?.audit?.verdict, known?.audit?.events], ['proven', before.events]);
  assert.ok((known?.eventsSince ?? 0) > 0);
  const after = await audit(staff);
  assert.ok(after.chained > before.chained);
  assert.is(actsOf(await steps(staff)).at(-1), 'tried to announce');
  assert.is((await listed(String(sale.searchNumber)))[0]?.eventsSince, 0);
  assert.equal(await listed('no such sale'), []);
});

test('an auditor sees no contacts and changes nothing, by every call of staff', async () => {
  const auditor = await server.signedIn('auditor');
  const buyer = await server.signedIn('buyer');
  const [lot = ''] = sale.lots;
  const ids: Record<string, string> = { auction: sale._id, lot, account: buyer.id, user: buyer.id };
  let read = 0;
  for (const { id, who, method, path } of OPERATIONS) {
    if (who !== 'staff' && who !== 'admin') continue;
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? sale._id);
    const response = await fetch(server.base + address, {
      method: method.toUpperCase(),
      headers: {
        cookie: auditor.cookie,
        platform: 'web',
        origin: server.base,
        'content-type': 'application/json',
      },
      ...(method !== 'get' && { body: '{}' }),
    });
    const text = await response.text();
    if (who === 'admin') assert.is(response.status, 403, id);
    else {
      // An export is recorded with its maker, a preview is only shown: neither changes anything else.
      if (id !== 'exportResults' && id !== 'previewText')
        assert.is(method, 'get', `${id}: auditors only read`);
      if (response.ok) read += 1;
      assert.not.match(text, '@saleyard.test', id);
    }
  }
  assert.ok(read > 8, String(read));
});

test('files that an auditor may download have no contacts; those of accounts and mails are refused', async () => {
  const auditor = await server.signedIn('auditor');
  const [lot = ''] = sale.lots;
  const ids: Record<string, string> = { auction: sale._id, lot, place: '0', kind: 'licenseFile' };
  let opened = 0;
  for (const { id, who, method, path: place, download } of OPERATIONS) {
    if (download === undefined || method !== 'get') continue;
    const address = place.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? lot);
    const response = await fetch(server.base + address, { headers: { cookie: auditor.cookie } });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (who === 'admin') assert.is(response.status, 403, id);
    if (!response.ok) continue;
    opened += 1;
    const isPdf = response.headers.get('content-type')?.startsWith('application/pdf');
    const text = isPdf ? (await readPdf(bytes)).pages.join(' ') : bytes.toString();
    assert.not.match(text, /@saleyard\.test|04\d\d \d{3} \d{3}/, id);
  }
  assert.ok(opened > 5, String(opened));
  const refused = await fetch(`${server.base}/api/v1/staff/outbox`, { headers: { cookie: auditor.cookie } });
  assert.match(await refused.text(), 'You do not have permission to do this.');
});

test('a bidder is refused, and a sale or a lot that there is not is not found', async () => {
  const buyer = await server.signedIn('buyer');
  for (const asking of [audit(buyer), steps(buyer), buyer.call('GET', 'staff/audits')])
    assert.is(await statusOf(asking), 403);
  assert.is(await statusOf(staff.call('GET', 'staff/auctions/999999/audit')), 404);
  for (const file of ['/steps', '.pdf'])
    assert.is(await statusOf(staff.call('GET', `${address()}${file}?lot=nolot`)), 404, file);
});

test.run();

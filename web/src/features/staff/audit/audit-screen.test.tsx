/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { AuditStep, SaleAudit } from '@saleyard/contract/audit.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { Route, Routes } from 'react-router';
import * as assert from 'uvu/assert';
import { person } from '@/test-support/example-person.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { AuditScreen } = await import('./audit-screen.tsx');

const test = suite('the audit of a sale', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.after(() => server.close());

/** 26 November 2025, 19:00 in Sydney. */
const AT = Date.parse('2025-11-26T08:00:00Z');

const step = (revision: number, act: string, more: Partial<AuditStep> = {}): AuditStep => ({
  revision,
  at: AT + revision,
  sequencedAt: AT + revision,
  receivedAt: null,
  actor: { kind: 'staff', id: 's1', paddle: null, part: null },
  act,
  ruling: [],
  isBid: false,
  cents: null,
  refused: null,
  ...more,
});

const bidder = { kind: 'user', id: 'u1', paddle: '2848', part: null } as const;

const AUDIT: SaleAudit = {
  verdict: 'proven',
  difference: null,
  differences: [],
  differenceCount: 0,
  auction: {
    _id: 'a1',
    number: 2001,
    title: 'Hay Store Cattle',
    type: 'simultaneous',
    rules: 4,
    phase: 'closed',
    openAt: AT,
    liveAt: AT,
    closedAt: AT,
  },
  chained: 834,
  decidedAgain: 833,
  notDecidedAgain: 0,
  headHash: 'c3972671e5ec',
  lots: [
    {
      lot: 'l1',
      number: '1',
      title: '54 Angus Steers',
      unit: 'head',
      count: 54,
      startCents: 1,
      incrementCents: 1,
      reserveCents: null,
      result: 'sold',
      priceCents: 41_800,
      winner: 'u1',
      paddle: '2848',
      accepted: 1,
      refused: 1,
      bidders: 1,
    },
  ],
  sale: [step(0, 'scheduled the sale')],
  ladders: [],
  people: { s1: { name: 'Sam Clerk', role: 'admin' } },
};

const LADDER: SaleAudit = {
  ...AUDIT,
  ladders: [
    {
      lot: 'l1',
      steps: [
        step(1, 'bid', { actor: bidder, isBid: true, cents: 41_800, receivedAt: AT - 2 }),
        step(2, 'entered a bid for the floor', {
          isBid: true,
          cents: 41_000,
          refused: 'too-low',
          ruling: ['Refused: low'],
        }),
        step(3, 'knocked the lot down', { cents: 41_800 }),
      ],
    },
  ],
  people: { ...AUDIT.people, u1: { name: 'Bea Buyer', role: null } },
};

function open(search = '') {
  server.use(answers('users/me', { user: person({ _id: 'auditor', role: 'auditor' }) }));
  renderScreen(
    <Routes>
      <Route path="/staff/audit/:number" element={<AuditScreen />} />
    </Routes>,
    { path: `/staff/audit/2001${search}` },
  );
}

const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');

test('the verdict comes first, then each step of a lot with its actor, filtered by act and person', async () => {
  server.use(
    handles('get', 'staff/auctions/2001/audit', ({ url }) =>
      new URL(url).searchParams.get('lot') === 'l1' ? LADDER : AUDIT,
    ),
  );
  open();
  const verdict = await screen.findByRole('region', { name: 'Verdict' });
  assert.match(verdict.textContent ?? '', /Proven834 events as written, and 833 commands decided again/);
  assert.match(lines().join(), /Sam Clerk \(staff\) scheduled the sale/);
  const user = userEvent.setup();
  await user.click(within(screen.getByRole('navigation', { name: 'Lots' })).getByText('54 Angus Steers'));
  await screen.findByText('entered a bid for the floor', { exact: false });
  assert.is(lines().length, 3);

  assert.match(lines()[0] ?? '', /19:00:00.001.*Paddle 2848, Bea Buyer bidReceived 3 ms before.*\$418\.00/);
  await user.selectOptions(screen.getByLabelText('Act'), 'Bids');
  assert.is(lines().length, 2);
  await user.selectOptions(screen.getByLabelText('Act'), 'Refused');
  assert.is(lines().length, 1);
  assert.match(lines()[0] ?? '', /Sam Clerk \(staff\) entered a bid for the floorRefused: low/);
  await user.selectOptions(screen.getByLabelText('Person'), 'Paddle 2848, Bea Buyer');
  assert.ok(screen.getByText('No step matches'));
});

test('a difference names the first wrong event, and damage says that it could not be read', async () => {
  const difference = { found: 'decision', revision: 12, what: 'for bid the engine decides nothing more' };
  const later = { ...difference, revision: 20, what: 'its hash is not the hash of what it holds' };
  const found = { difference, differences: [difference, later], differenceCount: 23 };
  server.use(answers('staff/auctions/2001/audit', { ...AUDIT, ...found, verdict: 'different' }));
  open();
  assert.ok(await screen.findByText('Different at event 12'));
  const listed = within(screen.getByRole('list', { name: 'Differences' })).getAllByRole('listitem');
  assert.equal(
    listed.map(({ textContent }) => textContent),
    [`Event 12: ${difference.what}.`, `Event 20: ${later.what}.`, '3 more differences, in the JSON.'],
  );
  server.use(answers('staff/auctions/2001/audit', { ...AUDIT, ...found, verdict: 'unreadable' }));
  open();
  assert.ok(await screen.findByText('Could not be read'));
});

test('an audit that is refused says why, and can be tried again', async () => {
  server.use(refuses('get', 'staff/auctions/2001/audit', 503, { code: 'busy', message: 'Too busy.' }));
  open();
  assert.ok(await screen.findByRole('alert'));
  assert.ok(screen.getByRole('button', { name: 'Try again' }));
});

test.run();

/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { AuditStep, AuditSteps, SaleAudit } from '@saleyard/contract/audit.ts';
import { HEADERS } from '@saleyard/contract/headers.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import { Route, Routes } from 'react-router';
import * as assert from 'uvu/assert';
import { person } from '@/test-support/example-person.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { AuditsScreen } = await import('./audits-screen.tsx');
const { AuditScreen } = await import('./audit-screen.tsx');

const test = suite('the audit of a sale', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.after(() => server.close());

/** 26 November 2025, 19:00 in Sydney. */
const AT = Date.parse('2025-11-26T08:00:00Z');

const step = (revision: number, act: string, more: Partial<AuditStep> = {}): AuditStep => ({
  lot: 'l1',
  revision,
  at: AT + revision,
  sequencedAt: AT + revision,
  receivedAt: null,
  clockOffsetMs: null,
  seenCents: 'not recorded',
  actor: CLERK,
  act,
  ruling: [],
  isBid: false,
  cents: null,
  refused: null,
  ...more,
});

const CLERK = { kind: 'staff', id: 's1', paddle: null, part: null } as const;
const BIDDER = { kind: 'user', id: 'u1', paddle: '2848', part: null } as const;

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
    cancelled: false,
    openAt: AT,
    liveAt: AT,
    closedAt: AT,
  },
  events: 834,
  chained: 834,
  decidedAgain: 833,
  notDecidedAgain: 0,
  headHash: 'c3972671e5ec',
  at: AT,
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
      steps: 3,
    },
  ],
  outages: [
    { from: AT, to: AT + 182_000, movedMs: 182_000, by: 'Saleyard (outage detection)', reason: 'no answer' },
  ],
};

const PEOPLE: AuditSteps['people'] = {
  s1: { name: 'Sam Clerk', role: 'admin' },
  u1: { name: 'Bea Buyer', role: null },
};

const LADDER = [
  step(1, 'bid', { actor: BIDDER, isBid: true, cents: 41_800, receivedAt: AT - 2, seenCents: 41_000 }),
  step(2, 'entered a bid for the floor', {
    isBid: true,
    cents: 41_000,
    refused: 'too-low',
    ruling: ['Refused: low'],
  }),
  step(3, 'knocked the lot down', { cents: 41_800 }),
];

/** What the server answers: of the lot its ladder, filtered as asked; else the steps of the sale. */
function stepsFor(address: string): AuditSteps {
  const { searchParams } = new URL(address);
  const isLot = searchParams.get('lot') === 'l1';
  const all = isLot ? LADDER : [step(0, 'scheduled the sale', { lot: null })];
  const [act, person] = [searchParams.get('act'), searchParams.get('person')];
  const steps = all
    .filter(({ isBid, refused }) => (act === 'bids' ? isBid : act === 'refused' ? refused !== null : true))
    .filter(({ actor }) => person === null || actor.id === person);
  return {
    steps,
    matching: steps.length,
    inAll: all.length,
    actors: isLot ? [BIDDER, CLERK] : [CLERK],
    actorCount: isLot ? 2 : 1,
    people: PEOPLE,
  };
}

const steps = () => handles('get', 'staff/auctions/2001/audit/steps', ({ url }) => stepsFor(url));

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
  server.use(answers('staff/auctions/2001/audit', AUDIT), steps());
  open();
  const verdict = await screen.findByRole('region', { name: 'Verdict' });
  assert.match(verdict.textContent ?? '', /Proven834 events as written, and 833 commands decided again/);
  assert.match(
    verdict.textContent ?? '',
    /Stood still from .* by Saleyard \(outage detection\): no answer; deadlines moved by 3 min 2 s/,
  );
  await screen.findByText('scheduled the sale', { exact: false });
  assert.match(lines().join(), /Sam Clerk \(staff\) scheduled the sale/);
  const user = userEvent.setup();
  await user.click(within(screen.getByRole('navigation', { name: 'Lots' })).getByText('54 Angus Steers'));
  await screen.findByText('entered a bid for the floor', { exact: false });
  assert.is(lines().length, 3);
  assert.match(
    lines()[0] ?? '',
    /19:00:00.001.*Paddle 2848, Bea Buyer \(bidder\) bidReceived 3 ms before.*page showed \$410\.00.*\$418\.00/,
  );
  await user.selectOptions(screen.getByLabelText('Act'), 'Bids');
  await waitFor(() => assert.is(lines().length, 2));
  assert.ok(screen.getByText('2 of 3 steps'));
  await user.selectOptions(screen.getByLabelText('Act'), 'Refused');
  await waitFor(() => assert.is(lines().length, 1));
  assert.match(lines()[0] ?? '', /Sam Clerk \(staff\) entered a bid for the floorRefused: low/);
  await user.selectOptions(screen.getByLabelText('Person'), 'Paddle 2848, Bea Buyer (bidder)');
  assert.ok(await screen.findByText('No step matches'));
  // The controls are not printed.
  assert.ok(screen.getByText('Only: Refused; Paddle 2848, Bea Buyer (bidder)'));
});

test('the page is printed without its controls, with the filter in words', async () => {
  server.use(answers('staff/auctions/2001/audit', AUDIT), steps());
  open('?lot=l1&act=bids');
  const only = await screen.findByText('Only: Bids');
  let printed = 0;
  const { print } = window;
  window.print = () => {
    printed += 1;
  };
  await userEvent.setup().click(screen.getByRole('button', { name: 'Print' }));
  window.print = print;
  assert.is(printed, 1);
  const isOnPaper = (element: HTMLElement) => element.closest('.sy-no-print') === null;
  for (const label of ['Act', 'Person']) assert.not.ok(isOnPaper(screen.getByLabelText(label)), label);
  for (const element of [
    only,
    screen.getByRole('region', { name: 'Verdict' }),
    ...screen.getAllByRole('listitem'),
  ])
    assert.ok(isOnPaper(element), element.textContent ?? '');
});

test('a person who is looked for stays chosen in a part where they did nothing', async () => {
  server.use(answers('staff/auctions/2001/audit', AUDIT), steps());
  open('?lot=l1');
  const user = userEvent.setup();
  await screen.findByText('entered a bid for the floor', { exact: false });
  await user.selectOptions(screen.getByLabelText('Person'), 'Paddle 2848, Bea Buyer (bidder)');
  const chosen = () => screen.getByLabelText<HTMLSelectElement>('Person').selectedOptions[0]?.textContent;
  await user.click(within(screen.getByRole('navigation', { name: 'Lots' })).getByText('The sale as a whole'));
  assert.ok(await screen.findByText('No step matches'));
  assert.is(chosen(), 'Paddle 2848, Bea Buyer (bidder)');
  await user.selectOptions(screen.getByLabelText('Person'), 'Everyone');
  await screen.findByText('scheduled the sale', { exact: false });
  // A link that nothing was read for names them by their identifier.
  leaveScreens();
  open('?person=u77');
  assert.ok(await screen.findByText('No step matches'));
  assert.is(chosen(), 'u77');
});

test('a lot whose result was corrected is shown with what it closed with', async () => {
  const [sold] = AUDIT.lots;
  assert.ok(sold);
  const knockedDown = { result: 'sold', priceCents: 435_000, winner: 'floor:12', paddle: null };
  const lots = [{ ...sold, winner: 'u9', paddle: null, knockedDown }];
  server.use(answers('staff/auctions/2001/audit', { ...AUDIT, lots }), steps());
  open('?lot=l1');
  await screen.findByText(
    /^Sold to account u9 at \$418\.00 \/head, corrected: it closed as sold to buyer 12 on the floor at \$4,350\.00 \/head\./,
  );
});

test('what another policy would have decided is beside what was decided', async () => {
  const was = { result: 'sold', priceCents: 41_800, winner: 'u1', paddle: '2848' };
  server.use(
    answers('staff/auctions/2001/audit', AUDIT),
    steps(),
    answers('staff/auctions/2001/audit/what-if', {
      policy: 'tie=later-manual-leads',
      stood: 'earlier-leads',
      decisions: 2,
      compared: 833,
      lots: [
        {
          lot: 'l1',
          number: '1',
          title: '54 Angus Steers',
          was,
          would: { ...was, winner: 'u2', paddle: '1174' },
        },
      ],
    }),
  );
  open();
  const user = userEvent.setup();
  await user.selectOptions(await screen.findByLabelText('Decided under'), 'tie=later-manual-leads');
  assert.ok(await screen.findByText('1 lot of 1 would be different.'));
  const row = screen.getByRole('row', { name: /Lot 1/ });
  assert.match(row.textContent ?? '', /Sold to paddle 2848 at \$418\.00.*Sold to paddle 1174 at \$418\.00/);
});

test('the JSON of a sale that goes on holds the steps that its verdict is about', async () => {
  const later = step(AUDIT.events, 'announced', { lot: null });
  const all = [...LADDER, later];
  server.use(
    answers('staff/auctions/2001/audit', AUDIT),
    answers('staff/auctions/2001/audit/steps', {
      ...stepsFor('http://saleyard.test/?lot=l1'),
      steps: all,
      matching: all.length,
    }),
  );
  const known = [URL.createObjectURL, HTMLAnchorElement.prototype.click] as const;
  HTMLAnchorElement.prototype.click = () => {};
  const saved = new Promise<Blob>((resolve) => {
    URL.createObjectURL = (blob: Blob) => {
      resolve(blob);
      return 'blob:audit';
    };
  });
  open();
  await userEvent.setup().click(await screen.findByRole('button', { name: 'JSON' }));
  const { events, steps: kept } = JSON.parse(await (await saved).text());
  [URL.createObjectURL, HTMLAnchorElement.prototype.click] = known;
  assert.is(events, AUDIT.events);
  assert.equal(kept, LADDER);
});

test('all differences are listed, and damage says that it could not be read', async () => {
  const difference = { found: 'decision', revision: 12, what: 'for bid the engine decides nothing more' };
  const later = { ...difference, revision: 20, what: 'its hash is not the hash of what it holds' };
  const found = { difference, differences: [difference, later], differenceCount: 23 };
  server.use(answers('staff/auctions/2001/audit', { ...AUDIT, ...found, verdict: 'different' }), steps());
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

/** Lots of a large sale. */
const MANY_LOTS = Array.from({ length: 1_000 }, (_, n) => ({
  ...(AUDIT.lots[0] as SaleAudit['lots'][number]),
  lot: n === 999 ? 'l1' : `m${n}`,
  number: String(n + 1),
  title: `${n + 1} Angus Steers`,
}));

test('of 1,000 lots and 5,000 bidders the page lists a part, and finds the others', async () => {
  const actors = Array.from({ length: 200 }, (_, n) => ({
    ...BIDDER,
    id: `u${n}`,
    paddle: String(1_000 + n),
  }));
  const page = Array.from({ length: 100 }, (_, n) => step(n, 'bid', { actor: BIDDER, isBid: true }));
  const asked: string[] = [];
  server.use(
    answers('staff/auctions/2001/audit', { ...AUDIT, lots: MANY_LOTS }),
    handles('get', 'staff/auctions/2001/audit/steps', ({ url }) => {
      asked.push(new URL(url).searchParams.get('person') ?? '');
      return { steps: page, matching: 100_000, inAll: 100_000, actors, actorCount: 5_000, people: PEOPLE };
    }),
  );
  open();
  await screen.findAllByText('bid', { exact: false });
  const size = document.querySelectorAll('*').length;
  assert.ok(size < 2_500, `${size} elements`);
  const user = userEvent.setup();
  const nav = within(screen.getByRole('navigation', { name: 'Lots' }));
  assert.ok(nav.getByText('900 more lots: type a number or a title'));
  await user.type(nav.getByLabelText('Find a lot'), '1000');
  assert.ok(nav.getByText('1000 Angus Steers'));
  assert.ok(screen.getByText('200 of 5,000 people are listed'));
  await user.type(screen.getByLabelText('Paddle'), '4711');
  await waitFor(() => assert.is(asked.at(-1), '4711'));
});

test('a sale of 1,000 lots and 100,000 steps is read page by page, from the first step to the last', async () => {
  const [all, size] = [100_000, 100];
  server.use(
    answers('staff/auctions/2001/audit', { ...AUDIT, lots: MANY_LOTS }),
    http.get('http://saleyard.test/api/v1/staff/auctions/2001/audit/steps', ({ request }) => {
      const { searchParams } = new URL(request.url);
      const page = Number(searchParams.get('page') ?? 1);
      const of = (n: number) => MANY_LOTS[n % MANY_LOTS.length]?.lot ?? null;
      const part = Array.from({ length: size }, (_, place) => (page - 1) * size + place);
      const data: AuditSteps = {
        steps: part.map((n) => step(n, `did ${n}`, { lot: of(n), actor: BIDDER, isBid: true, cents: n })),
        matching: all,
        inAll: all,
        actors: [BIDDER],
        actorCount: 1,
        people: PEOPLE,
      };
      const headers = {
        [HEADERS.currentPage]: String(page),
        [HEADERS.totalPages]: String(all / size),
      };
      return HttpResponse.json({ data }, { headers });
    }),
  );
  /** Waits for a page, which has all of its steps, each with its lot, and nothing of another page. */
  const shows = async (page: number) => {
    const first = (page - 1) * size;
    await screen.findByText(`did ${first}`, { exact: false });
    const ladder = within(screen.getByRole('region', { name: 'The sale and every lot' }));
    const steps = ladder.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
    assert.is(steps.length, size);
    for (const [place, text] of steps.entries()) {
      const n = first + place;
      assert.match(text, `Lot ${(n % MANY_LOTS.length) + 1}Paddle 2848, Bea Buyer (bidder) did ${n}Arrival`);
    }
    assert.ok(ladder.getByText(`Page ${page} of 1000`));
    const elements = document.querySelectorAll('*').length;
    assert.ok(elements < 2_500, `${elements} elements`);
    return ladder;
  };
  open('?lot=all');
  const user = userEvent.setup();
  const isDisabled = (ladder: Awaited<ReturnType<typeof shows>>, name: string) =>
    ladder.getByRole<HTMLButtonElement>('button', { name }).disabled;
  const first = await shows(1);
  assert.equal([isDisabled(first, 'Earlier'), isDisabled(first, 'Later')], [true, false]);
  for (const page of [2, 3]) {
    await user.click(screen.getByRole('button', { name: 'Later' }));
    await shows(page);
  }
  await user.click(screen.getByRole('button', { name: 'Earlier' }));
  await shows(2);
  leaveScreens();
  open('?lot=all&page=1000');
  const last = await shows(1_000);
  assert.equal([isDisabled(last, 'Earlier'), isDisabled(last, 'Later')], [false, true]);
});

test('sales of an earlier search are busy until those of the other are read', async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { number, title, phase, ...sale } = AUDIT.auction;
  const audited = {
    ...sale,
    number,
    title,
    because: null,
    audit: null,
    eventsSince: 0,
    lotCount: 1,
  };
  server.use(
    handles('get', 'staff/audits', async ({ url }) => {
      const isSearched = new URL(url).searchParams.has('find');
      if (isSearched) await held;
      return { sales: isSearched ? [] : [{ ...audited, state: phase }] };
    }),
  );
  renderScreen(<AuditsScreen />);
  const busy = () => screen.getByRole('table').closest('[aria-busy]')?.getAttribute('aria-busy');
  await screen.findByRole('link', { name: title });
  assert.ok(screen.getByRole('link', { name: 'Back to the Staff Desk' }));
  assert.is(busy(), 'false');
  await userEvent.setup().type(screen.getByLabelText('Find by sale, lot or person'), 'hay');
  await waitFor(() => assert.is(busy(), 'true'));
  answer();
  assert.ok(await screen.findByText('No sale matches'));
});

test('steps and a policy that a busy server refused are asked for again without a press', async () => {
  const busy = (path: string) => refuses('get', path, 503, { code: 'busy', message: 'Too busy.' });
  const [audit, ladder, policy] = ['', '/steps', '/what-if'].map(
    (part) => `staff/auctions/2001/audit${part}`,
  );
  assert.ok(audit && ladder && policy);
  server.resetHandlers(answers(audit, AUDIT), steps(), busy(policy));
  const { setInterval } = globalThis;
  // The wait of a page that was refused, 20 s.
  const soon = (then: () => void, ms?: number) => setInterval(then, ms === 20_000 ? 100 : ms);
  globalThis.setInterval = soon as typeof setInterval;
  try {
    open('?lot=l1&policy=tie%3Dlater-manual-leads');
    await screen.findByText('entered a bid for the floor', { exact: false });
    assert.is((await screen.findAllByRole('alert')).length, 1);
    server.use(busy(ladder));
    await userEvent.setup().selectOptions(screen.getByLabelText('Act'), 'Refused');
    await waitFor(() => assert.is(screen.getAllByRole('alert').length, 2));
    const answered = {
      policy: 'tie=later-manual-leads',
      stood: 'earlier-leads',
      decisions: 2,
      compared: 833,
    };
    server.use(steps(), answers(policy, { ...answered, lots: [] }));
    await waitFor(() => assert.is(screen.queryAllByRole('alert').length, 0));
    await waitFor(() => assert.is(lines().length, 1));
    assert.is(screen.getByLabelText<HTMLSelectElement>('Act').value, 'refused');
  } finally {
    globalThis.setInterval = setInterval;
    server.resetHandlers();
  }
});

test('an audit that is refused says why, and can be tried again', async () => {
  server.use(refuses('get', 'staff/auctions/2001/audit', 503, { code: 'busy', message: 'Too busy.' }));
  open();
  assert.ok(await screen.findByRole('alert'));
  assert.ok(screen.getByRole('button', { name: 'Try again' }));
});

test.run();

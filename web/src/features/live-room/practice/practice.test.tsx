/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { PracticeLotResult, PracticeSale } from '@saleyard/contract/practice.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { exampleAuction, exampleStaffLot } from '@/test-support/example-sales.ts';
import { answers, mockServer, refuses, unreachable } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { PracticeScreen } = await import('./practice-screen.tsx');
const { PracticeFrame } = await import('./practice-frame.tsx');
const { PracticeOver } = await import('./practice-results.tsx');
const { GUIDE } = await import('./practice-frame.tsx');
const { resultLabels, saleLabels } = await import('./practice-results.tsx');

const test = suite('practice on the web');
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  server.resetHandlers();
  localStorage.clear();
});
test.after(() => server.close());

const PRACTICE = 'http://saleyard.test/api/v1/practice';
const lost: PracticeLotResult = {
  lot: 'lot-1',
  outcome: 'lost',
  priceCents: 43_000,
  ownBestCents: 42_000,
  othersLimitCents: 45_000,
};

const sale = (over: Partial<PracticeSale> = {}): PracticeSale => {
  const {
    reserveCents: _r,
    maxVendorBids: _m,
    vendorName: _v,
    createdBy: _c,
    leader: _l,
    ...lot
  } = exampleStaffLot();
  return {
    auction: exampleAuction({ _id: 'practice-u1-1', title: 'Practice Sale', state: 'live' }),
    lots: [lot],
    bids: [],
    autobids: [],
    level: 'relaxed',
    running: false,
    results: [],
    ...over,
  };
};

/** Answers each POST with these refusals in turn, then accepts it; records the requests. */
function starts(...refusals: { status: number; code: string; retryAfter?: string }[]) {
  const asked: unknown[] = [];
  server.use(
    http.post(PRACTICE, async ({ request }) => {
      asked.push(await request.json());
      const refusal = refusals.shift();
      if (refusal === undefined)
        return HttpResponse.json({ data: { _id: 'practice-u1-1' } }, { status: 201 });
      const { status, code, retryAfter } = refusal;
      const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
      return HttpResponse.json({ errors: [{ code, message: `said ${code}` }] }, { status, headers });
    }),
  );
  return asked;
}

test('a newcomer reads how bidding works, chooses how keen the others are, and enters the room', async () => {
  server.use(answers('practice', { practice: null }));
  const asked = starts();
  const { went } = renderScreen(<PracticeScreen />, { path: '/practice' });
  for (const { title } of GUIDE) assert.ok(screen.getByRole('heading', { name: title }));
  const start = await screen.findByRole('button', { name: 'Start practising' });
  await userEvent.click(screen.getByRole('radio', { name: 'Keen' }));
  server.use(answers('practice', { practice: sale({ running: true, level: 'keen' }) }));
  await userEvent.click(start);
  await waitFor(() => assert.is(went(), '/practice/room'));
  assert.equal(asked, [{ level: 'keen' }]);
});

test('somebody without an account practises with the press that brought them here', async () => {
  server.use(answers('practice', { practice: null }));
  const asked = starts();
  const { went } = renderScreen(<PracticeScreen />, { path: '/practice', state: { starts: true } });
  assert.ok(await screen.findByText(/You need no account/));
  assert.ok(screen.getByRole('link', { name: 'Back to Sign in' }));
  await waitFor(() => assert.equal(asked, [{ level: 'relaxed' }]));
  server.use(answers('practice', { practice: sale({ running: true }) }));
  await waitFor(() => assert.is(asked.length, 1));
  assert.match(went(), '/practice');
});

test('the end of a visitor’s practice leads to registration', async () => {
  const over = sale({
    auction: exampleAuction({ _id: 'practice-visitor-1-1', state: 'closed' }),
    results: [lost],
  });
  server.use(answers('practice', { practice: over }));
  renderScreen(<PracticeOver auction="practice-visitor-1-1" onLeave={() => {}} />);
  assert.is((await screen.findByRole('link', { name: 'Register' })).getAttribute('href'), '/sign-up');
});

test('when all rings are in use it says so calmly, and it can be tried again', async () => {
  server.use(answers('practice', { practice: null }));
  starts({ status: 503, code: 'practice-full', retryAfter: '1' });
  renderScreen(<PracticeScreen />);
  const start = await screen.findByRole('button', { name: 'Start practising' });
  await userEvent.click(start);
  assert.ok(await screen.findByText('said practice-full'));
  assert.not.ok(screen.queryByRole('alert'));
  assert.ok(await screen.findByText('You may try again now.'));
});

test('too many starts show a time; a sale in another window is offered; without a connection nothing starts', async () => {
  server.use(answers('practice', { practice: null }));
  starts({ status: 429, code: 'rate-limited', retryAfter: '600' }, { status: 409, code: 'practice-running' });
  renderScreen(<PracticeScreen />);
  const start = await screen.findByRole('button', { name: 'Start practising' });
  await userEvent.click(start);
  assert.ok(await screen.findByText(/Come back in about 10 minutes/));
  server.use(answers('practice', { practice: sale({ running: true }) }));
  await userEvent.click(start);
  assert.ok(await screen.findByRole('link', { name: 'Go back to it' }));
});

test('without a connection nothing is started, and it says so', async () => {
  server.use(answers('practice', { practice: null }));
  renderScreen(<PracticeScreen />);
  const start = await screen.findByRole('button', { name: 'Start practising' });
  server.use(unreachable('practice'));
  await userEvent.click(start);
  assert.ok(await screen.findByText(/There is no connection. Nothing was started/));
  assert.not.ok(start.hasAttribute('data-loading'), 'the button is free again');
});

test('what cannot be read can be asked for again', async () => {
  server.use(refuses('get', 'practice', 500));
  renderScreen(<PracticeScreen />);
  assert.ok(await screen.findByRole('alert'));
  server.use(answers('practice', { practice: null }));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  assert.ok(await screen.findByRole('button', { name: 'Start practising' }));
});

test('one that runs is gone back to, or stopped', async () => {
  let running = true;
  server.use(
    http.get(PRACTICE, () => HttpResponse.json({ data: { practice: sale({ running }) } })),
    http.delete(PRACTICE, () => {
      running = false;
      return HttpResponse.json({ data: { _id: 'practice-u1-1' } });
    }),
  );
  renderScreen(<PracticeScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Stop it' }));
  assert.ok(await screen.findByRole('button', { name: 'Start practising' }));
  assert.ok(screen.getByText('It was stopped before a lot was sold.'));
});

test('the frame says it is practice, opens the guide the first time only, and opens it again when asked', async () => {
  const stops: number[] = [];
  const frame = () =>
    renderScreen(
      <PracticeFrame ended={false} onStop={() => stops.push(1)}>
        <p>the room</p>
      </PracticeFrame>,
    );
  frame();
  assert.match(
    screen.getByRole('complementary', { name: 'Practice' }).textContent ?? '',
    'nothing here is real',
  );
  const [first, second] = GUIDE;
  assert.ok(screen.getByRole('heading', { name: first?.title ?? '' }));
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  const turned = screen.getByRole('heading', { name: second?.title ?? '' });
  assert.is(document.activeElement, turned, 'a step turned to is read out');
  await userEvent.click(screen.getByRole('button', { name: 'Close the guide' }));
  assert.not.ok(screen.queryByRole('region', { name: 'How bidding works' }));
  frame();
  assert.not.ok(screen.queryByRole('region', { name: 'How bidding works' }), 'read once');
  await userEvent.click(screen.getByRole('button', { name: 'Guide' }));
  assert.ok(screen.getByRole('region', { name: 'How bidding works' }));
  for (let step = 1; step < GUIDE.length; step += 1) {
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  }
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  assert.not.ok(screen.queryByRole('region', { name: 'How bidding works' }));
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  assert.is(stops.length, 1);
});

test('the summary lists for each lot what happened and what would have won, and continues with the same level', async () => {
  const over = sale({
    auction: exampleAuction({ _id: 'practice-u1-1', state: 'closed' }),
    level: 'keen',
    results: [lost],
  });
  server.use(answers('practice', { practice: over }));
  const asked = starts();
  renderScreen(<PracticeOver auction="practice-u1-1" onLeave={() => {}} />);
  assert.ok(
    await screen.findByText('You won 0 lots of 1 for practice. Nothing was bought and nothing is owed.'),
  );
  assert.ok(screen.getByText('Sold to another at $430.00 /head; you went to $420.00 /head.'));
  assert.ok(screen.getByText('A bid of $460.00 /head would have won it.'));
  await userEvent.click(screen.getByRole('button', { name: 'Practise again' }));
  await waitFor(() => assert.equal(asked, [{ level: 'keen' }]));
});

test('each outcome in words', () => {
  const lot = { bidding: 'head', bidIncrementCents: 1_000 } as const;
  const labels = (over: Partial<PracticeLotResult>) => resultLabels({ ...lost, ...over }, lot);
  assert.equal(labels({ outcome: 'won' }), {
    happened: 'You won it at $430.00 /head.',
    learnt: 'The others would have stopped at $450.00 /head.',
  });
  assert.match(labels({ outcome: 'not-tried', ownBestCents: null }).happened, 'you did not bid');
  assert.match(labels({ outcome: 'passed-in' }).happened, 'the reserve was not met');
  assert.match(labels({ outcome: 'passed-in', priceCents: null }).happened, 'Nobody bid.');
  assert.match(saleLabels({ results: [lost], lots: [{}, {}] as never }), 'It was stopped early.');
});

test.run();

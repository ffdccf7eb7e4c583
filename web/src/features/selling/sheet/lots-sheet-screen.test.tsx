/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { paths, ROUTES } from '@/config/paths.ts';
import { person } from '@/test-support/example-person.ts';
import { exampleAuction } from '@/test-support/example-sales.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, handles, mockServer, refuses, unreachable } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { Route, Routes } = await import('react-router');
const { renderScreen } = await import('@/test-support/render.tsx');
const { LotsSheetScreen } = await import('./lots-sheet-screen.tsx');

const test = suite('the screen of lots from a spreadsheet', { limitMs: 120_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  leaveScreens();
  localStorage.clear();
});
test.after(() => server.close());

const SOON = Date.now() + 10 * 24 * 3_600_000;
const sale = exampleAuction({
  _id: 'a1',
  searchNumber: 77,
  number: '77',
  title: 'Gunnedah Store Sale',
  state: 'future',
  openAt: SOON - 1_000,
  liveAt: SOON,
});
const seller = person({ status: 'approved-seller', type: 'seller', approvedStockTypes: ['Cattle'] });
const known = [answers('users/me', { user: seller }), answers('auctions/77', { auction: sale })];

type SentLots = { commandId: string; lots: { details: { title: string }; count: number }[] };

function open() {
  renderScreen(
    <Routes>
      <Route path={ROUTES.lotsSheet} element={<LotsSheetScreen />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { path: paths.lotsSheet(sale) },
  );
  return userEvent.setup({ applyAccept: false });
}
async function choose(user: ReturnType<typeof open>, text: string, ...others: File[]) {
  const input = await screen.findByLabelText('A spreadsheet and pictures');
  await user.upload(input, [new File([text], 'lots.csv', { type: 'text/csv' }), ...others]);
}
const press = async (user: ReturnType<typeof open>, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }));
/** Answers a request by one draft for each of its lots. */
const drafts = ({ commandId, lots }: SentLots) => ({
  lots: lots.map((_, at) => ({
    _id: `${commandId}-${at}`,
    searchNumericId: at + 1,
    revision: 0,
    phase: 'draft',
  })),
});

test('rows become drafts, rows with a problem do not, and both are shown before', async () => {
  const sent: SentLots[] = [];
  server.resetHandlers(
    ...known,
    handles('post', 'auctions/a1/lots/many', async (request) => {
      sent.push((await request.json()) as SentLots);
      return drafts(sent.at(-1) as SentLots);
    }),
  );
  const user = open();
  await choose(user, 'Title,Head,Mob\nSteers,40,7\nCows,4.5,8\nHeifers,25,9\n');
  await screen.findByText(/No column is called “Mob”/);
  await press(user, 'Next');
  const problems = await screen.findByRole('table', { name: /Problems/ });
  assert.match(within(problems).getAllByRole('row')[1]?.textContent ?? '', /3Head4\.5must be a whole number/);
  await press(user, 'Make 2 drafts');
  await screen.findByText('2 drafts were made');
  assert.equal(
    sent.flatMap(({ lots }) => lots.map(({ details, count }) => [details.title, count])),
    [
      ['Steers', 40],
      ['Heifers', 25],
    ],
  );
  // The same file again: its columns are known, and what are drafts already is left out.
  leaveScreens();
  const again = open();
  await choose(again, 'Title,Head,Mob\nSteers,40,7\nCows,45,8\nHeifers,25,9\n');
  await press(again, 'Make 1 draft');
  await screen.findByText('1 draft was made');
  assert.is(sent.at(-1)?.lots[0]?.details.title, 'Cows');
});

test('a request without an answer is sent again as it was, and those before it are not', async () => {
  const sent: SentLots[] = [];
  const many = `Title,Head\n${Array.from({ length: 25 }, (_, at) => `Lot ${at},40`).join('\n')}`;
  const answer = handles('post', 'auctions/a1/lots/many', async (request) => {
    const body = (await request.json()) as SentLots;
    sent.push(body);
    return drafts(body);
  });
  let failing: SentLots | undefined;
  server.resetHandlers(...known, answer);
  server.events.on('request:start', ({ request }) => {
    if (request.method !== 'POST') return;
    void request
      .clone()
      .json()
      .then((body) => {
        failing = body as SentLots;
      });
  });
  const user = open();
  await choose(user, many);
  await screen.findByRole('button', { name: 'Make 25 drafts' });
  server.resetHandlers(
    ...known,
    handles('post', 'auctions/a1/lots/many', async (request) => {
      const body = (await request.json()) as SentLots;
      sent.push(body);
      server.resetHandlers(...known, unreachable('auctions/a1/lots/many'));
      return drafts(body);
    }),
  );
  await press(user, 'Make 25 drafts');
  await screen.findByText('20 of 25 drafts were made');
  assert.match(screen.getByRole('alert').textContent ?? '', 'Not finished');
  const lost = failing;
  server.resetHandlers(...known, answer);
  await press(user, 'Try again');
  await screen.findByText('25 drafts were made');
  assert.equal(
    sent.map(({ lots }) => lots.length),
    [20, 5],
  );
  assert.is(sent[1]?.commandId, lost?.commandId);
  server.events.removeAllListeners();
});

test('a refusal names the row of the spreadsheet; a sale that takes no lots has no form', async () => {
  server.resetHandlers(
    ...known,
    refuses('post', 'auctions/a1/lots/many', 400, {
      code: 'invalid-request',
      field: 'lots[1].title',
      message: 'Title can have at most 120 characters',
    }),
  );
  const user = open();
  await choose(user, 'Title,Head\nSteers,40\n\nCows,3\n');
  await press(user, 'Make 2 drafts');
  await screen.findByText('0 of 2 drafts were made');
  assert.match(screen.getByRole('alert').textContent ?? '', 'Row 4: Title can have');
  await user.click(screen.getByRole('link', { name: 'Back to the sale' }));
  await screen.findByText(/Rows and pictures that are not sent yet are lost/);
  await press(user, 'Stay');
  // The corrected file has the same name and as many rows.
  await choose(user, 'Title,Head\nSteers,40\n\nHeifers,3\n');
  await screen.findByRole('button', { name: 'Make 2 drafts' });
  leaveScreens();
  server.resetHandlers(answers('auctions/77', { auction: { ...sale, openAt: 1, state: 'open' } }), ...known);
  open();
  await screen.findByText('You can no longer add lots to this Auction');
});

test('a file that is no spreadsheet, two of them, or only pictures: it says what to choose', async () => {
  server.resetHandlers(...known);
  const user = open();
  await choose(user, '%PDF-1.4');
  await waitFor(() => assert.match(screen.getByRole('alert').textContent ?? '', 'lots.csv: This is a PDF'));
  await choose(user, 'Title\nSteers\n', new File(['Title\n'], 'more.csv'));
  await waitFor(() => assert.match(screen.getByRole('alert').textContent ?? '', 'one spreadsheet at a time'));
  await user.upload(screen.getByLabelText('A spreadsheet and pictures'), [new File(['x'], 'one.jpg')]);
  await waitFor(() => assert.match(screen.getByRole('alert').textContent ?? '', 'These are pictures'));
});

test.run();

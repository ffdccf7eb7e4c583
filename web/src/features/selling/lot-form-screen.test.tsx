/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { SavedLot } from '@saleyard/contract/selling.ts';
import type { Field } from '@saleyard/domain/listing/forms/field.ts';
import { formatDateTime } from '@saleyard/domain/presentation/dates.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { paths, ROUTES } from '@/config/paths.ts';
import { exampleListing } from '@/test-support/example-listing.ts';
import { person } from '@/test-support/example-person.ts';
import { exampleAuction } from '@/test-support/example-sales.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, handles, mockServer, refuses, unreachable } from '@/test-support/server.ts';
import { intervalsIn } from '@/test-support/timer-waits.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { act, fireEvent, render, screen, waitFor, within } = await import('@testing-library/react');
const { FormProvider, useForm } = await import('react-hook-form');
const { Link, Route, Routes } = await import('react-router');
const { renderScreen } = await import('@/test-support/render.tsx');
const { FormField } = await import('./lot-fields.tsx');
const { LotFormScreen } = await import('./lot-form-screen.tsx');

const test = suite('the screen of the lot form', { limitMs: 120_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => leaveScreens());
test.after(() => server.close());

const SOON = Date.now() + 10 * 24 * 3_600_000;
const sale = exampleAuction({
  _id: 'a1',
  searchNumber: 77,
  number: '1077',
  title: 'Gunnedah Store Sale',
  state: 'future',
  openAt: SOON - 2 * 24 * 3_600_000,
  liveAt: SOON,
  logo: { url: '/logo.png' },
});
const other = exampleAuction({
  _id: 'a2',
  searchNumber: 88,
  number: '88',
  title: 'Tamworth Store Sale',
  state: 'future',
  openAt: SOON + 1_000,
  liveAt: SOON + 2_000,
});
const seller = person({
  status: 'approved-seller',
  type: 'seller',
  approvedStockTypes: ['Cattle'],
});
const known = [
  answers('users/me', { user: seller }),
  answers('auctions', { auctions: [sale, other] }),
  answers('auctions/77', { auction: sale }),
  answers('pics', { pics: [] }),
  answers('states', { states: { NSW: ['Hunter'] } }),
];

function open(path: string) {
  const view = renderScreen(
    <>
      <Link to={paths.logOut}>Log Out</Link>
      <Routes>
        <Route path={ROUTES.newLot} element={<LotFormScreen />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    </>,
    { path },
  );
  return { ...view, user: userEvent.setup() };
}
const press = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getAllByRole('button', { name })[0] as HTMLElement);

test('[S006] [S011] [S012] [S013] [S014] the header shows the auction: its number, title, day and logo', async () => {
  server.resetHandlers(...known);
  const { container } = open(paths.newLot(sale));
  await screen.findByText('No. 1077');
  assert.ok(screen.getByRole('heading', { level: 1, name: 'Add New Lot' }));
  assert.ok(screen.getByText('Gunnedah Store Sale'));
  assert.ok(screen.getByText(`${formatDateTime(SOON)} Sydney`));
  assert.is(container.querySelector('img')?.getAttribute('src'), '/logo.png');
});

test('[S006] the form is that of the auction’s kind, and what is written in it goes to that auction', async () => {
  for (const [kind, title, own] of [
    ['cattle', 'Cattle', ['Temperament', 'Joining Details']],
    ['sheep', 'Sheep', ['Wool Details', 'Joining Details']],
    ['goat', 'Goat', []],
    ['sheep-abblamb', 'AbbLamb', ['Grazing', 'Wool Details', 'Joining Details']],
  ] as const) {
    leaveScreens();
    const auction = { ...sale, kindData: { type: kind, title } };
    const begun: unknown[] = [];
    server.resetHandlers(
      answers('users/me', { user: { ...seller, approvedStockTypes: ['Cattle', 'Sheep', 'Goat'] } }),
      answers('auctions/77', { auction }),
      handles('post', 'auctions/:auction/lots', ({ url }) => {
        begun.push(new URL(url).pathname);
        return { _id: 'l1', searchNumericId: 7, revision: 0, phase: 'draft' };
      }),
      ...known,
    );
    const { user } = open(`/main/add/new/${title}/77`);
    await screen.findByRole('group', { name: 'Vendor Details' });
    const shown = ['Temperament', 'Grazing', 'Wool Details', 'Joining Details'].filter(
      (name) => screen.queryByRole('group', { name }) !== null,
    );
    assert.equal(shown, [...own], kind);
    await press(user, 'Save For Later');
    await screen.findByText(/^Your Lot Has Been Saved/);
    assert.equal(begun, ['/api/v1/auctions/a1/lots'], kind);
  }
});

test('[S214] [S215] the header says in short how the auction is run', async () => {
  for (const [auctionType, short] of [
    ['simultaneous', 'SIM'],
    ['sequential', 'SEQ'],
  ] as const) {
    server.resetHandlers(answers('auctions/77', { auction: { ...sale, auctionType } }), ...known);
    open(paths.newLot(sale));
    assert.ok(await screen.findByText(short));
  }
});

function OfOneField({ of }: { of: object }) {
  const field = { name: 'one', title: 'One', ...of } as Field;
  return (
    <FormProvider {...useForm({ defaultValues: { details: {} } })}>
      <FormField field={field} at="details" />
    </FormProvider>
  );
}

test('[S202] a field of a type that there is not is an error', () => {
  assert.throws(() => render(<OfOneField of={{ type: 'slider' }} />), /There are no fields of type slider/);
});

test('[S201] a field of every type has its input in the form', () => {
  server.resetHandlers(...known);
  const options = ['A', 'B'];
  const inputs = (of: object) => {
    const { container } = renderScreen(<OfOneField of={of} />);
    return [...container.querySelectorAll('input, select, textarea')].map((input) =>
      [input.tagName, input.getAttribute('type'), input.getAttribute('inputmode')].filter(Boolean).join(' '),
    );
  };
  for (const [type, expected, of] of [
    ['text', ['INPUT text']],
    ['textarea', ['TEXTAREA']],
    ['date', ['INPUT text']],
    ['dropdown', ['SELECT'], { options }],
    ['multiDropdown', ['INPUT checkbox', 'INPUT checkbox'], { options }],
    ['select', ['SELECT'], { options }],
    ['email', ['INPUT email']],
    ['number', ['INPUT text decimal']],
    ['phone', ['INPUT tel']],
    ['user', ['INPUT text']],
    ['tradingName', ['INPUT text']],
    ['picNumber', ['INPUT text']],
    ['weight', ['INPUT text decimal']],
    ['rating', ['INPUT text decimal']],
    ['bool', ['INPUT radio', 'INPUT radio']],
    ['checkbox', ['INPUT checkbox']],
    ['hidden', []],
  ] as const)
    assert.equal(inputs({ type, ...of }), expected, type);
});

test('[S217] a kind without a form says so', async () => {
  const auction = { ...sale, kindData: { type: 'alpaca', title: 'Alpaca' } };
  const may = answers('users/me', { user: { ...seller, approvedStockTypes: ['Cattle'] } });
  server.resetHandlers(may, answers('auctions/77', { auction }), ...known);
  open('/main/add/new/Alpaca/77');
  assert.ok(await screen.findByText('Wrong format of form'));
});

test('[S223] [S450] a person whose status is not that of a seller reads why in place of the form', async () => {
  for (const [status, why] of [
    ['approved-buyer', /^Please request permission to Sell by clicking My Admin/],
    ['partially-approved', /^Please complete your profile to Add Lot/],
    ['partially-approved:updated', /^Your application is under review/],
  ] as const) {
    leaveScreens();
    server.resetHandlers(answers('users/me', { user: { ...seller, status } }), ...known);
    open(paths.newLot(sale));
    assert.ok(await screen.findByText(why));
    assert.is(screen.queryByRole('button', { name: 'Submit' }), null);
  }
});

const DRAFT = exampleListing('cattle', { searchNumericId: 5, phase: 'draft', draft: true, approved: false });
const LOT_5 = paths.newLot(sale, { searchNumericId: 5 });
/** What the form reads as it opens, and the address that it is opened at. */
const READS = [
  ['auctions/99', '/main/add/new/Cattle/99'], // [S167]
  ['lots/5/own', LOT_5], // [S168]
] as const;

for (const [read, path] of READS) {
  test(`[S167] [S168] the form leads to My Admin where the server refuses ${read}`, async () => {
    for (const status of [404, 403, 400]) {
      server.resetHandlers(...known, refuses('get', read, status));
      const { went } = open(path);
      await waitFor(() => assert.is(went(), '/main/manage', String(status)));
    }
  });

  test(`[S167] [S168] the form stays and tries again on a press where ${read} can't be answered`, async () => {
    const answer = read === 'auctions/99' ? { auction: sale } : { lot: DRAFT };
    for (const failed of [unreachable(read), refuses('get', read, 500), refuses('get', read, 502)]) {
      server.resetHandlers(...known, failed);
      const { went, user } = open(path);
      const again = await screen.findByRole('button', { name: 'Try again' });
      assert.is(went(), path);
      server.resetHandlers(...known, answers(read, answer));
      await user.click(again);
      assert.ok(await screen.findByLabelText(/^Title/));
      assert.is(went(), path);
      leaveScreens();
    }
  });
}

test('a form that is open stays where a later read is refused', async () => {
  server.resetHandlers(...known);
  const { user, went, client } = open(paths.newLot(sale));
  await user.type(await screen.findByLabelText(/^Title/), 'Steers');
  for (const status of [403, 404]) {
    server.resetHandlers(refuses('get', 'auctions/77', status), ...known);
    await act(() => client.refetchQueries({ queryKey: ['selling', 'sale'] }));
    assert.is(screen.getByLabelText<HTMLInputElement>(/^Title/).value, 'Steers');
    assert.is(went(), paths.newLot(sale));
  }
});

test('[S010] [S018] [S517] a draft is saved under its number; another auction changes the address', async () => {
  let answers = () => {};
  const answering = new Promise<void>((resolve) => {
    answers = resolve;
  });
  server.resetHandlers(
    ...known,
    handles('post', 'auctions/a1/lots', async () => {
      await answering;
      return { _id: 'l1', searchNumericId: 7, revision: 0, phase: 'draft' };
    }),
    handles('put', 'auctions/:auction/lots/l1', () => ({
      _id: 'l1',
      searchNumericId: 7,
      revision: 1,
      phase: 'draft',
    })),
  );
  const { user, went, came } = open(paths.newLot(sale));
  const title = await screen.findByLabelText(/^Title/);
  assert.is(screen.queryByText('Saving...'), null); // [S018]
  await user.type(title, 'Steers');
  await press(user, 'Save For Later');
  await screen.findAllByText('Saving...');
  answers();
  const dialog = within(await screen.findByRole('dialog'));
  assert.ok(dialog.getByText('Your Lot Has Been Saved. Go to My Admin to Edit Saved Lots.')); // [S517]
  await waitFor(() => assert.is(screen.queryByText('Saving...'), null)); // [S018]
  assert.is(went(), '/main/add/new/Cattle/77/7'); // [S009]
  assert.is(came(), 'REPLACE', 'the address before it is not in the history'); // [S009]
  await user.selectOptions(screen.getByLabelText(/^Auction Date/), '88');
  await waitFor(() => assert.is(went(), '/main/add/new/Cattle/88/7'));
  assert.is(came(), 'REPLACE'); // [S010]
  assert.ok(screen.getByText('Tamworth Store Sale')); // [S012]
  assert.is(screen.queryByText('Gunnedah Store Sale'), null);
});

test('[S252] Delete also removes the lot that a new form began and saved by itself', async () => {
  const deleted: string[] = [];
  const lot = (revision: number) => ({ _id: 'l1', searchNumericId: 7, revision, phase: 'draft' });
  server.resetHandlers(
    ...known,
    handles('post', 'auctions/a1/lots', () => lot(0)),
    handles('put', 'auctions/a1/lots/l1', () => lot(1)),
    handles('delete', 'lots/l1', () => {
      deleted.push('l1');
      return { ...lot(2), phase: 'deleted' };
    }),
  );
  const { user, went } = open(paths.newLot(sale));
  const title = await screen.findByLabelText(/^Title/);
  fireEvent.change(title, { target: { value: 'Steers' } });
  await waitFor(() => assert.is(went(), '/main/add/new/Cattle/77/7'));
  // In one turn, before it saves itself.
  fireEvent.change(title, { target: { value: 'Weaner steers' } });
  fireEvent.click(screen.getAllByRole('button', { name: 'Back' })[0] as HTMLElement);
  for (const name of ['Please Save Changes', 'Delete']) {
    assert.equal(deleted, []);
    const dialog = within(await screen.findByRole('dialog', { name }));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
  }
  await waitFor(() => assert.is(went(), paths.upcoming));
  assert.equal(deleted, ['l1']);
});

test('[S258] another auction clears the delivery date before its day, and keeps the one after it', async () => {
  const DAY_MS = 24 * 3_600_000;
  const later = {
    ...other,
    searchNumber: 99,
    number: '99',
    openAt: SOON + DAY_MS,
    liveAt: SOON + 20 * DAY_MS,
  };
  const saved = (revision: number) => ({ _id: 'l1', searchNumericId: 7, revision, phase: 'draft' });
  server.resetHandlers(
    answers('auctions', { auctions: [sale, later] }),
    ...known,
    handles('post', 'auctions/a1/lots', () => saved(0)),
    handles('put', 'auctions/:auction/lots/l1', () => saved(1)),
  );
  const { user } = open(paths.newLot(sale));
  const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
  await screen.findByLabelText(/^Title/);
  for (const [label, days] of [
    [/^Earliest Delivery/, 15],
    [/^Latest Delivery/, 60],
  ] as const) {
    await user.clear(field(label));
    await user.type(field(label), new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10));
    await user.tab();
  }
  const latest = field(/^Latest Delivery/).value;
  assert.ok(latest);
  await user.selectOptions(screen.getByLabelText(/^Auction Date/), '99');
  await screen.findByText('Earliest Delivery cannot be earlier than the auction date');
  assert.equal([field(/^Earliest Delivery/).value, field(/^Latest Delivery/).value], ['', latest]);
});

test('[A735] the form of a lot shows no error where the assessment forms cannot be read', async () => {
  server.resetHandlers(...known, refuses('get', 'assessment-forms', 500));
  open(paths.newLot(sale));
  await screen.findByText('No. 1077');
  // Time for an answer that shows an error.
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.ok(screen.getByLabelText(/^Title/));
  assert.equal([screen.queryByRole('dialog'), screen.queryByRole('alert')], [null, null]);
});

test('[A656] [B345] states that could not be read are asked for again every 5 s, and no more once they are there', async () => {
  const waits = (answer: () => Response) =>
    intervalsIn(async () => {
      let asked = 0;
      server.resetHandlers(
        http.get('http://saleyard.test/api/v1/states', () => {
          asked += 1;
          return answer();
        }),
        ...known,
      );
      open(paths.newLot(sale));
      await screen.findByLabelText(/^State( \*)?$/);
      await waitFor(() => assert.ok(asked > 0));
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
  assert.ok((await waits(() => HttpResponse.json({}, { status: 500 }))).includes(5_000));
  const read = await waits(() => HttpResponse.json({ data: { states: { NSW: ['Hunter'] } } }));
  assert.not.ok(read.includes(5_000));
});

const LOTS = 'auctions/a1/lots';
const DROPPED_OUT =
  'Your internet connection has dropped out. Saleyard will try to automatically reconnect when it detects an internet connection.';
const MESSAGE = 'The server said why.';
const said = { code: 'unavailable', message: MESSAGE };
for (const [how, answer, text] of [
  ['a refusal with a message', refuses('post', LOTS, 409, said), MESSAGE],
  ['a failure with a message', refuses('post', LOTS, 503, said), MESSAGE],
  ['no answer', unreachable(LOTS), DROPPED_OUT],
  ['a failure without a message', refuses('post', LOTS, 500), DROPPED_OUT],
  ['the answer of a proxy', refuses('post', LOTS, 502), DROPPED_OUT],
] as const)
  test(`[S505] [S507] a save that ends with ${how} says why`, async () => {
    server.resetHandlers(...known, answer);
    const { user } = open(paths.newLot(sale));
    await user.type(await screen.findByLabelText(/^Title/), 'Steers');
    await press(user, 'Save For Later');
    const dialog = within(await screen.findByRole('dialog'));
    assert.ok(dialog.getByText(text));
    assert.is(dialog.queryByText(text === MESSAGE ? DROPPED_OUT : MESSAGE), null);
    assert.ok(dialog.getByRole('button', { name: 'OK' }));
  });

test('[A069] [A070] [B338] logging out on a lot form prompts to save the changes: Cancel stays, Save saves and logs out', async () => {
  const titles: unknown[] = [];
  server.resetHandlers(
    ...known,
    handles('post', 'auctions/a1/lots', async (request) => {
      titles.push(((await request.json()) as { lot: SavedLot }).lot.details?.['title']);
      return { _id: 'l1', searchNumericId: 7, revision: 0, phase: 'draft' };
    }),
  );
  const { user, went } = open(paths.newLot(sale));
  const title = await screen.findByLabelText<HTMLInputElement>(/^Title/);
  const logOut = async () => {
    fireEvent.click(screen.getByRole('link', { name: 'Log Out' }));
    const prompt = within(await screen.findByRole('dialog', { name: 'Please Save Changes' }));
    const buttons = prompt.getAllByRole('button');
    assert.equal(
      buttons.map(({ textContent }) => textContent),
      ['Cancel', 'Save'],
    ); // [A070]
    return buttons;
  };
  // A form without changes prompts too, and one that was changed a moment ago.
  for (const typed of ['', 'Steers']) {
    if (typed !== '') fireEvent.change(title, { target: { value: typed } });
    const [cancel] = await logOut();
    await user.click(cancel as HTMLElement);
    await waitFor(() => assert.is(screen.queryByRole('dialog'), null));
    assert.match(went(), /^\/main\/add\/new\/Cattle\/77/);
    assert.is(title.value, typed);
  }
  const [, save] = await logOut();
  await user.click(save as HTMLElement);
  await waitFor(() => assert.is(went(), '/log-out'));
  assert.equal(titles, ['Steers']);
});

test.run();

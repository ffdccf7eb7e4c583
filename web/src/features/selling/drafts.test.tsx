/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { Me } from '@saleyard/contract/accounts.ts';
import type { SavedLot, WholeListing } from '@saleyard/contract/selling.ts';
import type { DetailChange } from '@saleyard/domain/listing/forms/detail-changes.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { KIND_TYPES, type KindType } from '@saleyard/domain/listing/stock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { paths, ROUTES } from '@/config/paths.ts';
import { exampleListing } from '@/test-support/example-listing.ts';
import { person } from '@/test-support/example-person.ts';
import { exampleAuction } from '@/test-support/example-sales.ts';
import { onHeldTimers } from '@/test-support/held-timers.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, handles, mockServer, refuses, untilReceived } from '@/test-support/server.ts';
import { onStoppedClock } from '@/test-support/stopped-clock.ts';
import { timersIn } from '@/test-support/timer-waits.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { fireEvent, screen, waitFor, within } = await import('@testing-library/react');
const { Link, Route, Routes } = await import('react-router');
const { renderScreen } = await import('@/test-support/render.tsx');
const { LotFormScreen } = await import('./lot-form-screen.tsx');

const test = suite('drafts of lots', { limitMs: 180_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => leaveScreens());
test.after(() => server.close());

const DAY_MS = 24 * 3_600_000;
/** ms after a change at which a lot saves itself, that "Saving..." stands, and that the details are drawn again for. */
const AUTOSAVE_MS = 2_000;
const SAVING_MS = 500;
const RENEWING_MS = 1_000;
const SOON = Date.now() + 10 * DAY_MS;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const saleOf = (kind: KindType) =>
  exampleAuction({
    _id: 'a1',
    searchNumber: 77,
    state: 'future',
    openAt: SOON - 1_000,
    liveAt: SOON,
    kindData: { type: kind, title: FORMS[kind].title },
  });
const seller = person({
  status: 'approved-seller',
  type: 'seller',
  approvedStockTypes: ['Cattle', 'Sheep', 'Goat'],
});

type Save = {
  method: 'POST' | 'PUT';
  lot: SavedLot;
  detailsChanges?: DetailChange[];
  silent: boolean;
};
type Server = {
  kind?: KindType;
  draft?: WholeListing;
  me?: Partial<Me>;
  /** What a save waits for. */
  before?: () => Promise<void>;
};

/** The form at its address, beside a link to elsewhere. `saves`: what was saved; `removed`: lots that were deleted. */
function openForm({ kind = 'cattle', draft, me = {}, before = async () => {} }: Server = {}) {
  const sale = saleOf(kind);
  const saves: Save[] = [];
  const removed: string[] = [];
  const saved = (method: Save['method']) => async (request: Request) => {
    const { silent = false, ...body } = (await request.json()) as Pick<Save, 'lot' | 'detailsChanges'> & {
      silent?: boolean;
    };
    saves.push({ method, ...body, silent });
    await before();
    return { _id: 'l1', searchNumericId: 7, revision: saves.length, phase: 'draft' };
  };
  server.resetHandlers(
    answers('users/me', { user: { ...seller, ...me } }),
    answers('auctions', { auctions: [sale] }),
    answers('auctions/77', { auction: sale }),
    answers('pics', { pics: [] }),
    answers('states', { states: { NSW: ['Hunter', 'North West'], VIC: ['Mallee', 'Hunter'] } }),
    handles('post', 'auctions/a1/lots', saved('POST')),
    handles('put', 'auctions/a1/lots/l1', saved('PUT')),
    handles('delete', 'lots/l1', () => {
      removed.push('l1');
      return { _id: 'l1', searchNumericId: 7, revision: 9, phase: 'deleted' };
    }),
    ...(draft ? [answers('lots/7/own', { lot: draft })] : []),
  );
  const view = renderScreen(
    <>
      <Link to="/main/market">To the market</Link>
      <Routes>
        <Route path={ROUTES.newLot} element={<LotFormScreen />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    </>,
    { path: paths.newLot(sale, draft && { searchNumericId: 7 }) },
  );
  return { ...view, saves, removed, user: userEvent.setup() };
}
type Opened = ReturnType<typeof openForm>;

/** A draft that may be submitted as it stands. */
function wholeDraft(kind: KindType = 'cattle'): WholeListing {
  const { content, ...listing } = exampleListing(kind);
  const auctionData = listing.auctionData && { ...listing.auctionData, openAt: SOON - 1_000, liveAt: SOON };
  const days = {
    ...{ assessmentDate: dayIn(-1), weaningDate: dayIn(-2) },
    ...{ earliestDelivery: dayIn(12), latestDelivery: dayIn(20) },
  };
  return {
    ...listing,
    auctionData,
    phase: 'draft',
    draft: true,
    approved: false,
    content: { ...content, details: { ...content.details, ...days } },
  };
}

const field = (label: string) =>
  screen.findByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\(.*\\))?( \\*)?$`));
/** Writes a whole value at once: a value typed slowly would be saved in parts. */
const write = (at: HTMLInputElement, value: string) => fireEvent.change(at, { target: { value } });
const press = async ({ user }: Opened, name: string) =>
  user.click((await screen.findAllByRole('button', { name }))[0] as HTMLElement);
/** A change of one field of the group with sire and dam. */
const breeding = (publicId: string, value: string): DetailChange => ({
  type: 'field-update',
  path: ['stockDetails', publicId],
  reference: { publicId, value },
});
/** Waits until the form says that nothing is left to save. */
const savedOnce = (form: Opened, count: number) =>
  waitFor(() => {
    assert.is(form.saves.length, count);
    assert.is(screen.queryAllByText('Saving...').length, 0);
  });

test('[S244] [S246] [S247] [S461] [S462] [S464] a draft saves itself two seconds after a change, and then only what changed', async () => {
  const form = openForm();
  const title = await field('Title');
  const waits = await timersIn(async () => {
    write(title, 'Steers');
    assert.equal(form.saves, []);
    await savedOnce(form, 1);
  });
  const [first] = form.saves;
  assert.is(first?.method, 'POST');
  assert.is(first?.lot.details?.['title'], 'Steers');
  assert.ok(waits.includes(AUTOSAVE_MS));
  assert.is(screen.queryByRole('dialog'), null, 'it is silent');
  await waitFor(() =>
    assert.is(form.went(), paths.newLot(saleOf('cattle'), { searchNumericId: 7 }), 'the address follows'),
  );
  write(await field('Dam'), 'Daisy');
  await savedOnce(form, 2);
  assert.is(form.saves[1]?.method, 'PUT');
  assert.equal([form.saves[1]?.lot, form.saves[1]?.detailsChanges], [{}, [breeding('dam', 'Daisy')]]);
  assert.equal(
    form.saves.map(({ silent }) => silent),
    [true, true],
  );
  const [sire, save] = [await field('Sire'), screen.getAllByRole('button', { name: 'Save For Later' })[0]];
  // In one turn, before it saves itself.
  write(sire, 'D');
  fireEvent.click(save as HTMLElement);
  await savedOnce(form, 3);
  assert.is(form.saves[2]?.silent, false, 'it was asked for');
});

test('what may not be kept as a draft holds back only itself, and the bar names it', async () => {
  const form = openForm();
  const add = await screen.findByRole('button', { name: 'Add a link' });
  // In one turn: the row without a link may be kept.
  fireEvent.click(add);
  const link = screen.getByLabelText<HTMLInputElement>('Link, row 1');
  write(link, 'no link at all');
  write(await field('Sire'), 'D');
  await waitFor(() =>
    assert.match(
      screen.getByTestId('saving').textContent ?? '',
      /^Not saved: fix Useful links\. Everything else/,
    ),
  );
  assert.ok(form.saves.length > 0);
  assert.ok(form.saves.every(({ lot }) => lot.usefulLinks === undefined));
  const before = form.saves.length;
  write(link, 'farm.example');
  await savedOnce(form, before + 1);
  assert.is(form.saves.at(-1)?.lot.usefulLinks?.[0]?.url, 'farm.example');
  await waitFor(() => assert.match(screen.getByTestId('saving').textContent ?? '', /^ ?Saved/));
});

test('[S018] [S248] Saving... stands for half a second at least', async () => {
  const form = openForm();
  const title = await field('Title');
  const [save] = screen.getAllByRole('button', { name: 'Save For Later' });
  // A save that took no time at all.
  await onStoppedClock(() =>
    onHeldTimers(SAVING_MS, async (pass) => {
      write(title, 'Steers');
      fireEvent.click(save as HTMLElement);
      await waitFor(() => assert.is(form.saves.length, 1));
      await untilReceived();
      await screen.findAllByText('Saving...');
      await waitFor(() => assert.ok(pass() > 0));
      await waitFor(() => assert.is(screen.queryAllByText('Saving...').length, 0));
    }),
  );
});

test('[S244] [S249] what changes while a save is running is saved after it', async () => {
  let proceed = () => {};
  const answered = new Promise<void>((resolve) => {
    proceed = resolve;
  });
  const form = openForm({ before: () => answered });
  const sire = await field('Sire');
  await onHeldTimers(AUTOSAVE_MS, async (pass) => {
    write(await field('Title'), 'Steers');
    assert.equal([form.saves.length, pass()], [0, 1]);
    await waitFor(() => assert.is(form.saves.length, 1));
    write(sire, 'Duke');
    assert.is(pass(), 1);
    await untilReceived();
    assert.is(form.saves.length, 1, 'one save runs at a time');
  });
  proceed();
  await savedOnce(form, 2);
  assert.equal(form.saves[1]?.detailsChanges, [breeding('sire', 'Duke')]);
});

/** Writes the sire and leaves the form that is open by a link, before it has saved itself. */
async function leaving(value = 'Duke') {
  const [sire, link] = [await field('Sire'), screen.getByRole('link', { name: 'To the market' })];
  write(sire, value);
  fireEvent.click(link);
  return within(await screen.findByRole('dialog'));
}

test('[S250] leaving with unsaved changes offers Save, Cancel and Delete', async () => {
  const form = openForm({ draft: wholeDraft() });
  const dialog = await leaving();
  for (const name of ['Save', 'Cancel', 'Delete']) assert.ok(dialog.getByRole('button', { name }));
  await form.user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => assert.not(screen.queryByRole('dialog')));
  assert.is((await field('Sire')).value, 'Duke', 'one stays');
  const again = await leaving('Earl');
  await form.user.click(again.getByRole('button', { name: 'Save' }));
  await waitFor(() => assert.is(form.went(), '/main/market'));
  assert.equal(form.saves.at(-1)?.detailsChanges, [breeding('sire', 'Earl')]);
});

test('what changes while a save is running is not lost when the form is left, and Save waits for it', async () => {
  const proceeds: (() => void)[] = [];
  const form = openForm({
    draft: wholeDraft(),
    before: () => new Promise<void>((resolve) => proceeds.push(resolve)),
  });
  write(await field('Sire'), 'Duke');
  await waitFor(() => assert.is(proceeds.length, 1));
  write(await field('Sire'), 'Earl');
  proceeds[0]?.();
  await waitFor(() => assert.is(proceeds.length, 2));
  fireEvent.click(screen.getByRole('link', { name: 'To the market' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Please Save Changes' }));
  await form.user.click(dialog.getByRole('button', { name: 'Save' }));
  assert.is(form.went(), paths.newLot(saleOf('cattle'), { searchNumericId: 7 }), 'the save still runs');
  proceeds[1]?.();
  await waitFor(() => assert.is(form.went(), '/main/market'));
  assert.is(form.saves.length, 2);
});

for (const { button, to } of [
  { button: 'Save', to: '/main/market' },
  { button: 'Cancel', to: paths.newLot(saleOf('cattle'), { searchNumericId: 7 }) },
])
  test(`a lot that is begun while its form is left keeps the prompt: ${button}`, async () => {
    let proceed = () => {};
    const answered = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    const form = openForm({ before: () => answered });
    write(await field('Title'), 'Steers');
    await waitFor(() => assert.is(form.saves.length, 1));
    fireEvent.click(screen.getByRole('link', { name: 'To the market' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Please Save Changes' }));
    proceed();
    await savedOnce(form, 1);
    assert.is(form.went(), paths.newLot(saleOf('cattle')));
    await form.user.click(dialog.getByRole('button', { name: button }));
    await waitFor(() => assert.is(form.went(), to));
    assert.is(form.saves.length, 1);
  });

/** Presses Delete in the prompt, and again in the question after it. */
async function deleted(form: Opened) {
  const prompt = await leaving();
  await form.user.click(prompt.getByRole('button', { name: 'Delete' }));
  const question = await screen.findByRole('dialog', { name: 'Delete' });
  assert.match(question.textContent ?? '', 'Are you sure you want to delete this Lot?');
  assert.equal(form.removed, [], 'nothing is deleted before the second question');
  await form.user.click(within(question).getByRole('button', { name: 'Delete' }));
}

test('[S251] [S252] [S255] Delete needs a second press, removes the saved lot and goes to the other saved lots', async () => {
  const form = openForm({ draft: wholeDraft() });
  await deleted(form);
  await waitFor(() => assert.is(form.went(), paths.savedLots));
  assert.is(paths.savedLots, '/main/manage/edit-saved');
  assert.equal(form.removed, ['l1']);
});

test('Delete waits for a save that runs, which then cannot bring the lot back', async () => {
  let proceed = () => {};
  const answered = new Promise<void>((resolve) => {
    proceed = resolve;
  });
  const form = openForm({ draft: wholeDraft(), before: () => answered });
  write(await field('Sire'), 'Earl');
  await waitFor(() => assert.is(form.saves.length, 1));
  await deleted(form);
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal(form.removed, [], 'the save still runs');
  proceed();
  await waitFor(() => assert.is(form.went(), paths.savedLots));
  assert.equal([form.removed, form.saves.length], [['l1'], 1]);
});

test('[S256] a new lot that is deleted goes where one was about to go', async () => {
  // A machine may need longer than two seconds for these presses: no lot saves itself meanwhile.
  await onHeldTimers(AUTOSAVE_MS, async () => {
    const form = openForm();
    await field('Title');
    await deleted(form);
    await waitFor(() => assert.is(form.went(), '/main/market'));
    assert.equal([form.saves, form.removed], [[], []], 'it was never saved');
  });
});

test('[S169] [S257] a new lot that is left by Back goes to the upcoming auctions', async () => {
  const form = openForm();
  await field('Title');
  await press(form, 'Back');
  await waitFor(() => assert.is(form.went(), '/main/upcoming'));
});

test('[S254] a draft that was saved leads to the saved lots', async () => {
  const form = openForm();
  write(await field('Title'), 'Steers');
  await press(form, 'Save For Later');
  await screen.findByText('Your Lot Has Been Saved. Go to My Admin to Edit Saved Lots.');
  await press(form, 'OK');
  await waitFor(() => assert.is(form.went(), '/main/manage/edit-saved'));
});

test('[S236] [S513] a lot of an auction that closed meanwhile stays a draft, and its seller may call', async () => {
  const form = openForm({ draft: wholeDraft() });
  server.use(
    refuses('post', 'lots/l1/submit', 409, { code: 'sale-closed', message: 'This Auction is Open' }),
  );
  await field('Title');
  await press(form, 'Submit');
  const dialog = await screen.findByRole('dialog');
  assert.match(dialog.textContent ?? '', 'This Auction is Open. Your lot is saved as a draft.');
  assert.match(dialog.textContent ?? '', 'Please contact support on 02 5550 4180.');
  await form.user.click(within(dialog).getByRole('button', { name: 'OK' }));
  await waitFor(() => assert.is(form.went(), '/main/manage/edit-saved'));
});

test('what the server refuses of a submitted lot is said at the fields that it names', async () => {
  const form = openForm({ draft: wholeDraft() });
  const refused = [
    ['startPrice', 'Start Price'],
    ['vendorName', 'Vendor'],
  ] as const;
  for (const [name, label] of refused) {
    const message = `The server refuses ${name}`;
    server.use(refuses('post', 'lots/l1/submit', 400, { code: 'invalid-request', field: name, message }));
    const input = await field(label);
    await press(form, 'Submit');
    await waitFor(() => assert.is(input.getAttribute('aria-invalid'), 'true'));
    const said = input.getAttribute('aria-describedby')?.split(' ') ?? [];
    assert.ok(said.some((id) => document.getElementById(id)?.textContent === message));
  }
});

/** The fields of a section of the form, in its order. */
const asked = (title: string): string[] => {
  const section = screen
    .getAllByRole('group')
    .find((group) => group.querySelector(':scope > legend')?.textContent === title);
  return [...(section?.querySelectorAll('label') ?? [])].map(({ textContent }) => textContent ?? '');
};
const JOINING = {
  cattle: ['Joined To', 'Joined From', 'Joined Until'],
  sheep: ['Joined From', 'Joined Until', 'Joined To'],
  'sheep-abblamb': ['Joined From', 'Joined Until', 'Joined To'],
  goat: [],
} as const;

/** The form as it is now, not as it was when the lot was stored. */
async function isPresent(kind: KindType) {
  await waitFor(async () => assert.is((await field('Title')).value, `From before, ${kind}`));
  const titles = screen
    .getAllByRole('group')
    .map((group) => group.querySelector(':scope > legend')?.textContent);
  assert.equal(asked('Joining Details'), JOINING[kind]); // [S295]
  assert.not.ok(titles.includes('Condition and Frame'));
  assert.is(titles.includes('Frame'), kind === 'cattle'); // [S294]
  assert.not.ok(titles.includes('Breeding Quality')); // [S296]
  assert.ok(asked('Assessor Details').some((label) => label.startsWith('Assessed by'))); // [S297]
  for (const title of ['Vendor Details', 'Assessor Details']) assert.ok(titles.includes(title)); // [S293]
}

// A lot is stored as the values of its fields, and the form is code: fields that the form no longer has are left out.
test('[S292] a lot of an earlier form is loaded and imported into the present one', async () => {
  const stored = (kind: KindType) => ({
    title: `From before, ${kind}`,
    breedingQuality: 'Good',
    conditionAndFrame: 'Medium',
  });
  for (const kind of KIND_TYPES) {
    const draft = wholeDraft(kind);
    const details = { ...draft.content.details, ...stored(kind) };
    openForm({ kind, draft: { ...draft, content: { ...draft.content, details } } });
    await isPresent(kind);
    leaveScreens();
    const form = openForm({ kind, me: { role: 'admin' } });
    const input = await screen.findByLabelText('JSON file of a form');
    const file = new File([JSON.stringify({ kind, lot: { details: stored(kind) } })], 'form.json');
    await form.user.upload(input, file);
    const dialog = await screen.findByRole('dialog', { name: 'Import Form' });
    assert.match(dialog.textContent ?? '', 'no longer has breedingQuality, conditionAndFrame.');
    await form.user.click(within(dialog).getByRole('button', { name: 'OK' }));
    await isPresent(kind);
    leaveScreens();
  }
});

for (const [id, what, profession, isLicencedAgent] of [
  ['[S002]', 'vendor', 'Producer', false],
  ['[S003]', 'livestock agent', 'Livestock Agent', true],
] as const) {
  test(`${id} a ${what} lists a lot by the form that they filled in`, async () => {
    const { content, ...draft } = wholeDraft();
    const declared = { ...content, isLicencedAgent, vendorSignedForm: isLicencedAgent };
    const form = openForm({ draft: { ...draft, content: declared }, me: { profession } });
    const submitted: string[] = [];
    server.use(
      handles('post', 'lots/l1/submit', () => {
        submitted.push('l1');
        return { _id: 'l1', searchNumericId: 7, revision: 3, phase: 'submitted' };
      }),
    );
    await field('Title');
    await press(form, 'Submit');
    await screen.findByRole('dialog', { name: 'Lot Submitted Successfully' });
    assert.equal(submitted, ['l1']);
  });
}

test('[S001] [S175] a lot of every kind is added, with a description for our staff', async () => {
  for (const kind of KIND_TYPES) {
    const form = openForm({ kind });
    write(await field('Stock Description'), 'Bred on the property');
    await press(form, 'Save For Later');
    await screen.findByText(/Your Lot Has Been Saved/);
    const [first] = form.saves;
    assert.equal([first?.method, first?.lot.description], ['POST', 'Bred on the property'], kind);
  }
});

test('[S518] what a screen can do without and is refused: logged, and the form is there without a message', async () => {
  const logged: unknown[][] = [];
  const { warn } = console;
  console.warn = (...said) => void logged.push(said);
  try {
    const form = openForm();
    server.use(refuses('get', 'pics', 500), refuses('get', 'states', 500));
    write(await field('Title'), 'Steers');
    await savedOnce(form, 1);
    await waitFor(() => assert.ok(logged.length >= 2));
    assert.ok(logged.every(([said]) => said === 'A call failed.'));
    assert.equal(
      ['dialog', 'alert', 'progressbar'].map((role) => screen.queryAllByRole(role).length),
      [0, 0, 0],
    );
  } finally {
    console.warn = warn;
  }
});

test('[S191] [S192] [S265] prices are cents: of dollars per head, or as entered per kg; a unit empties the increment', async () => {
  const form = openForm();
  const bidding = await field('Bidding');
  await form.user.selectOptions(bidding, 'head');
  await form.user.selectOptions(await field('Bid Increment'), '500');
  await form.user.type(await field('Start Price'), '1300');
  await form.user.type(await field('Reserve Price'), '1400.50');
  // Where typing takes longer than two seconds, it is saved in parts.
  const changed = (from: number): SavedLot =>
    Object.assign({}, ...form.saves.slice(from).map(({ lot }) => lot));
  await waitFor(() => {
    const { bidding: unit, startPrice, reserveCents, bidIncrementCents } = changed(0);
    assert.equal([unit, startPrice, reserveCents, bidIncrementCents], ['head', 130_000, 140_050, 500]);
  });
  const before = form.saves.length;
  await form.user.selectOptions(bidding, 'kg');
  assert.is((await field('Bid Increment')).value, '');
  for (const [name, typed] of [
    ['Start Price', '412'],
    ['Reserve Price', '420'],
  ] as const) {
    await form.user.clear(await field(name));
    await form.user.type(await field(name), typed);
  }
  const perKg = {
    bidding: 'kg',
    startPrice: 412,
    currentBidCents: 412,
    reserveCents: 420,
    bidIncrementCents: null,
    biddingSwap: true,
  };
  await waitFor(() => assert.equal(changed(before), perKg));
});

test('[S261] [S262] another sex empties the stock category, and another state the district', async () => {
  const form = openForm();
  await form.user.selectOptions(await field('Sex'), 'Steer(s)');
  await form.user.selectOptions(await field('Stock category'), 'Weaners');
  await form.user.selectOptions(await field('State'), 'NSW');
  await form.user.selectOptions(await field('District'), 'Hunter');
  await form.user.selectOptions(await field('Sex'), 'Heifer(s)');
  assert.is((await field('Stock category')).value, '');
  assert.is((await field('District')).value, 'Hunter');
  await form.user.selectOptions(await field('State'), 'VIC');
  assert.is((await field('District')).value, '');
});

test('[S306] the price that was changed last says what is wrong between the two', async () => {
  const form = openForm({ draft: wholeDraft() });
  const change = async (name: string, typed: string) => {
    await form.user.clear(await field(name));
    await form.user.type(await field(name), typed);
    await press(form, 'Submit');
  };
  const said = async (name: string) =>
    document.getElementById((await field(name)).getAttribute('aria-describedby')?.split(' ')[0] ?? '')
      ?.textContent ?? '';
  await change('Start Price', '9000');
  await waitFor(async () =>
    assert.match(await said('Start Price'), "Your Start Price can't be higher than your Reserve Price"),
  );
  await change('Reserve Price', '10');
  await waitFor(async () =>
    assert.match(await said('Reserve Price'), "Your Reserve Price can't be lower than your Start Price"),
  );
});

test('[S259] [S260] another number of head draws the details again, behind a spinner for a second', async () => {
  openForm();
  const [title, count] = [await field('Title'), await field('Number of Head')];
  const waits = await timersIn(() => {
    write(count, '40');
    assert.ok(screen.getByText('Renewing the form…'));
    assert.is(screen.queryByLabelText(/^Title/), null);
  });
  assert.ok(waits.includes(RENEWING_MS));
  await waitFor(() => assert.not(screen.queryByText('Renewing the form…')));
  assert.not.ok((await field('Title')) === title, 'it is another field');
});

test('[S314] more weighed than there are sets both numbers to 1', async () => {
  const form = openForm();
  const [count, weighed] = [await field('Number of Head'), await field('Number of Head Weighed')];
  for (const [at, text] of [[count, '5'] as const, [weighed, '6'] as const]) {
    await form.user.clear(at);
    await form.user.type(at, text);
  }
  assert.equal([count.value, weighed.value], ['5', '6'], 'not while one types');
  await form.user.tab();
  assert.equal([count.value, weighed.value], ['1', '1']);
  screen.getByText(/^Number of Head Weighed cannot exceed Number of Head.*You typed 5 head and 6 weighed\./);
  await press(form, 'Make it 6 head, all weighed');
  for (const label of ['Number of Head', 'Number of Head Weighed'])
    assert.is((await field(label)).value, '6');
  assert.not.ok(screen.queryByText(/^Number of Head Weighed cannot exceed Number of Head/));
});

test.run();

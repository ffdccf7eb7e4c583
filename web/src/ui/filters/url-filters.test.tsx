/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { atOnce } from '@/test-support/at-once.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { act, fireEvent, render, screen, waitFor } = await import('@testing-library/react');
const { createMemoryRouter, Link, useSearchParams } = await import('react-router');
const { RouterProvider } = await import('react-router/dom');
const { leaveScreens } = await import('@/test-support/open-screens.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { FilterBar, SearchFilter, SortFilter } = await import('./filter-bar.tsx');
const { choicesOf, clampedRange, LotFilterPanel } = await import('@/ui/lots/lot-filter-panel.tsx');
const { LinkFilter, readFilters, useUrlFilters, useUrlPage, writeFilters } = await import(
  './url-filters.tsx'
);

const test = suite('filters in the address');
test.after(leaveScreens);

const SPEC = { kind: ['all', 'cattle', 'goat'], direction: ['up', 'down'], find: 'text' } as const;

test('every choice comes back from the address it writes; the usual one needs no words', () => {
  for (const kind of SPEC.kind)
    for (const direction of SPEC.direction) {
      const written = writeFilters(SPEC, new URLSearchParams(), { kind, direction, find: 'a b' });
      assert.equal(readFilters(SPEC, written), { kind, direction, find: 'a b' });
    }
  const usual = { kind: 'all', direction: 'up', find: '' } as const;
  assert.is(writeFilters(SPEC, new URLSearchParams('kind=goat&find=x'), usual).toString(), '');
});

test('what an address does not say, or says wrongly, is the usual; what else it says stays', () => {
  const search = new URLSearchParams('kind=horse&lot=l1');
  assert.equal(readFilters(SPEC, search), { kind: 'all', direction: 'up', find: '' });
  assert.is(writeFilters(SPEC, search, { direction: 'down' }).toString(), 'kind=horse&lot=l1&direction=down');
});

function Pages() {
  const [page, setPage] = useUrlPage();
  const { hrefWith } = useUrlFilters(SPEC);
  return (
    <>
      <p>page {page}</p>
      <button type="button" onClick={() => setPage(page + 1)}>
        On
      </button>
      <button type="button" onClick={() => setPage(page - 1)}>
        Back
      </button>
      <Link to={hrefWith({ kind: 'goat' })}>Goat</Link>
    </>
  );
}

test('the page of a list is in the address, and other filters begin at the first', async () => {
  const user = userEvent.setup();
  const { went } = renderScreen(<Pages />, { path: '/sales?lot=l1&page=2' });
  screen.getByText('page 2');
  await user.click(screen.getByRole('button', { name: 'On' }));
  assert.is(went(), '/sales?lot=l1&page=3');
  screen.getByText('page 3');
  await user.click(screen.getByRole('link', { name: 'Goat' }));
  assert.is(went(), '/sales?lot=l1&kind=goat');
  screen.getByText('page 1');
  await user.click(screen.getByRole('button', { name: 'On' }));
  await user.click(screen.getByRole('button', { name: 'Back' }));
  assert.is(went(), '/sales?lot=l1&kind=goat', 'the first page needs no word');
  leaveScreens();
  for (const wrong of ['0', '-1', 'x', '1.5', '']) {
    renderScreen(<Pages />, { path: `/sales?page=${wrong}` });
    screen.getByText('page 1');
    leaveScreens();
  }
});

function Screen() {
  const { filters, setFilters, hrefWith } = useUrlFilters(SPEC);
  return (
    <FilterBar>
      <LinkFilter
        label="Kind"
        value={filters.kind}
        options={[
          { value: 'all', label: 'All' },
          { value: 'goat', label: 'Goat' },
        ]}
        hrefOf={(kind) => hrefWith({ kind })}
      />
      <SortFilter
        fields={[{ value: 'number', label: 'Number' }]}
        field="number"
        direction={filters.direction}
        onChange={(change) => 'direction' in change && setFilters(change)}
      />
      <SearchFilter label="Find" value={filters.find} onChange={(find) => setFilters({ find })} />
      <Link to="?find=steers">Steers</Link>
      <p>shows {filters.find || 'all'}</p>
    </FilterBar>
  );
}

test('what is chosen goes into the address, beside what is there', async () => {
  const user = userEvent.setup();
  const { went } = renderScreen(<Screen />, { path: '/sales?lot=l1' });
  await user.click(screen.getByRole('link', { name: 'Goat' }));
  assert.is(went(), '/sales?lot=l1&kind=goat');
  assert.is(screen.getByRole('link', { name: 'Goat' }).getAttribute('aria-current'), 'true');
  await user.click(screen.getByRole('button', { name: 'Ascending. Sort descending' }));
  assert.is(went(), '/sales?lot=l1&kind=goat&direction=down');
});

test('words go into the address once typing rests, and an address that names words fills the field', async () => {
  const user = userEvent.setup();
  const { went } = renderScreen(<Screen />, { path: '/sales?find=angus' });
  const field = screen.getByLabelText<HTMLInputElement>('Find');
  assert.is(field.value, 'angus');
  await user.type(field, ' bulls');
  assert.is(field.value, 'angus bulls');
  await waitFor(() => assert.is(went(), '/sales?find=angus+bulls'));
  assert.ok(await screen.findByText('shows angus bulls'));
  await user.click(screen.getByRole('link', { name: 'Steers' }));
  await waitFor(() => assert.is(field.value, 'steers'));
});

test('a field shows nothing but what was typed while its words go into the address', async () => {
  leaveScreens();
  const shown: string[] = [];
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  assert.ok(value?.set);
  // React writes a field's value where it differs from what it shows.
  const spied = {
    ...value,
    set(this: HTMLInputElement, text: string) {
      shown.push(text);
      value?.set?.call(this, text);
    },
  };
  Object.defineProperty(HTMLInputElement.prototype, 'value', spied);
  try {
    renderScreen(<Screen />, { path: '/sales' });
    const field = screen.getByLabelText<HTMLInputElement>('Find');
    shown.length = 0;
    for (const text of ['angus', 'angus bulls']) {
      fireEvent.change(field, { target: { value: text } });
      assert.ok(await screen.findByText(`shows ${text}`));
    }
  } finally {
    Object.defineProperty(HTMLInputElement.prototype, 'value', value);
  }
  assert.equal(
    shown.filter((text) => !text.startsWith('angus')),
    [],
  );
  assert.is(shown.at(-1), 'angus bulls');
});

test('a range stays within 0 and its most, and its ends never cross', () => {
  const range = (from: number | undefined, to: number | undefined) => ({ from, to });
  assert.equal(clampedRange(range(-5, undefined), 'from', 30), range(0, undefined));
  assert.equal(clampedRange(range(undefined, 900), 'to', 30), range(undefined, 30));
  assert.equal(clampedRange(range(20, 12), 'from', 30), range(12, 12), 'what was typed gives way');
  assert.equal(clampedRange(range(20, 12), 'to', 30), range(20, 20));
  assert.equal(clampedRange(range(2, 12), 'from', 30), range(2, 12));
  assert.equal(clampedRange(range(undefined, 12), 'from', 30), range(undefined, 12));
});

for (const [label, name, most] of [
  ['Age', 'age', '30'], // [B303]
  ['Weight', 'weight', '450'], // [B304]
] as const)
  test(`[B298] [B299] [B300] [B301] [B302] ${label}: what is typed stays within 0 and its most, and its ends never cross`, async () => {
    leaveScreens();
    const lotFilters = choicesOf([]).lotFilters;
    const choices = { lotFilters, lotData: { maxAge: 30, maxWeight: 450 } };
    const user = userEvent.setup();
    const { went } = renderScreen(<LotFilterPanel choices={choices} />, { path: `/sales?${name}To=12` });
    const field = (end: 'from' | 'to') => screen.getByLabelText<HTMLInputElement>(`${label} ${end}`);
    for (const [end, typed, value, said] of [
      ['from', '20', '12', 'Changed to 12: from is at most to.'],
      ['to', '5', '12', 'Changed to 12: from is at most to.'],
      ['to', '900', most, `Changed to ${most}: the highest here is ${most}.`],
    ] as const) {
      await user.clear(field(end));
      await user.type(field(end), typed);
      await user.tab();
      await waitFor(() => assert.is(field(end).value, value));
      assert.ok(screen.getByText(said));
    }
    await user.clear(field('from'));
    await user.type(field('from'), '-5{Enter}');
    await waitFor(() => assert.is(field('from').value, '0'));
    assert.ok(screen.getByText('Changed to 0: the lowest is 0.'));
    assert.is(screen.queryByRole('alert'), null);
    await waitFor(() => assert.is(went(), `/sales?${name}From=0&${name}To=${most}`));
  });

test('[B299] an age in years stays within the highest age, also where its range has one end', async () => {
  leaveScreens();
  const choices = { lotFilters: choicesOf([]).lotFilters, lotData: { maxAge: 30, maxWeight: 450 } };
  const user = userEvent.setup();
  const { went } = renderScreen(<LotFilterPanel choices={choices} />, { path: '/sales' });
  await user.selectOptions(screen.getByLabelText('Age in'), 'years');
  for (const end of ['from', 'to'] as const) {
    const field = screen.getByLabelText<HTMLInputElement>(`Age ${end}`);
    await user.type(field, '3{Enter}');
    await waitFor(() => assert.is(field.value, '2.5'));
    assert.ok(screen.getByText('Changed to 2.5: the highest here is 2.5.'));
  }
  await waitFor(() => assert.is(went(), '/sales?ageFrom=30&ageTo=30'));
});

test('what is no number stays in its field with the rule, filters nothing, and goes with Clear All', async () => {
  const choices = { lotFilters: choicesOf([]).lotFilters, lotData: { maxAge: 30, maxWeight: 600 } };
  const user = userEvent.setup();
  const { went } = renderScreen(<LotFilterPanel choices={choices} />, {
    path: '/sales?weightFrom=200&weightTo=500',
  });
  const from = () => screen.getByLabelText<HTMLInputElement>('Weight from');
  await user.clear(from());
  await user.type(from(), '2oo');
  await user.tab();
  await waitFor(() => assert.is(went(), '/sales?weightTo=500'));
  assert.is(from().value, '2oo');
  assert.is(from().getAttribute('aria-invalid'), 'true');
  assert.is(screen.getByRole('alert').textContent, 'Weight from must be a number 0 or more.');
  await user.click(screen.getByRole('button', { name: 'Clear All' }));
  await waitFor(() => assert.is(went(), '/sales'));
  assert.is(from().value, '');
  assert.is(screen.queryByRole('alert'), null);
  await user.type(from(), '2oo');
  await user.tab();
  await user.clear(from());
  assert.is(screen.queryByRole('alert'), null);
  await user.type(from(), '200{Enter}');
  await waitFor(() => assert.is(went(), '/sales?weightFrom=200'));
});

test('an age that is not whole months is changed to the nearest, and that is said', async () => {
  const choices = { lotFilters: choicesOf([]).lotFilters, lotData: { maxAge: 120, maxWeight: 600 } };
  const user = userEvent.setup();
  const { went } = renderScreen(<LotFilterPanel choices={choices} />, { path: '/sales' });
  const from = () => screen.getByLabelText<HTMLInputElement>('Age from');
  const leavesWith = async (typed: string) => {
    await user.clear(from());
    await user.type(from(), `${typed}{Enter}`);
  };
  await leavesWith('1.5');
  await waitFor(() => assert.is(from().value, '2'));
  assert.ok(screen.getByText('Changed to 2: ages are whole months.'));
  await user.selectOptions(screen.getByLabelText('Age in'), 'years');
  await leavesWith('1.55');
  await waitFor(() => assert.is(went(), '/sales?ageFrom=19'));
  assert.is(from().value, '1.58');
  assert.ok(screen.getByText('Changed to 1.58: ages are whole months.'));
  await leavesWith('1.5');
  await waitFor(() => assert.is(went(), '/sales?ageFrom=18'));
  assert.is(from().value, '1.5');
  assert.is(screen.queryByText(/^Changed/), null);
});

test('words that were typed before a link was pressed are in the address one comes back to, and keep nobody there', async () => {
  leaveScreens();
  let answer = (): void => {};
  const read = new Promise<null>((resolve) => {
    answer = () => resolve(null);
  });
  const list = (
    <>
      <Screen />
      <Link to="/lot">Lot</Link>
    </>
  );
  const router = createMemoryRouter([
    { path: '/', element: list },
    { path: '/lot', element: <h1>Lot 12</h1>, loader: () => read },
  ]);
  const { unmount } = render(<RouterProvider router={router} />);
  const user = userEvent.setup();
  await user.type(screen.getByRole('searchbox', { name: 'Find' }), 'angus');
  await user.click(screen.getByRole('link', { name: 'Lot' }));
  // Longer than words wait before they are written.
  await new Promise<void>((done) => setTimeout(done, 400));
  answer();
  assert.ok(await screen.findByRole('heading', { name: 'Lot 12' }));
  await act(() => router.navigate(-1));
  assert.is((await screen.findByLabelText<HTMLInputElement>('Find')).value, 'angus');
  assert.ok(screen.getByText('shows angus'));
  unmount();
  router.dispose();
});

test('words that are typed while another choice is still on its way into the address join it', async () => {
  leaveScreens();
  let answer = (): void => {};
  const read = new Promise<null>((resolve) => {
    answer = () => resolve(null);
  });
  // Only the address with the choice waits, as while the page's guards ask who is signed in.
  const loader = ({ request }: { request: Request }) =>
    request.url.includes('direction=down') ? read : null;
  const router = createMemoryRouter([
    { path: '/', element: <Screen />, loader, HydrateFallback: () => null },
  ]);
  const { unmount } = render(<RouterProvider router={router} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Ascending. Sort descending' }));
  await user.type(screen.getByRole('searchbox', { name: 'Find' }), 'angus');
  // Longer than words wait before they are written.
  await new Promise<void>((done) => setTimeout(done, 400));
  answer();
  await waitFor(() => assert.is(router.state.location.search, '?direction=down&find=angus'));
  assert.ok(await screen.findByText('shows angus'));
  unmount();
  router.dispose();
});

test('words and numbers are in the address before a link that takes no focus is followed', async () => {
  leaveScreens();
  const choices = {
    lotFilters: { location: [], region: [], breed: [], stockCategory: [], sex: [], assessorType: [] },
    lotData: { maxAge: 30, maxWeight: 600 },
  };
  const list = (
    <>
      <Screen />
      <LotFilterPanel choices={choices} />
      <Link to="/lot">Lot</Link>
    </>
  );
  const router = createMemoryRouter([
    { path: '/', element: list, loader: () => null, HydrateFallback: () => null },
    { path: '/lot', element: <h1>Lot 12</h1> },
  ]);
  const { unmount } = render(<RouterProvider router={router} />);
  const press = async () => {
    const link = await screen.findByRole('link', { name: 'Lot' });
    // As in WebKit: the field keeps the focus.
    await act(async () => fireEvent.pointerDown(link));
    await act(async () => fireEvent.click(link));
    assert.ok(screen.getByRole('heading', { name: 'Lot 12' }));
    await act(() => router.navigate(-1));
  };
  fireEvent.change(await screen.findByLabelText('Find'), { target: { value: 'angus' } });
  await press();
  assert.is(router.state.location.search, '?find=angus');
  fireEvent.change(screen.getByLabelText('Weight from'), { target: { value: '200' } });
  await press();
  assert.is(router.state.location.search, '?find=angus&weightFrom=200');
  unmount();
  router.dispose();
});

function Choices() {
  const { setFilters, hrefWith } = useUrlFilters(SPEC);
  const [search] = useSearchParams();
  return (
    <>
      <button type="button" onClick={() => setFilters({ kind: 'goat' })}>
        Goats
      </button>
      <button type="button" onClick={() => setFilters({ direction: 'down' })}>
        Down
      </button>
      <Link to="/lot" state={search.toString()}>
        Lot
      </Link>
      <Link to={hrefWith({ find: 'hay' })} replace>
        Hay
      </Link>
    </>
  );
}

test('a choice that is not rendered yet stays with the next one, and with a link that is followed', async () => {
  leaveScreens();
  const router = createMemoryRouter([
    { path: '/', element: <Choices /> },
    { path: '/lot', element: <h1>Lot 12</h1> },
  ]);
  const { unmount } = render(<RouterProvider router={router} />);
  const [goats, down] = screen.getAllByRole('button');
  assert.ok(goats && down);
  const link = screen.getByRole('link', { name: 'Lot' });
  await atOnce(
    () => goats.click(),
    () => down.click(),
    () => link.click(),
  );
  assert.ok(await screen.findByRole('heading', { name: 'Lot 12' }));
  assert.is(router.state.location.state, 'kind=goat&direction=down');
  unmount();
  router.dispose();
});

test('a choice made before a link to the same page is rendered stays with it', async () => {
  leaveScreens();
  for (const loader of [null, async () => null]) {
    const router = createMemoryRouter([{ path: '/', element: <Choices />, ...(loader && { loader }) }], {
      hydrationData: { loaderData: { '0': null } },
    });
    const { unmount } = render(<RouterProvider router={router} />);
    const link = screen.getByRole('link', { name: 'Hay' });
    const down = screen.getByRole('button', { name: 'Down' });
    await atOnce(
      () => link.click(),
      () => down.click(),
    );
    await waitFor(() => assert.is(router.state.location.search, '?find=hay&direction=down'));
    unmount();
    router.dispose();
  }
});

test('a choice stays with the next one, also while the guards of the page still ask who is signed in', async () => {
  leaveScreens();
  let answer = (): void => {};
  const asked = new Promise<null>((resolve) => {
    answer = () => resolve(null);
  });
  const router = createMemoryRouter([{ path: '/', loader: () => asked, element: <Choices /> }], {
    hydrationData: { loaderData: { '0': null } },
  });
  const { unmount } = render(<RouterProvider router={router} />);
  const [goats, down] = screen.getAllByRole('button');
  assert.ok(goats && down);
  await act(async () => goats.click());
  assert.is(router.state.location.search, '', 'its address waits for the answer');
  await act(async () => down.click());
  await act(async () => answer());
  await waitFor(() => assert.is(router.state.location.search, '?kind=goat&direction=down'));
  unmount();
  router.dispose();
});

test.run();

/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { SavedSearch, SearchAlert } from '@saleyard/contract/saved-searches.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { http } from 'msw';
import * as assert from 'uvu/assert';
import { person } from '@/test-support/example-person.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { SavedSearchesScreen } = await import('./saved-searches-screen.tsx');
const { SaveSearch } = await import('./save-search.tsx');
const { SearchAlertBanners } = await import('./search-alert-banners.tsx');
const { criteriaText, readAlertsUntil, searchAddress, searchAlertsQuery } = await import(
  '@/lib/saved-searches.ts'
);

const test = suite('saved searches', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => leaveScreens());
test.after(() => server.close());

const search = (over: Partial<SavedSearch> = {}): SavedSearch => ({
  _id: 's1',
  name: 'Black steers',
  savedAt: 1,
  isPaused: false,
  criteria: { q: 'angus', kind: 'cattle', filters: { location: ['NSW', 'QLD'], weightFrom: 300 } },
  alertBy: { banner: true, email: false },
  ...over,
});

/** A server that keeps searches; `bodies`: what was sent to it. */
function keeping(...first: SavedSearch[]) {
  const kept = new Map(first.map((one) => [one._id, one]));
  const bodies: unknown[] = [];
  server.resetHandlers(
    handles('get', 'users/me/saved-searches', () => ({ savedSearches: [...kept.values()] })),
    handles('put', 'users/me/saved-searches/:search', async (request) => {
      const body = (await request.json()) as Omit<SavedSearch, '_id' | 'savedAt'>;
      const _id = request.url.split('/').at(-1) ?? '';
      bodies.push(body);
      kept.set(_id, { _id, savedAt: 2, ...body });
      return { _id };
    }),
    handles('delete', 'users/me/saved-searches/:search', (request) => {
      const _id = request.url.split('/').at(-1) ?? '';
      kept.delete(_id);
      return { _id };
    }),
  );
  return bodies;
}

test('what is saved is shown in words, with a link to the search itself', async () => {
  keeping(search());
  renderScreen(<SavedSearchesScreen />);
  await screen.findByText('angus · Cattle · NSW, QLD · from 300 kg');
  const link = screen.getByRole('link', { name: 'Search now: Black steers' });
  const address = '/main/search?q=angus&kind=cattle&location=NSW&location=QLD&weightFrom=300';
  assert.is(link.getAttribute('href'), address);
  assert.is(searchAddress(search().criteria), address);
  assert.is(criteriaText({ q: '', filters: { ageTo: 12 } }), 'up to 12 months');
});

test('nothing is saved yet, or it could not be read', async () => {
  keeping();
  renderScreen(<SavedSearchesScreen />);
  await screen.findByText('You have not saved a search.');
  server.resetHandlers(refuses('get', 'users/me/saved-searches', 503));
  renderScreen(<SavedSearchesScreen />);
  await screen.findByRole('button', { name: 'Try again' });
});

test('a search is renamed, switched, paused, deleted, and brought back as it was', async () => {
  const bodies = keeping(search());
  const user = userEvent.setup();
  renderScreen(<SavedSearchesScreen />);
  await user.click(await screen.findByRole('button', { name: 'Rename Black steers' }));
  await user.clear(screen.getByLabelText('Name'));
  await user.click(screen.getByRole('button', { name: 'Save name' }));
  assert.ok(screen.getByText('Please give the search a name.'));
  await user.type(screen.getByLabelText('Name'), 'Mine');
  await user.click(screen.getByRole('button', { name: 'Save name' }));
  await screen.findByRole('heading', { name: 'Mine' });
  await user.click(screen.getByRole('switch', { name: 'E-mail' }));
  await waitFor(() => assert.ok(screen.getByRole<HTMLInputElement>('switch', { name: 'E-mail' }).checked));
  await user.click(screen.getByRole('switch', { name: 'Paused' }));
  await waitFor(() => assert.ok(screen.getByRole<HTMLInputElement>('switch', { name: 'Paused' }).checked));
  await user.click(screen.getByRole('button', { name: 'Delete Mine' }));
  await screen.findByText('You have not saved a search.');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByRole('heading', { name: 'Mine' });
  const { _id, savedAt, ...rest } = search({
    name: 'Mine',
    isPaused: true,
    alertBy: { banner: true, email: true },
  });
  assert.equal([_id, savedAt, bodies.at(-1)], ['s1', 1, rest]);
});

test('a refused rename keeps the name that was typed, and the refusal goes once it is saved', async () => {
  keeping(search());
  const user = userEvent.setup();
  renderScreen(<SavedSearchesScreen />);
  await user.click(await screen.findByRole('button', { name: 'Rename Black steers' }));
  await user.clear(screen.getByLabelText('Name'));
  await user.type(screen.getByLabelText('Name'), 'Mine');
  server.use(refuses('put', 'users/me/saved-searches/:search', 503));
  await user.click(screen.getByRole('button', { name: 'Save name' }));
  await screen.findByRole('alert');
  assert.is(screen.getByLabelText<HTMLInputElement>('Name').value, 'Mine');
  keeping(search());
  server.use(refuses('delete', 'users/me/saved-searches/:search', 503));
  await user.click(screen.getByRole('button', { name: 'Delete Black steers' }));
  await screen.findByRole('alert');
  await user.click(screen.getByRole('button', { name: 'Save name' }));
  await screen.findByRole('heading', { name: 'Mine' });
  assert.is(screen.queryByRole('alert'), null);
});

test('a rename waits for a switch that is on its way, and keeps it', async () => {
  const bodies = keeping(search());
  const user = userEvent.setup();
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.put('http://saleyard.test/api/v1/users/me/saved-searches/:search', () => held, { once: true }),
  );
  renderScreen(<SavedSearchesScreen />);
  await user.click(await screen.findByRole('button', { name: 'Rename Black steers' }));
  await user.click(screen.getByRole('switch', { name: 'E-mail' }));
  await user.type(screen.getByLabelText('Name'), '!{Enter}');
  assert.equal(bodies, []);
  answer();
  await waitFor(() => assert.is(bodies.length, 1));
  await waitFor(() =>
    assert.not(screen.getByRole<HTMLButtonElement>('button', { name: 'Save name' }).disabled),
  );
  // The list can't be read now: what was saved is kept all the same.
  server.use(refuses('get', 'users/me/saved-searches', 500));
  await user.click(screen.getByRole('switch', { name: 'Paused' }));
  await waitFor(() => assert.ok(screen.getByRole<HTMLInputElement>('switch', { name: 'Paused' }).checked));
  await user.click(screen.getByRole('button', { name: 'Save name' }));
  await screen.findByRole('heading', { name: 'Black steers!' });
  const { _id, savedAt, ...rest } = search({
    name: 'Black steers!',
    isPaused: true,
    alertBy: { banner: true, email: true },
  });
  assert.equal(bodies.at(-1), rest);
});

test('a search is saved with its name and how matches are reported; a visitor and an empty search save nothing', async () => {
  const bodies = keeping();
  const user = userEvent.setup();
  server.use(answers('users/me', { user: person() }));
  const { criteria } = search();
  renderScreen(<SaveSearch criteria={criteria} />);
  await user.click(await screen.findByRole('button', { name: 'Save this search' }));
  await user.clear(await screen.findByLabelText('Name'));
  await user.type(screen.getByLabelText('Name'), 'Steers');
  await user.click(screen.getByRole('switch', { name: /e-mail/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('heading', { name: 'Search saved' });
  assert.equal(bodies, [
    { name: 'Steers', criteria, isPaused: false, alertBy: { banner: true, email: false } },
  ]);
  renderScreen(<SaveSearch criteria={{ q: '', kind: 'cattle', filters: {} }} />);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.is(screen.queryByRole('button'), null);
  server.use(refuses('get', 'users/me', 401));
  renderScreen(<SaveSearch criteria={criteria} />);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.is(screen.queryByRole('button'), null);
});

const alert: SearchAlert = {
  _id: 'x',
  at: 1,
  searches: ['Black steers'],
  count: 5,
  auction: { searchNumber: 77, title: 'Gunnedah', kindData: { title: 'Cattle' } },
  lots: [{ searchNumericId: 901, number: '4', title: '<b>10 Steers</b>' }],
};

test('a banner names the lots, counts the others, and is gone when it is closed', async () => {
  const closed: unknown[] = [];
  server.resetHandlers(
    answers('users/me/search-alerts', { alerts: [alert], changedAt: 7 }),
    handles('post', 'users/me/search-alerts/close', async (request) => {
      closed.push(await request.json());
      return { closed: true };
    }),
  );
  const user = userEvent.setup();
  const { client } = renderScreen(<SearchAlertBanners />);
  const item = await screen.findByRole('listitem');
  assert.is(item.textContent, '5 new lots for “Black steers” in Gunnedah: Lot 4 <b>10 Steers</b> and 4 more');
  assert.is(
    screen.getByRole('link', { name: /^Lot 4/ }).getAttribute('href'),
    '/main/upcoming/Cattle/77/901',
  );
  await user.click(screen.getByRole('button', { name: 'Close: new lots in Gunnedah' }));
  await waitFor(() => assert.equal(closed, [{ alerts: ['x'] }]));
  assert.is(screen.queryByRole('list'), null);
  await readAlertsUntil(client, 7);
  assert.is(client.getQueryData(searchAlertsQuery.queryKey)?.alerts.length, 0, 'it is new enough');
  await readAlertsUntil(client, 8);
  await screen.findByRole('listitem');
});

test.run();

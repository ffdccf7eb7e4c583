/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { exampleMe } from '@/test-support/example-sales.ts';
import { answers, mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor } = await import('@testing-library/react');
const { Link, Route, Routes, useSearchParams } = await import('react-router');
const { renderScreen } = await import('@/test-support/render.tsx');
const { useKeptFilters } = await import('./kept-filters.ts');
const { meQuery } = await import('./session.ts');

const test = suite('filters kept on the user');
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => server.resetHandlers());
test.after(() => server.close());

function List() {
  const isReady = useKeptFilters('upcoming');
  const [search, setSearch] = useSearchParams();
  return (
    <>
      <button type="button" disabled={!isReady} onClick={() => setSearch({ breed: 'Angus' })}>
        Angus
      </button>
      <p data-testid="breed">{search.get('breed')}</p>
      <Link to="/elsewhere">Leave</Link>
    </>
  );
}

/** Chooses a filter of the list, and leaves it at once for a screen with these words. */
async function chooseAndLeave(elsewhere: string) {
  const shown = renderScreen(
    <Routes>
      <Route path="/list" element={<List />} />
      <Route path="*" element={<Link to="/list">{elsewhere}</Link>} />
    </Routes>,
    { path: '/list' },
  );
  const user = userEvent.setup({ delay: null });
  await waitFor(() => assert.is(screen.getByRole<HTMLButtonElement>('button').disabled, false));
  await user.click(screen.getByRole('button', { name: 'Angus' }));
  await user.click(screen.getByRole('link', { name: 'Leave' }));
  await screen.findByText(elsewhere);
  return { ...shown, user };
}

test('a filter is kept too when the screen is left at once, and only once', async () => {
  const kept: unknown[] = [];
  server.use(
    answers('users/me', { user: exampleMe() }),
    http.put('http://saleyard.test/api/v1/users/me', async ({ request }) => {
      kept.push(await request.json());
      return HttpResponse.json({ data: { user: exampleMe() }, position: 1 });
    }),
  );
  await chooseAndLeave('elsewhere');
  const expected = [{ user: { filters: { upcoming: { breed: ['Angus'] } } } }];
  await waitFor(() => assert.equal(kept, expected));
  // As long as the pause of one who stays.
  await new Promise((resolve) => setTimeout(resolve, 350));
  assert.equal(kept, expected);
});

test('a filter that the server keeps later than it answers again is there at the return', async () => {
  server.use(
    answers('users/me', { user: exampleMe() }),
    http.put('http://saleyard.test/api/v1/users/me', () => new Promise<never>(() => {})),
  );
  const { client, user } = await chooseAndLeave('Return');
  await client.refetchQueries(meQuery);
  await user.click(screen.getByText('Return'));
  await waitFor(() => assert.is(screen.getByTestId('breed').textContent, 'Angus'));
});

test('a filter is kept when the page is left, by a call that outlives it', async () => {
  const kept: unknown[] = [];
  server.use(
    answers('users/me', { user: exampleMe() }),
    http.put('http://saleyard.test/api/v1/users/me', async ({ request }) => {
      kept.push([request.keepalive, await request.json()]);
      return HttpResponse.json({ data: { user: exampleMe() }, position: 1 });
    }),
  );
  renderScreen(<List />, { path: '/list' });
  const user = userEvent.setup({ delay: null });
  await waitFor(() => assert.is(screen.getByRole<HTMLButtonElement>('button').disabled, false));
  await user.click(screen.getByRole('button', { name: 'Angus' }));
  window.dispatchEvent(new Event('pagehide'));
  const expected = [[true, { user: { filters: { upcoming: { breed: ['Angus'] } } } }]];
  await waitFor(() => assert.equal(kept, expected));
});

test.run();

/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import type { QueryClient } from '@tanstack/react-query';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { person } from '@/test-support/example-person.ts';
import { exampleAuction } from '@/test-support/example-sales.ts';
import { FakeSocket } from '@/test-support/fake-socket.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, within } = await import('@testing-library/react');
const { renderRoutes } = await import('@/test-support/render.tsx');
const { routesOf } = await import('./router.tsx');
const { guards } = await import('./routes/guards.ts');
const { Shell } = await import('./shell/shell.tsx');

const test = suite('what the product begins with', { limitMs: 60_000 });
/** Whether the session's cookie is set. */
let isSignedIn = false;
/** The queries of the list of sales that were read. */
const lists: URLSearchParams[] = [];
const sale = exampleAuction({
  liveAt: Date.now() + 24 * 3_600_000,
  lotFilters: {
    breed: ['Angus'],
    stockCategory: ['Weaner'],
    sex: ['Steers'],
    assessorType: ['Agent Assessed'],
    location: ['NSW'],
    region: [],
  },
});
const server = mockServer(
  http.get('http://saleyard.test/api/v1/users/me', ({ request }) => {
    isSignedIn ||= request.headers.has('authorization');
    return isSignedIn
      ? HttpResponse.json({ data: { user: person() } })
      : HttpResponse.json({ errors: [] }, { status: 401 });
  }),
  http.get('http://saleyard.test/api/v1/auctions', ({ request }) => {
    lists.push(new URL(request.url).searchParams);
    return HttpResponse.json({ data: { auctions: [sale] } });
  }),
  answers('auctions/auction-1/lots/public-info', { lots: [], totalTable: [] }),
  answers('checkServer', { isLive: true, message: '' }),
);
test.before(() => {
  server.listen({ onUnhandledRequest: 'error' });
  globalThis.WebSocket = FakeSocket.recordedIn([]);
});
test.after(() => server.close());

/** The screens of the product at an address, without their frame, in a browser that has stored nothing of them. */
function open(path: string) {
  leaveScreens();
  localStorage.clear();
  sessionStorage.clear();
  const screensOf = (client: QueryClient) => {
    const framed = routesOf(client, guards(client)).flatMap(({ children = [] }) => children);
    return framed.find(({ Component }) => Component === Shell)?.children ?? [];
  };
  return renderRoutes(screensOf, { path });
}

test('[A310] opened on empty storage: the way back, all sounds, kinds, no filters, all sales, states', async () => {
  const user = userEvent.setup();
  const { went } = open('/main/manage/my-sounds');
  await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
  assert.is(went(), '/sign-in');
  await user.type(screen.getByLabelText('Password'), 'paddock7');
  await user.click(screen.getByRole('button', { name: 'login now' }));
  const switches = await screen.findAllByRole<HTMLInputElement>('switch');
  assert.is(went(), '/main/manage/my-sounds', 'the page that was opened');
  assert.equal(
    switches.map(({ checked }) => checked),
    [true, true, true, true, true],
  );
  const upcoming = open('/main/upcoming');
  await screen.findByRole('heading', { name: sale.title });
  const kinds = within(screen.getByRole('navigation', { name: 'Category' })).getAllByRole('link');
  assert.equal(
    kinds.map((kind) => [kind.textContent, kind.getAttribute('aria-current')]),
    [
      ['All', 'true'],
      ['Cattle', null],
      ['Sheep', null],
      ['Goat', null],
    ],
  );
  const filters = within(await screen.findByRole('region', { name: 'Filters' }));
  const boxes = filters.getAllByRole<HTMLInputElement>('checkbox', { hidden: true });
  const ticked = boxes.filter(({ checked }) => checked);
  const typed = filters.getAllByRole<HTMLInputElement>('textbox').filter(({ value }) => value !== '');
  assert.equal([...ticked, ...typed], []);
  assert.is(upcoming.went(), '/main/upcoming');
  assert.equal([...new Set(lists.map(String))], ['limit=1000'], 'all sales');
  open('/main/manage/operation-access/as-buyer');
  const [state] = await screen.findAllByLabelText<HTMLSelectElement>(/^State/);
  assert.equal(
    [...(state?.options ?? [])].map(({ value }) => value),
    ['', 'NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'NT', 'ACT'],
  );
});

test.run();

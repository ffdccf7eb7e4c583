/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { mock } from 'node:test';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse } from 'msw';
import * as assert from 'uvu/assert';
import { exampleMe } from '@/test-support/example-sales.ts';
import { answers, handles, mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { act, fireEvent, screen, waitFor } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { Toasts } = await import('@/ui/toasts.tsx');
const { WatchButton } = await import('./watch-button.tsx');

const test = suite('watch list of the page', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => server.resetHandlers());
test.after(() => server.close());

async function open(watchList2: { lotId: string }[]) {
  server.use(answers('users/me', { user: exampleMe({ watchList2 }) }));
  const said: unknown[] = [];
  const { error } = console;
  console.error = (...words) => void said.push(words);
  const { container } = renderScreen(
    <>
      <WatchButton lot="l1" label="lot 1" />
      <Toasts />
    </>,
  );
  await screen.findByRole('button');
  const user = userEvent.setup();
  const button = () => screen.getByRole('button', { name: /lot 1/ });
  return {
    press: () => user.click(button()),
    isWatched: () => button().getAttribute('aria-pressed') === 'true',
    showsMessage: () => {
      console.error = error;
      const isToasted = container.textContent !== button().textContent;
      const isShown = ['dialog', 'alert'].some((role) => screen.queryByRole(role) !== null);
      return said.length > 0 || isShown || isToasted;
    },
  };
}

test('presses within 600 ms of the last on the same lot are not sent [A622] [B390]', async () => {
  const sent: string[] = [];
  server.use(
    handles('put', 'users/me/watchlist2', async (request) => {
      const { lotId } = (await request.json()) as { lotId: string };
      sent.push(lotId);
      return { watchList: [{ lotId }] };
    }),
    handles('delete', 'users/me/watchlist/l1', () => {
      sent.push('not l1');
      return { watchList: [] };
    }),
  );
  const { isWatched } = await open([]);
  // `waitFor` would wait for the fake clock too.
  const { setTimeout: later } = globalThis;
  const settle = async () => {
    await act(() => new Promise((resolve) => later(resolve, 20)));
    // What is to be done at once is.
    act(() => mock.timers.tick(0));
  };
  // Ten seconds at least: what never happens fails the assertion after it.
  const until = async (holds: () => boolean) => {
    for (let settled = 0; settled < 500 && !holds(); settled += 1) await settle();
  };
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const press = () => fireEvent.click(screen.getByRole('button'));
    for (let presses = 0; presses < 4; presses += 1) press();
    await until(() => sent.length > 0 && isWatched());
    mock.timers.tick(599);
    press();
    await settle();
    assert.equal([isWatched(), sent], [true, ['l1']]);
    mock.timers.tick(1);
    press();
    await until(() => sent.length > 1);
    assert.equal(sent, ['l1', 'not l1']);
  } finally {
    mock.timers.reset();
  }
});

for (const [what, method, path, watchList] of [
  ['a watch that fails [A732]', 'put', 'users/me/watchlist2', []],
  ['a lot that cannot be taken off the list [A733]', 'delete', 'users/me/watchlist/l1', [{ lotId: 'l1' }]],
] as const)
  test(`${what}: no message is shown, and the star goes back`, async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const errors = [{ code: 'internal-error', title: 'Error', message: 'The list is away' }];
    server.use(
      handles(method, path, async () => {
        await answered;
        throw HttpResponse.json({ errors }, { status: 500 });
      }),
    );
    const { press, isWatched, showsMessage } = await open([...watchList]);
    const before = isWatched();
    await press();
    await waitFor(() => assert.is(isWatched(), !before));
    answer();
    await waitFor(() => assert.is(isWatched(), before));
    // Time for a message that comes after it.
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    assert.not.ok(showsMessage());
  });

test.run();

/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { exampleMe } from '@/test-support/example-sales.ts';
import { answers, handles, mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor } = await import('@testing-library/react');
const { Route, Routes } = await import('react-router');
const { leaveScreens } = await import('@/test-support/open-screens.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { TextScreen } = await import('./text-screen.tsx');

const test = suite('a text that administrators edit', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  leaveScreens();
  server.resetHandlers();
});
test.after(() => server.close());

const PUBLISHED = { publishedAt: 1, by: 'Ada Miller', mustAccept: false, note: '', restores: null };

/** Opens a text of two versions. The returned list gets the body of each publication. */
async function open(id: string): Promise<unknown[]> {
  const sent: unknown[] = [];
  const entry = { _id: id, title: 'Terms', version: 2, publishedAt: 1, by: 'Ada Miller' };
  server.use(
    answers('users/me', { user: exampleMe({ role: 'admin' }) }),
    answers(`staff/texts/${id}`, {
      text: { ...entry, inForce: 2, form: 'sections', text: '## Bids\n\nBids are final.' },
    }),
    http.get(`http://saleyard.test/api/v1/staff/texts/${id}/versions`, () =>
      HttpResponse.json({
        data: {
          versions: [
            { ...PUBLISHED, version: 2 },
            { ...PUBLISHED, version: 1, publishedAt: null, by: '' },
          ],
        },
        currentPage: 1,
        totalPages: 1,
      }),
    ),
    handles('post', `staff/texts/${id}/preview`, () => ({ parts: [] })),
    handles('put', `staff/texts/${id}`, async (request) => {
      const { commandId: _, ...body } = (await request.json()) as Record<string, unknown>;
      sent.push(body);
      return { version: 3 };
    }),
  );
  renderScreen(
    <Routes>
      <Route path="/staff/content/:id" element={<TextScreen />} />
    </Routes>,
    { path: `/staff/content/${id}` },
  );
  await screen.findByRole('button', { name: 'Restore version 1' });
  return sent;
}

test('changed terms are published once it is chosen whether everyone must accept them', async () => {
  const sent = await open('terms');
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Text'), ' Always.');
  await user.click(screen.getByRole('button', { name: 'Publish…' }));
  const publish = screen.getByRole('button', { name: 'Publish' }) as HTMLButtonElement;
  assert.ok(publish.disabled);
  await user.click(screen.getByRole('radio', { name: /^Yes/ }));
  await user.type(screen.getByLabelText(/^What changed/), ' Clearer ');
  await user.click(publish);
  const text = '## Bids\n\nBids are final. Always.';
  await waitFor(() => assert.equal(sent, [{ version: 2, text, note: 'Clearer', mustAccept: true }]));
});

test('an older version is restored, by its number', async () => {
  const sent = await open('privacy');
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Restore version 1' }));
  assert.ok(screen.getByRole('heading', { name: 'Restore version 1 of Terms?' }));
  assert.is(screen.queryByRole('radio'), null);
  await user.click(screen.getAllByRole('button', { name: 'Restore version 1' }).at(-1) as HTMLElement);
  await waitFor(() => assert.equal(sent, [{ version: 2, restores: 1, note: '', mustAccept: false }]));
});

test.run();

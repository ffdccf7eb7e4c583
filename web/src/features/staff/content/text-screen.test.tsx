/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { TextForm } from '@saleyard/domain/content/text-parts.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { exampleMe } from '@/test-support/example-sales.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor } = await import('@testing-library/react');
const { Route, Routes } = await import('react-router');
const { leaveScreens } = await import('@/test-support/open-screens.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { forgetPerson } = await import('@/lib/session.ts');
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

const entryOf = (id: string) => ({ _id: id, title: 'Terms', version: 2, publishedAt: 1, by: 'Ada Miller' });

type Opened = { role?: 'admin' | 'auditor'; form?: TextForm; text?: string };

/** Opens a text of two versions. `sent` gets the body of each publication. */
async function openView(
  id: string,
  { role = 'admin', form = 'sections', text = '## Bids\n\nBids are final.' }: Opened = {},
) {
  const sent: unknown[] = [];
  server.use(
    answers('users/me', { user: exampleMe({ role }) }),
    answers(`staff/texts/${id}`, {
      text: { ...entryOf(id), inForce: 2, form, text },
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
  const { client } = renderScreen(
    <Routes>
      <Route path="/staff/content/:id" element={<TextScreen />} />
    </Routes>,
    { path: `/staff/content/${id}` },
  );
  await screen.findByRole('button', { name: 'View version 1' });
  return { sent, client };
}

const open = async (...args: Parameters<typeof openView>) => (await openView(...args)).sent;

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

const CONTACTS = 'Calls: 02 5550 4180\nTexts: 0491 570 156\nE-mail: a@b.example\nSecond e-mail: c@d.example';

test('contacts keep the spaces that are typed, and are published without those at their ends', async () => {
  const sent = await open('contacts', { form: 'contacts', text: CONTACTS });
  const user = userEvent.setup();
  const calls = screen.getByLabelText<HTMLInputElement>('Calls');
  await user.clear(calls);
  await user.type(calls, ' 02 5550 4181 ');
  assert.is(calls.value, ' 02 5550 4181 ');
  await user.click(screen.getByRole('button', { name: 'Publish…' }));
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  const text = CONTACTS.replace('4180', '4181');
  await waitFor(() => assert.equal(sent, [{ version: 2, text, note: '', mustAccept: false }]));
});

test('Undo changes puts the published contacts back', async () => {
  await open('contacts', { form: 'contacts', text: CONTACTS });
  const user = userEvent.setup();
  const calls = screen.getByLabelText<HTMLInputElement>('Calls');
  await user.type(calls, '9');
  await user.click(screen.getByRole('button', { name: 'Undo changes' }));
  assert.is(calls.value, '02 5550 4180');
});

test('an auditor reads the contacts', async () => {
  await open('contacts', { form: 'contacts', text: CONTACTS, role: 'auditor' });
  const calls = screen.getByLabelText<HTMLInputElement>('Calls');
  await userEvent.setup().type(calls, '9');
  assert.is(calls.value, '02 5550 4180');
});

test('a session that ends leaves the text, and who edits it signs in again in place', async () => {
  const { client } = await openView('terms');
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Text'), ' Always.');
  forgetPerson(client);
  assert.ok(await screen.findByRole('heading', { name: 'Sign in again' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Sign in' }));
  await user.type(screen.getByLabelText('Email'), 'staff@saleyard.test');
  await user.type(screen.getByLabelText('Password'), 'saleyard1');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  await waitFor(() => assert.is(screen.queryByRole('dialog'), null));
  const text = screen.getByLabelText<HTMLTextAreaElement>('Text');
  assert.is(text.value, '## Bids\n\nBids are final. Always.');
  assert.not(text.readOnly);
  assert.not((screen.getByRole('button', { name: 'Publish…' }) as HTMLButtonElement).disabled);
});

test('a published text that can’t be read again is not offered for publication once more', async () => {
  const sent = await open('privacy');
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Text'), ' Always.');
  await user.click(screen.getByRole('button', { name: 'Publish…' }));
  server.use(refuses('get', 'staff/texts/privacy', 503, { code: 'unavailable', message: 'We’re busy' }));
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  assert.ok(await screen.findByText(/^Published as version 3/));
  assert.is(sent.length, 1);
  assert.is(screen.queryByRole('dialog'), null);
  assert.is(screen.queryByText('Not published yet'), null);
  assert.is(screen.queryByRole('button', { name: 'Publish…' }), null);
  server.use(
    answers('staff/texts/privacy', {
      text: { ...entryOf('privacy'), version: 3, inForce: 3, form: 'sections', text: '## Bids\n\nNew.' },
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  assert.ok(await screen.findByText('Published'));
  assert.is(screen.getByLabelText<HTMLTextAreaElement>('Text').value, '## Bids\n\nNew.');
});

test.run();

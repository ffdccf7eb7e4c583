/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { person } from '@/test-support/example-person.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { fireEvent, screen, waitFor } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { NotificationsScreen } = await import('./notifications-screen.tsx');

const test = suite('notifications of staff', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.after(() => server.close());

test('a notification ends at a day and a time of Sydney; one without the other is named, and nothing is sent', async () => {
  const sent: unknown[] = [];
  server.use(
    answers('users/me', { user: person({ _id: 'staff', role: 'admin' }) }),
    answers('notifications', { notifications: [] }),
    answers('staff/notifications', { notifications: [] }),
    handles('post', 'staff/notifications', async (request) => {
      sent.push(await request.json());
      return {};
    }),
  );
  renderScreen(<NotificationsScreen />);
  const user = userEvent.setup();
  const until = 'Until (Sydney, optional)';
  const press = () => user.click(screen.getByRole('button', { name: 'Show to everybody' }));
  await user.type(await screen.findByLabelText('Text'), ' Yard 3 is closed ');
  await user.selectOptions(screen.getByLabelText('Kind'), 'Warning');
  await user.type(screen.getByLabelText(until), '4/7/2025');
  await press();
  assert.ok(screen.getByText('This must be a date and a time'));
  assert.is(document.activeElement, screen.getByLabelText(until));
  assert.equal(sent, []);
  fireEvent.change(screen.getByLabelText(`${until}, time`), { target: { value: '10:30' } });
  assert.is(screen.queryByText('This must be a date and a time'), null);
  await press();
  await waitFor(() => assert.is(sent.length, 1));
  assert.equal(sent[0], {
    text: 'Yard 3 is closed',
    tone: 'warning',
    until: Date.parse('2025-07-04T00:30:00Z'),
  });
  assert.ok(await screen.findByRole('status'));
  assert.is(screen.getByLabelText<HTMLInputElement>('Text').value, '', 'each leaves an empty form');
  assert.is(document.activeElement, screen.getByLabelText('Text'));
});

test('one that is refused is not said to be shown, after another that was; what was typed stays', async () => {
  server.use(
    answers('users/me', { user: person({ _id: 'staff', role: 'admin' }) }),
    answers('notifications', { notifications: [] }),
    answers('staff/notifications', { notifications: [] }),
    handles('post', 'staff/notifications', () => ({})),
  );
  renderScreen(<NotificationsScreen />);
  const user = userEvent.setup();
  const text = await screen.findByLabelText<HTMLInputElement>('Text');
  await user.type(text, 'Yard 3 is closed{Enter}');
  assert.ok(await screen.findByRole('status'));
  server.use(refuses('post', 'staff/notifications', 503));
  await user.type(text, 'Yard 4 is closed{Enter}');
  assert.ok(await screen.findByRole('alert'));
  assert.is(screen.queryByRole('status'), null);
  assert.is(text.value, 'Yard 4 is closed');
});

test('what is typed while a notification is sent stays', async () => {
  const sent: unknown[] = [];
  let answer = () => {};
  server.use(
    answers('users/me', { user: person({ _id: 'staff', role: 'admin' }) }),
    answers('notifications', { notifications: [] }),
    answers('staff/notifications', { notifications: [] }),
    handles('post', 'staff/notifications', async (request) => {
      sent.push(await request.json());
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return {};
    }),
  );
  renderScreen(<NotificationsScreen />);
  const user = userEvent.setup();
  const text = await screen.findByLabelText<HTMLInputElement>('Text');
  await user.type(text, 'Yard 3 is closed');
  await user.selectOptions(screen.getByLabelText('Kind'), 'Warning');
  await user.click(screen.getByRole('button', { name: 'Show to everybody' }));
  await waitFor(() => assert.is(sent.length, 1));
  await user.clear(text);
  await user.type(text, 'Yard 4 is');
  answer();
  assert.ok(await screen.findByRole('status'));
  assert.is(text.value, 'Yard 4 is');
  assert.is(screen.getByLabelText<HTMLSelectElement>('Kind').value, 'info', 'what was sent does not stay');
});

test.run();

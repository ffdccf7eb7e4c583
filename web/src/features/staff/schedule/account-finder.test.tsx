/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { answers, handles, mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen } = await import('@testing-library/react');
const { FormProvider, useForm } = await import('react-hook-form');
const { leaveScreens } = await import('@/test-support/open-screens.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { AgentsField } = await import('./agents-field.tsx');
const { newLots } = await import('./lots-form.ts');
const { OwnerField } = await import('./owner-field.tsx');

const test = suite('accounts that are found in a form', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  leaveScreens();
  server.resetHandlers();
});
test.after(() => server.close());

const account = (_id: string, firstName: string, isSuspended = false) => ({
  ...{ _id, firstName, isSuspended, lastName: 'Hume', tradingName: '', shortId: _id.toUpperCase() },
  status: 'approved-seller',
});

/** Shows a field in a form. `searched`: the queries that were sent, in order. */
function open(found: readonly ReturnType<typeof account>[], Field: () => React.ReactNode) {
  const searched: string[] = [];
  server.use(
    handles('get', 'staff/accounts', ({ url }) => {
      searched.push(new URL(url).search);
      return { accounts: found };
    }),
  );
  function Shown() {
    const form = useForm({ defaultValues: { lots: newLots('cattle'), agents: ['s1'] } });
    return (
      <FormProvider {...form}>
        <Field />
      </FormProvider>
    );
  }
  renderScreen(<Shown />);
  return { searched, user: userEvent.setup() };
}

test('the vendor of typed lots is chosen among accounts that are not suspended, and may be changed', async () => {
  const { user } = open([account('s1', 'Vera'), account('s2', 'Sam', true)], OwnerField);
  await user.type(screen.getByLabelText('Whose lots are these?'), 'Hume');
  await user.click(await screen.findByRole('button', { name: 'Choose Vera Hume, ID S1' }));
  assert.ok(screen.getByText('Vera Hume, ID S1'));
  await user.click(screen.getByRole('button', { name: 'Change' }));
  assert.is(screen.getByLabelText<HTMLInputElement>('Whose lots are these?').value, '');
});

test('sellers are added to those that may add lots; who is among them is not offered again', async () => {
  const found = [account('s1', 'Vera'), account('s2', 'Sam')];
  server.use(
    answers('staff/accounts/s1', { account: found[0] }),
    answers('staff/accounts/s2', { account: found[1] }),
  );
  const { user, searched } = open(found, () => <AgentsField name="agents" />);
  await user.type(screen.getByLabelText('Find a seller'), 'Hume');
  await user.click(await screen.findByRole('button', { name: 'Add Sam Hume, ID S2' }));
  assert.ok(await screen.findByRole('button', { name: 'Remove Sam Hume, ID S2' }));
  assert.is(screen.queryByRole('button', { name: /^Add/ }), null);
  await user.type(screen.getByLabelText('Find a seller'), 'Hume');
  assert.ok(await screen.findByText('No other approved seller matches.'));
  assert.match(searched[0] ?? '', 'status=approved-seller');
});

test.run();

/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { leaveScreens } from '@/test-support/open-screens.ts';

const { fireEvent, screen, waitFor } = await import('@testing-library/react');
const { openForm, server } = await import('./test-support/open-form.tsx');

const test = suite('the heads of a lot', { limitMs: 60_000 });
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => leaveScreens());
test.after(() => server.close());

const file = (text: string, name: string) => new File([text], name);

test('a lot whose head far down is typed first is saved with a row for each head before it', async () => {
  const { user, saved } = await openForm('cattle');
  for (const label of [/^Number of Head( \*)?$/, /^Number of Head Weighed/])
    fireEvent.change(screen.getByLabelText(label), { target: { value: '10' } });
  await user.click(screen.getAllByRole('button', { name: 'Submit' })[0] as HTMLElement);
  await user.click(await screen.findByRole('link', { name: /^Head 5: Please enter Live Weight/ }));
  await screen.findByText('Head 5 of 10');
  await user.type(screen.getByLabelText(/^Live Weight/), '412');
  await user.click(screen.getAllByRole('button', { name: 'Save For Later' })[0] as HTMLElement);
  await screen.findByText(/^Your Lot Has Been Saved/);
  assert.equal(saved.at(-1)?.heads, [{}, {}, {}, {}, { weightLive: 412 }]);
  await user.click(screen.getByRole('button', { name: 'OK' }));
});

test('a wrong weight says why below the grid, and is gone to from the summary, whichever head is shown', async () => {
  const { user } = await openForm('cattle');
  const input = screen.getByLabelText('CSV file of weights');
  await user.upload(input, file('weight,F/S\n4125,3\n', 'one.csv'));
  assert.match((await screen.findByRole('dialog')).textContent ?? '', '1 head, 2,000 kg.');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.upload(input, file(`weight,F/S\n${'400,3\n'.repeat(3)}`, 'three.csv'));
  await user.click(await screen.findByRole('button', { name: 'Import 3 Head' }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('Head 2 of 3');
  const typed = () => screen.getByLabelText<HTMLInputElement>(/^Live Weight/);
  await user.clear(typed());
  await user.type(typed(), '41x');
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  await screen.findByText('Head 1 of 3');
  await user.click(screen.getAllByRole('button', { name: 'Submit' })[0] as HTMLElement);

  await user.click(await screen.findByRole('link', { name: /^Head 2: Live Weight must be/ }));
  await screen.findByText('Head 2 of 3');
  await waitFor(() => assert.is(document.activeElement, typed()));
  assert.is(typed().value, '41x');
  await user.click(screen.getByRole('button', { name: 'Show as a grid' }));
  await screen.findByText(/^Head 2: Live Weight must be/, { selector: 'p' });
});

test.run();

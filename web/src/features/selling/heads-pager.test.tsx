/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { onHeldTimers } from '@/test-support/held-timers.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { renderedBy } from '@/test-support/rendered-components.ts';

const { act, fireEvent, screen, waitFor, within } = await import('@testing-library/react');
const { openForm, PAUSE_MS, server } = await import('./test-support/open-form.tsx');

// Elements have no height here; the grid draws the rows for which it has one.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 400 });

const test = suite('the heads of a lot', { limitMs: 60_000 });
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  leaveScreens();
  localStorage.clear();
});
test.after(() => server.close());

const file = (text: string, name: string) => new File([text], name);

for (const [kind, required] of [
  ['cattle', ['Live Weight', 'Fat Score']],
  ['sheep', ['Live Weight', 'Fat Score']],
  ['goat', ['Live Weight', 'Fat Score']],
  ['sheep-abblamb', ['Live Weight']],
] as const)
  test(`[S048] [S049] ${kind}: the next head comes once this one is filled in; until then a dialog names the field`, async () => {
    const { user } = await openForm(kind);
    for (const label of [/^Number of Head( \*)?$/, /^Number of Head Weighed/])
      fireEvent.change(screen.getByLabelText(label), { target: { value: '2' } });
    await screen.findByText('Head 1 of 2');
    const group = within(screen.getByRole('group', { name: 'Assessment' }));
    const input = (title: string) => group.getByLabelText<HTMLInputElement>(new RegExp(`^${title}`));
    const isStopped = async (message: string, button = 'Next') => {
      await user.click(group.getByRole('button', { name: button }));
      const dialog = within(await screen.findByRole('dialog'));
      assert.ok(dialog.getByText(message), message);
      await user.click(dialog.getByRole('button', { name: 'OK' }));
      assert.is(screen.queryByRole('dialog'), null);
    };
    for (const title of required) {
      await isStopped(`Please Enter ${title}`);
      assert.ok(group.getByText('Head 1 of 2'), title);
      await user.type(input(title), '3');
    }
    if (kind !== 'sheep-abblamb') {
      await user.clear(input('Fat Score'));
      await user.type(input('Fat Score'), '7');
      await isStopped('Fat Score must be a whole number from 1 to 5');
      await user.clear(input('Fat Score'));
      await user.type(input('Fat Score'), '5');
    }
    await user.click(group.getByRole('button', { name: 'Next' }));
    await group.findByText('Head 2 of 2');
    await isStopped('Please Enter Live Weight', 'Finish');
    assert.ok(group.getByText('Head 2 of 2'));
  });

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

/** The names of the components that a key renders, each once. */
const renderedByKey = async (input: HTMLElement, value: string) => {
  const names = await renderedBy(async () => {
    fireEvent.change(input, { target: { value } });
    await new Promise((resolve) => setTimeout(resolve));
  });
  return [...new Set(names)];
};

test('with 2,000 heads a key renders its field, or its cell and what is calculated from it', async () => {
  const { user } = await openForm('cattle');
  const weights = file(`weight,F/S\n${'400,3\n'.repeat(2_000)}`, 'weights.csv');
  await user.upload(screen.getByLabelText('CSV file of weights'), weights);
  await user.click(await screen.findByRole('button', { name: 'Import 2000 Head' }));
  await screen.findByText('Head 1 of 2000');
  await waitFor(() => assert.ok(screen.queryByText('Renewing the form…') === null), { timeout: 10_000 });
  // What follows from all heads is said once nothing was typed for a moment: here, when the test lets it pass.
  await onHeldTimers(PAUSE_MS, async (pass) => {
    const field = ['NumberField', 'TextInput', 'Labelled', 'DescriptionText', 'ErrorText'];
    await waitFor(async () => {
      assert.equal(await renderedByKey(screen.getByLabelText(/^Live Weight/), '4'), field);
    });
    assert.equal(await renderedByKey(screen.getByLabelText(/^Live Weight/), '41'), field);

    await user.click(screen.getByRole('button', { name: 'Show as a grid' }));
    const cell = await screen.findByLabelText('Live Weight of head 3');
    const names = await renderedBy(() => fireEvent.change(cell, { target: { value: '430' } }));
    assert.equal(names, ['NumberCell'], 'once');
    const row = cell.closest('tr');
    assert.not.match(row?.textContent ?? '', '290.3');
    act(() => assert.ok(pass() > 0));
    assert.match(row?.textContent ?? '', '290.3');
    assert.match(row?.previousElementSibling?.textContent ?? '', '220.5');
    assert.ok(screen.getByText(/^2000 of 2000 weighed/));
    assert.equal(await renderedByKey(screen.getByLabelText('Fat Score of head 3'), '9'), ['NumberCell']);
    act(() => assert.ok(pass() > 0));
    assert.ok(screen.getByText(/^Head 3: Fat Score must be/));
    await user.click(screen.getByRole('button', { name: 'Show one by one' }));
  });
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

/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { leaveScreens } from '@/test-support/open-screens.ts';

const { fireEvent, screen, waitFor, within } = await import('@testing-library/react');
const { openForm, server } = await import('./test-support/open-form.tsx');

const test = suite('files of weights in the lot form', { limitMs: 120_000 });
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => leaveScreens());
test.after(() => server.close());

const file = (text: string, name: string) => new File([text], name);

test('[S395] weights of a file replace what was typed, after a preview that says so', async () => {
  const { user } = await openForm('cattle');
  await user.type(screen.getByLabelText(/^Live Weight/), '400');
  const input = screen.getByLabelText('CSV file of weights');
  await user.upload(input, file('{"heads":[]}', 'weights.csv'));
  await screen.findByText('Invalid CSV-file. This is JSON, not CSV or a spreadsheet.'); // [S392]
  await user.click(screen.getByRole('button', { name: 'OK' }));
  const arrayBuffer = () => Promise.reject(new Error('it was deleted'));
  await user.upload(input, Object.assign(file('weight,F/S\n410,3\n', 'gone.csv'), { arrayBuffer }));
  await screen.findByText('Invalid CSV-file. The browser can’t read the file. Please choose it again.'); // [S392]
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await user.upload(input, file('weight\n410\n', 'weights.csv'));
  const unclear = async (problem: string) => {
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('Invalid CSV-file');
    await dialog.findByText(problem);
    await user.click(dialog.getByRole('button', { name: /^(Cancel|OK)$/ }));
  };
  await unclear('The file must have Fat Score.'); // [S392] [S394]
  await user.upload(input, file('F/S\n3\n', 'scores.csv'));
  await unclear('The file must have Live Weight.'); // [S392] [S393]
  await user.upload(input, file(`weight,F/S\n${'400,3\n'.repeat(2_001)}`, 'many.csv'));
  await unclear('Maximum allowed upload of head weighted is 2000 per lot.'); // [S315] [S396]
  await user.upload(input, file(`weight,F/S\n${'400,3\n'.repeat(2_000)}`, 'most.csv'));
  await screen.findByRole('button', { name: 'Import 2000 Head' });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  assert.is(screen.getByLabelText<HTMLInputElement>(/^Live Weight/).value, '400', 'a Cancel takes nothing');
  await user.upload(input, file('Live Wt (kg);F/S\n410,5;3\n420;2\nheavy;2\nAverage;2,5\n', 'weights.csv'));
  const question = await screen.findByRole('dialog');
  assert.match(question.textContent ?? '', 'Data that was entered by hand will be deleted');
  assert.match(question.textContent ?? '', 'Row 4, Live Wt (kg), “heavy”: must be a weight in kg');
  assert.match(question.textContent ?? '', 'Row 5: it sums up other rows (Average)');
  await user.click(within(question).getByRole('button', { name: 'Import 2 Head' }));
  await screen.findByText('Head 1 of 2');
  assert.is(screen.getByLabelText<HTMLInputElement>(/^Live Weight/).value, '410.5');
});

test('[S394] fat scores are a column that the file must have, except for abblamb', async () => {
  localStorage.clear();
  for (const kind of ['cattle', 'sheep', 'goat', 'sheep-abblamb'] as const) {
    const { user } = await openForm(kind);
    fireEvent.change(screen.getByLabelText(/^Number of Head Weighed/), { target: { value: '1' } });
    await user.upload(screen.getByLabelText('CSV file of weights'), file('weight\n41\n', 'weights.csv'));
    const dialog = within(await screen.findByRole('dialog'));
    if (kind === 'sheep-abblamb') await dialog.findByRole('button', { name: 'Import 1 Head' });
    else await dialog.findByText('The file must have Fat Score.');
    leaveScreens();
  }
});

test('[S179] readings of scales: uncertain columns are chosen once, remembered, and can be changed', async () => {
  localStorage.clear();
  const { user } = await openForm('cattle');
  await user.click(screen.getByLabelText(/^Optiweigh|walk-over/i));
  const input = await screen.findByLabelText('CSV file of readings');
  await user.upload(input, file('When,Heft,Growth\n30/9/26,412.5,0.85\n31/9/26,413,1\n', 'a.csv'));
  const choice = within(await screen.findByRole('dialog'));
  choice.getByText(/No column was found for Date and Weight and Daily Gain/);
  for (const [heading, column] of [
    ['When', 'Date'],
    ['Heft', 'Weight'],
    ['Growth', 'Daily Gain'],
  ] as const)
    await user.selectOptions(choice.getByLabelText(heading), column);
  const first = screen.getByRole('dialog');
  await user.click(first); // A press beside it loses no choice.
  await user.click(choice.getByRole('button', { name: 'Next' }));
  const preview = await screen.findByRole('dialog');
  assert.is.not(preview, first, 'a dialog of its own, which takes the focus and is read from its beginning');
  assert.match(preview.textContent ?? '', 'Date from “When”, Weight from “Heft”, Daily Gain from “Growth”');
  assert.match(preview.textContent ?? '', 'Row 3, When, “31/9/26”: must be a date, DD/MM/YYYY');
  await user.click(within(preview).getByRole('button', { name: 'Import 1 Reading' }));
  await waitFor(() => assert.is(screen.getByLabelText<HTMLInputElement>('Date, row 1').value, '30/09/2026'));
  await user.upload(input, file('When,Heft,Growth\n1/10/26,414,0.9\n', 'b.csv'));
  const again = within(await screen.findByRole('dialog'));
  again.getByText('The readings that are in the form will be replaced.');
  await user.click(again.getByRole('button', { name: 'Change columns' }));
  assert.is(screen.getByLabelText<HTMLSelectElement>('Heft').value, 'weight');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.click(screen.getByRole('button', { name: 'Import 1 Reading' }));
  await waitFor(() => assert.is(screen.getByLabelText<HTMLInputElement>('Date, row 1').value, '01/10/2026'));
});

test.run();

/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';

const { act, screen } = await import('@testing-library/react');
const { leaveScreens } = await import('@/test-support/open-screens.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { toast, Toasts } = await import('./toasts.tsx');
const { useQuestion } = await import('./question-dialog.tsx');
const { default: userEvent } = await import('@testing-library/user-event');

const test = suite('toasts and questions');
test.after(leaveScreens);

test('what was done is said once, the first and those after it', async () => {
  renderScreen(<Toasts />);
  act(() => toast('The sale is scheduled'));
  assert.ok(await screen.findByText('The sale is scheduled'));
  act(() => toast('3 lots added'));
  assert.ok(await screen.findByText('3 lots added'));
  assert.is(screen.getAllByText('The sale is scheduled').length, 1);
});

test('without a place to show it nothing fails', () => {
  leaveScreens();
  toast('Nobody receives this');
});

function Example({ then }: { then: () => void }) {
  const { ask, question } = useQuestion();
  const press = () =>
    ask({ title: 'Start again?', message: 'All of it is thrown away.', yes: 'Start again' }, then);
  return (
    <>
      {question}
      <button type="button" onClick={press}>
        Throw away
      </button>
    </>
  );
}

test('a question is acted on by a yes, and by nothing else', async () => {
  let done = 0;
  const user = userEvent.setup();
  renderScreen(
    <Example
      then={() => {
        done += 1;
      }}
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Throw away' }));
  assert.ok(screen.getByRole('dialog', { name: 'Start again?' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  assert.is(screen.queryByRole('dialog'), null);
  assert.is(done, 0);
  await user.click(screen.getByRole('button', { name: 'Throw away' }));
  await user.click(screen.getByRole('button', { name: 'Start again' }));
  assert.is(screen.queryByRole('dialog'), null);
  assert.is(done, 1);
});

test.run();

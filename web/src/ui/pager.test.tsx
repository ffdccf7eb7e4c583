/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { Pager } = await import('./pager.tsx');

const test = suite('pages of a list');

test('it leads back and on, by its own labels too, not beyond either end, and is left out for one page', async () => {
  const went: number[] = [];
  const show = (page: number, pages = 3, labels?: readonly [string, string]) =>
    renderScreen(
      <Pager page={page} pages={pages} onPage={(to) => went.push(to)} {...(labels && { labels })} />,
    );
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
  show(2);
  await userEvent.setup().click(button('Newer'));
  await userEvent.setup().click(button('Older'));
  assert.equal(went, [1, 3]);
  show(1);
  assert.equal([button('Newer').disabled, button('Older').disabled], [true, false]);
  show(3);
  assert.equal([button('Newer').disabled, button('Older').disabled], [false, true]);
  show(2, 3, ['Earlier', 'Later']);
  screen.getByText('Page 2 of 3');
  await userEvent.setup().click(button('Later'));
  assert.is(went.at(-1), 3);
  show(1, 1);
  assert.is(screen.queryByRole('button'), null);
});

test.run();

/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { mock } from 'node:test';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';

const { act, cleanup, fireEvent, render, screen } = await import('@testing-library/react');
const { Picture } = await import('./picture.tsx');

const test = suite('a picture that can not be loaded');
test.after(() => cleanup());

test('is asked for again three times, and then given up', () => {
  // Here, not before: the time limit of the test is a timer too.
  mock.timers.enable({ apis: ['setTimeout'] });
  let given = 0;
  render(
    <Picture
      src="/a.jpg"
      alt="steers"
      fallback={<span>none</span>}
      onGivenUp={() => {
        given += 1;
      }}
    />,
  );
  for (const ms of [2_000, 8_000, 30_000]) {
    fireEvent.error(screen.getByAltText('steers'));
    assert.ok(screen.getByText('none'));
    act(() => mock.timers.tick(ms - 1));
    assert.ok(screen.getByText('none'));
    act(() => mock.timers.tick(1));
    assert.ok(screen.getByAltText('steers'));
  }
  assert.is(given, 0);
  fireEvent.error(screen.getByAltText('steers'));
  act(() => mock.timers.tick(100_000));
  assert.ok(screen.getByText('none'));
  assert.is(given, 1);
  mock.timers.reset();
});

test.run();

/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { mock } from 'node:test';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';

const { act, cleanup, fireEvent, render, screen } = await import('@testing-library/react');
const { inSizes, Picture } = await import('./picture.tsx');

const test = suite('a picture that cannot be loaded');
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

test('an uploaded picture is offered in every width it is kept in; a drawing as it is', () => {
  const name = `${'0a'.repeat(16)}-800x600`;
  const address = (width: number) => `/media/pictures/${name}/${width}.jpg`;
  assert.equal(inSizes(address(320), '18rem'), {
    sizes: '18rem',
    srcSet: `${address(320)} 320w, ${address(640)} 640w, ${address(800)} 800w`,
    src: address(800),
  });
  assert.equal(inSizes('/media/lots/cattle-black-3.svg', '18rem'), { src: '/media/lots/cattle-black-3.svg' });
  // No width of it, no picture of ours: nothing is made up.
  for (const other of [address(321), `https://x.example${address(320)}`, address(320).replace('x600', 'x0')])
    assert.equal(inSizes(other, '18rem'), { src: other });
});

test.run();

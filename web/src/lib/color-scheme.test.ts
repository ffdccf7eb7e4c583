/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';

const { renderHook, act } = await import('@testing-library/react');
const { chooseColorScheme, followColorScheme, useColorScheme } = await import('./color-scheme.ts');

const test = suite('colours of the page');
const KEY = 'saleyard-color-scheme';
const shown = () => document.documentElement.getAttribute('data-color-scheme');

followColorScheme();
test.beforeEach(() => {
  localStorage.clear();
  chooseColorScheme('auto');
});

test('what is chosen is shown at once, and kept', () => {
  const { result, unmount } = renderHook(useColorScheme);
  assert.is(result.current, 'auto');
  act(() => chooseColorScheme('dark'));
  assert.is(result.current, 'dark');
  assert.is(shown(), 'dark');
  assert.is(localStorage.getItem(KEY), 'dark');
  act(() => chooseColorScheme('light'));
  assert.is(shown(), 'light');
  unmount();
});

test('another window of the browser changes this one', () => {
  const { result, unmount } = renderHook(useColorScheme);
  localStorage.setItem(KEY, 'dark');
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
  });
  assert.is(result.current, 'dark');
  assert.is(shown(), 'dark');
  unmount();
});

test('a browser that keeps nothing shows what was chosen all the same', () => {
  const { getItem, setItem } = Storage.prototype;
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  Storage.prototype.getItem = refuse;
  Storage.prototype.setItem = refuse;
  try {
    const { result, unmount } = renderHook(useColorScheme);
    act(() => chooseColorScheme('dark'));
    assert.is(result.current, 'dark');
    assert.is(shown(), 'dark');
    unmount();
  } finally {
    Object.assign(Storage.prototype, { getItem, setItem });
  }
});

test.run();

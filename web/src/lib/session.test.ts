import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';

const { saveRedirect, takeRedirect } = await import('./session.ts');
const test = suite('redirect after sign-in');

test('an address of ours is kept once', () => {
  saveRedirect('/staff/sales/1?tab=lots#l3');
  assert.is(takeRedirect(), '/staff/sales/1?tab=lots#l3');
  assert.is(takeRedirect(), null);
});

test('another host is never gone to, however it is spelled', () => {
  for (const bad of [
    'https://elsewhere.test/',
    '//elsewhere.test/',
    '/\\elsewhere.test/',
    'javascript:alert(1)',
    '',
  ]) {
    saveRedirect(bad);
    assert.is(takeRedirect(), null, bad);
    sessionStorage.setItem('saleyard-redirect', bad);
    assert.is(takeRedirect(), null, bad);
  }
});

test.run();

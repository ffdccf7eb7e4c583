import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { refusalPage } from './refusal-page.ts';

const test = suite('the page of a refused address');

test('a busy server’s page waits and tries again; others do not', () => {
  const busy = refusalPage(503, { message: 'Bids come first.' }, 5);
  assert.match(busy, /<meta http-equiv="refresh" content="5">/);
  assert.match(busy, /Bids come first\./);
  assert.not.match(refusalPage(404, {}, null), /refresh/);
});

test('what an error says is text, never markup', () => {
  assert.match(refusalPage(400, { title: 'Error', message: '<img src=x>' }, null), /&lt;img src=x&gt;/);
});

test.run();

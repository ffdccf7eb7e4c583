import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { basicCredentials, bearerToken, networkOf } from './password-sign-in.ts';

const test = suite('credentials of a request');

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

test('Basic credentials are an e-mail in lower case and a password that may hold colons', () => {
  // [A419]
  assert.equal(basicCredentials(basic('Jane@Farm.example:a:b')), {
    email: 'jane@farm.example',
    password: 'a:b',
  });
  assert.equal(basicCredentials(basic('jane')), { email: 'jane', password: '' });
  for (const header of [undefined, '', 'Bearer abc', 'Basic a b']) assert.is(basicCredentials(header), null);
});

test('a Bearer token holds nothing but letters, digits, hyphens and underscores', () => {
  assert.is(bearerToken('Bearer abc-DEF_123'), 'abc-DEF_123');
  for (const header of [undefined, 'Bearer', 'Bearer a/b', `Bearer ${'a'.repeat(65)}`, 'Basic abc'])
    assert.is(bearerToken(header), null);
});

test('of a network address only the network is logged', () => {
  assert.is(networkOf('203.0.113.77'), '203.0.113.0/24');
  assert.is(networkOf('::ffff:203.0.113.77'), '203.0.113.0/24');
  assert.is(networkOf('2001:db8:1:2::77'), '2001:db8:1::/48');
});

test.run();

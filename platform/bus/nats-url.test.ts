import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { readNatsUrl } from './nats-url.ts';

const test = suite('NATS URLs');

test('one server, with its port or without', () => {
  const plain = { isTls: false, credentials: null };
  assert.equal(readNatsUrl('nats://n1:4222'), { servers: ['n1:4222'], ...plain });
  assert.equal(readNatsUrl('nats://n1.example/'), { servers: ['n1.example'], ...plain });
  assert.equal(readNatsUrl('nats://[::1]:4222'), { servers: ['[::1]:4222'], ...plain });
});

test('several servers share what is said once', () => {
  const credentials = { user: 'saleyard', pass: 'a,b@c' };
  const all = { servers: ['n1:4222', 'n2:4223', 'n3'], isTls: true, credentials };
  assert.equal(readNatsUrl('tls://saleyard:a%2Cb%40c@n1:4222,n2:4223,n3'), all);
  const each = ['n1:4222', 'n2:4223', 'n3'].map((host) => `tls://saleyard:a%2Cb%40c@${host}`);
  assert.equal(readNatsUrl(each.join()), all);
  assert.equal(readNatsUrl(`${each[0]},tls://n2:4223,n3`), all);
});

test('a token stands alone before the host', () => {
  assert.equal(readNatsUrl('tls://s3cret%2F@n1,n2'), {
    servers: ['n1', 'n2'],
    isTls: true,
    credentials: { token: 's3cret/' },
  });
});

test('what contradicts itself, or names no server, is none', () => {
  for (const text of [
    'http://n1',
    'nats://',
    'nats://n1,',
    'nats://n1,,n2',
    'nats://n1, n2',
    'nats://n1,tls://n2',
    'nats://a@n1,b@n2',
    'nats://user:a,b@n1',
    'nats://:pw@n1',
    'nats://%zz@n1',
    'nats://n1/subject',
    'nats://n1?tls=true',
    'nats://n1:99999',
  ]) {
    assert.is(readNatsUrl(text), null, text);
  }
});

test.run();

import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { readConfig, SETTINGS } from './config.ts';

const test = suite('configuration');

const valid = (...args: Parameters<typeof readConfig>) => {
  const result = readConfig(...args);
  if (result.outcome === 'invalid') throw new Error(result.problems.map((one) => one.message).join('; '));
  return result.config;
};
const problems = (...args: Parameters<typeof readConfig>) => {
  const result = readConfig(...args);
  return result.outcome === 'invalid' ? result.problems.map(({ message }) => message) : [];
};

test('with nothing said it is http://localhost:8080 with its data beside it', () => {
  const config = valid({});
  assert.equal([config.port, config.host, config.data], [8080, '127.0.0.1', 'data']);
  assert.equal([config.secure, config.demo], [false, false]);
});

test('a flag wins over its variable', () => {
  const environment = { SALEYARD_PORT: '1', SALEYARD_DATA: '/var/lib/saleyard' };
  assert.is(valid(environment, { port: '2' }).port, 2);
  assert.is(valid(environment, { port: undefined }).port, 1);
  assert.is(valid(environment).data, '/var/lib/saleyard');
  assert.is(valid({}, { demo: true }).demo, true);
});

test('cookies are secure exactly when people reach us by https', () => {
  assert.is(valid({ SALEYARD_PUBLIC_URL: 'https://saleyard.example' }).secure, true);
  assert.is(valid({ SALEYARD_PUBLIC_URL: 'http://localhost:8080' }).secure, false);
});

test('every mistake is told at once, by the name of its variable, without its value', () => {
  const found = problems({
    SALEYARD_PORT: 'seventy',
    SALEYARD_PUBLIC_URL: 'https://user:hunter22@saleyard.example',
    SALEYARD_DEMO: 'perhaps',
  });
  assert.equal(found.toSorted(), [
    'SALEYARD_DEMO (--demo) must be true or false',
    'SALEYARD_PORT (--port) must be a whole number from 0 to 65535',
    'SALEYARD_PUBLIC_URL (--public-url) must be an origin alone, like https://saleyard.example',
  ]);
  assert.not.ok(found.join().includes('hunter22'));
});

test('no two settings share a variable or a flag', () => {
  const all = Object.values(SETTINGS);
  assert.is(new Set(all.map(({ variable }) => variable)).size, all.length);
  const flags = all.map(({ flag }) => flag).filter((flag) => flag !== null);
  assert.is(new Set(flags).size, flags.length);
});

test.run();

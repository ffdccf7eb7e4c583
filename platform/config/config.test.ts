import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { readConfig, SETTINGS } from './config.ts';
import { withSecretFiles } from './secret-files.ts';

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

test('all mistakes are reported together, by the name of the variable, without its value', () => {
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

test('each engine is chosen by its URL alone, and embedded without one', () => {
  const none = valid({});
  assert.equal([none.eventStoreUrl, none.mongoUrl, none.natsUrl], [null, null, null]);
  const all = valid({
    EVENTSTORE_URL: 'esdb://admin:secret@a.example:2113,b.example:2113?tls=true&nodePreference=leader',
    MONGODB_URL: 'mongodb://user:pa%40ss@m1:27017,m2:27017/saleyard?replicaSet=rs0',
    NATS_URL: 'nats://n1:4222,n2:4222',
  });
  assert.match(all.eventStoreUrl ?? '', /^esdb:/);
  assert.is(all.natsUrl, 'nats://n1:4222,n2:4222');
  assert.is(valid({ MONGODB_URL: 'mongodb+srv://cluster.example/saleyard' }).role, 'all');
});

test('each engine takes TLS and credentials in its URL', () => {
  const urls = {
    EVENTSTORE_URL: 'esdb://user:password@a:2113,b:2113?tls=true&tlsCaFile=/run/secrets/ca.crt',
    MONGODB_URL: 'mongodb://user:password@a:27017,b:27017/saleyard?replicaSet=rs0&tls=true&authSource=admin',
    NATS_URL: 'tls://user:password@a:4222,b:4222',
  };
  const config = valid(urls);
  assert.equal([config.eventStoreUrl, config.mongoUrl, config.natsUrl], Object.values(urls));
  for (const url of ['tls://TOKEN@a:4222', 'tls://user:pa%2Css@a:4222,tls://user:pa%2Css@b']) {
    assert.is(valid({ NATS_URL: url }).natsUrl, url);
  }
});

test('NATS servers with different credentials or schemes are refused, without their values', () => {
  const say = 'NATS_URL must name servers of one scheme with the same credentials, with commas between';
  for (const url of ['tls://hunter22@a,nats://b', 'nats://u:hunter22@a,other@b', 'nats://hunter22@a,']) {
    assert.equal(problems({ NATS_URL: url }), [say]);
  }
});

test('an invalid URL is reported by its variable, and never shown', () => {
  const found = problems({
    EVENTSTORE_URL: 'http://admin:hunter22@a.example',
    MONGODB_URL: 'mongodb://',
    NATS_URL: 'nats://user:hunter22@ /',
    SALEYARD_COMMAND_API_URLS: 'http://a:1,https://hunter22.example',
    SALEYARD_FORWARDING_KEY: 'hunter22',
  });
  assert.equal(found.toSorted(), [
    'EVENTSTORE_URL must be a URL that begins with esdb:// or esdb+discover://',
    'MONGODB_URL must name its host after the scheme',
    'NATS_URL must be a URL that begins with nats:// or tls://',
    'SALEYARD_COMMAND_API_URLS names several, with commas between; each must be a URL that begins with http://',
    'SALEYARD_FORWARDING_KEY must be at least 32 characters, without spaces',
  ]);
  assert.not.ok(found.join().includes('hunter22'));
});

const ENGINES = {
  EVENTSTORE_URL: 'esdb://127.0.0.1:2113?tls=false',
  MONGODB_URL: 'mongodb://127.0.0.1/saleyard',
  NATS_URL: 'nats://127.0.0.1:4222',
};
const KEY = { SALEYARD_FORWARDING_KEY: 'k'.repeat(32) };

test('a single role without what it needs is refused, in a sentence that names the variable', () => {
  assert.equal(problems({ ...ENGINES, ...KEY, NATS_URL: undefined }, { role: 'command-api' }), [
    'NATS_URL must be set for the role command-api: processes speak to each other over the bus',
  ]);
  assert.equal(problems({ ...ENGINES, ...KEY }, { role: 'gateway' }), [
    'SALEYARD_COMMAND_API_URLS must be set for the role gateway: what changes something is forwarded there',
    'SALEYARD_PROJECTIONS_URLS must be set for the role gateway: what is read is forwarded there',
  ]);
  assert.is(problems({}, { role: 'projections' }).length, 4);
  assert.equal(problems({ SALEYARD_ROLE: 'bidder' }), [
    'SALEYARD_ROLE (--role) must be one of all, command-api, projections, gateway, edge-proxy, demo',
  ]);
  const proxy = { ...KEY, SALEYARD_GATEWAY_URLS: ' http://a:1, http://b:2/,http://a:1 ' };
  assert.equal(valid(proxy, { role: 'edge-proxy' }).gatewayUrls, ['http://a:1', 'http://b:2']);
});

test('a process has a name of its own unless it is given one', () => {
  assert.match(valid({}).node, /^node-[\w-]+-\d+$/);
  assert.is(valid({}, { node: 'command-api-1' }).node, 'command-api-1');
  assert.is(problems({ SALEYARD_NODE: 'a.b' }).length, 1);
});

test('a secret may be in a file that its variable names', () => {
  const files: Record<string, string> = { '/run/secrets/nats': 'nats://user:pw@n1:4222\n' };
  const readFile = (name: string): string => {
    const found = files[name];
    if (found === undefined) throw new Error('ENOENT');
    return found;
  };
  const given = { NATS_URL_FILE: '/run/secrets/nats', SALEYARD_PORT_FILE: '/run/secrets/nats' };
  const filled = withSecretFiles(given, readFile);
  assert.is(valid(filled.environment).natsUrl, 'nats://user:pw@n1:4222');
  assert.is(valid(filled.environment).port, 8080);
  assert.equal(withSecretFiles({ NATS_URL: 'nats://own:1', ...given }, readFile).problems, [
    { variable: 'NATS_URL', message: 'NATS_URL and NATS_URL_FILE are both set' },
  ]);
  assert.equal(withSecretFiles({ MONGODB_URL_FILE: '/nowhere' }, readFile).problems, [
    { variable: 'MONGODB_URL_FILE', message: 'MONGODB_URL_FILE names a file that cannot be read' },
  ]);
  assert.equal(withSecretFiles({ MONGODB_URL_FILE: '/empty' }, () => ' \n').problems, [
    { variable: 'MONGODB_URL_FILE', message: 'MONGODB_URL_FILE names a file that is empty' },
  ]);
});

test('e-mails leave only with a sender, and with the address that their links lead to', () => {
  const smtp = { SMTP_URL: 'smtps://mail:hunter22@mail.example:465' };
  assert.equal(problems(smtp), [
    'SALEYARD_MAIL_FROM must be set where SMTP_URL is',
    'SALEYARD_PUBLIC_URL must be set where SMTP_URL is',
  ]);
  const whole = { ...smtp, SALEYARD_PUBLIC_URL: 'https://saleyard.example' };
  for (const from of ['no-reply@saleyard.example', 'Saleyard <no-reply@saleyard.example>']) {
    assert.is(valid({ ...whole, SALEYARD_MAIL_FROM: from }).mailFrom, from);
  }
  for (const from of ['Saleyard', 'a@b.example, c@d.example', 'a@b\r\nBcc: c@d.example']) {
    assert.is(problems({ ...whole, SALEYARD_MAIL_FROM: from }).length, 1, from);
  }
  assert.is(valid({}).smtpUrl, null);
  assert.is(problems({ SMS_WEBHOOK_KEY: 'short' }).length, 1);
});

test('no two settings share a variable or a flag', () => {
  const all = Object.values(SETTINGS);
  assert.is(new Set(all.map(({ variable }) => variable)).size, all.length);
  const flags = all.map(({ flag }) => flag).filter((flag) => flag !== null);
  assert.is(new Set(flags).size, flags.length);
});

test.run();

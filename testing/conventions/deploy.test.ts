import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NODE_FLAGS } from '@saleyard/app/server/node-flags.ts';
import { OPERATIONS } from '@saleyard/contract/operations.ts';
import { readConfig, SETTINGS } from '@saleyard/platform/config/config.ts';
import { withSecretFiles } from '@saleyard/platform/config/secret-files.ts';
import { METRICS } from '@saleyard/platform/metrics/catalogue.ts';
import * as assert from 'uvu/assert';
import { suite } from '../suite.ts';
import { type Source, sources } from './sources.ts';

const test = suite('deploy');

const textOf = (name: string): string => {
  const [found]: Source[] = sources(new RegExp(`^${name.replaceAll('.', '\\.')}$`));
  assert.ok(found, `${name} is not there`);
  return found?.text ?? '';
};

const compose = textOf('deploy/compose.yaml');
const guide = textOf('docs/guides/operate.md');
const alerts = textOf('deploy/prometheus/alerts.yml');
const settings = Object.values(SETTINGS);
const known = new Set(
  settings.flatMap(({ variable, secret }) => (secret ? [variable, `${variable}_FILE`] : [variable])),
);
const OURS =
  /\b(?:SALEYARD_[A-Z_]+|(?:EVENTSTORE_URL|MONGODB_URL|NATS_URL|S3_URL|SMTP_URL|SMS_WEBHOOK_(?:URL|KEY))(?:_FILE)?)\b/g;

const namedIn = (text: string): string[] => [...new Set(text.match(OURS) ?? [])];

test('every variable that deploy and its guide name is a setting', () => {
  const texts = sources(/^deploy\/|^docs\/guides\/operate\.md$/);
  assert.ok(texts.length > 5);
  for (const { name, text } of texts) {
    assert.equal(
      namedIn(text).filter((variable) => !known.has(variable)),
      [],
      name,
    );
  }
});

test('nginx lets every body pass that an operation takes', () => {
  const most = Math.max(...OPERATIONS.map(({ bodyBytes = 0 }) => bodyBytes));
  for (const name of ['deploy/nginx/gateways.conf', 'deploy/nginx/tls.conf.example']) {
    const [, megabytes] = /client_max_body_size (\d+)m;/.exec(textOf(name)) ?? [];
    assert.ok(Number(megabytes) * 1024 * 1024 > most, `${name}: ${megabytes} MB, ${most} bytes are needed`);
  }
});

test('Node gets the same options however a server is started', () => {
  const [line = ''] = textOf('app/bin/saleyard.js').split('\n');
  assert.is(line, `#!/usr/bin/env -S node ${NODE_FLAGS.join(' ')}`);
  const started = ['node', ...NODE_FLAGS, 'app/bin/saleyard.js'].map((word) => `"${word}"`).join(', ');
  assert.ok(textOf('deploy/Dockerfile').includes(`ENTRYPOINT [${started}]`));
});

test('every setting of several processes is in compose or in the guide', () => {
  const documented = new Set([...namedIn(compose), ...namedIn(guide)]);
  const silent = settings.filter(
    ({ variable }) => !documented.has(variable) && !documented.has(`${variable}_FILE`),
  );
  // What only somebody at a terminal sets.
  assert.equal(
    silent.map(({ variable }) => variable),
    ['SALEYARD_DEMO'],
  );
});

/** The settings of a service of ours, as compose writes them: `NAME: value`, those of the anchors it takes over included. */
function settingsOf(service: string): Record<string, string> {
  const parts = compose.split(/\n(?=\S)/);
  const services = parts.find((part) => part.startsWith('services:'))?.split(/\n(?= {2}\S)/) ?? [];
  const blocks = [...parts.filter((part) => part.startsWith('x-')), ...services];
  const found: Record<string, string> = {};
  const take = (block: string): void => {
    for (const [, anchor = ''] of block.matchAll(/<<: \*([\w-]+)/g)) {
      const taken = blocks.find((other) => other.includes(`&${anchor}\n`));
      if (taken !== undefined && taken !== block) take(taken);
    }
    for (const [, name = '', value = ''] of block.matchAll(
      /^ +((?:SALEYARD_|[A-Z\d]+_URL)[A-Z_]*): (.*)$/gm,
    )) {
      found[name] = value.replace(/^"|"$/g, '').replace(/\$\{\w+:-(.*?)\}/, '$1');
    }
  };
  const own = blocks.find((block) => block.startsWith(`  ${service}:`));
  assert.ok(own, service);
  take(own ?? '');
  return found;
}

const SECRETS: Record<string, string> = {
  '/run/secrets/forwarding-key': 'k'.repeat(64),
  '/run/secrets/eventstore-url': 'esdb://eventstore:2113?tls=false',
  '/run/secrets/mongodb-url': 'mongodb://root:x@mongodb:27017/saleyard?authSource=admin&replicaSet=rs0',
  '/run/secrets/nats-url': 'nats://token@nats:4222',
  '/run/secrets/s3-url': 'http://saleyard:x@s3:7070/saleyard',
};

test('every process of compose would start, under a name and in a role of its own', () => {
  const services = [...compose.matchAll(/^ {2}((?:command-api|projections|gateway)-\d):/gm)].map(
    ([, name = '']) => name,
  );
  assert.is(services.length, 7);
  for (const service of services) {
    const { environment, problems } = withSecretFiles(settingsOf(service), (file) => SECRETS[file] ?? '');
    const result = readConfig(environment);
    assert.equal([problems, result.outcome === 'invalid' ? result.problems : []], [[], []], service);
    if (result.outcome === 'invalid') continue;
    assert.is(result.config.node, service);
    assert.is(result.config.role, service.replace(/-\d$/, ''));
    // With private folders one process would not find the files of another.
    if (result.config.role !== 'gateway')
      assert.is(result.config.s3Url, SECRETS['/run/secrets/s3-url'], service);
    for (const url of [
      ...result.config.commandApiUrls,
      ...result.config.projectionsUrls,
      ...result.config.gatewayUrls,
    ]) {
      assert.ok(services.includes(new URL(url).hostname), `${service} forwards to ${url}`);
    }
    assert.ok(textOf('deploy/prometheus/prometheus.yml').includes(`"${service}:9100"`), service);
  }
});

/** The services of compose by name, each as its own lines and those of the anchors that it takes over. */
function services(): Map<string, string> {
  const parts = compose.split(/\n(?=\S)/);
  const own = parts.find((part) => part.startsWith('services:'))?.split(/\n(?= {2}[\w-]+:)/) ?? [];
  const blocks = [...parts.filter((part) => part.startsWith('x-')), ...own];
  const whole = (block: string): string => {
    const taken = [...block.matchAll(/<<: \*([\w-]+)/g)].map(([, anchor = '']) =>
      blocks.find((other) => other !== block && other.includes(`&${anchor}\n`)),
    );
    return [block, ...taken.map((other) => (other === undefined ? '' : whole(other)))].join('\n');
  };
  return new Map(own.slice(1).map((block) => [/^ {2}([\w-]+):/.exec(block)?.[1] ?? '', whole(block)]));
}

test('compose names images at one version, and only services, volumes, secrets and networks that it has', () => {
  const all = services();
  assert.ok(all.size > 10);
  const declared = (kind: string): string[] => {
    const [, block = ''] = new RegExp(`\\n${kind}:\\n((?: .*\\n|\\n)*)`).exec(`${compose}\n`) ?? [];
    return [...block.matchAll(/^ {2}([\w-]+):/gm)].map(([, name = '']) => name);
  };
  const used = { volumes: new Set<string>(), secrets: new Set<string>(), networks: new Set<string>() };
  for (const [name, text] of all) {
    const images = [...new Set([...text.matchAll(/^ +image: (\S+)$/gm)].map(([, image = '']) => image))];
    assert.is(images.length, 1, name);
    // Ours is built here. Of the others no next pull is another version.
    if (images[0] !== 'saleyard') assert.match(images[0] ?? '', /^[\w./-]+:v?\d+\.\d+[\w.-]*$/, name);
    const waitsFor = [...text.matchAll(/^ +([\w-]+): \{ condition: service_healthy \}$/gm)];
    for (const [, other = ''] of waitsFor) {
      const otherText = all.get(other);
      assert.ok(otherText, `${name} waits for ${other}`);
      const isOurs = otherText?.includes('image: saleyard\n');
      const health = isOurs ? textOf('deploy/Dockerfile') : otherText;
      assert.match(health ?? '', isOurs ? /^HEALTHCHECK /m : /healthcheck:/, other);
    }
    for (const [, volume = ''] of text.matchAll(/^ +- ([\w-]+):\//gm)) used.volumes.add(volume);
    for (const [, list = ''] of text.matchAll(/^ +secrets: \[(.*)\]$/gm))
      for (const secret of list.split(', ')) used.secrets.add(secret);
    for (const [, list = ''] of text.matchAll(/^ +networks: \[(.*)\]$/gm))
      for (const network of list.split(', ')) used.networks.add(network);
    // Each file of a secret that a service reads is given to it.
    const given = [...text.matchAll(/^ +secrets: \[(.*)\]$/gm)].flatMap(([, list = '']) => list.split(', '));
    for (const [, secret = ''] of text.matchAll(/\/run\/secrets\/([\w-]+)/g))
      assert.ok(given.includes(secret), `${name} reads ${secret}`);
  }
  for (const kind of ['volumes', 'secrets', 'networks'] as const)
    assert.equal([...used[kind]].sort(), declared(kind).sort(), kind);
});

test('secrets are made readable by one user alone, as whom our containers run', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'saleyard-secrets-'));
  try {
    const script = path.join(folder, 'make-secrets.sh');
    writeFileSync(script, textOf('deploy/make-secrets.sh'));
    const umask = process.umask(0o022);
    for (let times = 0; times < 2; times += 1) execFileSync('bash', [script], { stdio: 'pipe' });
    process.umask(umask);
    const secrets = path.join(folder, 'secrets');
    const [owner] = readFileSync(path.join(folder, '.env'), 'utf8').match(/(?<=^SECRETS_UID=)\d+$/m) ?? [];
    assert.ok(owner !== undefined && owner !== '0');
    for (const name of ['', ...readdirSync(secrets)]) {
      const { mode, uid } = statSync(path.join(secrets, name));
      assert.is(mode & 0o077, 0, name);
      assert.is(String(uid), owner, name);
    }
    const named = [...compose.matchAll(/file: \.\/secrets\/([\w-]+)/g)].map(([, name = '']) => name);
    assert.equal(readdirSync(secrets).sort(), named.sort());
  } finally {
    rmSync(folder, { recursive: true });
  }
  const ours = compose.slice(compose.indexOf('x-saleyard:'), compose.indexOf('x-settings:'));
  assert.match(ours, /^ {2}user: "\$\{SECRETS_UID:-1000\}:\$\{SECRETS_GID:-1000\}"$/m);
});

test('the proxy of compose passes on to every gateway there', () => {
  const upstreams = [...textOf('deploy/nginx/gateways.conf').matchAll(/^ {2}server ([\w-]+):8080 /gm)].map(
    ([, name = '']) => name,
  );
  assert.equal(
    upstreams,
    [...compose.matchAll(/^ {2}(gateway-\d):/gm)].map(([, name = '']) => name),
  );
  assert.ok(compose.includes('./nginx/gateways.conf:/etc/nginx/conf.d/default.conf:ro'));
});

test('every alert uses metrics and labels that exist, and the guide says what to do about it', () => {
  const names = [...alerts.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
  assert.ok(names.length > 10);
  assert.match(alerts, 'expr: saleyard_disk_free_bytes < 2 * saleyard_disk_reserve_bytes');
  for (const name of names) assert.ok(guide.includes(`**${name}**`), `${name} is not in the guide`);
  for (const [asked, name = ''] of alerts.matchAll(/\b(saleyard_\w+?)(?:_bucket)?\b(?=[{[) ]|$)/gm)) {
    assert.ok(Object.hasOwn(METRICS, name), asked);
  }
  // Series of different labels never match, so the alert would never fire.
  for (const [, expression = ''] of alerts.matchAll(/expr: (.*)/g))
    assert.not.match(expression, / and (?!on\b)/);
});

test('the image copies every workspace it runs, and the package file of every other', () => {
  const dockerfile = textOf('deploy/Dockerfile');
  const { workspaces } = JSON.parse(textOf('package.json')) as { workspaces: string[] };
  for (const workspace of workspaces) {
    assert.ok(dockerfile.includes(`COPY ${workspace}/package.json ${workspace}/\n`), workspace);
    const isRun = dockerfile.includes(`COPY ${workspace} ${workspace}\n`);
    assert.is(isRun, !['verification', 'loadtest', 'testing', 'web'].includes(workspace), workspace);
    assert.is(dockerfile.includes(`--workspace=${workspace}`), isRun, workspace);
  }
});

test.run();

import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import * as assert from 'uvu/assert';
import { suite } from '../suite.ts';
import { ROOT, sources } from './sources.ts';

const run = promisify(execFile);
const test = suite('the architecture', { limitMs: 120_000 });
const bin = (name: string) => path.join(ROOT, 'node_modules/.bin', name);

type Cruise = {
  summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] };
};

async function cruise(): Promise<Cruise> {
  const workspaces = [
    'domain',
    'contract',
    'http',
    'mails',
    'platform',
    'command-api',
    'projections',
    'gateway',
    'web',
    'app',
    'verification',
    'loadtest',
    'testing',
  ];
  const { stdout } = await run(
    bin('depcruise'),
    ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...workspaces],
    {
      cwd: ROOT,
      maxBuffer: 256 * 1024 * 1024,
    },
  ).catch((failure: { stdout: string }) => failure);
  return JSON.parse(stdout) as Cruise;
}

test('each workspace imports only what it may, without cycles', async () => {
  const { summary } = await cruise();
  const files = sources(
    /^(domain|contract|http|mails|platform|command-api|projections|gateway|app)\/.*\.ts$/,
  ).length;
  assert.ok(summary.totalCruised >= files, `read ${summary.totalCruised} modules of at least ${files}`);
  const lines = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  assert.equal(lines, []);
});

test('nothing is exported that nobody uses, and no dependency is idle', async () => {
  const { stdout, stderr } = await run(bin('knip'), ['--no-progress', '--no-config-hints'], {
    cwd: ROOT,
  }).catch((failure: { stdout: string; stderr: string }) => failure);
  assert.is(`${stdout}${stderr}`.trim(), '');
});

test.run();

import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';

const test = suite('the replay command', { limitMs: 60_000 });

/** A program that has this one command. */
const PROGRAM = `
import { Command } from 'commander';
import { replayCommand } from ${JSON.stringify(new URL('./command.ts', import.meta.url).href)};
const program = new Command('saleyard');
replayCommand(program);
await program.parseAsync(process.argv.slice(1), { from: 'user' });
`;

const SCRIPT = JSON.stringify({
  auction: {
    type: 'simultaneous',
    durationSeconds: 60,
    lots: [{ lot: '1', unit: 'head', count: 1, startCents: 300, incrementCents: 100, reserveCents: null }],
  },
  commands: [{ at: 1000, type: 'bid', lot: '1', bidder: 'john', cents: 400 }],
  until: 60_000,
});

type Ended = { code: number | null; stdout: string; stderr: string };

function saleyard(args: string[], input = ''): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const options = ['--import', 'tsx', '--input-type=module', '-e', PROGRAM, '--', 'replay', ...args];
    const child = spawn(process.execPath, options, { cwd: import.meta.dirname });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    child.stdin.end(input);
  });
}

let folder = '';
test.before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'saleyard-replay-'));
});
test.after(() => rm(folder, { recursive: true, force: true }));

test('reads a file, or the standard input, and prints the same answer', async () => {
  const file = path.join(folder, 'script.json');
  await writeFile(file, SCRIPT);
  const fromFile = await saleyard(['--script', file]);
  assert.equal([fromFile.code, fromFile.stderr], [0, '']);
  assert.is(JSON.parse(fromFile.stdout).lots[0].winner, 'john');
  assert.equal(await saleyard(['--script', '-'], SCRIPT), fromFile);
});

test('explains a lot, and compares several policies', async () => {
  const explained = await saleyard(['--script', '-', '--explain', '1'], SCRIPT);
  assert.match(explained.stdout, '400 cents, john leads [E2]');
  const swaps = ['--policy', 'opening=at-start', '--policy', 'tie=later-manual-leads'];
  const compared = JSON.parse((await saleyard(['--script', '-', ...swaps], SCRIPT)).stdout);
  assert.equal([compared.policy.opening, compared.policy.tie], ['at-start', 'later-manual-leads']);
});

test('ends with 2 and one line for an invalid script', async () => {
  const missing = await saleyard(['--script', path.join(folder, 'none.json')]);
  assert.is(missing.code, 2);
  assert.match(missing.stderr, /^saleyard replay: can't read --script .*none\.json.*\n$/);
  const malformed = await saleyard(
    ['--script', '-'],
    SCRIPT.replace('"incrementCents":100', '"incrementCents":0'),
  );
  assert.equal(malformed, {
    code: 2,
    stdout: '',
    stderr: 'saleyard replay: auction.lots[0].incrementCents must be a positive integer\n',
  });
});

test.run();

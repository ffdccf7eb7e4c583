import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { suite } from '@saleyard/testing/suite.ts';
import { Command } from 'commander';
import * as assert from 'uvu/assert';
import { startTestServer, type TestServer } from '../test-support/test-server.ts';
import { userCommand } from './command.ts';

const test = suite('saleyard user', { limitMs: 90_000 });
const PROGRAM = fileURLToPath(new URL('../bin/saleyard.js', import.meta.url));
const PASSWORD = 'hunter22';

const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'saleyard-user-'));
  folders.push(folder);
  return folder;
}
/** Those that a failed test leaves running. */
const servers = new Set<TestServer>();
test.after(async () => {
  for (const server of servers) await server.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

type Ran = { code: number | null; out: string; err: string };

/** Runs `saleyard user …`, or another command, on a data folder in a process of its own, with this as its input. */
async function program(data: string, args: readonly string[], input = '', command = 'user'): Promise<Ran> {
  const child = spawn(process.execPath, [PROGRAM, command, ...args, '--data', data]);
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  child.stdin.end(input);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, err };
}

/** The same within this process. */
async function user(data: string, args: readonly string[]): Promise<Ran> {
  const said = { out: '', err: '' };
  const { stdout, stderr } = process;
  const [toOut, toErr] = [stdout.write, stderr.write];
  const keep = (name: 'out' | 'err') => (chunk: unknown) => {
    said[name] += String(chunk);
    return true;
  };
  stdout.write = keep('out') as typeof stdout.write;
  stderr.write = keep('err') as typeof stderr.write;
  process.exitCode = 0;
  try {
    const command = new Command('saleyard');
    userCommand(command);
    await command.parseAsync(['node', 'saleyard', 'user', ...args, '--data', data]);
    return { code: Number(process.exitCode), ...said };
  } finally {
    stdout.write = toOut;
    stderr.write = toErr;
    process.exitCode = 0;
  }
}

const person = (email: string, phone: string, ...more: string[]): string[] => [
  ...['add', '--email', email, '--first-name', 'Ada', '--last-name', 'Abbott', '--phone', phone, ...more],
];

async function running(data: string): Promise<TestServer> {
  const server = await startTestServer({ data, hasAccounts: false });
  servers.add(server);
  return server;
}

const closed = (server: TestServer): Promise<void> => {
  servers.delete(server);
  return server.close();
};

test('an empty marketplace has no account, and no administrator', async () => {
  const data = newFolder();
  const server = await running(data);
  await closed(server);
  assert.equal(await user(data, ['list']), { code: 0, out: '', err: 'No account fits.\n' });
});

test('staff are added with a password from the input, given roles, suspended and restored', async () => {
  const data = newFolder();
  const added = await program(
    data,
    person('ada@yard.example', '0491570301', '--role', 'auditor'),
    `${PASSWORD}\n`,
  );
  assert.is(added.code, 0, added.err);
  assert.match(added.out, /^ada@yard\.example has an account and is auditor: [0-9a-f-]{36}\n$/);
  const again = await program(data, person('ada@yard.example', '0491570301'), `${PASSWORD}\n`);
  assert.equal([again.code, again.err], [1, 'saleyard user: ada@yard.example has an account already\n']);
  const weak = await program(data, person('bo@yard.example', '0491570302'), 'weak\n');
  assert.is(weak.code, 1);
  assert.match(weak.err, /Please Enter New Password min\. 6 characters/);
  const listed = await user(data, ['list']);
  assert.match(listed.out, /^S\d+\tada@yard\.example\tAda Abbott\tregistered\tauditor\t[0-9a-f-]{36}\n$/);
  const shortId = listed.out.split('\t')[0] ?? '';
  assert.is((await user(data, ['role', shortId, 'admin'])).code, 0);
  assert.match((await user(data, ['list', '--role', 'admin'])).out, /ada@yard/);
  assert.is((await user(data, ['role', 'ada@yard.example', 'none'])).code, 0);
  assert.is((await user(data, ['list', '--role', 'admin'])).out, '');
  const unsaid = await program(data, ['suspend', 'ada@yard.example']);
  assert.equal([unsaid.code, unsaid.out], [2, '']);
  for (const reason of ['', '  ', 'x'.repeat(501)]) {
    const unfit = await program(data, ['suspend', 'ada@yard.example', '--reason', reason]);
    assert.is(unfit.code, 2);
    assert.match(unfit.err, /1 to 500 characters/);
  }
  assert.is((await user(data, ['suspend', 'ada@yard.example', '--reason', 'Unpaid'])).code, 0);
  assert.match((await user(data, ['list', '--suspended'])).out, /\tsuspended\t/);
  assert.is((await user(data, ['restore', 'ada@yard.example', '--reason', 'Paid'])).code, 0);
  assert.is((await user(data, ['list', '--suspended'])).out, '');
  const nobody = await user(data, ['role', 'nobody@yard.example', 'admin']);
  assert.equal(nobody, {
    code: 1,
    out: '',
    err: 'saleyard user: no account has the address nobody@yard.example\n',
  });
});

test('a folder that does not exist has no accounts, and is not made', async () => {
  const data = path.join(newFolder(), 'typo');
  for (const args of [
    ['user', 'list'],
    ['user', 'unlock', 'ada@yard.example'],
    ['restore'],
    ['rebuild'],
    ['check'],
  ]) {
    const { code, out, err } = await program(data, args.slice(1), '', args[0]);
    assert.equal([code, out, err], [2, '', `saleyard ${args[0]}: there is no event log in ${data}\n`]);
    assert.not(existsSync(data));
  }
});

test('while the marketplace runs on the folder, it says so', async () => {
  const data = newFolder();
  const server = await running(data);
  const { code, err } = await user(data, ['list']);
  await closed(server);
  assert.is(code, 1);
  assert.match(err, /stop it first/);
});

test.run();

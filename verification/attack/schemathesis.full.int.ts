import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Operation } from '@saleyard/contract/operation.ts';
import { OPERATIONS } from '@saleyard/contract/operations.ts';
import { notRun, suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { startTarget } from './target.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'saleyard-schemathesis-'));
const test = suite('schemathesis', { limitMs: 400_000 });

const DOCUMENT = fileURLToPath(new URL('../../docs/reference/openapi.json', import.meta.url));
/** Operations that end the session needed by the others. */
const LEFT_OUT = ['signOut', 'changePassword'];
/**
 * The operations called by each. An operation for staff refuses buyers before it reads anything, as the attack on
 * roles shows; one for anyone is the same for both.
 */
const ALLOWED = { staff: () => true, buyer: ({ who }: Operation) => who === 'signed-in' } as const;
const isLong = process.env['SALEYARD_LONG'] === '1';
/** As for properties: fixed, fresh in the long run, or `SALEYARD_SEED`. The tool prints it when it finds something. */
const SEED = process.env['SALEYARD_SEED'] ?? (isLong ? String(randomInt(2 ** 31)) : '20261122');
/** Requests for each operation and caller. */
const EXAMPLES = isLong ? '40' : '12';

/** Whether the tool is there. @throws nothing */
function isThere(): boolean {
  try {
    execFileSync('schemathesis', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A busy server answers 503; it is not asked here how long anything takes. */
const CONFIG = `[checks]
not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", "503"]
`;
const TOO_SLOW = 'took longer than its limit';

type Ended = { code: number | null; said: string };

const schemathesis = (base: string, headers: readonly string[], leftOut: readonly string[]): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const args = [
      ...[
        'run',
        DOCUMENT,
        '--url',
        base,
        '--checks',
        'not_a_server_error',
        '--phases',
        'examples,coverage,fuzzing',
      ],
      ...[
        '--max-examples',
        EXAMPLES,
        '--seed',
        SEED,
        ...(isLong ? [] : ['--generation-deterministic']),
        // It generates no examples for some file types; those are skipped.
        '--suppress-health-check',
        'filter_too_much',
        '--warnings',
        'off',
        '--no-color',
        // s. A document takes long on a busy machine.
        '--request-timeout',
        '60',
      ],
      ...leftOut.flatMap((id) => ['--exclude-operation-id', id]),
      ...headers.flatMap((header) => ['-H', header]),
    ];
    // It reads its settings from the working directory, and stores its findings there.
    writeFileSync(path.join(folder, 'schemathesis.toml'), CONFIG);
    const child = spawn('schemathesis', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, said }));
  });

if (!isThere()) {
  rmSync(folder, { recursive: true });
  notRun('schemathesis over the OpenAPI', 'pip install schemathesis');
} else {
  for (const who of ['staff', 'buyer'] as const) {
    test(`finds no operation that fails, called by ${who}`, async () => {
      const target = await startTarget({ isSteady: true });
      const { cookie } = target.people[who];
      const closed = OPERATIONS.filter((operation) => !ALLOWED[who](operation)).map(({ id }) => id);
      const leftOut = [...new Set([...LEFT_OUT, ...closed])];
      const headers = [`cookie: ${cookie}`, `origin: ${target.base}`, 'sec-fetch-site: same-origin'];
      const { code, said } = await schemathesis(target.base, headers, leftOut);
      const faults = target.faults
        .filter((line) => !line.includes(TOO_SLOW))
        .map((line) => line.slice(0, 400));
      await target.close();
      assert.equal(faults, []);
      assert.is(code, 0, said.slice(-4_000));
    });
  }

  test.after(() => rmSync(folder, { recursive: true, force: true }));
  test.run();
}

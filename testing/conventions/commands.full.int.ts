import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as assert from 'uvu/assert';
import { suite } from '../suite.ts';
import { ROOT } from './sources.ts';

/** Every script of package.json prints its help at once, and nothing runs for a wrong option. */
const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** Scripts that are another program's own command line. */
const OF_OTHERS = ['format', 'lint', 'types'];

type Ended = { code: number | string | null | undefined; stdout: string; stderr: string };

const npmRun = (script: string, option: string): Promise<Ended> =>
  new Promise((resolve) => {
    const options = { cwd: ROOT, env: { ...process.env, NO_COLOR: '1' } };
    execFile('npm', ['run', '--silent', script, '--', option], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
    );
  });

const test = suite('npm run', { limitMs: 60_000 });

for (const script of Object.keys(scripts)) {
  test(`${script} -- --help prints its help`, async () => {
    const { code, stdout } = await npmRun(script, '--help');
    assert.is(code, 0);
    assert.match(stdout, /^(usage|common commands|build options)\b/im);
  });

  if (OF_OTHERS.includes(script)) continue;
  test(`${script} refuses an option it does not have, in one line`, async () => {
    const { code, stderr } = await npmRun(script, '--no-such-option');
    assert.is(code, 2);
    assert.match(stderr, /^error: unknown option '--no-such-option'[^\n]*\n$/);
  });
}

test.run();

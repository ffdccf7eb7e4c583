import { execFile } from 'node:child_process';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';

const test = suite('the compiled program', { limitMs: 120_000 });

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Written in parts: whole, it would be replaced with this file's location. */
const OWN_URL = ['import', 'meta', 'url'].join('.');
const CLI = `import { text } from './text.ts';
export const main = async (argv: string[]): Promise<void> => console.log(text, argv[2], ${OWN_URL});
`;
const sourceOf = (text: string) => `export const text: string = '${text}';\n`;

type Ran = { code: number; out: string; err: string };

/** A checkout with a command line of its own, of two sources. */
class Checkout {
  readonly parent: string;
  folder: string;

  private constructor(parent: string) {
    this.parent = parent;
    this.folder = path.join(parent, 'first');
  }

  static async with(body: (checkout: Checkout) => Promise<void>): Promise<void> {
    const checkout = new Checkout(await mkdtemp(path.join(tmpdir(), 'saleyard-compile-')));
    try {
      await mkdir(path.join(checkout.folder, 'node_modules'), { recursive: true });
      for (const name of [
        'app/bin/saleyard.js',
        'app/bin/source-lines.js',
        'app/compile.ts',
        'app/package.json',
      ]) {
        await cp(path.join(ROOT, name), path.join(checkout.folder, name));
      }
      for (const name of ['tsx', 'esbuild']) {
        await symlink(
          path.join(ROOT, 'node_modules', name),
          path.join(checkout.folder, 'node_modules', name),
        );
      }
      await checkout.write('node_modules/.package-lock.json', '{}');
      await checkout.write('app/cli.ts', CLI);
      await checkout.write('app/text.ts', sourceOf('one'));
      await mkdir(path.join(checkout.folder, 'app/server/threads'), { recursive: true });
      await checkout.write('app/server/threads/worker-thread.ts', 'export {};\n');
      await body(checkout);
    } finally {
      await rm(checkout.parent, { recursive: true, force: true });
    }
  }

  write(name: string, text: string): Promise<void> {
    return writeFile(path.join(this.folder, name), text);
  }

  /** Changes the output of the compiled program, so that a run shows whether it was used. */
  async markCompiled(): Promise<void> {
    const file = path.join(this.folder, 'app/dist/saleyard.mjs');
    const compiled = await readFile(file, 'utf8');
    assert.match(compiled, /"(one|two)"/);
    await writeFile(file, compiled.replaceAll(/"(one|two)"/g, '"compiled before"'));
  }

  run(...flags: string[]): Promise<Ran> {
    const program = path.join(this.folder, 'app/bin/saleyard.js');
    return new Promise((resolve) => {
      execFile(process.execPath, [...flags, program, 'argument'], (error, out, err) =>
        resolve({ code: error ? 1 : 0, out, err }),
      );
    });
  }
}

test('is made once, and behaves as its sources', () =>
  Checkout.with(async (checkout) => {
    const first = await checkout.run();
    assert.match(first.out, /^one argument file:.*\/first\/app\/cli\.ts$/m);
    await checkout.markCompiled();
    assert.match((await checkout.run()).out, /^compiled before argument/);
  }));

test('is made again when a source or an installed package has changed, or the folder has moved', () =>
  Checkout.with(async (checkout) => {
    const changes: [string, () => Promise<void>][] = [
      ['two', () => checkout.write('app/text.ts', sourceOf('two'))],
      ['one', () => checkout.write('app/text.ts', sourceOf('one'))],
      ['one', () => checkout.write('node_modules/.package-lock.json', '{"packages":{}}')],
      [
        'one',
        async () => {
          const moved = path.join(checkout.parent, 'second');
          await rename(checkout.folder, moved);
          checkout.folder = moved;
        },
      ],
    ];
    for (const [said, change] of changes) {
      assert.match((await checkout.run()).out, /^(one|two) /);
      await checkout.markCompiled();
      assert.match((await checkout.run()).out, /^compiled before /);
      await change();
      const ran = await checkout.run();
      assert.match(ran.out, new RegExp(`^${said} argument file://${checkout.folder}/app/cli.ts`));
    }
  }));

test('keeps parts of an earlier program for a day, for a process that runs it', () =>
  Checkout.with(async (checkout) => {
    await checkout.run();
    const [before, today] = ['app/dist/chunk-OLD.mjs', 'app/dist/chunk-NEW.mjs'];
    for (const name of [before, today]) await checkout.write(name, '');
    const { mtimeMs } = await stat(path.join(checkout.folder, today));
    const twoDaysAgo = mtimeMs / 1_000 - 2 * 86_400;
    await utimes(path.join(checkout.folder, before), twoDaysAgo, twoDaysAgo);
    await checkout.write('app/text.ts', sourceOf('two'));
    assert.match((await checkout.run()).out, /^two argument/);
    const left = await readdir(path.join(checkout.folder, 'app/dist'));
    assert.not.ok(left.includes('chunk-OLD.mjs'));
    assert.ok(left.includes('chunk-NEW.mjs'));
  }));

test('is optional: where nothing can be written, the sources run', () =>
  Checkout.with(async (checkout) => {
    await checkout.write('app/dist', 'a file where a folder would be');
    assert.match((await checkout.run()).out, /^one argument/);
  }));

test('is not used with `--import`, whose module may replace sources', () =>
  Checkout.with(async (checkout) => {
    await checkout.run();
    await checkout.markCompiled();
    const { out } = await checkout.run('--import', 'data:text/javascript,');
    assert.match(out, /^one argument/);
  }));

test('names the source with an error, and the next run uses the fixed one', () =>
  Checkout.with(async (checkout) => {
    await checkout.run();
    await checkout.write('app/text.ts', 'export const text = ;\n');
    const ran = await checkout.run();
    assert.is(ran.code, 1);
    assert.match(ran.err, /text\.ts:1/);
    await checkout.write('app/text.ts', sourceOf('mended'));
    assert.match((await checkout.run()).out, /^mended/);
  }));

test('names lines of the sources in a stack trace', () =>
  Checkout.with(async (checkout) => {
    const failing = `\n\nexport const text: string = (() => { throw new Error('at a line'); })();\n`;
    await checkout.write('app/text.ts', failing);
    const { err } = await checkout.run();
    assert.match(err, /app\/text\.ts:3/);
  }));

test.run();

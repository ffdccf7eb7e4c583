import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ERRORS } from '@saleyard/contract/errors.ts';
import { isTest, isTestSupport, ROOT, sources } from '@saleyard/testing/conventions/sources.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { runReplay } from '../replay/replay.ts';
import { REFERENCE_FOLDER, renderedFiles } from './rendered-files.ts';

const test = suite('the reference', { limitMs: 120_000 });

/** Codes that clients know and our server never says, with the reason. One that is said is taken off. */
const NEVER_SAID: Readonly<Record<string, string>> = {
  'awaiting-approval': 'people who wait for approval sign in as guests; the page still shows the refusal',
};

const read = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8');

test('what is rendered is up to date (else: node --import tsx app/reference/render.ts)', async () => {
  for (const [name, text] of Object.entries(await renderedFiles())) {
    const stored = await readFile(path.join(ROOT, REFERENCE_FOLDER, name), 'utf8');
    assert.ok(stored === text, `${REFERENCE_FOLDER}/${name} is not what the generator gives`);
  }
});

test('every error code is documented and used', () => {
  const page = read(`${REFERENCE_FOLDER}/errors.md`);
  const code = sources(/^(domain|http|command-api|projections|gateway|platform|app)\/.*\.ts$/).filter(
    ({ name }) => !isTest(name) && !isTestSupport(name) && !name.startsWith('app/reference/'),
  );
  for (const error of Object.keys(ERRORS)) {
    assert.ok(page.includes(`| \`${error}\` |`), `${error} is not documented`);
    const used = code.some(({ text }) => text.includes(`'${error}'`));
    const exempt = Object.hasOwn(NEVER_SAID, error);
    assert.is(used, !exempt, exempt ? `${error} is used after all` : `${error} is used nowhere`);
  }
});

test('every refusal of the engine is in the catalogue of errors', () => {
  const codes = [...read('domain/auction/refusals.ts').matchAll(/\| '([a-z-]+)'/g)].map(
    ([, one = '']) => one,
  );
  assert.ok(codes.length > 15);
  assert.equal(
    codes.filter((one) => !Object.hasOwn(ERRORS, one)),
    [],
  );
});

test('every event is documented', () => {
  const page = read(`${REFERENCE_FOLDER}/events.md`);
  for (const file of ['domain/auction/events.ts', 'domain/account/events.ts', 'domain/listing/events.ts']) {
    const types = [...read(file).matchAll(/type: '([A-Z]\w+)';/g)].map(([, type = '']) => type);
    assert.ok(types.length >= 4, file);
    for (const type of types) assert.ok(page.includes(`### ${type}\n`), `${type} is not documented`);
  }
});

test('every column of a catalogue is documented', async () => {
  const { csvColumns } = await import('@saleyard/command-api/sales/lots-csv.ts');
  const guide = read('docs/guides/run-a-sale.md');
  for (const column of csvColumns().keys()) assert.ok(guide.includes(`\`${column}\``), column);
});

test('the script in the guide decides what the guide says', () => {
  const guide = read('docs/guides/replay-a-script.md');
  const script = /```json\n(\{\n {2}"auction"[^`]*)```/.exec(guide)?.[1] ?? '';
  const shown = [...guide.matchAll(/```text\n([^`]*)```/g)].map(([, text = '']) => text);
  assert.ok(shown.length >= 2);
  const printed = [
    runReplay({ script, explain: '1' }).stdout,
    runReplay({ script, policy: ['challenge=match'], pretty: true }).stdout,
  ];
  for (const [index, text] of printed.entries()) assert.is(text, shown[index]);
});

test('every link between the pages leads somewhere', () => {
  const pages = sources(/^(docs\/.*|README)\.md$/);
  assert.ok(pages.length > 15);
  const broken = pages.flatMap(({ name, text }) =>
    [...text.matchAll(/\]\(([^)#\s]+)(#[^)\s]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => !existsSync(path.join(ROOT, path.dirname(name), target)))
      .map((target) => `${name}: ${target}`),
  );
  assert.equal(broken, []);
});

test.run();

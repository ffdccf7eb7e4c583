import { AUCTION_TYPE_NAMES } from '@saleyard/domain/auction/types/auction-types.ts';
import { ROUTES } from '@saleyard/web/src/config/paths.ts';
import * as assert from 'uvu/assert';
import { suite } from '../suite.ts';
import { isTest, isTestSupport, type Source, sources } from './sources.ts';

const test = suite('tidy');

/** Lines a file may have. One that needs more says why here, and may not grow beyond its number. */
const LINES = 600;
const LONGER: Record<string, { lines: number; because: string }> = {};

const code = sources(/\.(ts|tsx|css|cjs|mjs|js)$/);
const prose = sources(/\.(md|json|ya?ml|ts|tsx|css|html|sh)$|^\.ci\//).filter(
  ({ name }) => name !== 'package-lock.json',
);

const offenders = (files: Source[], pattern: RegExp): string[] =>
  files.flatMap(({ name, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${name}:${index + 1}: ${line.trim()}`] : [])),
  );

test('files stay readable in one sitting', () => {
  const long = code
    .map(({ name, text }) => ({ name, lines: text.split('\n').length - 1 }))
    .filter(({ name, lines }) => lines > (LONGER[name]?.lines ?? LINES))
    .map(({ name, lines }) => `${name}: ${lines} lines`);
  assert.equal(long, []);
});

test('a reason for a longer file goes when the file is short again', () => {
  const idle = Object.keys(LONGER).filter((name) => {
    const file = code.find((source) => source.name === name);
    return !file || file.text.split('\n').length - 1 <= LINES;
  });
  assert.equal(idle, []);
});

test('time and chance are read in platform/ only', () => {
  const bound = code.filter(
    ({ name }) =>
      /^(domain|contract|http|mails|command-api|projections|gateway|app|web\/src)\//.test(name) &&
      !isTest(name),
  );
  const banned = /\b(Date\.now\(|new Date\(\)|Math\.random\(|performance\.now\(|randomUUID\()|\bDate\(\)/;
  const found = offenders(bound, banned).filter((line) => !line.startsWith('web/src/lib/clock'));
  assert.equal(found, []);
});

test('no test measures time or memory: figures are for benchmarks', () => {
  const tests = code.filter(({ name }) => isTest(name));
  const banned =
    /\bperformance\.now\(|\bprocess\.(hrtime|memoryUsage|cpuUsage|resourceUsage)\b|\bVm(HWM|RSS)\b|\bassert\b.*\b(Date\.now\(\)|systemClock\.(now|monotonic)\(\)) - /;
  assert.equal(offenders(tests, banned), []);
});

test('browser tests wait by `untilTrue`: our policy forbids what `waitForFunction` does in a page', () => {
  assert.equal(
    offenders(
      code.filter(({ name }) => isTest(name)),
      /\.waitForFunction\(/,
    ),
    [],
  );
});

test('the rules read no environment and do no input or output', () => {
  const domain = code.filter(({ name }) => name.startsWith('domain/') && !isTest(name));
  assert.ok(domain.length > 5);
  assert.equal(offenders(domain, /\bprocess\.|\bfetch\(|\bsetTimeout\(|from 'node:/), []);
});

test('what a type of sale does is decided by its record in domain/auction/types/, not by its name', () => {
  const names = `['"](${AUCTION_TYPE_NAMES.join('|')})['"]`;
  const decided = new RegExp(`[!=]== ${names}|${names} [!=]==|case ${names}`);
  assert.ok(decided.test("terms.type !== 'sequentialOffline'") && decided.test("case 'synchronous':"));
  const production = code.filter(({ name }) => /\.tsx?$/.test(name) && !isTest(name));
  assert.equal(offenders(production, decided), []);
});

test('prices inside and outside get their names from domain/listing/price-names.ts', () => {
  const [own, sent] = ['(unit|startCents|incrementCents)', '(bidding|startPrice|bidIncrementCents)'];
  const mapped = new RegExp(`\\b(${own}: ([\\w.]+\\.)?${sent}|${sent}: ([\\w.]+\\.)?${own})\\b`);
  assert.ok(mapped.test('unit: lot.bidding,') && mapped.test('{ startPrice: startCents }'));
  const production = code.filter(
    ({ name }) => name !== 'domain/listing/price-names.ts' && !isTest(name) && !/\.css$/.test(name),
  );
  assert.equal(offenders(production, mapped), []);
});

test('no object is spread where it is written', () => {
  const production = code.filter(({ name }) => !isTest(name) && !isTestSupport(name));
  assert.equal(offenders(production, /\.\.\.\{/), []);
});

test('results of lots get their words from domain/presentation/lots.ts', () => {
  const worded = /(['"`])passed in\1/i;
  const production = code.filter(
    ({ name }) =>
      !isTest(name) &&
      !isTestSupport(name) &&
      name !== 'domain/presentation/lots.ts' &&
      // The columns of a file that programs read.
      name !== 'projections/market/market.endpoints.ts',
  );
  assert.equal(offenders(production, worded), []);
});

test('the web imports nothing by `../`: what is not in or below a folder is imported by `@/`', () => {
  const web = code.filter(({ name }) => name.startsWith('web/src/'));
  assert.equal(offenders(web, /(from|import) ?\(?'\.\.\//), []);
});

test('an address of the web is written in config/paths.ts alone', () => {
  const web = code.filter(
    ({ name }) => name.startsWith('web/src/') && name !== 'web/src/config/paths.ts' && !isTest(name),
  );
  const first = new Set(Object.values(ROUTES).map((route) => route.split('/')[1] ?? ''));
  for (const segment of ['main', 'sign-in', 'contact-us', 'demo']) assert.ok(first.has(segment), segment);
  const address = new RegExp(
    `['"\`]/(${[...first].filter((one) => /^[\w-]+$/.test(one)).join('|')})(?![\\w.-])`,
  );
  assert.ok(address.test("'/forgot?x'") && address.test('`/contact-us`') && !address.test("'/demographics'"));
  assert.equal(offenders(web, address), []);
});

test('nothing is left for later', () => {
  const crosses = ['XX', 'X'].join('');
  // A message shows the pattern of a mobile's number, "04XX" and two groups of three.
  const pattern = new RegExp(
    `\\b(${['TO', 'DO'].join('')}|${['FIX', 'ME'].join('')}|(?<!04XX |04XX ${crosses} )${crosses})\\b`,
  );
  assert.equal(offenders([...code, ...prose], pattern), []);
});

test('no drawer for odds and ends', () => {
  assert.equal(
    code.map(({ name }) => name).filter((name) => /(^|\/)(utils?|helpers?|common|misc)(\.|\/)/.test(name)),
    [],
  );
});

test('the project holds no path of the machine it was written on, and none of the recorded bids', () => {
  const pattern = new RegExp(
    [`/${'work'}/`, `/${'tmp'}/brief`, `regis${'try'}\\.npmjs`, `proxy\\.${'golang'}`].join('|'),
  );
  assert.equal(offenders(prose, pattern), []);
  assert.equal(sources(/recorded-bids\.csv$/), []);
});

test.run();

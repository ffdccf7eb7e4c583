import * as assert from 'uvu/assert';
import { suite } from '../suite.ts';
import { sources } from './sources.ts';

const test = suite('decisions');

/** A decision fits on a screen; details belong to the reference. */
const LONGEST = 350;
const MOST_DECISIONS = 40;

const pages = sources(/^docs\/decisions\/\d{4}-[a-z0-9-]+\.md$/).map(({ name, text }) => ({
  name,
  text,
  number: Number(/(\d{4})-/.exec(name)?.[1]),
}));
const [index = { name: '', text: '' }] = sources(/^docs\/decisions\/README\.md$/);
const rows = [...index.text.matchAll(/^\| (\d+) \| (\[.+?\)) \| (\S+) \| (.+) \|$/gm)].map(
  ([, number, named = '', date, status]) => ({ number: Number(number), named, date, status }),
);
const removed = [...index.text.matchAll(/^\| (\d+) \| (.+?) \| \[.+?\]\((.+?)\) \|$/gm)].map(
  ([, number, , page = '']) => ({ number: Number(number), page }),
);

test('each page has its number, a title, a date, a status, and the same three parts', () => {
  assert.ok(pages.length > 20 && pages.length <= MOST_DECISIONS, `${pages.length} decisions`);
  for (const { name, text, number } of pages) {
    assert.match(
      text,
      new RegExp(
        `^# ${number}\\. .+\\n\\nDate: \\d{4}-\\d\\d-\\d\\d\\. Status: (?:accepted|superseded by \\d+)\\.\\n`,
      ),
      name,
    );
    const parts = [...text.matchAll(/^## (.+)$/gm)].map(([, part]) => part);
    assert.equal(parts, ['Context', 'Decision', 'Consequences'], name);
    assert.ok(text.split(/\s+/).length < LONGEST, `${name} is longer than a page`);
  }
});

test('the index lists each number once, with the title, date and status of its page', () => {
  const numbers = [...rows, ...removed].map(({ number }) => number);
  assert.equal([...new Set(numbers)].length, numbers.length);
  assert.equal(
    rows,
    pages.map(({ name, text, number }) => {
      const [, title, date, status] = /^# \d+\. (.+)\n\nDate: (\S+)\. Status: ([^.\n]+)\./.exec(text) ?? [];
      return { number, named: `[${title}](${name.split('/').at(-1)})`, date, status };
    }),
  );
});

test('a removed number leads to a page that is there', () => {
  assert.ok(removed.length > 80);
  const names = new Set(sources(/^docs\/.+\.md$/).map(({ name }) => name));
  for (const { number, page } of removed) {
    const file = page.startsWith('../') ? `docs/${page.slice(3)}` : `docs/decisions/${page}`;
    assert.ok(names.has(file), `${number}: ${file}`);
  }
});

test('what cites a decision cites one that is kept', () => {
  const kept = new Set(pages.map(({ number }) => number));
  const cited = sources(/\.(ts|tsx|md|cjs|mjs|json|yml|conf)$/)
    .filter(({ name }) => name !== 'docs/decisions/README.md')
    .flatMap(({ name, text }) =>
      [...text.matchAll(/\bdecisions? (\d{1,3})\b|decisions\/(\d{4})-/gi)].map(([, plain, linked]) => ({
        name,
        number: Number(plain ?? linked),
      })),
    );
  assert.ok(cited.length > 0);
  assert.equal(
    cited.filter(({ number }) => !kept.has(number)),
    [],
  );
});

test('links between documents lead to files that are there', () => {
  const names = new Set(sources(/./).map(({ name }) => name));
  const broken = sources(/^(docs\/.+|README|CHANGELOG|SECURITY)\.md$/).flatMap(({ name, text }) =>
    [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => new URL(target, `file:///${name}`).pathname.slice(1))
      .filter((target) => {
        const folder = target.endsWith('/') ? target : `${target}/`;
        return !names.has(target) && ![...names].some((one) => one.startsWith(folder));
      })
      .map((target) => `${name}: ${target}`),
  );
  assert.equal(broken, []);
});

test.run();

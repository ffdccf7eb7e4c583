import * as assert from 'uvu/assert';
import { suite } from '../suite.ts';
import { sources } from './sources.ts';

const test = suite('decisions');

const pages = sources(/^docs\/decisions\/\d{4}-[a-z0-9-]+\.md$/);
const [index = { name: '', text: '' }] = sources(/^docs\/decisions\/README\.md$/);
const rows = [...index.text.matchAll(/^\| (\d+) \| (.+?) \| (\S+) \| (.+) \|$/gm)].map(
  ([, number, named = '', date, status]) => ({ number: Number(number), named, date, status }),
);

test('each page has its number, a title, a date and a status', () => {
  assert.ok(pages.length > 40);
  for (const { name, text } of pages) {
    const number = Number(/(\d{4})-/.exec(name)?.[1]);
    assert.match(
      text,
      new RegExp(`^# ${number}\\. .+\\n\\nDate: \\d{4}-\\d\\d-\\d\\d\\. Status: [a-z].+\\.\\n`),
      name,
    );
  }
});

test('the index lists each number once, with the title, date and status of its page', () => {
  const numbers = rows.map(({ number }) => number);
  // Numbers are handed out ahead, so some may stay without a page.
  assert.equal([...new Set(numbers)], numbers);
  for (const { name, text } of pages) {
    const number = Number(/(\d{4})-/.exec(name)?.[1]);
    const [, title, date, status = ''] =
      /^# \d+\. (.+)\n\nDate: (\S+)\. Status: ([^.\n]+)\./.exec(text) ?? [];
    const row = rows.find((one) => one.number === number);
    assert.equal(
      [row?.named, row?.date, row?.status],
      [`[${title}](${name.split('/').at(-1)})`, date, status],
      name,
    );
  }
});

test.run();

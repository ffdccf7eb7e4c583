import * as assert from 'uvu/assert';
import { suite } from '../suite.ts';
import { findPhrases, namesIn, phrasesIn, workspaceOf } from './find.ts';

/** How many banned words the code still holds. This number only falls. */
const LEFT_IN_CODE = 9;

/** Workspaces without any. */
const CLEAN = [
  ...['app', 'command-api', 'contract', 'domain', 'gateway', 'http', 'loadtest', 'mails'],
  ...['platform', 'projections', 'testing', 'verification'],
];

const test = suite('wording');

const found = findPhrases();
const shown = (phrases: typeof found) => phrases.map(({ file, line, word }) => `${file}:${line}: ${word}`);

test('comments, texts and documents are searched, code is not', () => {
  const source = `
/** Whoever
 * sees. */
const whoever = { 'of-theirs': \`a \${anew} can not\` }; // anew
const link = <a href="x">You can not, don't</a>;
/* The server knows it; the seller knows it. */
import '../whoever/anew.ts';
const upload = 'Can not upload selected media';
`;
  assert.equal(
    phrasesIn({ name: 'a.tsx', text: source }).map(({ line, word }) => [line, word.replace('\n', ' ')]),
    [
      [2, 'Whoever'],
      [4, 'can not'],
      [4, 'anew'],
      [5, 'can not'],
      [6, 'knows'],
    ],
  );
  assert.equal(
    phrasesIn({ name: 'a.md', text: 'It can\nnot.\n\n```\nanew\n```\nUse `anew` anew.' }).map(
      ({ line }) => line,
    ),
    [1, 7],
  );
});

test('names are searched for some of them, where they are declared', () => {
  const text = `const onAnew = stranger;
function ButtonsToCome({ told }: { told: string }) {}
class Leases { #beginAnew() { return DOUBTS_OF.remake; } }
const DOUBTS = 2;`;
  assert.equal(
    namesIn({ name: 'a.tsx', text }).map(({ line, word }) => [line, word]),
    [
      [1, 'anew'],
      [2, 'buttons to come'],
      [3, 'anew'],
      [4, 'doubts'],
    ],
  );
  assert.equal(namesIn({ name: 'a.test.ts', text }), []);
});

test('documents hold no banned word', () => {
  assert.equal(shown(found.filter(({ file }) => /^docs\/|\.md$/.test(file))), []);
});

test('nor do workspaces that are clean', () => {
  assert.equal(shown(found.filter(({ file }) => CLEAN.includes(workspaceOf(file)))), []);
});

test('code holds no more of them than before', () => {
  const code = found.filter(({ file }) => !/^docs\/|\.md$/.test(file));
  const more = code.length - LEFT_IN_CODE;
  assert.ok(
    more <= 0,
    `${more} banned words too many; npm run words -- ${workspaceOf(code[0]?.file ?? '')} lists them`,
  );
});

test.run();

import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { contactsOf, manualOf, partsOf, questionsOf, textProblem } from './text-parts.ts';
import { TEXT_IDS, TEXTS } from './texts.ts';

const test = suite('texts divided at their headings');

test('a part is what follows its heading, and a fenced line is no heading', () => {
  const { before, parts } = partsOf(
    'first\n\n## One\r\ntext\n```\n## not a heading\n```\n\n## Two\n\n### three\n',
    2,
  );
  assert.is(before, 'first');
  assert.equal(parts, [
    { heading: 'One', body: 'text\n```\n## not a heading\n```' },
    { heading: 'Two', body: '### three' },
  ]);
});

test('a category of questions is for those whom its heading names', () => {
  const text = '## A\n\n### q?\n\nyes\n\n## B (for buyers)\n### q?\nno\n## C (For Sellers)\n### q?\nno';
  assert.equal(
    questionsOf(text).map(({ name, forSeller, forBuyer }) => [name, forSeller, forBuyer]),
    [
      ['A', true, true],
      ['B', false, true],
      ['C', true, false],
    ],
  );
  assert.equal(questionsOf(text)[0]?.questions, [{ heading: 'q?', body: 'yes' }]);
});

test('a manual has a name, a description and parts', () => {
  assert.equal(manualOf('# Buying\n\nFrom first to last.\n\n## Start\n\n1. one'), {
    name: 'Buying',
    description: 'From first to last.',
    parts: [{ heading: 'Start', body: '1. one' }],
  });
});

test('contacts are lines, and each follows the rule of its field', () => {
  const text = 'Calls: 02 5550 4180\nTexts: 0491 570 156\nE-mail: a@b.example\nSecond e-mail: c@d.example';
  assert.is(contactsOf(text).textPhone, '0491 570 156');
  assert.is(textProblem('contacts', text), null);
  assert.match(textProblem('contacts', text.replace('02 5550 4180', '12')) ?? '', /^Calls: /);
  assert.match(textProblem('contacts', text.replace('a@b.example', 'nobody')) ?? '', /^E-mail: /);
});

test('every shipped text can be published, and what pages could not show cannot', () => {
  for (const id of TEXT_IDS) assert.is(textProblem(TEXTS[id].form, TEXTS[id].shipped), null, id);
  assert.match(textProblem('sections', 'no heading') ?? '', /begins with a heading/);
  assert.match(textProblem('sections', '## A\n\n## B\nx') ?? '', /no text below "A"/);
  assert.match(textProblem('sections', '## A\nx\n## A\ny') ?? '', /Two headings/);
  assert.match(textProblem('questions', '## A\nno question') ?? '', /questions only/);
  assert.match(textProblem('manual', '## A\nx') ?? '', /begins with its name/);
});

test.run();

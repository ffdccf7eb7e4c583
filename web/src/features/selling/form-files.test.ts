import { changed, emptyContent } from '@saleyard/domain/listing/content.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { KIND_TYPES } from '@saleyard/domain/listing/stock.ts';
import { fullContent } from '@saleyard/domain/listing/test-support/example-listings.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exportedForm, importedForm } from './form-files.ts';

const test = suite('files that fill in the lot form');
const { cattle } = FORMS;

test('a form of any kind is exported and imported whole, also with no weight gain', () => {
  for (const kind of KIND_TYPES) {
    const form = FORMS[kind];
    const content = changed(emptyContent(form.countWeighed), fullContent(kind));
    for (const weightGain of [0, 0.1]) {
      const taken = { ...content, weightGain };
      assert.equal(importedForm(form, exportedForm(form, taken)), { outcome: 'taken', taken });
    }
  }
});

test('a weight gain is assumed for a form that comes without one', () => {
  for (const kind of KIND_TYPES) {
    const read = importedForm(FORMS[kind], JSON.stringify({ kind, lot: { count: 40 } }));
    assert.is(read.outcome === 'taken' && read.taken.weightGain, kind === 'cattle' ? 0.5 : 0.05);
  }
});

test('[S397] [S398] a file that is no JSON, and one that is no form of this kind', () => {
  assert.equal(importedForm(cattle, '{'), {
    outcome: 'refused',
    message: 'Could not parse form data from the file',
  });
  const wrong = [
    '[]',
    'null',
    '{"kind":"sheep","lot":{}}',
    '{"kind":"cattle","lot":{"createdBy":"me"}}',
    '{"kind":"cattle","lot":{"details":{"shornDate":"2026-01-01"}}}',
    '{"kind":"cattle","lot":{"startCents":"much"}}',
  ];
  for (const text of wrong)
    assert.equal(
      importedForm(cattle, text),
      { outcome: 'refused', message: 'Could not import form data from the file' },
      text,
    );
});

test.run();

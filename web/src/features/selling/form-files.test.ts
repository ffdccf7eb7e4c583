import { changed, emptyContent } from '@saleyard/domain/listing/content.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { KIND_TYPES } from '@saleyard/domain/listing/stock.ts';
import { fullContent } from '@saleyard/domain/listing/test-support/example-listings.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exportedForm, importedForm, weightsIn } from './form-files.ts';

const test = suite('files that fill in the lot form');
const { cattle } = FORMS;
const abblamb = FORMS['sheep-abblamb'];

test('weights come with the fat score of each head, in columns of whatever order', () => {
  const csv = 'EID,Fat Score,Live Weight (kg)\n982 0001,3,412.456\n,2,398\n';
  assert.equal(weightsIn(csv, cattle), {
    outcome: 'taken',
    taken: [
      { weightLive: 412.46, fatScore: 3, animalIndividualId: '982 0001' }, // [S348]
      { weightLive: 398, fatScore: 2 },
    ].map(({ animalIndividualId, ...rest }) => ({
      ...(animalIndividualId !== undefined && { animalIndividualId }),
      ...rest,
    })),
  });
});

test('[S392] [S393] [S394] a file without weights, or without fat scores but for abblamb, is invalid', () => {
  const refused = { outcome: 'refused', message: 'Invalid CSV-file' };
  assert.equal(weightsIn('id,fatscore\n1,3\n', cattle), refused);
  assert.equal(weightsIn('weight\n41\n', cattle), refused);
  assert.equal(weightsIn('weight\n41\n', abblamb), { outcome: 'taken', taken: [{ weightLive: 41 }] });
  for (const text of [
    '',
    'weight,fatscore\n',
    'weight,fatscore\nheavy,3\n',
    'weight,fatscore\n-1,3\n',
    '"weight',
  ])
    assert.equal(weightsIn(text, cattle), refused, text);
});

test('[S396] [S315] at most 2000 heads are taken', () => {
  const rows = (count: number) => `weight,fatscore\n${'400,3\n'.repeat(count)}`;
  const most = weightsIn(rows(2_000), cattle);
  assert.is(most.outcome === 'taken' && most.taken.length, 2_000);
  assert.equal(weightsIn(rows(2_001), cattle), {
    outcome: 'refused',
    message: 'Maximum allowed upload of head weighted is 2000 per lot',
  });
});

test('[S188] [S189] a form of any kind is exported and imported whole; a weight gain is assumed', () => {
  for (const kind of KIND_TYPES) {
    const form = FORMS[kind];
    const content = changed(emptyContent(form.countWeighed), { ...fullContent(kind), weightGain: 0.1 });
    const read = importedForm(form, exportedForm(form, { ...content, weightGain: 0 }));
    assert.equal(read, {
      outcome: 'taken',
      taken: { ...content, weightGain: kind === 'cattle' ? 0.5 : 0.05 },
    });
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

import { check, fc } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { inOrder } from './document-order.ts';

const test = suite('order of documents');

test('texts sort in the order of their UTF-8 bytes, which is MongoDB’s', async () => {
  const texts = fc.array(fc.string({ unit: 'binary', maxLength: 4 }), { maxLength: 20 });
  await check(
    fc.property(texts, (values) => {
      const documents = values.map((text, n) => ({ _id: `d${n}`, text }));
      const sorted = inOrder(documents, { text: 1 }).map(({ text }) => String(text));
      const expected = values.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      assert.equal(sorted, expected);
    }),
  );
  // A full-width letter is a smaller character than a cow, though JavaScript says otherwise.
  assert.equal(
    inOrder([{ _id: '🐄' }, { _id: 'Ａ' }], {}).map(({ _id }) => _id),
    ['Ａ', '🐄'],
  );
});

test.run();

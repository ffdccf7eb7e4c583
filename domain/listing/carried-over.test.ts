import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { carriedOver } from './carried-over.ts';
import { changed, emptyContent } from './content.ts';
import { lotFields } from './forms/field.ts';
import { FORMS } from './forms/forms.ts';
import { KIND_TYPES } from './stock.ts';
import { fullContent } from './test-support/example-listings.ts';

const test = suite('what a new lot takes over from another one');

test('the vendor, the stock, the prices and the conditions are taken over', () => {
  const from = {
    ...changed(emptyContent(1), fullContent('cattle')),
    startCents: 120_000,
    reserveCents: 145_000,
    saleConditions: 'Cash only',
  };
  const { details, ...lot } = carriedOver(FORMS.cattle, from);
  for (const name of ['title', 'vendorName', 'vendorPic', 'town', 'breed', 'sex', 'temperament'])
    assert.is(details[name], from.details[name], name);
  assert.equal(
    [lot.unit, lot.incrementCents, lot.startCents, lot.reserveCents, lot.count, lot.saleConditions],
    [from.unit, from.incrementCents, 120_000, 145_000, from.count, 'Cash only'],
  );
});

test('what is true of one lot alone, or signed for it, is not', () => {
  for (const kind of KIND_TYPES) {
    const own = '/api/v1/lots/l1/files/0123456789abcdef0123456789abcdef';
    const link = { description: '', isPdf: false };
    const from = {
      ...changed(emptyContent(FORMS[kind].countWeighed), fullContent(kind)),
      heads: [{ weightLive: 412, fatScore: 3 }],
      countWeighed: 1,
      mobEntryWeight: 9_000,
      agentSignature: 'signed',
      vendorSignature: 'signed',
      acceptenceOnTerms: true,
      isLicencedAgent: true,
      vendorSignedForm: true,
      media: [{ thumbnail: '/t', url: '/u', title: '' }],
      documents: [{ name: 'nvd.pdf', uri: '/d', description: '' }],
      usefulLinks: [
        { url: own, ...link },
        { url: 'https://wattle.example', ...link },
      ],
    };
    const empty = emptyContent(FORMS[kind].countWeighed);
    const lot = changed(empty, carriedOver(FORMS[kind], from));
    for (const name of [
      ...(['heads', 'countWeighed', 'mobEntryWeight', 'agentSignature', 'vendorSignature', 'media'] as const),
      ...(['documents', 'acceptenceOnTerms', 'isLicencedAgent', 'vendorSignedForm'] as const),
    ])
      assert.equal(lot[name], empty[name], `${kind} ${name}`);
    assert.equal(
      lot.usefulLinks.map(({ url }) => url),
      ['https://wattle.example'],
    );
    const dates = lotFields(FORMS[kind]).filter(({ type }) => type === 'date');
    for (const { name } of dates) assert.is(lot.details[name], undefined, name);
    for (const name of ['weightAverageKg', 'weightCurfewKg', 'fatScore3', 'withholding'])
      assert.is(lot.details[name], undefined, name);
  }
});

test.run();

import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { keptContent } from '../listing/test-support/example-listings.ts';
import { listingChanges, type ReadableListing } from './listing-changes.ts';

const test = suite('what changed of a listing, in words');

function readable(change: Partial<ReadableListing> = {}): ReadableListing {
  const content = keptContent();
  const { details } = content;
  return {
    kind: 'cattle',
    auction: 'Gunnedah',
    content,
    details: { ...details, vendorName: 'Wattle Park' },
    description: '',
    documents: [],
    ...change,
  };
}

test('a listing that is the same has no changes', () => {
  assert.equal(listingChanges(readable(), readable()), []);
});

test('prices, fields of the form, private texts and the auction are named with both values', () => {
  const before = readable({
    content: { ...keptContent(), unit: 'head', startCents: 100_000, reserveCents: null },
  });
  const after = readable({
    auction: 'Roma',
    content: { ...before.content, startCents: 95_050, reserveCents: 100_000 },
    details: { ...before.details, breed: 'Hereford', latestDelivery: '2026-10-09', vendorName: '' },
    description: 'Quiet',
    documents: ['Health.pdf'],
  });
  const changes = new Map(
    listingChanges(before, after).map(({ label, before: was, after: now }) => [label, [was, now]]),
  );
  assert.equal(changes.get('Auction'), ['Gunnedah', 'Roma']);
  assert.equal(changes.get('Start Price'), ['$1,000.00 /head', '$950.50 /head']);
  assert.equal(changes.get('Reserve Price'), ['', '$1,000.00 /head']);
  assert.equal(changes.get('Stock Description'), ['', 'Quiet']);
  assert.equal(changes.get('Documents'), ['', 'Health.pdf']);
  assert.ok([...changes.values()].some(([, now]) => now === '09/10/2026'));
  assert.ok([...changes.values()].some(([was, now]) => was === 'Wattle Park' && now === ''));
  assert.is(changes.size, 8);
});

test('weighings, pictures and signatures are counted', () => {
  const content = keptContent();
  const [head = {}] = content.heads;
  const photo = (url: string) => ({ thumbnail: url, url, title: '' });
  const before = readable({ content: { ...content, heads: [head], media: [photo('a'), photo('b')] } });
  const after = readable({
    content: {
      ...content,
      heads: [{ ...head, weightLive: 500 }, head],
      media: [photo('b'), photo('c')],
      agentSignature: 'other',
    },
  });
  assert.equal(listingChanges(before, after), [
    { label: 'Individual assessment', before: '1 row', after: '2 rows (1 changed)' },
    { label: 'Pictures and videos', before: '2 files', after: '2 files (1 new, 1 removed)' },
    {
      label: 'Agent Signature',
      before: content.agentSignature === '' ? '' : 'Signed',
      after: content.agentSignature === '' ? 'Signed' : 'Signed again',
    },
  ]);
});

test.run();

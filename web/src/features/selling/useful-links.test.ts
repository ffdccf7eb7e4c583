import { emptyContent } from '@saleyard/domain/listing/content.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import {
  changeOf,
  contentOf,
  linksOf,
  lotFormProblems,
  newLinkRow,
  savable,
  valuesOf,
} from './lot-values.ts';

const test = suite('useful links of a lot');
const cattle = FORMS.cattle;
const typed = (...usefulLinks: { url: string; description: string }[]) => ({
  ...valuesOf(cattle, '2001'),
  usefulLinks: usefulLinks.map((row) => ({ ...newLinkRow(), ...row })),
});
const link = (url: string) => ({ url, description: '' });
const DAYS = { today: '2026-09-01', live: '2026-09-30' };
const problems = (...urls: string[]) =>
  lotFormProblems(cattle, typed(...urls.map(link)), DAYS)
    .filter(({ path }) => path === 'usefulLinks')
    .map(({ message }) => message);

test('[S027] rows of the form become links of the lot, and come back; a row without an address is none yet', () => {
  const now = contentOf(cattle, typed({ url: ' farm.example/bulls.pdf ', description: ' Bulls ' }, link('')));
  const links = [{ url: 'farm.example/bulls.pdf', description: 'Bulls', isPdf: true }];
  assert.equal(changeOf(emptyContent(cattle.countWeighed), now), { usefulLinks: links });
  assert.equal(linksOf(valuesOf(cattle, '2001', { ...now, usefulLinks: links }).usefulLinks), links);
  assert.equal(savable(cattle, now, now)?.problems, []);
});

test('[S354] a text that is no address is refused, also in a draft', () => {
  assert.equal(problems('not a link'), ['URL should be valid']);
  assert.equal(problems('https://farm.example', 'farm.example/bulls'), []);
  const bad = contentOf(cattle, typed(link('javascript:alert(1)')));
  const saved = contentOf(cattle, typed());
  assert.equal(savable(cattle, bad, saved)?.content.usefulLinks, []);
  assert.is(savable(cattle, bad, saved)?.problems.length, 1);
});

test('a link that is too long, or has a description only, is left out of a save by its rule', () => {
  const saved = contentOf(cattle, typed(link('https://farm.example')));
  const long = `https://farm.example/${'x'.repeat(480)}`;
  const kept = (...links: { url: string; description: string }[]) => {
    const now = { ...contentOf(cattle, typed(...links)), description: 'Typed meanwhile' };
    const { content, problems: left } = savable(cattle, now, saved) ?? {};
    assert.is(content?.description, 'Typed meanwhile');
    assert.equal(content?.usefulLinks, saved.usefulLinks);
    return left;
  };
  const rule = (message: string) => [{ path: 'usefulLinks', message }];
  assert.is(long.length, 501);
  assert.equal(kept(link(long)), rule('A link can have at most 500 characters'));
  // Stored with its scheme.
  assert.equal(kept(link(long.slice(8))), rule('A link can have at most 500 characters'));
  assert.equal(problems(long.slice(0, -1)), []);
  assert.equal(kept({ url: '', description: 'Our bulls' }), rule('URL should be valid'));
  const pdf = { ...newLinkRow(new File(['%PDF'], 'bulls.pdf')), description: 'Our bulls' };
  assert.equal(linksOf([pdf]), [], 'a PDF that is only here has no address yet');
});

test('[S387] a lot takes six links', () => {
  const six = Array.from({ length: 6 }, (_, n) => `farm.example/${n}`);
  assert.equal(problems(...six), []);
  assert.equal(problems(...six, 'farm.example/7'), ['At most 6 useful links can be added']);
});

test.run();

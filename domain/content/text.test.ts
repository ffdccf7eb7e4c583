import { deciderSpec } from '@saleyard/testing/decider.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { hasAcceptedTerms } from '../account/terms.ts';
import { type TextCommandBody, type TextEvent, textDecider } from './text.ts';

const test = suite('versions of a text');
const spec = deciderSpec(textDecider);

const publish = (over: Partial<TextCommandBody> = {}): TextCommandBody => ({
  type: 'publish',
  base: 1,
  text: '## A\n\nnew',
  note: '',
  mustAccept: false,
  ...over,
});
const published = (version: number, text: string, more: Partial<TextEvent['data']> = {}): TextEvent => ({
  type: 'TextPublished',
  data: { at: 1, version, text, note: '', ...more },
});

test('each version is an event; the shipped one is 1', () => {
  spec().when({ at: 1, body: publish() }).leadsTo(published(2, '## A\n\nnew'));
  spec(published(2, 'x'))
    .when({ at: 1, body: publish({ base: 2, text: 'y', note: 'why', restores: 1 }) })
    .leadsTo(published(3, 'y', { note: 'why', restores: 1 }));
});

test('a version that another one replaced meanwhile cannot be published over', () => {
  spec(published(2, 'x')).when({ at: 1, body: publish() }).isRefused('text-changed');
});

test('the text in force again changes nothing, unless everyone must accept it', () => {
  spec(published(2, 'x'))
    .when({ at: 1, body: publish({ base: 2, text: 'x' }) })
    .leadsTo();
  spec(published(2, 'x'))
    .when({ at: 1, body: publish({ base: 2, text: 'x', mustAccept: true }) })
    .leadsTo(published(3, 'x', { mustAccept: { version: 3, at: 1 } }));
});

test('what everyone had to accept stays known when later versions need no acceptance', () => {
  const mustAccept = { version: 2, at: 1 };
  const { state } = spec(published(2, 'x', { mustAccept })).when({ at: 5, body: publish({ base: 2 }) });
  assert.equal(state?.mustAccept, mustAccept);
  assert.is(hasAcceptedTerms([{ version: '1' }], mustAccept), false);
  assert.is(hasAcceptedTerms([{ version: '1' }, { version: '3' }], mustAccept), true);
  assert.is(hasAcceptedTerms([], null), false);
  assert.is(hasAcceptedTerms([{ version: '1' }], null), true);
});

test.run();

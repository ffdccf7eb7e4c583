import { deciderSpec } from '@saleyard/testing/decider.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { type LotTemplateEvent, lotTemplatesDecider, TEMPLATES_MOST } from './templates.ts';

const test = suite('templates of lots');
const given = deciderSpec(lotTemplatesDecider);
const save = (template: string) =>
  ({ at: 5, body: { type: 'saveTemplate', template, kind: 'cattle', sealed: 'sealed' } }) as const;
const drop = (template: string) => ({ at: 5, body: { type: 'deleteTemplate', template } }) as const;
const saved = (template: string): LotTemplateEvent => ({
  type: 'TemplateSaved',
  data: { at: 5, template, kind: 'cattle', sealed: 'sealed' },
});

test('a template is saved once, and deleted', () => {
  given().when(save('t1')).leadsTo(saved('t1'));
  given(saved('t1')).when(save('t1')).leadsTo();
  const dropped: LotTemplateEvent = { type: 'TemplateDeleted', data: { at: 5, template: 't1' } };
  given(saved('t1'), saved('t2')).when(drop('t1')).leadsTo(dropped);
  given().when(drop('t1')).leadsTo();
  assert.equal(
    given(saved('t1'), saved('t2'), dropped).state.templates.map(({ id }) => id),
    ['t2'],
  );
});

test('an account keeps a limited number', () => {
  const past = Array.from({ length: TEMPLATES_MOST }, (_, n) => saved(`t${n}`));
  given(...past)
    .when(save('one more'))
    .isRefused('too-many');
});

test.run();

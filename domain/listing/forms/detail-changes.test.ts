import { check, fc } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { KIND_TYPES } from '../stock.ts';
import { changedDetails, type DetailChange, detailChanges } from './detail-changes.ts';
import type { Value } from './field.ts';
import { CATTLE_FORM, FORMS } from './forms.ts';

const test = suite('changes of the tree of a form');

/** Changed details and rows of heads of any kind. */
const changes = fc.constantFrom(...KIND_TYPES).chain((kind) => {
  const form = FORMS[kind];
  const fields = form.groups.filter(({ type }) => type === 'group').flatMap((group) => group.fields);
  const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
  const details = fc.record(Object.fromEntries(fields.map(({ name }) => [name, value])), {
    requiredKeys: [],
  });
  const hasHeads = form.groups.some(({ type }) => type === 'repeatForNumber');
  const heads = fc.array(fc.record({ weight: fc.integer() }));
  return fc.record({
    kind: fc.constant(kind),
    details,
    heads: hasHeads ? fc.option(heads) : fc.constant(null),
  });
});

test('[S462] [S463] changes of the form and changes of the tree are equivalent, for every kind', () =>
  check(
    fc.property(changes, ({ kind, details, heads }) => {
      const content = {
        ...(Object.keys(details).length > 0 && { details: { ...details } as Record<string, Value | null> }),
        ...(heads !== null && { heads }),
      };
      assert.equal(changedDetails(FORMS[kind], detailChanges(FORMS[kind], content)), content);
    }),
  ));

test('one changed field is a change of its own, several of a group are one', () => {
  const typesOf = (details: Record<string, string>) =>
    detailChanges(CATTLE_FORM, { details }).map(({ type }) => type);
  assert.equal(typesOf({ frame: 'Large' }), ['field-update']);
  assert.equal(typesOf({ frame: 'Large', hornStatus: 'Polled' }), ['group-update']);
});

test('a path that the form does not have changes nothing', () => {
  const at = (path: string[], publicId: string): DetailChange[] => [
    { type: 'field-update', path: ['frame', 'frame'], reference: { publicId: 'frame', value: 'Large' } },
    { type: 'field-update', path, reference: { publicId, value: 'x' } },
  ];
  assert.equal(changedDetails(CATTLE_FORM, at(['frame', 'hornStatus'], 'hornStatus')), {
    details: { frame: 'Large', hornStatus: 'x' },
  });
  const wrong: [string[], string][] = [
    [['frame', 'wings'], 'wings'],
    [['frame', 'hornStatus'], 'frame'],
    [['nowhere', 'frame'], 'frame'],
    [['frame', 'constructor'], 'constructor'],
    [[], 'frame'],
  ];
  for (const [path, publicId] of wrong)
    assert.is(changedDetails(CATTLE_FORM, at(path, publicId)), null, path.join());
});

test.run();

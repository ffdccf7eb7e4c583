import { deciderSpec } from '@saleyard/testing/decider.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { type ProfessionsEvent, professionsDecider, professionsOf } from './professions.ts';

const test = suite('professions');
const given = deciderSpec(professionsDecider);
const add = (name: string) => ({ at: 5, body: { type: 'addProfession', name } }) as const;
const added = (name: string): ProfessionsEvent => ({ type: 'ProfessionAdded', data: { at: 5, name } });

test('a profession is added once, before the one that people name themselves', () => {
  given().when(add('Shearer')).leadsTo(added('Shearer'));
  given(added('Shearer')).when(add('SHEARER')).leadsTo();
  given().when(add('producer')).leadsTo();
  const names = professionsOf(given(added('Shearer')).state);
  assert.equal([names[0], ...names.slice(-2)], ['Producer', 'Shearer', 'Other (Specify)']);
});

test('a hundred are added at most', () => {
  const past = Array.from({ length: 100 }, (_, n) => added(`Trade ${n}`));
  given(...past)
    .when(add('Shearer'))
    .isRefused('too-many');
  given(...past)
    .when(add('Trade 7'))
    .leadsTo();
});

test.run();

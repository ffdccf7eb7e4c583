import { FIELD_LIMITS } from '@saleyard/domain/fields/rules.ts';
import { suite } from '@saleyard/testing/suite.ts';
import type { TSchema } from 'typebox';
import * as assert from 'uvu/assert';
import { accountOperations } from './operations/accounts.ts';
import { OwnChanges } from './person.ts';

const test = suite('fields of a person');

const most = (schema: TSchema): unknown => (schema as { maxLength?: number }).maxLength;

test('a field is as long in an account that staff open as in the person’s own changes', () => {
  const opened = accountOperations.openAccount.body.properties;
  const own = OwnChanges.properties;
  assert.is(most(opened.town), FIELD_LIMITS.name);
  assert.is(most(opened.town), most(own.officeAddress.properties.town));
  for (const field of ['firstName', 'lastName', 'tradingName'] as const)
    assert.is(most(opened[field]), most(own[field]), field);
});

test.run();

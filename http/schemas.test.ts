import { OPERATIONS } from '@saleyard/contract/operations.ts';
import { ClientMessages } from '@saleyard/contract/realtime.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as assert from 'uvu/assert';

const test = suite('schemas');

/** Validates each schema against the meta-schema, and refuses unknown keywords. */
const strict = new Ajv2020({ strict: true, allErrors: true });

test('every schema of the contract is valid by itself, and compiles', () => {
  const schemas: [string, object][] = [
    ...OPERATIONS.flatMap(({ id, body, query, answer }) =>
      Object.entries({ body, query, answer }).flatMap(([part, schema]): [string, object][] =>
        schema === undefined ? [] : [[`${id}: ${part}`, schema]],
      ),
    ),
    ...Object.entries(ClientMessages),
  ];
  assert.ok(schemas.length > OPERATIONS.length);
  const broken = schemas.flatMap(([name, schema]) => {
    try {
      strict.compile(schema);
      return [];
    } catch (error) {
      return [`${name}: ${String(error)}`];
    }
  });
  assert.equal(broken, []);
});

test('a schema with an unknown keyword, or a value that none may have, is found', () => {
  assert.throws(() => strict.compile({ type: 'string', longest: 3 }), /unknown keyword/);
  assert.throws(() => strict.compile({ type: 'string', maxLength: -1 }), /schema is invalid/);
});

test.run();

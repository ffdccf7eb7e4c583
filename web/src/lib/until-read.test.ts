import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { ApiError } from './api-error.ts';
import { untilRead } from './until-read.ts';

const test = suite('until it is read');

test('what could not be read is asked for again while the server is busy or away, not sooner than it asks for', () => {
  const failed = (status: number, retryAfterMs: number | null = null) => {
    return { state: { data: undefined, error: new ApiError(status, [], retryAfterMs) } };
  };
  assert.is(untilRead(failed(503)), 20_000);
  assert.is(untilRead(failed(503, 45_000)), 45_000);
  assert.is(untilRead(failed(503, 2_000)), 20_000);
  assert.is(untilRead(failed(0)), 20_000);
  assert.is(untilRead(failed(404)), false);
  assert.is(untilRead({ state: { data: undefined, error: null } }), false, 'under way for the first time');
  assert.is(untilRead({ state: { data: [], error: new ApiError(503, []) } }), false, 'read before');
});

test.run();

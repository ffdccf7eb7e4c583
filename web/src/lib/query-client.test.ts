import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { ApiError } from './api-error.ts';
import { createQueryClient, isFirstRead, rowsOf, untilLoaded, untilRead } from './query-client.ts';
import { statesQuery } from './states.ts';

const rereads = suite('until it is read');

rereads(
  'what could not be read is asked for again while the server is busy or away, not sooner than its Retry-After',
  () => {
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
  },
);

rereads('reference data that could not be read is asked for every 5 s, until it is there [A656]', () => {
  const state = (data: unknown, error: unknown) => ({ state: { data, error } });
  for (const status of [0, 404, 500, 503]) {
    assert.is(untilLoaded(state(undefined, new ApiError(status, []))), 5_000);
    assert.is(untilLoaded(state([], new ApiError(status, []))), false, 'read before');
  }
  assert.is(untilLoaded(state(undefined, null)), false, 'under way for the first time');
});

rereads('states, the reference data that the forms read, are asked for again in the same way', () => {
  assert.is(statesQuery.refetchInterval, untilLoaded);
});

rereads.run();

const kept = suite('rows of earlier filters');

kept('rows stay while other filters of the same list are read, and never for another list or sale', () => {
  const rows = ['row'];
  const before = (queryKey: readonly unknown[]) => rowsOf('catalogue', 'lots', 'sale-1')(rows, { queryKey });
  assert.is(before(['catalogue', 'lots', 'sale-1', { breed: 'Angus' }, 'number']), rows);
  assert.is(before(['catalogue', 'lots', 'sale-2', {}, 'number']), undefined);
  assert.is(before(['results', 'lots', 'sale-1']), undefined);
  assert.is(rowsOf('search')(undefined, undefined), undefined, 'there are none at first');
});

kept('they do not come back when a read that failed is tried again', () => {
  const state = { isPending: false, isPlaceholderData: true, errorUpdateCount: 0 };
  assert.is(isFirstRead(state), false);
  assert.is(isFirstRead({ ...state, errorUpdateCount: 1 }), true);
  assert.is(isFirstRead({ ...state, isPlaceholderData: false, errorUpdateCount: 1 }), false, 'own rows stay');
  assert.is(isFirstRead({ ...state, isPlaceholderData: false, isPending: true }), true);
});

kept.run();

const test = suite('asking again');

const { queries, mutations } = createQueryClient().getDefaultOptions();
const again = (failures: number, error: Error): boolean =>
  typeof queries?.retry === 'function' && queries.retry(failures, error);
const delay = (failures: number, error: Error): number =>
  typeof queries?.retryDelay === 'function' ? queries.retryDelay(failures, error) : Number.NaN;

const busy = (retryAfterMs: number | null) =>
  new ApiError(503, [{ code: 'busy', title: 'Busy', message: 'Many people are here.' }], retryAfterMs);

test('a read that is sent away as busy is asked again when the server says, not all at one instant', () => {
  assert.ok(again(0, busy(4_000)));
  const delays = Array.from({ length: 50 }, () => delay(0, busy(4_000)));
  assert.ok(delays.every((ms) => ms >= 4_000 && ms <= 5_000));
  assert.ok(new Set(delays).size > 40);
  assert.not.ok(again(2, busy(4_000)), 'and not for ever');
});

test('a long time to retry is shown to the person', () => {
  assert.not.ok(again(0, busy(30_000)));
  assert.ok(again(0, busy(null)));
});

test('no answer is asked for again, each time later; a refusal is not; a write never is', () => {
  const offline = new ApiError(0, []);
  assert.ok(again(0, offline));
  assert.ok(delay(0, offline) >= 1_000 && delay(0, offline) <= 1_250);
  assert.ok(delay(1, offline) >= 2_000 && delay(1, offline) <= 2_500);
  assert.not.ok(again(0, new ApiError(429, [], 1_000)));
  assert.not.ok(again(0, new ApiError(404, [])));
  assert.is(mutations?.retry, false);
});

test.run();

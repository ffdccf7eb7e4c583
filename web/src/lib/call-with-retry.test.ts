import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { ApiError } from './api-error.ts';
import { callWithRetry } from './call-with-retry.ts';

const test = suite('a command over REST, retried');

const stillUnknown = { code: 'unknown', title: 'No answer', message: 'It may have been done.' } as const;
const failure = (status: number, code: string) => new ApiError(status, [{ code, message: code }]);
const LOST = new ApiError(0, []);

/** Meets these one after another, the last of them for ever; answers what came of it and how often it was sent. */
async function sending(...met: (ApiError | 'done')[]) {
  let sent = 0;
  const answered = callWithRetry(
    async () => {
      const now = met[Math.min(sent, met.length - 1)] ?? 'done';
      sent += 1;
      if (now !== 'done') throw now;
      return now;
    },
    { times: 4, everyMs: 1, stillUnknown },
  );
  const came = await answered.catch((error: unknown) => (error instanceof ApiError ? error.code : error));
  return [came, sent];
}

test('an outcome that is known at once is returned at once', async () => {
  assert.equal(await sending('done'), ['done', 1]);
  assert.equal(await sending(failure(400, 'too-low')), ['too-low', 1]);
  assert.equal(await sending(failure(503, 'unavailable')), ['unavailable', 1]);
  assert.equal(await sending(failure(429, 'rate-limited')), ['rate-limited', 1]);
});

test('a lost answer is no failure: the same is sent again until its outcome is known', async () => {
  assert.equal(await sending(LOST, 'done'), ['done', 2]);
  assert.equal(await sending(failure(503, 'unknown'), LOST, failure(409, 'lot-closed')), ['lot-closed', 3]);
  assert.equal(await sending(failure(504, 'unavailable'), 'done'), ['done', 2]);
});

test('to be turned away later says nothing of the first time', async () => {
  for (const away of [failure(503, 'unavailable'), failure(429, 'rate-limited'), failure(404, 'not-found')]) {
    assert.equal(await sending(failure(503, 'unknown'), away, 'done'), ['done', 3]);
    assert.equal(await sending(LOST, away), ['unknown', 4]);
  }
});

test('an outcome that stays unknown is returned as not known', async () => {
  assert.equal(await sending(LOST), ['unknown', 4]);
});

test.run();

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';

const run = promisify(execFile);
const test = suite('a server without own parts of the bid path', { limitMs: 60_000 });

/** The own parts as the gateway's modules get them: what they make of a bid, and how the reader is written. */
const LOOK = `
  const load = (name) => import('@saleyard/gateway/socket/' + name + '.ts');
  const { plainBid, messagesOf } = await load('client-message');
  const { readPlainFrames } = await load('plain-frames');
  const { decided, notDecided } = await load('bid-answer');
  const bid = '[{"id":1,"channel":"bids","event":"bid","data":{"bid":{"lot":"l1","cents":500},"commandId":"command-1"}}]';
  const reply = { outcome: 'decided', accepted: true, code: null, lot: 'l1', currentBidCents: 500, finishAt: null, seq: 7 };
  console.log(JSON.stringify({
    matched: plainBid(bid) !== undefined,
    parsed: messagesOf(bid).length,
    reads: readPlainFrames.length > 0,
    answer: decided(reply, 'l1', true).members,
    rejected: notDecided('rate-limited').members,
  }));
`;

type Look = { matched: boolean; parsed: number; reads: boolean; answer: string; rejected: string };

async function look(...preloaded: string[]): Promise<Look> {
  const imports = ['tsx', ...preloaded].flatMap((one) => ['--import', one]);
  const cwd = new URL('..', import.meta.url);
  const { stdout } = await run(process.execPath, [...imports, '--input-type=module', '-e', LOOK], { cwd });
  return JSON.parse(stdout) as Look;
}

test('it parses each bid, leaves frames to ws, and answers like the server with them', async () => {
  const own = await look();
  const library = await look(new URL('register.ts', import.meta.url).href);
  assert.equal([own.matched, own.reads], [true, true]);
  assert.equal([library.matched, library.reads], [false, false]);
  assert.is(library.parsed, 1);
  assert.is(library.answer, own.answer);
  assert.is(library.rejected, own.rejected);
});

test.run();

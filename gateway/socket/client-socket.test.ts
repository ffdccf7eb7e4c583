import { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { ClientSocket } from './client-socket.ts';
import { LIVE_LIMITS } from './live-limits.ts';

const test = suite("a client's socket");

/** A socket over a connection that is not read until `read` is called. */
function stalled() {
  let taken = (): void => {};
  const raw = new Writable({
    highWaterMark: 16,
    write: (_chunk, _encoding, done) => {
      taken = done;
    },
  });
  const socket = new ClientSocket({
    ws: { readyState: 1, OPEN: 1, close: () => {}, resume: () => {} } as never,
    raw: raw as never,
    session: { kind: 'anonymous', presence: null },
    address: 'here',
    limits: { ...LIVE_LIMITS, waitingBytes: 32 },
    now: 0,
  });
  return { socket, read: () => taken() };
}

test('[G4] updates flow again only after a socket that was behind has been brought up to date', async () => {
  const { socket, read } = stalled();
  const seen: string[] = [];
  socket.onDrained(() => seen.push(socket.takesUpdates(2) ? 'an update first' : 'the snapshot first'));
  socket.write(Buffer.alloc(64));
  assert.is(socket.takesUpdates(1), false, 'it is behind');
  read();
  await turn();
  assert.equal(seen, ['the snapshot first']);
  assert.is(socket.takesUpdates(3), true);
});

test.run();

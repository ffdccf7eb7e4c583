import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { LoopTurns } from '../shedding/loop-turns.ts';
import { RepeatableBody } from './repeatable-body.ts';

const test = suite('bodies that are forwarded');

const PART = Buffer.alloc(64 * 1024, 1);
const BODIES = 8;
const PARTS = 6;

/** A request whose body has arrived, in parts as a socket delivers them. */
const arrived = (): IncomingMessage =>
  Object.assign(
    Readable.from(
      Array.from({ length: PARTS }, () => PART),
      { objectMode: false },
    ),
    {
      headers: { 'content-length': String(PARTS * PART.length) },
    },
  ) as unknown as IncomingMessage;

test('of long bodies that arrive together one part is forwarded in each turn, and a bid is read in the next', async () => {
  const turns = new LoopTurns();
  let turn = 0;
  let isDone = false;
  const countTurns = (): void => {
    turn += 1;
    if (!isDone) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const forwarded = new Map<number, number>();
  const bytes = await Promise.all(
    Array.from({ length: BODIES }, async () => {
      let read = 0;
      for await (const part of new RepeatableBody(arrived(), turns).stream()) {
        read += (part as Buffer).length;
        forwarded.set(turn, (forwarded.get(turn) ?? 0) + 1);
      }
      return read;
    }),
  );
  isDone = true;
  assert.equal(bytes, new Array<number>(BODIES).fill(PARTS * PART.length), 'all of each arrives');
  const most = Math.max(...forwarded.values());
  assert.ok(most <= 2, `${most} parts of ${BODIES} bodies in one turn`);
});

test.run();

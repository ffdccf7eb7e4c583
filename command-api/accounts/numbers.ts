import { pause } from '@saleyard/platform/clock/pause.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import {
  type EventLog,
  type NewEvent,
  NO_STREAM,
  type RecordedEvent,
} from '@saleyard/platform/event-log/port.ts';
import { newId, randomFraction } from '@saleyard/platform/ids/ids.ts';

/** Short numbers for people: users' numericId, auctions' searchNumber, lots' searchNumericId. */
export type Sequence = 'users' | 'auctions' | 'lots';

/** A storage format: `count` numbers from `from` on are given away, used or not. */
export type NumbersTaken = { type: 'NumbersTaken'; data: { at: number; from: number; count: number } };

/** The first number of each sequence. */
const FIRST: Readonly<Record<Sequence, number>> = { users: 1_001, auctions: 2_001, lots: 30_001 };
const SCHEMA = 1;

/** Tries to take numbers while others take them too; after that the sequence counts as unavailable. */
const TRIES = 40;
/** ms waited between tries, at most; the wait is by chance, so that two takers part. */
const BACKOFF_MS = 25;

/** The log could not be written to, or too many others were at it. Nothing was promised; try again. */
export class NumbersUnavailable extends Error {
  constructor(sequence: Sequence, why: string) {
    super(`no number of ${sequence} could be taken: ${why}`);
    this.name = 'NumbersUnavailable';
  }
}

export type Numbers = {
  /** Takes `count` numbers nobody else gets and answers the first. @throws NumbersUnavailable */
  take(sequence: Sequence, count?: number): Promise<number>;
};

/**
 * Sequences kept as events of `numbers-*` streams: the stream's expected revision is what keeps two processes
 * from giving away the same number. A crash can leave a gap, never a number twice.
 */
export function createNumbers({ log, clock }: { log: EventLog; clock: Clock }): Numbers {
  return {
    async take(sequence, count = 1) {
      const stream = `numbers-${sequence}`;
      for (let tries = 0; tries < TRIES; tries += 1) {
        let last: RecordedEvent<NumbersTaken> | undefined;
        for await (const batch of log.read(stream, { direction: 'backwards', limit: 1 })) {
          last = (batch as RecordedEvent<NumbersTaken>[])[0] ?? last;
        }
        const from = last ? last.data.from + last.data.count : FIRST[sequence];
        const at = clock.now();
        const event: NewEvent<NumbersTaken> = {
          id: newId(),
          type: 'NumbersTaken',
          data: { at, from, count },
          meta: { at, commandId: newId(), actor: { kind: 'system', id: 'numbers' }, schema: SCHEMA },
        };
        const expected = last?.revision ?? NO_STREAM;
        const result = await log.append(stream, expected, [event]);
        if (result.outcome === 'appended') return from;
        if (result.outcome === 'full') throw new NumbersUnavailable(sequence, 'the log is full');
        if (result.outcome === 'unknown') {
          // Asked again with the same ids it is told apart; numbers of a lost answer are a gap.
          const again = await log.append(stream, expected, [event]);
          if (again.outcome === 'appended') return from;
        }
        await pause(clock, randomFraction() * BACKOFF_MS);
      }
      throw new NumbersUnavailable(sequence, `${TRIES} tries met others at it`);
    },
  };
}

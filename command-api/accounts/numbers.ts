import type { Sequence } from '@saleyard/domain/numbers/numbers.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { handleCommand } from '../handle-command.ts';

/** The log could not be written to, or had too many conflicts. No numbers were taken; retry. */
export class NumbersUnavailable extends Error {
  constructor(sequence: Sequence, why: string) {
    super(`no number of ${sequence} could be taken: ${why}`);
    this.name = 'NumbersUnavailable';
  }
}

export type Numbers = {
  /**
   * Takes `count` unique numbers for a command and returns the first. Repeating the commandId at once returns the same
   * numbers. After another command took numbers it returns new ones, so a caller that needs its numbers permanently
   * stores them with its request.
   * @throws NumbersUnavailable
   */
  take(sequence: Sequence, commandId: string, count?: number): Promise<number>;
};

const NUMBERS = { kind: 'system', id: 'numbers' } as const;

/**
 * Sequences stored as events of `numbers-*` streams: the stream's expected revision prevents two processes from
 * taking the same number. A crash can leave a gap, never a duplicate.
 */
export function createNumbers(parts: { log: EventLog; clock: Clock }): Numbers {
  return {
    async take(sequence, commandId, count = 1) {
      const body = { type: 'take', sequence, count } as const;
      const take = (id: string) =>
        handleCommand(parts, STREAMS.numbers, { id: sequence, commandId: id, actor: NUMBERS, body });
      let taken = await take(commandId);
      // An earlier attempt was interrupted and had another count: those numbers become a gap.
      if (taken.outcome === 'duplicate-conflict') taken = await take(newId());
      if (taken.outcome === 'accepted' && taken.state !== null) return taken.state.from;
      throw new NumbersUnavailable(sequence, taken.outcome);
    },
  };
}

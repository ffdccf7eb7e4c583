import type { CommandReply } from '@saleyard/contract/commands.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import type { AdmittedCommand } from './admission.ts';

/** A queued command. It is answered once; later answers are ignored. */
export type Waiting = AdmittedCommand & {
  /** The id of its first event, known before it is decided, since the idempotency index contains commands by it. */
  readonly firstEventId: string;
  /** The log was checked: none of its events belongs to this command. */
  isNew: boolean;
  answered: boolean;
  /** Since when a caller waits for it (ms, monotonic); infinite for the mailbox's own. */
  readonly since: number;
  /** Sent by the mailbox itself (a timer, an outage): nobody waits, and it is sent again if it is still due. */
  readonly own: boolean;
  readonly resolve: (reply: CommandReply) => void;
  readonly reject: (error: unknown) => void;
};

/** A command queued at `since`. */
export function waitingFor(
  command: AdmittedCommand,
  since: number,
  resolve: Waiting['resolve'],
  reject: Waiting['reject'],
): Waiting {
  const { commandId, actor, body, arrival, termsDueSince } = command;
  const firstEventId = eventIdOf(commandId, 0);
  const isNew = false;
  const answered = false;
  const own = false;
  const known = { commandId, actor, body, arrival, termsDueSince };
  return { ...known, firstEventId, isNew, answered, own, since, resolve, reject };
}

/** The sender of commands that a mailbox decides by itself. */
const ENGINE = { kind: 'system', id: 'engine' } as const;

const nobody = (): void => {};

/** A command of the mailbox itself. */
export function ownCommand(commandId: string, body: CommandBody): Waiting {
  const command = { commandId, actor: ENGINE, body };
  const waiting = waitingFor(command, Number.POSITIVE_INFINITY, nobody, nobody);
  return { ...waiting, own: true };
}

export function answer(waiting: Waiting, reply: CommandReply): void {
  if (waiting.answered) return;
  waiting.answered = true;
  waiting.resolve(reply);
}

/** Commands that wait to be decided, first in, first out. */
export class WaitingQueue {
  #waiting: Waiting[] = [];

  get length(): number {
    return this.#waiting.length;
  }

  /** Since when the first of them waits (ms, monotonic); infinite when the queue is empty. */
  get firstSince(): number {
    return this.#waiting[0]?.since ?? Number.POSITIVE_INFINITY;
  }

  push(waiting: Waiting): void {
    this.#waiting.push(waiting);
  }

  /** Removes the first `most` and returns them. */
  take(most: number): Waiting[] {
    return this.#waiting.splice(0, most);
  }

  /** Puts commands back at the front, in their order, to be decided again. */
  putBack(commands: Iterable<Waiting>): void {
    const back: Waiting[] = [];
    for (const waiting of commands) {
      if (waiting.answered || waiting.own) continue;
      waiting.isNew = false;
      back.push(waiting);
    }
    this.#waiting = back.concat(this.#waiting);
  }

  answerAll(reply: CommandReply): void {
    for (const waiting of this.#waiting.splice(0)) answer(waiting, reply);
  }
}

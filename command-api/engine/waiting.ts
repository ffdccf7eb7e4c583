import type { CommandReply } from '@saleyard/contract/commands.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import type { AdmittedCommand } from './admission.ts';

/** A command whose caller waits. It is answered once; later answers go nowhere. */
export type Waiting = AdmittedCommand & {
  /** The id its first event gets; known before it is decided, since the idempotency index holds commands by it. */
  readonly firstEventId: string;
  /** The log was asked: none of its events is this command's. */
  isNew: boolean;
  answered: boolean;
  /** Since when somebody waits for it (ms, monotonic); never for one of the mailbox's own. */
  readonly since: number;
  /** Sent by the mailbox itself (a timer, an outage): nobody waits, and it is made again when it is still due. */
  readonly own: boolean;
  readonly resolve: (reply: CommandReply) => void;
  readonly reject: (error: unknown) => void;
};

/** A command as it begins to wait, `since` now. */
export function waitingFor(
  command: AdmittedCommand,
  since: number,
  resolve: Waiting['resolve'],
  reject: Waiting['reject'],
): Waiting {
  const { commandId, actor, body } = command;
  const firstEventId = eventIdOf(commandId, 0);
  const isNew = false;
  const answered = false;
  const own = false;
  return { commandId, actor, body, firstEventId, isNew, answered, own, since, resolve, reject };
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

/** Commands that wait to be decided, first come first. */
export class WaitingQueue {
  #waiting: Waiting[] = [];

  get length(): number {
    return this.#waiting.length;
  }

  /** Since when the first of them waits (ms, monotonic); without one, since never. */
  get firstSince(): number {
    return this.#waiting[0]?.since ?? Number.POSITIVE_INFINITY;
  }

  push(waiting: Waiting): void {
    this.#waiting.push(waiting);
  }

  /** The first this many, taken out. */
  take(most: number): Waiting[] {
    return this.#waiting.splice(0, most);
  }

  /** Puts commands back in front of those that wait, in their order, to be decided again. */
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

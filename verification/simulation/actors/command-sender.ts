import type { CommandEnvelope, CommandReply } from '@saleyard/contract/commands.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import type { Ledger } from '../proof/ledger.ts';
import type { World } from '../world/world.ts';

type Envelope = CommandEnvelope<CommandBody>;

/** Between two retries of a command with an unknown outcome, ms. */
const AGAIN_MS = 1_500;

type Parts = {
  world: World;
  ledger: Ledger;
  /** Takes a command to the node that runs the auction, from some node that is up; null when none is. */
  submit(envelope: Envelope): Promise<CommandReply> | null;
};

/** Sends commands as pages do over REST: a command with an unknown outcome is retried under the same id. */
export class CommandSender {
  readonly #parts: Parts;
  readonly #pending = new Set<string>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Commands whose outcome is not known. */
  get pending(): number {
    return this.#pending.size;
  }

  /** Sends a command; `settled` is called with its outcome when that is known. */
  send(envelope: Envelope, settled: (reply: CommandReply) => void = () => {}): void {
    this.#pending.add(envelope.commandId);
    void this.#try(envelope, settled, false);
  }

  async #try(envelope: Envelope, settled: (reply: CommandReply) => void, mayBeDone: boolean): Promise<void> {
    const { world, ledger, submit } = this.#parts;
    const again = (may: boolean): void => {
      world.after(AGAIN_MS, () => void this.#try(envelope, settled, may));
    };
    const asked = submit(envelope);
    if (asked === null) return again(mayBeDone);
    ledger.sent(envelope);
    const reply = await asked.catch((): CommandReply => ({ outcome: 'unknown' }));
    ledger.recordReply(envelope.commandId, reply);
    // Rejected on a retry: the first attempt may still have been accepted.
    const isOpen = reply.outcome === 'unknown' || (mayBeDone && reply.outcome !== 'decided');
    if (isOpen) return again(true);
    this.#pending.delete(envelope.commandId);
    settled(reply);
  }
}

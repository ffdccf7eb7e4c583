import type { SubmitCommand } from '@saleyard/command-api/engine-replies.ts';
import type { BidCommand } from '@saleyard/domain/auction/commands.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import { publicAuction, publicLot } from '@saleyard/domain/auction/public-view.ts';
import { autoBidActive } from '@saleyard/domain/auction/standing.ts';
import type { AuctionState, LotState } from '@saleyard/domain/auction/state.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { between, type Random } from '../sample-data/random.ts';
import { moveAt } from '../sample-data/strategy.ts';
import { limitCents, RIVALS, type Rival } from './rivals.ts';

/** ms between a rival's glances at the sale. */
const GLANCE_MS = [1_800, 4_200] as const;

/** The sender of the commands of practice sales. */
export const PRACTICE_ACTOR = { kind: 'system', id: 'practice' } as const;

export type PracticeRunParts = {
  auction: string;
  /** The learner. */
  learner: string;
  clock: Clock;
  random: Random;
  submit: SubmitCommand;
  logger: Pick<Logger, 'warn'>;
};

/** The rivals of one practice sale. They see what everyone in the room sees, and bid by the engine like everyone. */
export class PracticeRun {
  readonly #parts: PracticeRunParts;
  readonly #fold = new AuctionFold();
  readonly #cancels = new Map<string, () => void>();
  #stopped = false;

  constructor(parts: PracticeRunParts) {
    this.#parts = parts;
    for (const rival of Object.values(RIVALS)) this.#wait(rival);
  }

  /** Takes the next event of its stream; each revision counts once. */
  take(event: RecordedEvent): void {
    if (event.revision !== this.#fold.read(({ version }) => version)) return;
    this.#fold.apply(event as RecordedEvent<AuctionEvent> & AuctionEvent);
  }

  /** Whether none of its lots is left to be sold. */
  get isOver(): boolean {
    return this.#fold.read(({ lots, lotsUnclosed }) => lots.length > 0 && lotsUnclosed === 0);
  }

  /** The rivals leave. */
  stop(): void {
    this.#stopped = true;
    for (const cancel of this.#cancels.values()) cancel();
    this.#cancels.clear();
  }

  #wait(rival: Rival): void {
    const { clock, random } = this.#parts;
    const [least, most] = GLANCE_MS;
    const glance = async () => {
      const { auction, submit, logger } = this.#parts;
      try {
        const body = this.#fold.read((state) => this.#moveOf(state, rival));
        if (body !== null) await submit({ auction, commandId: newId(), actor: PRACTICE_ACTOR, body });
      } catch (error) {
        logger.warn({ err: error, auction }, 'a simulated bid could not be placed');
      }
      if (!this.#stopped) this.#wait(rival);
    };
    this.#cancels.set(
      rival.id,
      clock.after(between(random, least, most), () => void glance()),
    );
  }

  #moveOf(state: AuctionState, rival: Rival): BidCommand | null {
    const lot = state.lots.find(({ phase }) => phase === 'live');
    if (lot === undefined) return null;
    const { auction, learner, clock, random } = this.#parts;
    const move = moveAt(
      {
        auction: publicAuction(state, auction),
        lot: publicLot(state, lot, auction),
        now: clock.now(),
        style: rival.style,
        valuationCents: limitCents(state, lot, rival, learner),
        leading: lot.leader === rival.id,
        hasAutoBid: hasAutoBid(lot, rival),
      },
      random,
    );
    if (move.kind === 'wait') return null;
    const on = { lot: lot.terms.lot, bidder: rival.id };
    if (move.kind === 'bid') return { type: 'bid', ...on, cents: move.cents };
    return { type: 'autoBid', ...on, maxCents: move.maxCents };
  }
}

function hasAutoBid(lot: LotState, rival: Rival): boolean {
  const autoBid = lot.autoBids.get(rival.id);
  return autoBid !== undefined && autoBidActive(lot, autoBid);
}

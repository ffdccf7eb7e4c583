import type { CommandEnvelope, CommandReply } from '@saleyard/contract/commands.ts';
import type { PracticeLevel } from '@saleyard/contract/practice.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { nextDeadline } from '@saleyard/domain/auction/deadlines.ts';
import { decide } from '@saleyard/domain/auction/decide.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import { practiceId } from '@saleyard/domain/auction/ids.ts';
import type { AuctionState, LotState } from '@saleyard/domain/auction/state.ts';
import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { seededRandom } from '../../sample-data/random.ts';
import { makePracticeSale } from '../catalogue.ts';
import { PracticeRun } from '../practice-run.ts';

export const LEARNER = 'learner';

/** What a learner would bid on the live lot, asked every two seconds; null: nothing. Cents. */
export type Policy = (lot: LotState, state: AuctionState) => number | null;

/** A whole practice sale on a clock moved by hand, decided by the engine's rules, with a learner of one policy. */
export function playPractice(seed: number, level: PracticeLevel, policy: Policy) {
  const clock = new ManualClock(1_800_000_000_000);
  const random = seededRandom(seed);
  const auction = practiceId(LEARNER, 1);
  const fold = new AuctionFold();
  const events: AuctionEvent[] = [];
  const act = (body: CommandBody): void => {
    for (const event of fold.read((state) => decide(state, { at: clock.now(), body }))) {
      const revision = fold.read(({ version }) => version);
      fold.apply(event);
      events.push(event);
      run.take({ ...event, stream: auction, revision } as unknown as RecordedEvent);
    }
  };
  const submit = async ({ body }: CommandEnvelope<CommandBody>): Promise<CommandReply> => {
    act(body);
    return { outcome: 'unknown' };
  };
  const logger = { warn: () => {} };
  const run = new PracticeRun({ auction, learner: LEARNER, clock, random, submit, logger });
  const { details, terms, lots } = makePracticeSale(level, random, clock.now());
  act({ type: 'schedule', details, terms });
  act({ type: 'catalogueLots', lots });
  return {
    auction,
    fold,
    events,
    clock,
    begunAt: clock.now(),
    /** Plays on until it is over. */
    async play(): Promise<AuctionState> {
      for (let second = 0; second < 1_200; second += 1) {
        clock.advanceBy(1_000);
        // A rival's turn continues after its command is decided.
        await new Promise((resolve) => setImmediate(resolve));
        const due = fold.read(nextDeadline);
        if (due !== null && due <= clock.now()) act({ type: 'advanceClock' });
        const state = fold.state;
        if (state.phase === 'closed') break;
        const live = state.lots.find(({ phase }) => phase === 'live');
        if (second % 2 === 0 && live !== undefined && live.leader !== LEARNER) {
          const cents = policy(live, state);
          if (cents !== null) act({ type: 'bid', lot: live.terms.lot, bidder: LEARNER, cents });
        }
      }
      run.stop();
      return fold.state;
    },
  };
}

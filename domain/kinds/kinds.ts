import type { Decider } from '../decider.ts';
import type { KindType } from '../listing/stock.ts';

/** The one stream of the kinds of stock, by its id. */
export const KINDS_ID = 'taken';

/** Storage formats. `at`: ms since the epoch. */
export type KindsEvent =
  | { type: 'KindStopped'; data: { at: number; kind: KindType; reason: string } }
  | { type: 'KindResumed'; data: { at: number; kind: KindType } };

/** Kinds that new sales and lots cannot use at present. */
export type KindsState = { readonly stopped: readonly KindType[] };

export type KindsCommandBody =
  | { type: 'stopKind'; kind: KindType; reason: string }
  | { type: 'resumeKind'; kind: KindType };

/**
 * Which kinds of stock the marketplace takes: all of them, unless staff stop one. Existing sales and lots
 * continue. Setting the present state again changes nothing.
 */
export const kindsDecider: Decider<KindsState, KindsCommandBody, KindsEvent, never> = {
  initial: { stopped: [] },
  decide({ stopped }, { at, body }) {
    const { kind } = body;
    const isStopped = stopped.includes(kind);
    if (body.type === 'stopKind') {
      const { reason } = body;
      return {
        outcome: 'accepted',
        events: isStopped ? [] : [{ type: 'KindStopped', data: { at, kind, reason } }],
      };
    }
    return { outcome: 'accepted', events: isStopped ? [{ type: 'KindResumed', data: { at, kind } }] : [] };
  },
  evolve({ stopped }, { type, data: { kind } }) {
    const others = stopped.filter((one) => one !== kind);
    return { stopped: type === 'KindStopped' ? [...others, kind] : others };
  },
};

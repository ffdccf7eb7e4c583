import { type Bus, BusRequestFailed } from '../bus/port.ts';
import { pause } from '../clock/pause.ts';
import type { Clock } from '../clock/port.ts';
import type { Leases } from './port.ts';
import { preferredNodes } from './preference.ts';

/** Limits of finding the owner, in ms. */
export const OWNER_REQUEST_LIMITS = {
  /** A node that does not answer for so long is passed over while there is another to ask. */
  answerMs: 1_500,
  /** When no node could do it, they are asked again after this long … */
  againMs: 100,
  /** … for so long altogether, since one may be starting; then it is surely not done. */
  absentMs: 1_000,
} as const;

/** With less than this left nobody is asked any more, in ms; deadlines are whole multiples of it. */
const STEP_MS = 100;

/** What a node's reply says of the request. `ask-another`: nothing was done there, and another node may do it. */
export type OwnerVerdict = 'settled' | 'not-done' | 'ask-another';

/** A request to whoever holds a lease. Asking twice must do it once: it may reach more than one node. */
export type OwnerRequest<Reply> = {
  /** The lease. */
  key: string;
  payload: unknown;
  /** Where a node serves such requests. */
  subjectOf(node: string): string;
  verdict(reply: Reply): OwnerVerdict;
  /** What to answer when it was surely not done, and when it may have been. */
  notDone: Reply;
  unknown: Reply;
};

/** How nodes are reached and known. */
export type Nodes = { bus: Bus; leases: Leases; clock: Clock };

/**
 * Asks the node that holds the lease, and then the others in the order of preference: at once where a node is gone
 * or turns it down, after `answerMs` where it is silent. Never rejects. Answers `notDone` only when no node that was
 * asked can have done it, and `unknown` when one may have and `timeoutMs` brought no answer.
 */
export async function requestOwner<Reply>(
  { bus, leases, clock }: Nodes,
  request: OwnerRequest<Reply>,
  timeoutMs: number,
): Promise<Reply> {
  const until = clock.monotonic() + timeoutMs;
  let absentUntil = Number.POSITIVE_INFINITY;
  let mayBeDone = false;
  for (;;) {
    const others = leases.nodes().length - 1;
    let asked = 0;
    for (const node of candidates(leases, request.key)) {
      const left = until - clock.monotonic();
      if (left < STEP_MS) break;
      asked += 1;
      const limit = asked <= others ? Math.min(left, OWNER_REQUEST_LIMITS.answerMs) : left;
      const options = { timeoutMs: Math.floor(limit / STEP_MS) * STEP_MS };
      try {
        const reply = (await bus.request(request.subjectOf(node), request.payload, options)) as Reply;
        const verdict = request.verdict(reply);
        if (verdict === 'settled') return reply;
        if (verdict === 'not-done') return mayBeDone ? request.unknown : reply;
      } catch (error) {
        const reason = error instanceof BusRequestFailed ? error.reason : 'failed';
        if (reason !== 'no-responder') mayBeDone = true;
        // What a node's own fault prevented, another's would.
        if (reason === 'failed') return request.unknown;
      }
    }
    const now = clock.monotonic();
    absentUntil = Math.min(absentUntil, now + OWNER_REQUEST_LIMITS.absentMs);
    const left = Math.min(until, mayBeDone ? until : absentUntil) - now;
    if (left < STEP_MS * 2) return mayBeDone ? request.unknown : request.notDone;
    await pause(clock, OWNER_REQUEST_LIMITS.againMs);
  }
}

/** The order is only worked out when the first did not do it. */
function* candidates(leases: Leases, key: string): Generator<string> {
  const holder = leases.holderOf(key);
  if (holder !== undefined) yield holder;
  for (const node of preferredNodes(key, leases.nodes())) if (node !== holder) yield node;
}

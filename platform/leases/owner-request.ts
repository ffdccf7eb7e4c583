import { type Bus, BusRequestFailed } from '../bus/port.ts';
import { pause } from '../clock/pause.ts';
import type { Clock } from '../clock/port.ts';
import type { Leases } from './port.ts';
import { preferredNodes } from './preference.ts';

/** Limits of finding the owner, in ms. */
export const OWNER_REQUEST_LIMITS = {
  /** A node that does not answer for this long is passed over while there is another to ask. */
  answerMs: 1_500,
  /** When no node could do it, they are asked again after this long … */
  againMs: 100,
  /** … for this long altogether, since one may be starting; then it is surely not done. */
  absentMs: 1_000,
} as const;

/** With less than this left nobody is asked any more, in ms; deadlines are whole multiples of it. */
const STEP_MS = 100;

/** The meaning of a node's reply. `ask-another`: nothing was done there, and another node may do it. */
type OwnerVerdict = 'done' | 'not-done' | 'ask-another';

/** A kind of request to the holder of a lease. Asking twice must do it once: it may reach more than one node. */
export type OwnerRequests<Reply> = {
  /** Where a node serves such requests. */
  subjectOf(node: string): string;
  verdict(reply: Reply): OwnerVerdict;
  /** What to answer when it was surely not done, and when it may have been. */
  notDone: Reply;
  unknown: Reply;
};

/** One of them: the lease, and what is asked of its holder. */
export type OwnerRequest = { key: string; payload: unknown };

/** How nodes are reached and known. */
export type Nodes = { bus: Bus; leases: Leases; clock: Clock };

/**
 * Sends the request to the node that holds the lease, and then to the others in the order of preference: at once where a node is gone
 * or turns it down, after `answerMs` where it is silent. Never rejects. Answers `notDone` only when no node that was
 * asked can have done it, and `unknown` when one may have and `timeoutMs` brought no answer [N11]. What was under way to
 * a node that died goes to another under the same id [N4].
 */
export function requestOwner<Reply>(
  nodes: Nodes,
  kind: OwnerRequests<Reply>,
  request: OwnerRequest,
  timeoutMs: number,
): Promise<Reply> {
  const search = new OwnerSearch(nodes, kind, request, timeoutMs);
  const holder = nodes.leases.holderOf(request.key);
  if (holder === undefined) return search.goOn();
  // Nearly every bid ends here: it waits with as little around it as can be.
  return search.ask(holder, timeoutMs).then(
    (reply) => search.weigh(reply) ?? search.goOn(holder),
    (error: unknown) => search.weighFailure(error) ?? search.goOn(holder),
  );
}

/** One request on its way to the node that does it. */
class OwnerSearch<Reply> {
  readonly #nodes: Nodes;
  readonly #kind: OwnerRequests<Reply>;
  readonly #request: OwnerRequest;
  /** ms, monotonic. */
  readonly #until: number;
  #absentUntil = Number.POSITIVE_INFINITY;
  #mayBeDone = false;
  /** Nodes asked in this round. */
  #asked = 0;

  constructor(nodes: Nodes, kind: OwnerRequests<Reply>, request: OwnerRequest, timeoutMs: number) {
    this.#nodes = nodes;
    this.#kind = kind;
    this.#request = request;
    this.#until = nodes.clock.monotonic() + timeoutMs;
  }

  get #leftMs(): number {
    return this.#until - this.#nodes.clock.monotonic();
  }

  /** With this many ms left. @throws BusRequestFailed, and what the node's handler threw */
  ask(node: string, leftMs: number): Promise<Reply> {
    const { bus, leases } = this.#nodes;
    this.#asked += 1;
    const isLast = this.#asked >= leases.nodes().length;
    const limit = isLast ? leftMs : Math.min(leftMs, OWNER_REQUEST_LIMITS.answerMs);
    const timeoutMs = Math.floor(limit / STEP_MS) * STEP_MS;
    return bus.request(this.#kind.subjectOf(node), this.#request.payload, { timeoutMs }) as Promise<Reply>;
  }

  /** Sends to every reachable node until one has done it; in the first round not to `tried`. */
  async goOn(tried?: string): Promise<Reply> {
    const { clock } = this.#nodes;
    for (let passed = tried; ; passed = undefined) {
      for (const node of this.#candidates()) {
        if (node === passed) continue;
        const leftMs = this.#leftMs;
        if (leftMs < STEP_MS) break;
        let answer: Reply | undefined;
        try {
          answer = this.weigh(await this.ask(node, leftMs));
        } catch (error) {
          answer = this.weighFailure(error);
        }
        if (answer !== undefined) return answer;
      }
      const now = clock.monotonic();
      this.#absentUntil = Math.min(this.#absentUntil, now + OWNER_REQUEST_LIMITS.absentMs);
      const left = Math.min(this.#until, this.#mayBeDone ? this.#until : this.#absentUntil) - now;
      if (left < STEP_MS * 2) return this.#mayBeDone ? this.#kind.unknown : this.#kind.notDone;
      await pause(clock, OWNER_REQUEST_LIMITS.againMs);
      this.#asked = 0;
    }
  }

  /** The outcome of a reply; undefined when another node may still do it. */
  weigh(reply: Reply): Reply | undefined {
    const verdict = this.#kind.verdict(reply);
    if (verdict === 'done') return reply;
    if (verdict === 'not-done') return this.#mayBeDone ? this.#kind.unknown : reply;
    return undefined;
  }

  /** The outcome of a failure; undefined when another node may still do it. */
  weighFailure(error: unknown): Reply | undefined {
    const reason = error instanceof BusRequestFailed ? error.reason : 'failed';
    if (reason !== 'no-responder') this.#mayBeDone = true;
    // Another node would fail for the same reason.
    return reason === 'failed' ? this.#kind.unknown : undefined;
  }

  /** The order is only worked out when the first did not do it. */
  *#candidates(): Generator<string> {
    const { leases } = this.#nodes;
    const { key } = this.#request;
    const holder = leases.holderOf(key);
    if (holder !== undefined) yield holder;
    for (const node of preferredNodes(key, leases.nodes())) if (node !== holder) yield node;
  }
}

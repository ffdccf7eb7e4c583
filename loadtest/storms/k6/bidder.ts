import type { BidDecision } from '@saleyard/contract/bids.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import type { ServerAnswer } from '@saleyard/contract/realtime.ts';
import http from 'k6/http';
import type { BidRecord } from '../journal.ts';
import type { PlannedBidder, Press, StormPlan } from '../plan.ts';
import type { LiveClient } from './live-client.ts';
import { newCommandId, now } from './moment.ts';
import { metrics, record } from './record.ts';

/** ms between a bidder's presses: the web's guard, which keeps below the gateway's limit of bids. */
const GUARD_MS = 800;
/** Timeout of an answer, in ms; after it the outcome is unknown, and the same commandId is sent again. */
const ANSWER_MS = 6_000;
/** ms before an unknown outcome is requested again. */
const SETTLE_MS = 500;
/** Sends of one command; beyond it the bid stays without an outcome, which fails the storm. */
const TRIES = 12;
/** ms between looks at a deadline that may still be moved. */
const DEADLINE_MS = 500;
/** Answers of the gateway: nothing was done. Any other refusal of a bid is the engine's decision. */
const NOT_TAKEN = new Set([
  'rate-limited',
  'unavailable',
  'full',
  'unauthorized',
  'not-signed-in',
  'invalid-request',
]);

type Outcome = Pick<BidRecord, 'outcome' | 'code' | 'seq' | 'priceCents'> & { leading: boolean };
/**
 * A command under way. `doubtful`: an earlier send may have been done, so a refusal by the gateway is not its outcome.
 */
type Sent = {
  press: Press;
  commandId: string;
  cents: number;
  sentAt: number;
  tries: number;
  doubtful: boolean;
};

/** Bids in the live room as its plan says, one command at a time, until each has its outcome. */
export class Bidder {
  readonly #plan: StormPlan;
  readonly #place: number;
  readonly #who: PlannedBidder;
  readonly #client: LiveClient;
  readonly #due: Press[] = [];
  #next = 0;
  #sent: Sent | null = null;
  #freeAt = 0;
  #ended = false;

  constructor(plan: StormPlan, place: number, who: PlannedBidder, client: LiveClient) {
    this.#plan = plan;
    this.#place = place;
    this.#who = who;
    this.#client = client;
    client.over = () => {
      this.#ended = true;
    };
    client.isBusy = () => this.#sent !== null;
  }

  /** Begins to follow the plan. */
  start(): void {
    this.#awaitNext();
    this.#awaitHammer(null);
  }

  /** Whether a command has no outcome yet. */
  get isWaiting(): boolean {
    return this.#sent !== null;
  }

  #awaitNext(): void {
    const press = this.#who.presses[this.#next];
    if (press === undefined || this.#ended) return;
    setTimeout(
      () => {
        this.#next += 1;
        this.#due.push(press);
        this.#work();
        this.#awaitNext();
      },
      Math.max(0, this.#plan.sale.liveAt + press.atMs - now()),
    );
  }

  /** Presses once more when the lot's last deadline has passed. `cents`: what it would have been before. */
  #awaitHammer(cents: number | null): void {
    const { latePress } = this.#who;
    const lot = this.#client.lot(latePress.lot);
    const deadline = lot?.finishAt ?? null;
    if (this.#client.hasLeft) return;
    const amount = lot?.nextBidCents ?? cents;
    const wait = deadline === null ? DEADLINE_MS : deadline - this.#plan.clockOffsetMs - now();
    if (deadline === null || wait > 0) {
      setTimeout(() => this.#awaitHammer(amount), Math.min(wait, DEADLINE_MS));
      return;
    }
    setTimeout(() => {
      if (amount === null || this.#sent !== null || !this.#client.isIn) return;
      const press: Press = { atMs: 0, lot: latePress.lot, by: 'bid', steps: 1, raisesMs: [] };
      this.#begin(press, amount);
    }, latePress.afterMs + wait);
  }

  #begin(press: Press, cents: number): void {
    this.#freeAt = now() + GUARD_MS;
    this.#sent = { press, commandId: newCommandId(), cents, sentAt: now(), tries: 0, doubtful: false };
    this.#send();
  }

  #work(): void {
    if (this.#ended || this.#client.hasLeft || this.#sent !== null || this.#due.length === 0) return;
    const wait = this.#freeAt - now();
    if (wait > 0 || !this.#client.isIn) {
      // Presses wait for the guard, and for the connection to be back.
      setTimeout(() => this.#work(), Math.max(wait, 100));
      return;
    }
    const press = this.#due.shift();
    const lot = press && this.#client.lot(press.lot);
    const cents = press && lot ? centsOf(press, lot) : null;
    if (press && cents !== null) {
      this.#begin(press, cents);
    } else this.#work();
  }

  #send(): void {
    const sent = this.#sent;
    if (sent === null) return;
    if (sent.tries >= TRIES || this.#client.hasLeft) {
      this.#settle(sent, { ...NOTHING, outcome: 'unknown' });
      return;
    }
    if (sent.press.by === 'bid' && !this.#client.isIn) {
      setTimeout(() => this.#send(), SETTLE_MS);
      return;
    }
    sent.tries += 1;
    if (sent.press.by === 'bid') this.#overSocket(sent);
    else this.#overRest(sent).catch(() => this.#isDoubtful(sent));
  }

  #overSocket(sent: Sent): void {
    const { press, cents, commandId } = sent;
    const lot = this.#plan.sale.lots[press.lot];
    let id = 0;
    const late = setTimeout(() => {
      this.#client.forget(id);
      this.#isDoubtful(sent);
    }, ANSWER_MS);
    id = this.#client.ask('bids', 'bid', { bid: { lot, cents }, commandId }, (answer) => {
      clearTimeout(late);
      this.#takeAnswer(sent, answer);
    });
  }

  #takeAnswer(sent: Sent, answer: ServerAnswer | null): void {
    if (answer === null) this.#isDoubtful(sent);
    else if ('error' in answer) this.#takeError(sent, answer.error.code);
    else this.#takeDecision(sent, answer.data as BidDecision);
  }

  async #overRest(sent: Sent): Promise<void> {
    const { press, cents, commandId } = sent;
    const body = JSON.stringify({ autobid: cents, lot: this.#plan.sale.lots[press.lot], commandId });
    const { url } = this.#plan;
    const headers = {
      platform: 'web',
      origin: url,
      cookie: this.#who.cookie,
      'content-type': 'application/json',
    };
    const response = await http.asyncRequest('PUT', `${url}/api/v1/users/me/autobids`, body, {
      headers,
      timeout: ANSWER_MS,
      tags: { page: 'auto-bid' },
    });
    if (response.status === 0) return this.#isDoubtful(sent);
    const received = JSON.parse(String(response.body)) as { data?: BidDecision; errors?: { code: string }[] };
    if (response.status === 200 && received.data) return this.#takeDecision(sent, received.data);
    const code = received.errors?.[0]?.code ?? 'internal-error';
    if (code === 'unknown' || NOT_TAKEN.has(code) || response.status >= 500) this.#takeError(sent, code);
    else this.#settle(sent, { ...NOTHING, outcome: 'refused', code });
  }

  #takeDecision(sent: Sent, decision: BidDecision): void {
    const { outcome, code = null, seq, currentBidCents, leading } = decision;
    this.#settle(sent, { outcome, code, seq, priceCents: currentBidCents, leading });
  }

  #takeError(sent: Sent, code: string): void {
    if (code === 'duplicate-conflict')
      this.#client.fault(`the command ${sent.commandId} was taken for another`);
    const isUnknown = code === 'unknown' || code === 'internal-error';
    if (isUnknown || sent.doubtful) this.#isDoubtful(sent);
    else this.#settle(sent, { ...NOTHING, outcome: 'not-taken', code });
  }

  /** The outcome is unknown: sending the same commandId again returns it. */
  #isDoubtful(sent: Sent): void {
    sent.doubtful = true;
    setTimeout(() => this.#send(), SETTLE_MS);
  }

  #settle(sent: Sent, { leading, ...outcome }: Outcome): void {
    const { press, commandId, cents, sentAt, tries } = sent;
    const answeredAt = now();
    this.#sent = null;
    const isDecided = outcome.outcome === 'accepted' || outcome.outcome === 'refused';
    metrics.bidUndecided.add(!isDecided);
    // Bids over the socket are what is timed; an auto-bid is a call over REST.
    if (isDecided && press.by === 'bid') metrics.bidAnswer.add(answeredAt - sentAt);
    const { lot, by } = press;
    const sentIt = { bidder: this.#place, commandId, lot, by, cents, sentAt, answeredAt, tries };
    record({ k: 'bid', ...sentIt, ...outcome });
    const [gap, ...raisesMs] = press.raisesMs;
    if (gap !== undefined && !leading) {
      const raise: Press = { ...press, by: 'bid', raisesMs };
      setTimeout(() => {
        this.#due.push(raise);
        this.#work();
      }, gap);
    }
    this.#work();
  }
}

const NOTHING = { code: null, seq: null, priceCents: null, leading: false } as const;

/** The amount a press names on the lot as it is seen; null when nothing may be bid on it now. */
function centsOf({ steps }: Press, lot: PublicLot): number | null {
  if (lot.state !== 'live' || lot.nextBidCents === null) return null;
  return lot.nextBidCents + (steps - 1) * lot.bidIncrementCents;
}

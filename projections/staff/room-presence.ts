import { type PresenceAnswer, type PresenceAsked, subjects } from '@saleyard/contract/commands.ts';
import type { Bus } from '@saleyard/platform/bus/port.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';

/** ms in which gateways must answer; later answers are ignored. */
const ANSWER_MS = 300;

/**
 * The people in a room, or connected at all (null), at all gateways together. `people`: accounts, possibly not all of those signed
 * in.
 */
export type PresenceOf = (auction: string | null) => Promise<PresenceAnswer>;

/**
 * Requests the people in a room, or connected, from every gateway. The number of gateways is unknown, so it collects answers for a
 * fixed time. An account at two gateways counts once as long as both list it.
 */
export function presenceFrom(bus: Bus, clock: Clock, newId: () => string): PresenceOf {
  return (auction) =>
    new Promise((resolve) => {
      const people = new Set<string>();
      let unnamed = 0;
      let visitors = 0;
      const replyTo = subjects.presenceAnswer(newId());
      const stop = bus.subscribe(replyTo, (payload) => {
        const answer = payload as PresenceAnswer;
        for (const account of answer.people) people.add(account);
        unnamed += answer.signedIn - answer.people.length;
        visitors += answer.visitors;
      });
      clock.after(ANSWER_MS, () => {
        stop();
        resolve({ people: [...people], signedIn: people.size + unnamed, visitors });
      });
      const asked: PresenceAsked = { auction, replyTo };
      bus.publish(subjects.presenceAsked, asked);
    });
}

import type { Accounts } from '@saleyard/command-api/accounts/accounts.ts';
import type { SubmitCommand } from '@saleyard/command-api/http/engine-replies.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { randomFraction } from '@saleyard/platform/ids/ids.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import type { Chance } from '../made-up/chance.ts';
import { ActionRate } from './action-rate.ts';
import { Conductor } from './conductor.ts';
import { type DemoPeople, seedBidders, seedPeople } from './people.ts';
import { SimulatedBidder } from './simulated-bidder.ts';
import { SimulatedClerk } from './simulated-clerk.ts';

/** Bids and auto-bids a second of all simulated bidders together. */
const ACTIONS_PER_SECOND = 4;

export type DemoParts = {
  log: EventLog;
  clock: Clock;
  logger: Logger;
  secrets: Secrets;
  accounts: Accounts;
  submit: SubmitCommand;
  /** Left out: real chance. */
  chance?: Chance;
};

const conductorOf = (parts: DemoParts, people: DemoPeople, chance: Chance): Conductor =>
  new Conductor({
    ...parts,
    chance,
    numbers: parts.accounts.numbers,
    clerk: people.clerk.account,
    sellers: people.sellers,
  });

/** Makes the demo's accounts and the sales that should stand now, those that are missing, and ends. */
export async function seedDemo(parts: DemoParts): Promise<DemoPeople> {
  const people = await seedPeople(parts);
  const conductor = conductorOf(parts, people, parts.chance ?? randomFraction);
  await conductor.fill();
  await conductor.stop();
  return people;
}

/**
 * Demo mode: accounts, sales that keep coming, and simulated people who come in by the public door at `baseUrl`
 * ("http://127.0.0.1:8080"), which must be open. Resolves when the first sales stand.
 */
export async function startDemo(parts: DemoParts & { baseUrl: string }): Promise<{ stop(): Promise<void> }> {
  const { baseUrl, clock, chance = randomFraction } = parts;
  const people = await seedPeople(parts);
  const conductor = conductorOf(parts, people, chance);
  await conductor.fill();
  conductor.start();
  const sales = () => conductor.sales();
  const rate = new ActionRate(clock, ACTIONS_PER_SECOND);
  const clerk = new SimulatedClerk({ baseUrl, clock, chance, sales, who: people.clerk });
  clerk.start();
  const bidders: SimulatedBidder[] = [];
  let stopped = false;
  // Sales are there at once; the bidders come in while people look around.
  const coming = (async () => {
    for await (const who of seedBidders(parts)) {
      if (stopped) return;
      const bidder = new SimulatedBidder({ baseUrl, clock, chance, rate, sales, who });
      bidders.push(bidder);
      bidder.start();
    }
  })().catch((error: unknown) => parts.logger.error({ err: error }, 'a simulated bidder could not come in'));
  return {
    async stop() {
      stopped = true;
      await coming;
      for (const person of [clerk, ...bidders]) person.stop();
      await conductor.stop();
    },
  };
}

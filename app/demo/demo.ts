import type { Accounts } from '@saleyard/command-api/accounts/accounts.ts';
import type { SubmitCommand } from '@saleyard/command-api/engine-replies.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { randomFraction } from '@saleyard/platform/ids/ids.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import type { Random } from '../sample-data/random.ts';
import { ActionRate } from './action-rate.ts';
import { type DemoAccounts, seedAccounts, seedBidders } from './demo-accounts.ts';
import { makePastSales } from './past-sales.ts';
import { type OpenSales, SaleScheduler } from './sale-scheduler.ts';
import { SimulatedBidder } from './simulated-bidder.ts';
import { SimulatedClerk } from './simulated-clerk.ts';

/** Bids and auto-bids a second of all simulated bidders together. */
const ACTIONS_PER_SECOND = 4;
/** Bidders in the sales from before the demo. */
const PAST_BIDDERS = 14;

export type DemoParts = {
  log: EventLog;
  clock: Clock;
  logger: Logger;
  secrets: Secrets;
  accounts: Accounts;
  submit: SubmitCommand;
  openSales: OpenSales;
  /** Default: real random numbers. */
  random?: Random;
};

const schedulerOf = (parts: DemoParts, people: DemoAccounts, random: Random): SaleScheduler =>
  new SaleScheduler({
    ...parts,
    random,
    numbers: parts.accounts.numbers,
    clerk: people.clerk.account,
    sellers: people.sellers,
  });

/** Makes the demo's missing accounts and sales, and ends. */
export async function seedDemo(parts: DemoParts): Promise<DemoAccounts> {
  const people = await seedAccounts(parts);
  const scheduler = schedulerOf(parts, people, parts.random ?? randomFraction);
  await scheduler.fill();
  await scheduler.stop();
  return people;
}

/**
 * Demo mode: accounts, sales that keep coming, and simulated people who use the public interface at `baseUrl`
 * ("http://127.0.0.1:8080"), which must be open. Resolves when the first sales exist.
 */
export async function startDemo(parts: DemoParts & { baseUrl: string }): Promise<{ stop(): Promise<void> }> {
  const { baseUrl, clock, random = randomFraction } = parts;
  const people = await seedAccounts(parts);
  const scheduler = schedulerOf(parts, people, random);
  await scheduler.fill();
  scheduler.start();
  const sales = () => scheduler.sales();
  const rate = new ActionRate(clock, ACTIONS_PER_SECOND);
  const clerk = new SimulatedClerk({ baseUrl, clock, random, sales, who: people.clerk });
  clerk.start();
  const bidders: SimulatedBidder[] = [];
  let stopped = false;
  // Sales are there at once; the bidders come in while people look around, and some have bid here before.
  const coming = (async () => {
    const past: string[] = [...people.buyers];
    for await (const who of seedBidders(parts)) {
      if (stopped) return;
      past.push(who.account);
      if (past.length === PAST_BIDDERS)
        await makePastSales({
          ...parts,
          ...people,
          clerk: people.clerk.account,
          random,
          bidders: past,
          numbers: parts.accounts.numbers,
        });
      const bidder = new SimulatedBidder({ baseUrl, clock, random, rate, sales, who });
      bidders.push(bidder);
      bidder.start();
    }
  })().catch((error: unknown) => parts.logger.error({ err: error }, 'a simulated bidder could not come in'));
  return {
    async stop() {
      stopped = true;
      await coming;
      for (const person of [clerk, ...bidders]) person.stop();
      await scheduler.stop();
    },
  };
}

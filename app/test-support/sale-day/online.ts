import type { Suite } from '@saleyard/testing/suite.ts';
import { eventually } from '../eventually.ts';
import { bid, bidStatus, enterRoom } from '../live-room.ts';
import { command } from '../sales.ts';
import {
  actOnLot,
  bidByPhone,
  correctToSold,
  offerToRunnerUp,
  openSale,
  sellToAgreedRunnerUp,
  withdrawByMistake,
} from './corrections.ts';
import { auditProves, correctionsAreSaid } from './results.ts';
import {
  type DaySale,
  goLive,
  lotsOf,
  moveToTomorrow,
  type SaleDay,
  scheduleAndCatalogue,
  startSaleDay,
  stepsOf,
} from './sale-day.ts';

/** A sale without a clerk: its label on the form, what is typed there, and whether lots are live one after another. */
type Online = { label: string; typed: Readonly<Record<string, string>>; inTurn: boolean };

const pause = (day: SaleDay, { _id }: DaySale) =>
  command(day.staff, _id, 'pause', { reason: 'The auctioneer talks' });
const unpause = (day: SaleDay, { _id }: DaySale) =>
  command(day.staff, _id, 'unpause', { reason: 'Bidding goes on' });

/** Waits until a lot is live, and returns its id. */
async function liveLot(day: SaleDay, sale: DaySale, number: string): Promise<string> {
  return eventually(async () => {
    const lot = (await lotsOf(day, sale))[number];
    if (lot?.state !== 'live') throw new Error(`Lot ${number} is ${lot?.state}`);
    return lot._id;
  });
}

/**
 * The sale day of a sale without a clerk. Its timers stand still while people act, and it closes by itself: no step races
 * against a deadline on a slow machine.
 */
export function onlineSaleDay(test: Suite, { label, typed, inTurn }: Online): void {
  let day: SaleDay;
  let sale: DaySale;
  const step = stepsOf(test, () => day);
  test.before(async () => {
    day = await startSaleDay();
  });
  test.after(() => day?.close());

  /** Staff bid on a lot for Beth, who phones. */
  const phone = async (number: string, price: string, maximum = false): Promise<void> => {
    await openSale(day, day.stan, sale);
    await actOnLot(day.stan, number, new RegExp(`^Bid on Lot ${number} by phone…`));
    await bidByPhone(day.stan, { name: 'Beth', price, maximum });
  };

  step('it is scheduled, catalogued and moved to tomorrow, which those who watch it read', async () => {
    sale = await moveToTomorrow(day, await scheduleAndCatalogue(day, label, typed));
  });

  step('[C3] [C8] a lot is put back; staff bid for a caller, and every lot closes by itself', async () => {
    const { bill, server, stan } = day;
    await goLive(day, sale, () => pause(day, sale));
    await openSale(day, stan, sale);
    await withdrawByMistake(stan, '4');
    for (const number of ['1', '2', '3', '4']) {
      if (inTurn && number !== '1') {
        await unpause(day, sale);
        await liveLot(day, sale, number);
        await pause(day, sale);
      }
      const lot = await liveLot(day, sale, number);
      await phone(number, number === '4' ? '450' : '405', number === '4');
      if (number === '4') continue;
      await enterRoom(bill, server.base, sale.searchNumber, lot);
      await bid(bill, '$410');
      await bidStatus(bill, /You are leading at \$410\.00/);
    }
    await unpause(day, sale);
  });

  step('[C4] [C5] buyer and price are corrected; a default goes to the runner-up, who accepts', async () => {
    const { stan } = day;
    await eventually(async () => {
      const lots = Object.values(await lotsOf(day, sale));
      if (lots.some(({ state }) => state !== 'closed')) throw new Error('a lot is not closed yet');
    });
    await openSale(day, stan, sale);
    await correctToSold(stan, '1', {
      to: 'account',
      name: 'Bobby',
      price: '420',
      agreed: true,
      reason: 'He had bid from the other phone',
    });
    await stan.getByText('Correction of Lot 1 recorded').waitFor();
    await offerToRunnerUp(day, '2');
  });

  step('[C6] a dear lot waits for a second person, with the consent that staff record', () =>
    sellToAgreedRunnerUp(day, sale, '3'),
  );

  step('results and documents have what was put right, and both sides got an e-mail', async () => {
    const came = [
      { number: '1', buyer: 'Bobby Both', cents: 42_000, was: 41_000 },
      { number: '2', buyer: 'Beth Buyer', cents: 40_500, was: 41_000 },
      { number: '3', buyer: 'Beth Buyer', cents: 40_500, was: 41_000 },
      { number: '4', buyer: 'Beth Buyer', cents: 40_500 },
    ];
    await correctionsAreSaid(day, sale, came, 'He had bid from the other phone');
  });

  step('the audit proves all of it, and names who did what', () => auditProves(day, sale, AUDIT_STEPS));
}

/** The actor of each act on a lot, as its ladder has it. */
const AUDIT_STEPS = {
  1: [/Stan Staff.*by phone/, /Stan Staff.*corrected/],
  2: [/Stan Staff.*proposed/, /Beth Buyer.*accepted the lot/],
  3: [/Stan Staff.*proposed/, /Wendy Second.*confirmed/],
  4: [/Stan Staff.*withdrew the lot/, /Stan Staff.*put/],
} as const;

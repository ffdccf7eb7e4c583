import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import { keepScreens } from '../test-support/browser.ts';
import { bid, bidStatus, enterRoom } from '../test-support/live-room.ts';
import {
  bidByPhone,
  correctToSold,
  giveReason,
  offerToRunnerUp,
  openSale,
  sellToAgreedRunnerUp,
  withdrawByMistake,
} from '../test-support/sale-day/corrections.ts';
import { auditProves, correctionsAreSaid } from '../test-support/sale-day/results.ts';
import {
  type DaySale,
  goLive,
  lotsOf,
  moveToTomorrow,
  type SaleDay,
  scheduleAndCatalogue,
  startSaleDay,
  stepsOf,
} from '../test-support/sale-day/sale-day.ts';

const test = suite('the sale day of an interfaced sale', { limitMs: 300_000 });
const step = stepsOf(test, () => day);

let day: SaleDay;
let sale: DaySale;

test.before(async () => {
  day = await startSaleDay();
});
test.after(() => day?.close());

/** Types an amount on the console and sends it as a floor bid; `twice` where it is far above the price. */
async function floorBid(amount: string, twice = false): Promise<void> {
  const { stan } = day;
  await stan.keyboard.type(amount);
  await stan.keyboard.press('Enter');
  if (twice) {
    await stan.getByText(/is far above the price\. Press B or Enter again/).waitFor();
    await stan.keyboard.press('Enter');
  }
  await stan.getByText(new RegExp(`^Floor bid \\$.*${amount.slice(-3)}\\.00`)).waitFor();
}

/** Knocks the lot in hand down, by the key pressed twice. */
async function knockDown(number: string): Promise<void> {
  const { stan } = day;
  await stan.keyboard.press('k');
  await stan.getByText(/Press K again to knock down/).waitFor();
  await stan.keyboard.press('k');
  await stan.getByText(new RegExp(`^Lot ${number}: Sold to `)).waitFor();
}

const lot = async (number: string): Promise<string> => (await lotsOf(day, sale))[number]?._id ?? '';

step('it is scheduled, catalogued and moved to tomorrow, which those who watch it read', async () => {
  const scheduled = await scheduleAndCatalogue(day, 'INTERFACED', {
    'A closed lot may be reopened for (seconds)': '60',
  });
  sale = await moveToTomorrow(day, scheduled);
});

step('the desk gives a buyer number; a wrong floor bid is taken back, and the room reads why', async () => {
  const { stan, bill, server } = day;
  await openSale(day, stan, sale);
  await stan.getByRole('link', { name: 'Buyer numbers' }).click();
  await stan.getByLabel('Buyer number', { exact: true }).fill('214');
  await stan.getByLabel('Name', { exact: true }).fill('Frank Floor');
  await stan.getByLabel('Phone', { exact: true }).fill('0491570158');
  await stan.getByRole('button', { name: 'Give number' }).click();
  await stan.getByRole('row', { name: /214 Frank Floor/ }).waitFor();
  await keepScreens(stan, 'sale-day-buyer-numbers');

  await goLive(day, sale);
  await enterRoom(bill, server.base, sale.searchNumber, await lot('1'));
  await stan.goto(server.base + paths.clerk(sale));
  await stan.getByRole('button', { name: /^Open Lot 1/ }).waitFor();
  await stan.keyboard.press('o');
  await stan.getByText(/^Lot 1 is open/).waitFor();
  await floorBid('4350', true);
  await bill.getByText('$4,350.00').first().waitFor();
  await stan.getByRole('button', { name: 'Take back the floor bid' }).click();
  await keepScreens(stan, 'sale-day-retract');
  await giveReason(stan, 'A digit too many was typed', 'Take back');
  await bill
    .getByText('The bid of $4,350.00 was taken back by the clerk: A digit too many was typed')
    .waitFor();
  await keepScreens(bill, 'sale-day-taken-back');
  await floorBid('435');
});

step(
  '[C8] staff bid for a caller, whom the room does not name; the floor buys by number, and the lot is reopened',
  async () => {
    const { stan, bill } = day;
    await bid(bill, '$440');
    await stan.getByRole('button', { name: 'Phone bid' }).click();
    await bidByPhone(stan, { name: 'Beth', price: '445' });
    await bidStatus(bill, /outbid/i);
    await floorBid('450');
    await stan.keyboard.press('n');
    await stan.keyboard.type('214');
    await stan.getByText('Frank Floor').waitFor();
    await keepScreens(stan, 'sale-day-console');
    await stan.keyboard.press('Enter');
    await knockDown('1');
    await stan.getByRole('button', { name: 'Reopen Lot 1' }).click();
    await keepScreens(stan, 'sale-day-reopen');
    await giveReason(stan, 'A buyer was still bidding', 'Reopen');
    await bid(bill, '$455');
    await stan.getByText('$455.00').first().waitFor();
    await knockDown('1');
    await bill.getByText('You bought this lot').first().waitFor();
  },
);

step(
  'two lots are knocked down to a buyer above a caller, and one to the floor whose buyer is named later',
  async () => {
    const { stan, bill, server } = day;
    for (const number of ['2', '3']) {
      await stan.getByRole('button', { name: new RegExp(`^Open Lot ${number}`) }).waitFor();
      await stan.keyboard.press('o');
      await stan.getByText(new RegExp(`^Lot ${number} is open`)).waitFor();
      await stan.getByRole('button', { name: 'Phone bid' }).click();
      await bidByPhone(stan, { name: 'Beth', price: '405' });
      await enterRoom(bill, server.base, sale.searchNumber, await lot(number));
      await bid(bill, '$410');
      await stan.getByText('$410.00').first().waitFor();
      await knockDown(number);
    }
    await openSale(day, stan, sale);
    await withdrawByMistake(stan, '4');
    await stan.getByRole('link', { name: 'Clerk’s console' }).click();
    await stan.getByRole('button', { name: /^Open Lot 4/ }).waitFor();
    await stan.keyboard.press('o');
    await stan.getByText(/^Lot 4 is open/).waitFor();
    await floorBid('500');
    await knockDown('4');
    await stan.getByRole('link', { name: 'Back to the sale' }).click();
    await stan.getByRole('heading', { name: 'Buyer to be named' }).waitFor();
    await keepScreens(stan, 'sale-day-to-be-named');
    await stan.getByRole('button', { name: 'Name the buyer of Lot 4' }).click();
    await stan.locator('dialog[open]').getByLabel('Buyer number', { exact: true }).fill('214');
    await keepScreens(stan, 'sale-day-name-buyer');
    await stan.locator('dialog[open]').getByRole('button', { name: 'Name the buyer' }).click();
    await stan.getByText('Buyer of Lot 4 named').waitFor();
  },
);

step('buyer and price are corrected; a default goes to the runner-up, who accepts', async () => {
  const { stan } = day;
  await correctToSold(stan, '1', {
    to: 'number',
    number: '214',
    price: '460',
    reason: 'The auctioneer sold it to the floor',
  });
  await stan.getByText('Correction of Lot 1 recorded').waitFor();
  await offerToRunnerUp(day, '2');
});

step('a dear lot waits for a second person, with the consent that staff record', () =>
  sellToAgreedRunnerUp(day, sale, '3'),
);

step('results and documents have what was put right, and both sides got an e-mail', async () => {
  const came = [
    { number: '1', buyer: 'Frank Floor', leader: 'Frank Floor, floor buyer 214', cents: 46_000, was: 45_500 },
    { number: '2', buyer: 'Beth Buyer', cents: 40_500, was: 41_000 },
    { number: '3', buyer: 'Beth Buyer', cents: 40_500, was: 41_000 },
    { number: '4', buyer: 'Frank Floor', leader: 'Frank Floor, floor buyer 214', cents: 50_000 },
  ];
  await correctionsAreSaid(day, sale, came, 'The auctioneer sold it to the floor');
});

step('the audit proves all of it, and names who did what', () =>
  auditProves(day, sale, {
    1: [/Stan Staff.*took back/, /Stan Staff.*reopened the lot/, /Stan Staff.*corrected/],
    2: [/Stan Staff.*proposed/, /Beth Buyer.*accepted the lot/],
    3: [/Stan Staff.*proposed/, /Wendy Second.*confirmed/],
    4: [/Stan Staff.*put/],
  }),
);

test.run();

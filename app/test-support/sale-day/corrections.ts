import { paths } from '@saleyard/web/src/config/paths.ts';
import type { Locator, Page } from 'playwright-core';
import { keepScreens } from '../browser.ts';
import type { DaySale, SaleDay } from './sale-day.ts';

/** What staff do to put a sale right, on its screens. */

/** Staff open the screen of a sale. */
export const openSale = ({ server }: SaleDay, page: Page, sale: DaySale): Promise<unknown> =>
  page.goto(server.base + paths.staffSale(sale));

/** The open dialog. Its buttons and fields are looked for in it alone. */
const dialogOf = (page: Page): Locator => page.locator('dialog[open]');

/** Staff choose an action of a lot on the screen of its sale. */
export async function actOnLot(page: Page, number: string, action: RegExp): Promise<void> {
  await page.getByRole('button', { name: `Actions on Lot ${number}`, exact: true }).click();
  await dialogOf(page).getByRole('button', { name: action }).click();
}

/** Staff give the reason that an open dialog requires, and go on. */
export async function giveReason(page: Page, reason: string, action: string): Promise<void> {
  await dialogOf(page).getByLabel('Reason', { exact: true }).fill(reason);
  await dialogOf(page).getByRole('button', { name: action, exact: true }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
}

/** Staff find an account in an open dialog, and choose it. */
async function chooseAccount(page: Page, label: string, find: string): Promise<void> {
  await dialogOf(page).getByLabel(label, { exact: true }).fill(find);
  await dialogOf(page)
    .getByRole('radio', { name: new RegExp(find) })
    .check();
}

/** Staff bid by phone for an account in the dialog that is open. `maximum`: an auto-bid. */
export async function bidByPhone(
  page: Page,
  { name, price, maximum = false }: { name: string; price: string; maximum?: boolean },
): Promise<void> {
  const dialog = dialogOf(page);
  await chooseAccount(page, 'Bidder', name);
  await dialog.getByRole('radio', { name: maximum ? /^An auto-bid/ : 'One bid' }).check();
  await dialog.getByLabel('Price in dollars per head').fill(price);
  await dialog.getByLabel('Note').fill(`${name} phoned from the paddock`);
  await keepScreens(page, 'sale-day-phone-bid');
  await dialog.getByRole('button', { name: maximum ? 'Set the maximum' : 'Place the bid' }).click();
  await dialog.waitFor({ state: 'detached' });
}

type Sold =
  | { to: 'bidder'; name: string }
  | { to: 'number'; number: string; price: string }
  | { to: 'account'; name: string; price: string }
  | { to: 'same'; price: string };

const BOUGHT_BY = {
  bidder: /^Another bidder of this lot/,
  number: 'A buyer number',
  account: 'Any account',
  same: /^The same buyer/,
} as const;

/** Staff correct a closed lot to sold. `agreed`: they record that the buyer has agreed, instead of an offer to them. */
export async function correctToSold(
  page: Page,
  number: string,
  sold: Sold & { reason: string; agreed?: boolean },
): Promise<void> {
  await actOnLot(page, number, new RegExp(`^Correct Lot ${number}…`));
  const dialog = dialogOf(page);
  await dialog.getByRole('radio', { name: BOUGHT_BY[sold.to] }).check();
  if (sold.to === 'bidder') await dialog.getByRole('radio', { name: new RegExp(sold.name) }).check();
  if (sold.to === 'number') await dialog.getByLabel('Buyer number', { exact: true }).fill(sold.number);
  if (sold.to === 'account') await chooseAccount(page, 'Buyer', sold.name);
  if ('price' in sold) await dialog.getByLabel('Price in dollars per head').fill(sold.price);
  if (sold.agreed === true) await dialog.getByRole('radio', { name: /^They have agreed/ }).check();
  await dialog.getByLabel('Reason', { exact: true }).fill(sold.reason);
  await keepScreens(page, `sale-day-correct-${sold.to}`);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await keepScreens(page, `sale-day-correct-${sold.to}-confirm`);
  await dialog.getByRole('button', { name: /^(Correct|Ask the buyer)$/ }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Staff withdraw a lot by mistake, see that it is out, and put it back. */
export async function withdrawByMistake(page: Page, number: string): Promise<void> {
  await actOnLot(page, number, new RegExp(`^Withdraw Lot ${number}…`));
  await giveReason(page, 'Lame', 'Withdraw');
  const row = page.getByRole('row', { name: new RegExp(`^${number} `) });
  await row.getByText('Withdrawn').waitFor();
  await actOnLot(page, number, new RegExp(`^Put Lot ${number} back in the sale…`));
  await keepScreens(page, 'sale-day-reinstate');
  await giveReason(page, 'The wrong lot was withdrawn', 'Put back');
  await row.getByText('Withdrawn').waitFor({ state: 'detached' });
}

/** The second person confirms a correction. The first one cannot. */
async function confirmBySecondPerson({ stan, wendy, ...day }: SaleDay, number: string): Promise<void> {
  const confirms = new RegExp(`^Confirm the correction of Lot ${number}…`);
  await actOnLot(stan, number, confirms);
  await dialogOf(stan).getByRole('button', { name: 'Confirm', exact: true }).click();
  await stan.getByText('Somebody else has to confirm this correction.').waitFor();
  await keepScreens(stan, 'sale-day-second-person-needed');
  await stan.getByRole('button', { name: 'OK' }).click();
  await wendy.goto(day.server.base + paths.staff);
  await keepScreens(wendy, 'sale-day-desk');
  await wendy
    .getByRole('link', { name: /^Gunnedah Store Cattle/ })
    .first()
    .click();
  await actOnLot(wendy, number, confirms);
  await keepScreens(wendy, 'sale-day-confirm');
  await dialogOf(wendy).getByRole('button', { name: 'Confirm', exact: true }).click();
  await wendy.getByText(`Correction of Lot ${number} confirmed`).waitFor();
}

/** A buyer accepts the lot that is offered to them, in their results. */
async function acceptOffer({ server }: SaleDay, page: Page, number: string): Promise<void> {
  await page.goto(server.base + paths.myResults);
  await page.getByRole('heading', { name: 'Offered to you' }).waitFor();
  await keepScreens(page, 'sale-day-offer');
  await page.getByRole('button', { name: `Accept Lot ${number}`, exact: true }).click();
  await keepScreens(page, 'sale-day-offer-accept');
  await page.getByRole('button', { name: 'Buy this lot' }).click();
  await page.getByText(`Lot ${number} bought`).waitFor();
}

/** Why lots go to the runner-up, Beth. */
export const UNPAID = 'The buyer did not pay';
const TO_RUNNER_UP = { to: 'bidder', name: 'Beth', reason: UNPAID } as const;

/** A lot whose buyer did not pay is offered to the runner-up, who accepts it. The screen of the sale is open. */
export async function offerToRunnerUp(day: SaleDay, number: string): Promise<void> {
  const { beth, stan } = day;
  await correctToSold(stan, number, TO_RUNNER_UP);
  await stan.getByText(`Lot ${number}: the buyer is asked`).waitFor();
  await acceptOffer(day, beth, number);
}

/** The same of a dear lot: staff record that the runner-up has agreed, and a second person confirms. */
export async function sellToAgreedRunnerUp(day: SaleDay, sale: DaySale, number: string): Promise<void> {
  await openSale(day, day.stan, sale);
  await correctToSold(day.stan, number, { ...TO_RUNNER_UP, agreed: true });
  await confirmBySecondPerson(day, number);
}

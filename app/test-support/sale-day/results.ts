import { readFile } from 'node:fs/promises';
import { formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { readPdf } from '@saleyard/projections/test-support/read-pdf.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import { parse } from 'csv-parse/sync';
import * as assert from 'uvu/assert';
import { keepScreens } from '../browser.ts';
import { eventually } from '../eventually.ts';
import { openSale, UNPAID } from './corrections.ts';
import { accountsOf, auditOf, type DaySale, lotsOf, mailTo, provenBy, type SaleDay } from './sale-day.ts';

/**
 * What a lot came to. `leader`: how the staff screen names its buyer, where that is not `buyer`. `was`: the price that it
 * was knocked down at, where it was corrected. Cents.
 */
type Came = { number: string; buyer: string; leader?: string; cents: number; was?: number };

const priceText = (cents: number): string => formatPriceWithUnit(cents, 'head');

/** Waits until a sale is closed, as long as it may be reopened. */
async function closes({ staff }: SaleDay, sale: DaySale): Promise<void> {
  await eventually(async () => {
    const { auction } = await staff.call<{ auction: { state: string } }>('GET', `staff/auctions/${sale._id}`);
    assert.is(auction.state, 'closed');
  });
}

/** A document of a sale's results, as everybody may save it. A busy server is called again. */
async function summaryFile({ server, staff }: SaleDay, sale: DaySale, type: 'csv' | 'pdf'): Promise<Buffer> {
  const address = `${server.base}/api/v1/print/auctions/${sale._id}/auction-summary`;
  return eventually(async () => {
    const answer = await fetch(`${address}?type=${type}`, { headers: { cookie: staff.cookie } });
    assert.is(answer.status, 200);
    return Buffer.from(await answer.arrayBuffer());
  });
}

/** The rows of the results of a sale, as everybody may save them. */
async function summaryRows(day: SaleDay, sale: DaySale): Promise<Record<string, string>[]> {
  return parse(await summaryFile(day, sale, 'csv'), { columns: true, bom: true });
}

/** The results of a sale, on its page and in its documents, say what was put right. */
async function resultsSay(day: SaleDay, sale: DaySale, came: readonly Came[]): Promise<void> {
  await closes(day, sale);
  await eventually(async () => {
    const lots = await lotsOf(day, sale);
    assert.equal(
      came.map(({ number }) => [number, lots[number]?.leader?.name, lots[number]?.closedPrice]),
      came.map(({ number, buyer, leader = buyer, cents }) => [number, leader, cents]),
    );
  });
  const { bill, server } = day;
  await bill.goto(server.base + paths.auctionResults({ ...sale, kindData: { title: 'Cattle' } }));
  const table = bill.getByRole('table', { name: /^Lots of / });
  for (const { number, cents, was } of came) {
    const row = table.getByRole('row', { name: new RegExp(`^(Lot )?${number}\\b`) }).first();
    await row.getByText(priceText(cents)).first().waitFor();
    if (was !== undefined) await row.getByText(`Corrected from ${priceText(was)}`).waitFor();
  }
  await keepScreens(bill, 'sale-day-results');
  const rows = await summaryRows(day, sale);
  for (const { number, cents, was } of came) {
    const row = rows.find((one) => one['Lot'] === number);
    assert.is(row?.['Price ($)'], (cents / 100).toFixed(2));
    assert.is(row?.['Knocked down as'], was === undefined ? '' : `Sold at ${priceText(was)}`);
  }
  const { pages } = await readPdf(await summaryFile(day, sale, 'pdf'));
  const text = pages.join(' ').replace(/\s+/g, ' ');
  for (const { cents, was } of came) {
    assert.match(text, priceText(cents));
    if (was !== undefined) assert.match(text, `Corrected from ${priceText(was)}`);
  }
}

/** The file that staff export of the results names the buyers, and what a corrected lot was knocked down as. */
async function exportSays(day: SaleDay, sale: DaySale, came: readonly Came[]): Promise<void> {
  const { stan } = day;
  await openSale(day, stan, sale);
  await stan.getByRole('button', { name: 'Export results' }).click();
  const [download] = await Promise.all([
    stan.waitForEvent('download'),
    stan.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  const rows = parse(text, { columns: true, bom: true }) as Record<string, string>[];
  for (const { number, buyer, cents, was } of came) {
    const row = rows.find((one) => one['Lot'] === number);
    assert.equal([row?.['Buyer'], row?.['Price ($)']], [buyer, (cents / 100).toFixed(2)]);
    if (was === undefined) assert.is(row?.['Knocked down as'], '');
    else assert.match(row?.['Knocked down as'] ?? '', (was / 100).toFixed(2));
  }
}

const CORRECTED = (number: string): RegExp => new RegExp(`^Lot ${number} of .*: the result was corrected`);

/** Each of these accounts got an e-mail about the correction of a lot, which names nobody. */
async function correctionIsMailed(
  day: SaleDay,
  number: string,
  accounts: readonly string[],
  reason: string,
): Promise<void> {
  for (const account of accounts) {
    const text = await mailTo(day, account, CORRECTED(number));
    assert.match(text, reason);
    assert.not.match(text, /B(?:ill|eth) Buyer|Frank Floor/);
  }
}

/**
 * Results, files and e-mails have what was put right: lot 1 was corrected for `reason`, and lots 2 and 3 went to the
 * runner-up.
 */
export async function correctionsAreSaid(
  day: SaleDay,
  sale: DaySale,
  came: readonly Came[],
  reason: string,
): Promise<void> {
  await resultsSay(day, sale, came);
  await exportSays(day, sale, came);
  const { seller, bill, beth } = await accountsOf(day);
  await correctionIsMailed(day, '1', [seller, bill], reason);
  for (const number of ['2', '3']) await correctionIsMailed(day, number, [seller, bill, beth], UNPAID);
}

/** The audit proves a sale, on the command line and for staff, and its ladders name who did what. */
export async function auditProves(
  day: SaleDay,
  sale: DaySale,
  steps: Readonly<Record<string, readonly RegExp[]>>,
): Promise<void> {
  await provenBy(day, sale);
  for (const [number, wanted] of Object.entries(steps)) {
    const ladder = await provenBy(day, sale, number);
    for (const step of wanted) assert.match(ladder, step);
  }
  assert.is((await auditOf(day, sale)).verdict, 'proven');
}

import { exemptFromSecondFactor } from '@saleyard/command-api/sign-in/complete-sign-in.ts';
import type { StaffAuction } from '@saleyard/contract/auctions.ts';
import type { SaleAudit } from '@saleyard/contract/audit.ts';
import type { StaffLot } from '@saleyard/contract/lots.ts';
import type { StaffAccountEntry } from '@saleyard/contract/staff-accounts.ts';
import { SHIPPED_TERMS } from '@saleyard/domain/account/terms.ts';
import type { Suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { runSaleyard } from '../../client/server-process.ts';
import type { Session } from '../../client/session.ts';
import { DEMO_PASSWORD } from '../../demo/demo-accounts.ts';
import { Browser, keepPicture, signIn } from '../browser.ts';
import { eventually } from '../eventually.ts';
import { cataloguedLots } from '../sales.ts';
import { startTestServer, type TestServer, until } from '../test-server.ts';

/** Corrections of lots worth more than this need a second person: of the third lot alone. Dollars. */
export const SECOND_PERSON_ABOVE = 20_000;

/** The lots of the sale day's file: ten head each, and a dear one of a hundred. From $400.00 by $5.00. */
const FILE_LOTS = [
  ['1', 10, 'Ten Angus Steers'],
  ['2', 10, 'Ten Hereford Steers'],
  ['3', 100, 'Hundred Angus Heifers'],
  ['4', 10, 'Ten Brahman Bulls'],
] as const;

export type SaleDay = {
  server: TestServer;
  browser: Browser;
  /** Two members of staff and two buyers, each in a browser of their own. Beth phones first. */
  stan: Page;
  wendy: Page;
  bill: Page;
  beth: Page;
  staff: Session;
  close(): Promise<void>;
};

/** Whose accounts they sign in to. */
const NAMES = { stan: 'staff', wendy: 'wendy', bill: 'buyer', beth: 'buyer2' } as const;

/** A sale of the day, by its id and its number. */
export type DaySale = Pick<StaffAuction, '_id' | 'searchNumber' | 'openAt' | 'liveAt'>;

/** A second administrator, who confirms what the first one corrects. */
async function secondAdministrator({ accounts, stores }: TestServer): Promise<void> {
  const reply = await accounts.register(
    {
      person: {
        firstName: 'Wendy',
        lastName: 'Second',
        email: `${NAMES.wendy}@saleyard.test`,
        phone: '0491570157',
        tradingName: 'Second Pastoral',
        officeAddress: { town: 'GUNNEDAH', state: 'NSW', postcode: '2380' },
      },
      password: DEMO_PASSWORD,
      status: 'registered',
      type: 'guest',
      role: 'admin',
      stockTypes: [],
      approvedStockTypes: [],
    },
    { kind: 'system', id: 'test' },
    undefined,
    { terms: SHIPPED_TERMS },
  );
  if (reply.outcome !== 'registered') throw new Error(reply.outcome);
  await exemptFromSecondFactor(stores.secrets, reply.account);
}

/** A marketplace with an office of two, and its people signed in. */
export async function startSaleDay(): Promise<SaleDay> {
  const server = await startTestServer();
  const browser = new Browser();
  await secondAdministrator(server);
  const person = async (name: string): Promise<Page> => {
    const { page } = await browser.person();
    await signIn(page, server.base, `${name}@saleyard.test`);
    return page;
  };
  return {
    server,
    browser,
    stan: await person(NAMES.stan),
    wendy: await person(NAMES.wendy),
    bill: await person(NAMES.bill),
    beth: await person(NAMES.beth),
    staff: await server.signedIn('staff'),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** The account of somebody who is in the demo, as staff find it. */
async function accountOf({ staff }: SaleDay, email: string): Promise<StaffAccountEntry> {
  const { accounts } = await staff.call<{ accounts: StaffAccountEntry[] }>(
    'GET',
    `staff/accounts?search=${encodeURIComponent(email)}&page=1&limit=100`,
  );
  const account = accounts.find((one) => one.email === email);
  if (account === undefined) throw new Error(`there is no account ${email}`);
  return account;
}

/** The ids of the accounts that take part. */
export async function accountsOf(day: SaleDay): Promise<Record<'seller' | 'bill' | 'beth', string>> {
  const id = async (name: string): Promise<string> => (await accountOf(day, `${name}@saleyard.test`))._id;
  return { seller: await id('seller'), bill: await id('buyer'), beth: await id('buyer2') };
}

/** Staff schedule a sale on the form. Its times are those that the form suggests. */
async function scheduleByForm(
  day: SaleDay,
  type: string,
  typed: Readonly<Record<string, string>>,
): Promise<DaySale> {
  const { server, stan, staff } = day;
  await stan.goto(server.base + paths.newSale);
  await stan.getByLabel('Title', { exact: true }).fill('Gunnedah Store Cattle');
  await stan.getByRole('radio', { name: new RegExp(`^${type}`) }).check();
  await stan.getByLabel(/^Public/).check();
  const field = (label: string) => stan.getByLabel(label, { exact: true });
  await field('Corrections above').fill(String(SECOND_PERSON_ABOVE));
  for (const [label, text] of Object.entries(typed)) await field(label).fill(text);
  await stan.getByRole('button', { name: 'Schedule without lots' }).click();
  await stan.waitForURL(/\/staff\/sales\/(?!new)/);
  const id = new URL(stan.url()).pathname.split('/').at(-1) ?? '';
  const { auction } = await staff.call<{ auction: StaffAuction }>('GET', `staff/auctions/${id}`);
  return auction;
}

/** Staff add the lots of a file on the screen of the sale. The seller is Sally's account. */
async function addLotsByFile(day: SaleDay, sale: DaySale): Promise<void> {
  const { server, stan } = day;
  const seller = await accountOf(day, 'seller@saleyard.test');
  const heads =
    'number,unit,count,startCents,incrementCents,vendorName,title,town,state,postcode,breed,sex,stockCategory,listedBy';
  const rows = FILE_LOTS.map(
    ([number, count, title]) =>
      `${number},head,${count},40000,500,Wattle Park Pastoral,${title},GUNNEDAH,NSW,2380,Angus,Steers,Feeder,${seller.shortId}`,
  );
  await stan.goto(server.base + paths.staffSale(sale));
  await stan.getByRole('button', { name: 'Add lots' }).click();
  await stan.getByRole('radio', { name: 'From a CSV file' }).check();
  await stan.getByLabel('Choose a CSV file or a spreadsheet').setInputFiles({
    name: 'lots.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([heads, ...rows].join('\n')),
  });
  await stan.getByText('4 lots read').waitFor();
  await stan.getByRole('button', { name: 'Add 4 lots' }).click();
  await stan.getByRole('row', { name: /Ten Brahman Bulls/ }).waitFor();
  // Buyers read another read model, which may be behind this one.
  await eventually(async () =>
    assert.is((await cataloguedLots(day.staff, sale._id)).length, FILE_LOTS.length),
  );
}

/**
 * Staff schedule a sale on the form and add its lots, one of which Bill watches. `typed`: what its type needs, by the label of
 * the field.
 */
export async function scheduleAndCatalogue(
  day: SaleDay,
  type: string,
  typed: Readonly<Record<string, string>>,
): Promise<DaySale> {
  const { bill, server } = day;
  const sale = await scheduleByForm(day, type, typed);
  await addLotsByFile(day, sale);
  await bill.goto(server.base + paths.catalogue({ ...sale, kindData: { title: 'Cattle' } }));
  await bill
    .getByRole('button', { name: /^Watch/ })
    .first()
    .click();
  await bill
    .getByRole('button', { name: /^(Unwatch|Watching)/ })
    .first()
    .waitFor();
  return sale;
}

/**
 * Staff move a sale to tomorrow on its schedule's screen, and confirm what that changes. Those who watch a lot or sell one get an
 * e-mail.
 */
export async function moveToTomorrow(day: SaleDay, sale: DaySale): Promise<DaySale> {
  const { server, stan, staff } = day;
  await stan.goto(server.base + paths.staffSale(sale));
  await stan.getByRole('link', { name: 'Change the schedule' }).click();
  await stan.getByRole('button', { name: 'Move all times to the next day' }).click();
  await stan.getByRole('button', { name: 'Save the schedule' }).click();
  await stan.getByRole('dialog', { name: 'Move the sale?' }).waitFor();
  await stan.getByRole('button', { name: 'Move the sale', exact: true }).click();
  await stan.waitForURL(server.base + paths.staffSale(sale));
  const moved = await until(async () => {
    const { auction } = await staff.call<{ auction: StaffAuction }>('GET', `staff/auctions/${sale._id}`);
    return auction.liveAt - sale.liveAt === 24 * 3_600_000 && auction;
  });
  const { bill, seller } = await accountsOf(day);
  for (const account of [bill, seller]) await mailTo(day, account, /Gunnedah Store Cattle/);
  return moved;
}

/** The lots of a sale by their numbers, as staff see them now. */
export async function lotsOf({ staff }: SaleDay, sale: DaySale): Promise<Record<string, StaffLot>> {
  const { lots } = await staff.call<{ lots: StaffLot[] }>('GET', `staff/auctions/${sale._id}/lots`);
  return Object.fromEntries(lots.map((lot) => [lot.number, lot]));
}

/** Time moves on until the sale is live; `then` happens at once. Sessions end in a day: everybody signs in again. */
export async function goLive(day: SaleDay, sale: DaySale, then?: () => Promise<unknown>): Promise<void> {
  day.server.clock.advanceTo(sale.liveAt);
  day.staff = await day.server.signedIn('staff');
  await eventually(async () => {
    const { auction } = await day.staff.call<{ auction: StaffAuction }>('GET', `staff/auctions/${sale._id}`);
    assert.is(auction.state, 'live');
  });
  await then?.();
  for (const [who, name] of Object.entries(NAMES))
    await signIn(day[who as keyof typeof NAMES], day.server.base, `${name}@saleyard.test`);
}

/** Waits for an e-mail to an account whose subject matches, and returns its text. */
export async function mailTo({ server }: SaleDay, account: string, subject: RegExp): Promise<string> {
  return eventually(async () => {
    const { messages } = await server.stores.outbox.read({ account, page: 1, limit: 100 });
    const found = messages.find((mail) => subject.test(mail.subject ?? ''));
    assert.ok(found, `none of ${messages.map((mail) => mail.subject).join('; ')} is ${subject}`);
    return found.text;
  });
}

/** What the audit of the command line prints of a sale, once it is proven. `lot`: of one lot, with its ladder. */
export async function provenBy({ server }: SaleDay, sale: DaySale, lot?: string): Promise<string> {
  const more = lot === undefined ? [] : ['--lot', lot];
  const { code, output } = await runSaleyard(server.folder, 'audit', String(sale.searchNumber), ...more);
  assert.is(code, 0, output);
  assert.match(output, 'PROVEN');
  return output;
}

/** The audit that staff read in the browser agrees. */
export async function auditOf({ staff }: SaleDay, sale: DaySale): Promise<SaleAudit> {
  return staff.call<SaleAudit>('GET', `staff/auctions/${sale._id}/audit`);
}

/**
 * Adds the steps of a sale day, which each need the one before: once one failed, the others fail at once. Pictures of its
 * people's screens are then kept.
 */
export function stepsOf(
  test: Suite,
  dayOf: () => SaleDay | undefined,
): (name: string, body: () => Promise<void>) => void {
  let failed: string | null = null;
  return (name, body) =>
    test(name, async () => {
      if (failed !== null) throw new Error(`not run, because "${failed}" failed`);
      try {
        await body();
      } catch (error) {
        failed = name;
        console.error(error);
        const day = dayOf();
        if (day === undefined) throw error;
        for (const who of ['stan', 'wendy', 'bill', 'beth'] as const)
          await keepPicture(day[who], `sale-day-failed-${who}`, true).catch(() => {});
        throw error;
      }
    });
}

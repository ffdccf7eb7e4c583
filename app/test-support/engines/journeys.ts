import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { LotBody } from '@saleyard/contract/lots.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { type Suite, suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../../client/server-process.ts';
import { Session } from '../../client/session.ts';
import { DEMO_PASSWORD } from '../../demo/demo-accounts.ts';
import { eventually } from '../eventually.ts';
import { writtenSteers } from '../listings.ts';
import { LiveViewer } from '../live-viewer.ts';
import { photograph } from '../photograph.ts';
import { command, schedule, steers } from '../sales.ts';
import type { Engine } from './engine.ts';
import { button, link, Person, type Sought, text } from './person.ts';

/** The journeys that every browser engine must carry a person through, written once. */

const HEIC = fileURLToPath(new URL('../media/picture.heic', import.meta.url));
const WIDE = { width: 1280, height: 800 };
/** A sale that is live for longer than all journeys take. */
const LONG = { type: 'simultaneous', durationSeconds: 3_600 } as const;
/** A sale that a clerk runs. */
const INTERFACED = { type: 'sequentialOffline', allowAutoBid: true, reopenSeconds: 0 } as const;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NEWCOMER = 'ada.miller@example.com';

/** What the journeys of one engine have in common. */
class Stage {
  readonly server: ServerProcess;
  readonly staff: Session;
  readonly #engine: Engine;
  readonly #people: Person[] = [];

  constructor(server: ServerProcess, staff: Session, engine: Engine) {
    this.server = server;
    this.staff = staff;
    this.#engine = engine;
  }

  session(name: string): Promise<Session> {
    return Session.signIn(this.server.url, `${name}@saleyard.test`, DEMO_PASSWORD);
  }

  /** Bids once in a sale that is live, as another person who is online. */
  async bidOnline(name: string, sale: { _id: string }, lot: string, cents: number): Promise<void> {
    const room = new LiveViewer(this.server.url, (await this.session(name)).cookie);
    await room.ask('join-auction', { _id: sale._id });
    const { outcome } = await room.ask('bid', { bid: { lot, cents }, commandId: newId() });
    assert.is(outcome, 'accepted');
    room.ws.close();
  }

  /** Two pictures as files: one as most cameras write it, one as an iPhone does. */
  async pictureFiles(): Promise<readonly string[]> {
    const file = path.join(this.server.folder, 'green.jpg');
    await writeFile(file, await photograph());
    return [file, HEIC];
  }

  /** A person in a window of their own, at the sign-in screen. */
  async person(): Promise<Person> {
    const person = new Person(await this.#engine.open(WIDE), this.server.url);
    this.#people.push(person);
    await person.open(paths.signIn);
    return person;
  }

  async signedIn(name: string): Promise<Person> {
    const person = await this.person();
    await signIn(person, `${name}@saleyard.test`);
    return person;
  }

  /** Runs a journey, and closes its windows however it ends. Pictures show where. */
  async journey(name: string, walk: () => Promise<void>): Promise<void> {
    try {
      await walk();
    } finally {
      for (const person of this.#people.splice(0)) {
        await person.keepPicture(`journey-${this.#engine.name}-${name.replaceAll(' ', '-')}`);
        await person.close();
      }
    }
  }
}

async function signIn(person: Person, email: string): Promise<void> {
  await person.fill('Email', email);
  await person.fill('Password', DEMO_PASSWORD);
  await person.press(button(/^login now$/i));
  await person.reaches(/^\/(main\/upcoming|staff)/);
}

/** Opens the room of a sale on one lot, and waits until it is live. */
async function enterRoom(person: Person, searchNumber: number, lot: string): Promise<void> {
  await person.open(paths.liveRoom({ searchNumber }, lot));
  await person.sees({ role: 'status', name: 'Connection: Live' });
}

/** Presses the bid button, which must name this price, and confirms in place. */
async function bid(person: Person, price: string): Promise<void> {
  const bidNow = button(new RegExp(`^Bid \\${price}`));
  await person.sees(bidNow);
  // As a person would: once the price is read, not within the guard after the bid before, nor as a bounce.
  await pause(900);
  await person.press(bidNow);
  await pause(400);
  await person.press(button(/^(Confirm|Ok) /));
}

/** Fills in all that a lot of steers must have. */
async function fillLotForm(person: Person): Promise<void> {
  const { details = {} } = writtenSteers() as { details: Record<string, string> };
  const filled: Record<string, string> = {
    Title: 'Kelso Angus Steers',
    'Start Price': '1,200',
    'Number of Head': '40',
    'Number of Head Weighed': '1',
    'Stock Description': 'Bred on the property',
    'Live Weight': '412.5',
    'Fat Score': '3',
    Breed: 'Angus',
    Vendor: details['vendorName'] ?? '',
    'Vendor PIC': details['vendorPic'] ?? '',
    'Vendor Phone': '0412345678',
    Town: details['town'] ?? '',
    Postcode: details['postcode'] ?? '',
    'Assessment Date': details['assessmentDate'] ?? '',
    'Earliest Delivery': details['earliestDelivery'] ?? '',
    'Latest Delivery': details['latestDelivery'] ?? '',
  };
  const chosen: Record<string, string> = {
    Bidding: 'Head',
    'Bid Increment': '$10.00',
    State: 'NSW',
    Sex: 'Steer(s)',
    'Stock category': 'Yearlings',
    Temperament: 'Quiet',
  };
  // A choice of how the lot is sold empties its prices.
  for (const [label, option] of Object.entries(chosen)) await person.choose(label, option);
  for (const [label, value] of Object.entries(filled)) await person.fill(label, value);
  // A person who sells their own stock accepts the terms; only agents declare more.
  await person.tick({ role: 'checkbox', name: /accepts? the Terms & Conditions/ });
}

function addJourneys(test: Suite, stage: () => Stage): void {
  const journey = (name: string, walk: () => Promise<void>) => test(name, () => stage().journey(name, walk));

  journey('sign in', async () => {
    const person = await stage().person();
    await person.fill('Email', 'buyer@saleyard.test');
    await person.fill('Password', 'wrong-one1');
    await person.press(button('login now'));
    await person.sees(text(/Sorry incorrect password/));
    await signIn(person, 'buyer@saleyard.test');
    await person.sees({ role: 'heading', name: 'Upcoming Auctions' });
  });

  journey('bid', async () => {
    const sale = await schedule(stage().staff, LONG, [steers('1')]);
    const lot = sale.lots[0] ?? '';
    const person = await stage().signedIn('buyer');
    await enterRoom(person, sale.searchNumber, lot);
    await bid(person, '$405.00');
    await person.sees(text(/You are leading at \$405\.00/));
    const rival = await stage().session('buyer2');
    await rival.call('PUT', 'users/me/autobids', { lot, autobid: 45_000 });
    await person.sees(text(/outbid/i));
    await bid(person, '$415.00');
    await person.sees(text(/Outbid at once by an auto-bid/));
    await person.sees(button(/^Bid \$425\.00/));
  });

  journey('register', async () => {
    const person = await stage().person();
    await person.press(link('Register'));
    await person.reaches(/^\/sign-up/);
    await person.fill('First Name', 'Ada');
    await person.fill('Last Name', 'Miller');
    await person.fill('Email', NEWCOMER);
    await person.fill('Phone', '0412345678');
    await person.press(button('Next'));
    await person.sees(text(/^Step 2 of 2/));
    await person.fill('Trading Name', 'Miller Pastoral');
    await person.choose('Profession', 'Producer');
    await person.choose('State', 'NSW');
    await person.fill('Postcode', '2380');
    await person.fill('Password', DEMO_PASSWORD);
    await person.fill('Confirm Password', DEMO_PASSWORD);
    for (const title of ['Terms & Conditions', 'Privacy Policy']) {
      await person.press(button(title));
      const dialog: Sought = { role: 'dialog', name: title };
      // The dialog grows when its text arrives.
      await person.sees({ role: 'heading', name: /^(?!Terms|Privacy)/, within: dialog });
      await person.press(button('Back to Form', dialog));
    }
    await person.tick({ role: 'checkbox', name: /^I accept/ });
    await person.press(button('Register'));
    await person.press(button('OK', { role: 'dialog', name: 'Thank you' }));
    await person.reaches(/^\/sign-in/);
    await signIn(person, NEWCOMER);
    await person.sees({ role: 'heading', name: 'Upcoming Auctions' });
  });

  journey('browse and filter', async () => {
    const brahmans: Partial<LotBody> = { breed: 'Brahman', title: '10 Brahman Steers' };
    const lots = Array.from({ length: 8 }, (_, n) => steers(String(n + 1), n === 5 ? brahmans : {}));
    const { searchNumber } = await schedule(stage().staff, { ...LONG, liveInMs: HOUR_MS }, lots);
    const sale = { searchNumber, kindData: { title: 'Cattle' } };
    const person = await stage().signedIn('buyer');
    await person.open(paths.catalogue(sale));
    const card = (title: string): Sought => ({ role: 'article', name: new RegExp(title) });
    await person.sees(card('10 Angus Steers'));
    await person.press(button('Grid'));
    await person.choose('Sort by', 'Breed');
    await person.press(button(/^Breed/));
    await person.tick({ role: 'checkbox', name: /^Brahman/ });
    await person.pressKey('Escape');
    await person.seesTimes(card('10 Angus Steers'), 0);
    await person.seesTimes(card('10 Brahman Steers'), 1);
    for (const part of [/breed=Brahman/, /show=grid/, /sort=majorBreed/]) await person.reaches(part);
    await person.press(link(/^View Details/));
    await person.sees({ role: 'heading', name: /10 Brahman Steers/ });
    await person.press(link('Back to Catalogue'));
    await person.reaches(/breed=Brahman/);
    await person.seesTimes(card('10 Brahman Steers'), 1);
    await person.press(button('Clear All'));
    await person.sees(card('10 Angus Steers'));
  });

  journey('auto-bid', async () => {
    const sale = await schedule(stage().staff, LONG, [steers('1')]);
    const lot = sale.lots[0] ?? '';
    const person = await stage().signedIn('buyer');
    await enterRoom(person, sale.searchNumber, lot);
    await person.fill({ role: 'textbox', name: /^Auto-bid/ }, '450');
    await person.press(button('Set Auto Bid'));
    await person.sees(text(/Are you sure you want to set Auto Bid\?/));
    await person.press(button('OK'));
    await person.sees(text(/Your Auto Bid was set to \$450\.00/));
    await stage().bidOnline('buyer2', sale, lot, 43_000);
    // It answers by one increment.
    await person.sees(text(/\$435\.00/));
    await person.sees(text(/^(Winning|Leading)/));
  });

  journey('list a lot with pictures', async () => {
    const { searchNumber } = await schedule(stage().staff, { ...LONG, liveInMs: 10 * DAY_MS }, []);
    const sale = { searchNumber, kindData: { title: 'Cattle' } };
    const person = await stage().signedIn('seller');
    await person.open(paths.newLot(sale));
    await fillLotForm(person);
    await person.upload('Choose pictures and videos', await stage().pictureFiles());
    await person.sees({ role: 'listitem', name: 'picture 2' });
    await person.press(button('Submit'));
    await person.sees({ role: 'dialog', name: 'Lot Submitted Successfully' });
    const { staff } = stage();
    // The queue is a read model: the person read their answer before it showed the lot.
    const submitted = await eventually(async () => {
      const { lots } = await staff.call<{ lots: { _id: string }[] }>('GET', 'staff/listings');
      if (lots[0] === undefined) throw new Error('the lot is not in the queue');
      return lots[0];
    });
    await staff.call('POST', `staff/listings/${submitted._id}/approve`, {});
    await eventually(async () => {
      await person.open(paths.catalogue(sale));
      await pause(2_000);
      assert.is(await person.count(link(/^View Details/)), 1);
    });
    await person.press(link(/^View Details/));
    await person.sees(button(/^Enlarge /));
    await person.press(button(/^Show .*picture 2$/));
  });

  journey('clerk', async () => {
    const sale = await schedule(stage().staff, INTERFACED, [steers('1'), steers('2')]);
    const lot = sale.lots[0] ?? '';
    const person = await stage().signedIn('staff');
    await person.open(paths.staffSale(sale));
    await person.sees(text('Auction is live'));
    await person.open(paths.clerk(sale));
    await person.sees(text(/Lot 1/));
    // Again where the page did not listen yet: a key pressed while an order is on its way does nothing.
    await eventually(async () => {
      await person.type('o');
      assert.ok((await person.count(text(/ is open/))) > 0, 'the lot is open');
    });
    await person.sees(text('Floor bid $405.00'));
    await person.type(' ');
    await person.sees(text('Floor bid $410.00'));
    await stage().bidOnline('buyer', sale, lot, 41_000);
    await person.sees(text('Floor bid $415.00'));
    // Twice: the first press arms the hammer, the second one drops it.
    await person.type('k');
    await pause(300);
    await person.type('k');
    await person.sees(text(/sold/i));
    const audit = await stage().server.run('audit', String(sale.searchNumber));
    assert.is(audit.code, 0, audit.output);
  });

  journey('read why a lot was lost', async () => {
    const sale = await schedule(stage().staff, INTERFACED, [steers('1')]);
    const lot = sale.lots[0] ?? '';
    await eventually(() => command(stage().staff, sale._id, 'openLot', { lot }));
    await (await stage().session('buyer2')).call('PUT', 'users/me/autobids', { lot, autobid: 45_000 });
    await stage().bidOnline('buyer', sale, lot, 42_000);
    await command(stage().staff, sale._id, 'knockDown', { lot });
    const person = await stage().signedIn('buyer');
    await person.open(paths.myResults);
    await person.press(button('Explain my bids on lot 1'));
    const dialog: Sought = { role: 'dialog', name: 'Your bids on lot 1' };
    await person.sees({ text: 'You bid $420.00', within: dialog });
    await person.sees({ text: /had an auto-bid, which answered at once with \$425\.00/, within: dialog });
    await person.press(button('Close', dialog));
    await person.seesTimes(dialog, 0);
  });
}

/** Runs the journeys in an engine, against one server. */
export function runJourneys(name: string, start: () => Promise<Engine>): void {
  const test = suite(`journeys in ${name}`, { limitMs: 240_000 });
  let stage: Stage;
  const end: (() => Promise<void>)[] = [];

  test.before(async () => {
    const server = await ServerProcess.withAccounts();
    end.push(() => server.destroy());
    const engine = await start();
    end.unshift(() => engine.close());
    const staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
    stage = new Stage(server, staff, engine);
  });
  test.after(async () => {
    for (const close of end) await close();
  });

  addJourneys(test, () => stage);
  test.run();
}

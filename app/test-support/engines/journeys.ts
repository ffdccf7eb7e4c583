import { setTimeout as pause } from 'node:timers/promises';
import { type Suite, suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import { ServerProcess } from '../../client/server-process.ts';
import { Session } from '../../client/session.ts';
import { DEMO_PASSWORD } from '../../demo/demo-accounts.ts';
import { schedule, steers } from '../sales.ts';
import type { Engine } from './engine.ts';
import { button, Person, text } from './person.ts';

/** The journeys that every browser engine must carry a person through, written once. */

const WIDE = { width: 1280, height: 800 };
/** A sale that no journey waits for the end of. */
const LONG = { type: 'simultaneous', durationSeconds: 3_600 } as const;

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

  /** A person in a window of their own, at the sign-in screen. */
  async person(): Promise<Person> {
    const person = new Person(await this.#engine.open(WIDE), this.server.url);
    this.#people.push(person);
    await person.open(paths.signIn);
    return person;
  }

  async signedIn(name: string): Promise<Person> {
    const person = await this.person();
    await signIn(person, name);
    return person;
  }

  /** Closes the windows of a journey; a picture of each shows where it ended. */
  async closeWindows(): Promise<void> {
    for (const [index, person] of this.#people.splice(0).entries()) {
      await person.keepPicture(`journey-${this.#engine.name}-${index + 1}`);
      await person.close();
    }
  }
}

async function signIn(person: Person, name: string): Promise<void> {
  await person.fill('Email', `${name}@saleyard.test`);
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

function addJourneys(test: Suite, stage: () => Stage): void {
  test('sign in', async () => {
    const person = await stage().person();
    await person.fill('Email', 'buyer@saleyard.test');
    await person.fill('Password', 'wrong-one1');
    await person.press(button('login now'));
    await person.sees(text(/Sorry incorrect password/));
    await signIn(person, 'buyer');
    await person.sees({ role: 'heading', name: 'Upcoming Auctions' });
  });

  test('bid', async () => {
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
  test.afterEach(() => stage.closeWindows());
  test.after(async () => {
    for (const close of end) await close();
  });

  addJourneys(test, () => stage);
  test.run();
}

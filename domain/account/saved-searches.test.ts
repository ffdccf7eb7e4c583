import { check, fc } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { AccountCommandBody } from './commands.ts';
import { decideAccount } from './decide.ts';
import type { AccountEvent } from './events.ts';
import {
  ALERT_GATHER_MS,
  ALERT_LOTS_MOST,
  ALERT_MAIL_DAY_MS,
  ALERT_MAILS_MOST,
  ALERTS_MOST,
  activeSearches,
  alertMailDueAt,
  NO_SAVED_SEARCHES,
  SAVED_SEARCHES_MOST,
} from './saved-searches.ts';
import { type AccountState, evolveAccount, initialAccount, type RegisteredAccount } from './state.ts';

const test = suite('saved searches');

const registered: AccountEvent = {
  type: 'AccountRegistered',
  data: {
    at: 1,
    numericId: 12,
    shortId: 'B12',
    personal: 'sealed',
    status: 'registered',
    type: 'guest',
    role: null,
    stockTypes: ['Cattle'],
    approvedStockTypes: [],
  },
};
const BOTH = { banner: true, email: true };
const BANNER = { banner: true, email: false };

const save = (search: string, over: object = {}): AccountCommandBody => ({
  type: 'saveSearch',
  search,
  name: 'sealed name',
  criteria: 'angus',
  alertBy: BOTH,
  isPaused: false,
  ...over,
});
const matches = (alert: string, lots: readonly string[], over: object = {}): AccountCommandBody => ({
  type: 'noteMatches',
  alert,
  auction: 'a1',
  lots,
  searches: ['s1'],
  by: BOTH,
  ...over,
});

/** An account to which commands happen, each at its time. */
class Person {
  state: AccountState = evolveAccount(initialAccount, registered);
  at(at: number, ...bodies: AccountCommandBody[]): readonly AccountEvent[] | string {
    let events: readonly AccountEvent[] = [];
    for (const body of bodies) {
      const decision = decideAccount(this.state, { at, body });
      if (decision.outcome === 'refused') return decision.code;
      events = decision.events;
      this.state = events.reduce(evolveAccount, this.state);
    }
    return events;
  }
  get searches() {
    return (this.state as RegisteredAccount).savedSearches;
  }
}

test('a search is saved, changed and deleted; only new matches are reported from then on', () => {
  const person = new Person();
  person.at(10, save('s1'));
  const [first] = person.searches.saved;
  assert.equal([first?.savedAt, first?.since], [10, 10]);
  person.at(20, save('s1', { name: 'another' }));
  assert.equal(
    person.searches.saved.map(({ name, since }) => [name, since]),
    [['another', 10]],
  );
  person.at(30, save('s1', { criteria: 'hereford' }));
  assert.is(person.searches.saved[0]?.since, 30);
  person.at(40, save('s1', { criteria: 'hereford', isPaused: true }));
  assert.equal(activeSearches(person.searches), []);
  person.at(50, save('s1', { criteria: 'hereford' }));
  assert.equal(
    activeSearches(person.searches).map(({ since, savedAt }) => [since, savedAt]),
    [[50, 10]],
  );
  person.at(60, save('s1', { criteria: 'hereford', alertBy: { banner: false, email: false } }));
  assert.equal(activeSearches(person.searches), []);
  person.at(70, { type: 'deleteSearch', search: 's1' });
  assert.equal(person.searches.saved, []);
  assert.equal(person.at(80, { type: 'deleteSearch', search: 's1' }), []);
});

test('one more than the limit is refused, a change is not', () => {
  const person = new Person();
  for (let n = 0; n < SAVED_SEARCHES_MOST; n += 1) person.at(2, save(`s${n}`));
  assert.is(person.at(3, save('one-more')), 'too-many-searches');
  assert.is.not(person.at(3, save('s7', { name: 'x' })), 'too-many-searches');
  person.at(4, { type: 'deleteSearch', search: 's7' });
  assert.is.not(person.at(5, save('one-more')), 'too-many-searches');
});

test('lots of one sale that come within two minutes are one alert', () => {
  const person = new Person();
  person.at(1_000, matches('x', ['l1', 'l2']));
  person.at(2_000, matches('y', ['l3', 'l2'], { searches: ['s2'] }));
  person.at(3_000, matches('z', ['l9'], { auction: 'a2' }));
  person.at(1_000 + ALERT_GATHER_MS, matches('later', ['l4']));
  assert.equal(
    person.searches.alerts.map(({ id, lots, count, searches }) => [id, lots.join(), count, searches.join()]),
    [
      ['x', 'l1,l2,l3', 3, 's1,s2'],
      ['z', 'l9', 1, 's1'],
      ['later', 'l4', 1, 's1'],
    ],
  );
  assert.equal(person.at(2_500, matches('again', ['l1'], { auction: 'a2', lots: ['l9'] })), []);
});

test('an alert lists a limited number of lots and counts the rest; the number of banners is limited', () => {
  const person = new Person();
  const many = Array.from({ length: ALERT_LOTS_MOST + 30 }, (_, n) => `l${n}`);
  person.at(1, matches('x', many));
  assert.equal([person.searches.alerts[0]?.lots.length, person.searches.alerts[0]?.count], [50, 80]);
  for (let n = 0; n < ALERTS_MOST + 5; n += 1) person.at(2, matches(`x${n}`, ['l'], { auction: `s${n}` }));
  assert.is(person.searches.alerts.length, ALERTS_MOST);
  assert.is(person.searches.alerts.at(-1)?.id, `x${ALERTS_MOST + 4}`);
});

test('a banner stays until it is closed, an e-mail goes without it', () => {
  const person = new Person();
  person.at(1_000, matches('x', ['l1'], { by: BANNER }), matches('y', ['l1'], { auction: 'a2' }));
  assert.equal(person.at(1_500, { type: 'closeAlerts', alerts: ['x', 'y', 'none'] }), [
    { type: 'AlertsClosed', data: { at: 1_500, alerts: ['x', 'y'] } },
  ]);
  assert.equal(
    person.searches.alerts.map(({ id, isShown }) => [id, isShown]),
    [['y', false]],
  );
  assert.equal(person.at(1_600, { type: 'closeAlerts', alerts: ['x', 'y'] }), []);
  assert.equal(person.at(1_000 + ALERT_GATHER_MS - 1, { type: 'queueAlertMail' }), []);
  const [queued] = person.at(1_000 + ALERT_GATHER_MS, { type: 'queueAlertMail' }) as AccountEvent[];
  assert.is(queued?.type, 'AlertMailQueued');
  assert.equal(person.searches.alerts, []);
});

test('one e-mail reports all sales; after five within a day, alerts wait for the next one', () => {
  const person = new Person();
  const step = ALERT_GATHER_MS + 1;
  let mails = 0;
  for (let n = 0; n < 12; n += 1) {
    person.at(n * step + 1, matches(`a${n}`, ['l1']), matches(`b${n}`, ['l1'], { auction: 'a2' }));
    mails += person.at((n + 1) * step, { type: 'queueAlertMail' }).length;
  }
  assert.is(mails, ALERT_MAILS_MOST);
  assert.is(alertMailDueAt(person.searches), step + ALERT_MAIL_DAY_MS);
  const [queued] = person.at(step + ALERT_MAIL_DAY_MS, { type: 'queueAlertMail' }) as AccountEvent[];
  if (queued?.type !== 'AlertMailQueued') throw new Error('no mail');
  assert.is(queued.data.alerts.length, 14);
  assert.is(alertMailDueAt(person.searches), null);
});

test('stopping the e-mails also stops waiting ones, and keeps the banners', () => {
  const person = new Person();
  person.at(10, save('s1'), save('s2', { alertBy: { banner: false, email: true } }));
  person.at(
    20,
    matches('x', ['l1']),
    matches('y', ['l1'], { auction: 'a2', by: { banner: false, email: true } }),
  );
  person.at(30, { type: 'stopAlertMails' });
  assert.is(alertMailDueAt(person.searches), null);
  assert.equal(
    person.searches.alerts.map(({ id, isShown }) => [id, isShown]),
    [['x', true]],
  );
  assert.equal(
    person.searches.saved.map(({ alertBy }) => alertBy.email),
    [false, false],
  );
  assert.equal(person.at(40, { type: 'stopAlertMails' }), []);
});

test('a suspended person gets no notice, and a forgotten one has no searches', () => {
  const person = new Person();
  person.at(10, save('s1'), { type: 'suspend', reason: '' });
  assert.equal(person.at(20, matches('x', ['l1'])), []);
  person.at(30, { type: 'restore', reason: '' }, matches('x', ['l1']), { type: 'forget' });
  assert.equal(person.searches, NO_SAVED_SEARCHES);
  assert.is(person.at(40, save('s2')), 'not-registered');
});

const anyCommand = fc.oneof(
  fc.record({ type: fc.constant('save'), id: fc.nat(60) }),
  fc.record({
    type: fc.constant('match'),
    id: fc.nat(30),
    lots: fc.uniqueArray(fc.nat(99), { minLength: 1 }),
  }),
  fc.record({ type: fc.constant('close'), id: fc.nat(30) }),
  fc.record({ type: fc.constant('mail'), id: fc.constant(0) }),
);

test('under random events: limits hold, no lot is in an alert twice, and there are at most five e-mails a day', () => {
  return check(
    fc.property(fc.array(fc.tuple(fc.nat(300_000), anyCommand), { maxLength: 120 }), (steps) => {
      const person = new Person();
      let now = 2;
      const mailed: number[] = [];
      for (const [ms, step] of steps) {
        now += ms;
        if (step.type === 'save') person.at(now, save(`s${step.id}`));
        else if (step.type === 'close') person.at(now, { type: 'closeAlerts', alerts: [`x${step.id}`] });
        else if (step.type === 'mail') {
          if (person.at(now, { type: 'queueAlertMail' }).length > 0) mailed.push(now);
        } else {
          const { id, lots = [] } = step as { id: number; lots?: readonly number[] };
          person.at(now, matches(`x${id}-${now}`, lots.map(String), { auction: `a${id % 4}` }));
        }
        const { saved, alerts } = person.searches;
        assert.ok(saved.length <= SAVED_SEARCHES_MOST && alerts.length <= ALERTS_MOST);
        for (const { lots, count, isShown, isToBeMailed } of alerts) {
          assert.is(new Set(lots).size, lots.length);
          assert.ok(count >= lots.length && (isShown || isToBeMailed));
        }
      }
      for (const at of mailed) {
        const within = mailed.filter((one) => one > at - ALERT_MAIL_DAY_MS && one <= at);
        assert.ok(within.length <= ALERT_MAILS_MOST);
      }
    }),
  );
});

test.run();

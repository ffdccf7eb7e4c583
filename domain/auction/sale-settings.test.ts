import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import {
  type AddLotWindow,
  addLotClosesAt,
  isAddLotOpen,
  mayViewDetails,
  settingsOf,
} from './sale-settings.ts';

const test = suite('settings of a sale');

const DAY_MS = 24 * 3_600_000;
const LIVE_AT = 100 * DAY_MS;

test('what was not set is the usual', () => {
  const settings = settingsOf({ settings: { studSale: true, viewDetailsDays: 0 } });
  assert.is(settings.studSale, true);
  assert.is(settings.viewDetailsDays, 0);
  assert.equal([settings.showCalculator, settings.specificAgents, settings.logoUrl], [false, null, '']);
});

test('[B287] [B288] details may be opened from ten days before the sale, or as many as it sets', () => {
  const sale = (viewDetailsDays: number | null) => ({ liveAt: LIVE_AT, viewDetailsDays });
  assert.is(mayViewDetails(sale(null), LIVE_AT - 10 * DAY_MS), false);
  assert.is(mayViewDetails(sale(null), LIVE_AT - 10 * DAY_MS + 1), true);
  assert.is(mayViewDetails(sale(30), LIVE_AT - 29 * DAY_MS), true);
});

test('[B289] no days is a setting, and is not replaced with the usual', () => {
  assert.is(mayViewDetails({ liveAt: LIVE_AT, viewDetailsDays: 0 }, LIVE_AT - 1), false);
  assert.is(mayViewDetails({ liveAt: LIVE_AT, viewDetailsDays: 0 }, LIVE_AT + 1), true);
});

const sale = (change: Partial<AddLotWindow> = {}): AddLotWindow => ({
  state: 'future',
  cancelled: false,
  openAt: LIVE_AT - DAY_MS,
  liveAt: LIVE_AT,
  addLotOpenTimer: null,
  editLotDisabledAt: null,
  ...change,
});

test('[B279] [B280] lots are added to a future sale that is not cancelled, and to no other', () => {
  const now = LIVE_AT - 5 * DAY_MS;
  assert.is(isAddLotOpen(sale(), now), true);
  assert.is(isAddLotOpen(sale({ cancelled: true }), now), false);
  for (const state of ['open', 'live', 'closed']) assert.is(isAddLotOpen(sale({ state }), now), false);
});

test('[B281] the window opens so many days before the sale, or by its own timer in seconds', () => {
  assert.is(isAddLotOpen(sale(), LIVE_AT - 60 * DAY_MS - 1), false);
  assert.is(isAddLotOpen(sale(), LIVE_AT - 60 * DAY_MS), true);
  assert.is(isAddLotOpen(sale(), LIVE_AT - 20 * DAY_MS, 14), false);
  const timed = sale({ addLotOpenTimer: (3 * DAY_MS) / 1_000 });
  assert.is(isAddLotOpen(timed, LIVE_AT - 3 * DAY_MS - 1), false);
  assert.is(isAddLotOpen(timed, LIVE_AT - 3 * DAY_MS), true);
});

test('[B282] it closes when editing ends, and when the sale opens where that is not set', () => {
  const until = LIVE_AT - 2 * DAY_MS;
  assert.is(addLotClosesAt(sale()), LIVE_AT - DAY_MS);
  assert.is(isAddLotOpen(sale({ editLotDisabledAt: until }), until - 1), true);
  assert.is(isAddLotOpen(sale({ editLotDisabledAt: until }), until), false);
});

test.run();

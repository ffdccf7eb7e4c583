import { hash } from 'node:crypto';
import type { AccountEvent } from '@saleyard/domain/account/events.ts';
import { evolveAccount, initialAccount, NO_SMS_REMINDERS } from '@saleyard/domain/account/state.ts';
import { emptyContent } from '@saleyard/domain/listing/content.ts';
import type { ListingEvent } from '@saleyard/domain/listing/events.ts';
import { evolveListing, initialListing } from '@saleyard/domain/listing/state.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { canonicalJson } from '@saleyard/platform/event-log/canonical-json.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';

const test = suite('versions of folds');

const ALERT = { banner: true, email: true };
const ACCOUNT: readonly AccountEvent[] = [
  {
    type: 'AccountRegistered',
    data: {
      at: 1,
      numericId: 7,
      shortId: 'S7',
      personal: 'p1',
      status: 'registered',
      type: 'guest',
      role: null,
      stockTypes: ['Cattle'],
      approvedStockTypes: [],
    },
  },
  { type: 'ProfileChanged', data: { at: 2, personal: 'p2', fields: ['phone'] } },
  { type: 'BankDetailsChanged', data: { at: 3, bank: 'b1' } },
  { type: 'TermsAccepted', data: { at: 4, version: '1' } },
  { type: 'SettingsChanged', data: { at: 5, smsReminders: NO_SMS_REMINDERS } },
  { type: 'FiltersKept', data: { at: 6, screen: 'lots', filters: { sort: 'price' } } },
  { type: 'NotificationsClosed', data: { at: 7, notifications: ['n1'] } },
  { type: 'LotWatched', data: { at: 8, lot: 'l1', auction: 'a1' } },
  { type: 'LotWatched', data: { at: 9, lot: 'l2', auction: 'a1' } },
  { type: 'LotUnwatched', data: { at: 10, lot: 'l1' } },
  {
    type: 'SearchSaved',
    data: { at: 11, search: 's1', name: 'n', criteria: 'c', alertBy: ALERT, since: 1, isPaused: false },
  },
  {
    type: 'AccountStatusChanged',
    data: { at: 12, status: 'approved-seller', type: 'seller', approvedStockTypes: ['Cattle'] },
  },
  { type: 'AccountSuspended', data: { at: 13, reason: '' } },
  { type: 'AccountRestored', data: { at: 14, reason: '' } },
];

const LISTING: readonly ListingEvent[] = [
  {
    type: 'ListingStarted',
    data: {
      at: 1,
      kind: 'cattle',
      auction: 'a1',
      searchNumericId: 70,
      createdBy: 'vera',
      origin: { how: 'new' },
      content: emptyContent(1),
    },
  },
  {
    type: 'ListingEdited',
    data: {
      at: 2,
      changes: {
        details: { town: 'GUNNEDAH', sire: 'x' },
        heads: [{ weightLive: 300 }, { weightLive: 310 }],
        sealed: { vendorPic: 'blob' },
      },
    },
  },
  { type: 'ListingEdited', data: { at: 3, auction: 'a2', changes: { details: { sire: null }, count: 2 } } },
  { type: 'ListingSubmitted', data: { at: 4 } },
  { type: 'ListingRefused', data: { at: 5, reason: '', sealed: 'r' } },
  { type: 'ListingSubmitted', data: { at: 6 } },
  { type: 'ListingApproved', data: { at: 7 } },
  { type: 'ListingPriceChanged', data: { at: 8, startCents: 100, reserveCents: 200 } },
  { type: 'ListingFeePaid', data: { at: 9 } },
  { type: 'ListingReoffered', data: { at: 10, as: 'l9', auction: 'a3' } },
];

/**
 * The states that known streams fold to. When one of these changes, stored snapshots no longer match what the stream
 * folds to: raise the kind's `foldVersion` together with the new hash.
 */
const KNOWN = {
  account: { version: 2, state: 'a8698e7ba07fb7aa' },
  listing: { version: 1, state: '9fdf15ea38fd40ed' },
};

const digest = (state: unknown): string => hash('sha256', canonicalJson(state)).slice(0, 16);

test('known streams fold to the states that their versions stand for', () => {
  const found = {
    account: {
      version: STREAMS.account.foldVersion,
      state: digest(ACCOUNT.reduce(evolveAccount, initialAccount)),
    },
    listing: {
      version: STREAMS.listing.foldVersion,
      state: digest(LISTING.reduce(evolveListing, initialListing)),
    },
  };
  assert.equal(found, KNOWN);
});

test.run();

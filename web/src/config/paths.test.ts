import {
  lotAddress,
  namedIn,
  OWN_RESULTS_ADDRESS,
  saleAddress,
  stopMailsAddress,
} from '@saleyard/contract/web-addresses.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { matchRoutes } from 'react-router';
import * as assert from 'uvu/assert';
import { fromHash, isFromOwnResults, namesKind, paths, ROUTES } from './paths.ts';

const test = suite('addresses');

const sale = { searchNumber: 1042, kindData: { type: 'sheep', title: 'Abb Lamb' } } as const;

const paramsOf = (pattern: string, address: string) =>
  matchRoutes([{ path: pattern }], new URL(address, 'http://saleyard.test').pathname)?.[0]?.params;

test('what is linked to is what the router matches, with its parameters', () => {
  assert.equal(paramsOf(ROUTES.liveRoom, paths.liveRoom(sale, 'lot 1')), { number: '1042' });
  assert.equal(paramsOf(ROUTES.auctionResults, paths.auctionResults(sale)), {
    kindTitle: 'Abb Lamb',
    auctionNumber: '1042',
  });
  assert.equal(paramsOf(ROUTES.lotResult, paths.lotResult(sale, { searchNumericId: 9001 })), {
    kindTitle: 'Abb Lamb',
    auctionNumber: '1042',
    lotNumericId: '9001',
  });
  assert.equal(paramsOf(ROUTES.staffSale, paths.staffSale({ _id: 'a/b' })), { id: 'a/b' });
  assert.equal(paramsOf(ROUTES.clerk, paths.clerk({ _id: 'a1' })), { id: 'a1' });
});

test('files, e-mails and previews name the same addresses', () => {
  const lot = { searchNumericId: 9001 };
  assert.is(saleAddress(sale), paths.catalogue(sale));
  assert.is(saleAddress(sale, 'results'), paths.auctionResults(sale));
  assert.is(stopMailsAddress('a-1~b_c'), paths.stopSearchMails('a-1~b_c'));
  assert.is(OWN_RESULTS_ADDRESS, paths.myResults);
  assert.is(lotAddress(sale, lot), paths.lot(sale, lot));
  assert.equal(namedIn(paths.lot(sale, lot)), { auction: '1042', lot: '9001' });
  assert.equal(namedIn(paths.catalogue(sale)), { auction: '1042', lot: null });
  assert.equal(namedIn(new URL(paths.liveRoom(sale, 'lot-1'), 'http://saleyard.test').pathname), {
    auction: '1042',
    lot: null,
  });
});

test('parameters are encoded, and a lot is named in the query', () => {
  assert.is(paths.auctionResults(sale), '/main/results/Abb%20Lamb/1042');
  assert.is(paths.liveRoom(sale), '/auction-live/1042');
  assert.is(paths.liveRoom(sale, 'a&b'), '/auction-live/1042?lot=a%26b');
});

test('a result opened from My Auction Results says so in its address', () => {
  const own = new URL(
    paths.lotResult(sale, { searchNumericId: 1 }, { fromOwn: true }),
    'http://saleyard.test',
  );
  assert.ok(isFromOwnResults(own.searchParams));
  assert.not(isFromOwnResults(new URLSearchParams()));
});

test('the kind in an address is read in any case', () => {
  assert.ok(namesKind('ABB LAMB', sale));
  assert.not(namesKind('Cattle', sale));
});

test('an address behind # opens the same page', () => {
  assert.is(fromHash('#/auction-live/77'), '/auction-live/77'); // [A031]
  assert.is(fromHash('#/auction-live/77?lot=l1'), '/auction-live/77?lot=l1');
  assert.is(fromHash('#/main/upcoming?lot-watch-id=l1'), '/main/upcoming?lot-watch-id=l1'); // [B037]
  for (const hash of ['', '#lots', '#//elsewhere.test/']) assert.is(fromHash(hash), null, hash);
});

test.run();

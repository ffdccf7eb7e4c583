import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { sells, TYPE_OF_APPROVED } from './access.ts';
import { APPROVED_STATUSES } from './commands.ts';
import { MENU_ITEMS, menuOf } from './menu.ts';
import { EMPTY_PROFILE, isAgent } from './profile.ts';
import { sellingRefusal } from './selling.ts';
import { ACCOUNT_STATUSES, type AccountStatus, headerLabel, mayBid, statusLabel } from './status.ts';

const test = suite('what a status lets an account do');

const seller = (status: AccountStatus) => ({ _id: 'a1', status, approvedStockTypes: ['Cattle'] });
const cattleSale = { kind: 'cattle', specificAgents: null } as const;
const maySell = (status: AccountStatus): boolean => sellingRefusal(seller(status), cattleSale) === null;

test('registered is a guest: neither bids nor sells [A002]', () => {
  assert.equal([headerLabel('registered'), statusLabel('registered')], ['Guest', 'Guest Account']);
  assert.equal([mayBid('registered'), maySell('registered')], [false, false]);
});

test('only approved statuses are buyers and sellers [A003]', () => {
  const acting = ACCOUNT_STATUSES.filter((status) => mayBid(status) || maySell(status));
  assert.equal(acting, [
    'approved-buyer',
    'approved-buyer-updated',
    'approved-buyer-seller',
    'approved-seller',
  ]);
  assert.ok(acting.every((status) => status.startsWith('approved-')));
  assert.equal(APPROVED_STATUSES.map((status) => TYPE_OF_APPROVED[status]).toSorted(), [
    'buyer',
    'seller',
    'seller',
  ]);
  const buyers = APPROVED_STATUSES.filter((status) => TYPE_OF_APPROVED[status] === 'buyer');
  assert.equal([buyers, buyers.every(mayBid)], [['approved-buyer'], true]);
});

test('agents and vendors sell by the rights of a seller, under either name [A004] [A005]', () => {
  assert.ok(isAgent({ ...EMPTY_PROFILE, sellerType: 'Agent' }));
  assert.not.ok(isAgent({ ...EMPTY_PROFILE, sellerType: 'Vendor' }));
  for (const sellerType of ['Agent', 'Vendor'])
    for (const status of ACCOUNT_STATUSES) {
      const account = { ...seller(status), sellerType };
      assert.is(sellingRefusal(account, cattleSale) === null, sells(status), `${sellerType} ${status}`);
    }
});

test('a buyer and seller has everything but the requests for access [A573]', () => {
  const status = 'approved-buyer-seller';
  assert.equal([mayBid(status), maySell(status)], [true, true]);
  assert.equal(
    MENU_ITEMS.filter((item) => !menuOf(status).includes(item)),
    ['registerToBuy', 'registerToBuyAndSell'],
  );
});

test.run();

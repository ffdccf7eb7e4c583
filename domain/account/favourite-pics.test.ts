import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { AccountCommandBody } from './commands.ts';
import { decideAccount } from './decide.ts';
import type { AccountEvent } from './events.ts';
import { FAVOURITE_PICS_MOST } from './favourite-pics.ts';
import { type AccountState, evolveAccount, initialAccount } from './state.ts';
import {
  EMPTY_VENDOR_PIC,
  tidyVendorPic,
  type VendorPic,
  vendorPicProblems,
  vendorPicSummary,
} from './vendor-pic.ts';

const test = suite('favourite PICs');

const registered: AccountEvent = {
  type: 'AccountRegistered',
  data: {
    at: 1,
    numericId: 12,
    shortId: 'S12',
    personal: 'sealed',
    status: 'approved-seller',
    type: 'seller',
    role: null,
    stockTypes: ['Cattle'],
    approvedStockTypes: ['Cattle'],
  },
};

const after = (...events: AccountEvent[]): AccountState => events.reduce(evolveAccount, initialAccount);
const added = (pic: string, personal = 'sealed pic'): AccountEvent => ({
  type: 'PicAdded',
  data: { at: 2, pic, personal },
});

/** The events of a command, or its refusal, for an account with these events. */
function decided(given: AccountEvent[], body: AccountCommandBody): readonly AccountEvent[] | string {
  const decision = decideAccount(after(registered, ...given), { at: 9, body });
  return decision.outcome === 'refused' ? decision.code : decision.events;
}

test('a PIC is added, changed and deleted', () => {
  const add = { type: 'addPic', pic: 'p1', personal: 'sealed pic' } as const;
  const event = { type: 'PicAdded', data: { at: 9, pic: 'p1', personal: 'sealed pic' } } as const;
  assert.equal(decided([], add), [event]);
  assert.equal(after(registered, added('p1'), added('p2'))?.favouritePics, [
    { id: 'p1', personal: 'sealed pic' },
    { id: 'p2', personal: 'sealed pic' },
  ]);
  const change = { type: 'changePic', pic: 'p1', personal: 'other' } as const;
  const changed = { type: 'PicChanged', data: { at: 9, pic: 'p1', personal: 'other' } } as const;
  assert.equal(decided([added('p1')], change), [changed]);
  assert.equal(after(registered, added('p1'), changed)?.favouritePics, [{ id: 'p1', personal: 'other' }]);
  const gone = { type: 'PicDeleted', data: { at: 9, pic: 'p1' } } as const;
  assert.equal(decided([added('p1')], { type: 'deletePic', pic: 'p1' }), [gone]);
  assert.equal(after(registered, added('p1'), gone)?.favouritePics, []);
});

test('a repetition changes nothing, and a PIC that does not exist cannot be changed', () => {
  assert.equal(decided([added('p1')], { type: 'addPic', pic: 'p1', personal: 'sealed pic' }), []);
  assert.equal(decided([added('p1')], { type: 'changePic', pic: 'p1', personal: 'sealed pic' }), []);
  assert.equal(decided([], { type: 'deletePic', pic: 'p1' }), []);
  assert.is(decided([], { type: 'changePic', pic: 'p1', personal: 'x' }), 'unknown-pic');
  const many = Array.from({ length: FAVOURITE_PICS_MOST }, (_, n) => added(`p${n}`));
  assert.is(decided(many, { type: 'addPic', pic: 'one more', personal: 'x' }), 'too-many-pics');
});

test('a forgotten person has none', () => {
  const forgotten: AccountEvent = { type: 'AccountForgotten', data: { at: 3 } };
  assert.equal(after(registered, added('p1'), forgotten)?.favouritePics, []);
  assert.is(
    decided([added('p1'), forgotten], { type: 'addPic', pic: 'p2', personal: 'x' }),
    'not-registered',
  );
});

const pic = (over: Partial<VendorPic>): VendorPic => ({ ...EMPTY_VENDOR_PIC, ...over });
const fieldsOf = (of: VendorPic) => vendorPicProblems(of).map(({ field }) => field);
const FULL = pic({
  vendorName: 'Wattle Park',
  pic: 'NA123456',
  vendorPhone: '0412345678',
  state: 'NSW',
  vendorEmail: 'vera@farm.example',
  address: '12 Hill Road',
  town: 'GUNNEDAH',
  postcode: '2380',
  district: 'North West',
});

test('[S400] any single field may be empty', () => {
  assert.equal(vendorPicProblems(FULL), []);
  for (const name of Object.keys(FULL) as (keyof VendorPic)[])
    assert.equal(fieldsOf({ ...FULL, [name]: '' }), [], name);
});

test('[S401] [S408] one field must be filled, and any one will do', () => {
  assert.is(
    vendorPicSummary(vendorPicProblems(EMPTY_VENDOR_PIC)),
    'Please correctly provide at least 1 field',
  );
  assert.is(
    vendorPicSummary(vendorPicProblems(pic({ vendorName: '  ' }))),
    'Please correctly provide at least 1 field',
  );
  for (const [name, value] of Object.entries(FULL)) assert.equal(fieldsOf(pic({ [name]: value })), [], name);
});

test('[S402] a field that is filled must be right', () => {
  const wrong: [keyof VendorPic, string][] = [
    ['vendorName', '<b>'],
    ['vendorEmail', 'not an address'],
    ['vendorPhone', '04123'],
    ['town', '!!'],
    ['postcode', '9999'],
    ['state', 'XYZ'],
    ['district', '%%'],
    ['address', '<script>'],
  ];
  for (const [name, value] of wrong)
    assert.equal(fieldsOf({ ...FULL, [name]: value }).includes(name), true, name);
});

test('a PIC must fit its state, or any state while none is chosen', () => {
  assert.equal(fieldsOf({ ...FULL, pic: 'QABC1234' }), ['pic']);
  assert.equal(fieldsOf({ ...FULL, state: 'QLD', postcode: '4000', pic: 'QABC1234' }), []);
  assert.equal(fieldsOf(pic({ pic: 'QABC1234' })), []);
  assert.equal(fieldsOf(pic({ pic: 'NZ123456', state: 'NSW' })), ['pic']);
});

test('[S404] [S405] [S406] [S407] the message comes from the PIC, the phone, the e-mail or the postcode', () => {
  const said = (over: Partial<VendorPic>) => vendorPicSummary(vendorPicProblems({ ...FULL, ...over }));
  assert.is(said({}), null);
  assert.match(said({ pic: 'X' }) ?? '', /^Sorry, invalid PIC\./);
  assert.match(said({ vendorPhone: '041' }) ?? '', /^Mobile numbers should be 10 digits/);
  assert.match(said({ vendorEmail: 'x' }) ?? '', /^Sorry, invalid Email\./);
  assert.is(said({ postcode: '9999' }), 'Sorry, invalid Postcode. It must be one of NSW.');
  assert.is(said({ town: '!' }), 'Please correctly provide at least 1 field');
});

test('[S409] the PIC and the town are kept in upper case', () => {
  const tidy = tidyVendorPic(pic({ pic: ' na 123 456 ', town: ' Gunnedah', vendorName: ' Vera ' }));
  assert.equal([tidy.pic, tidy.town, tidy.vendorName], ['NA123456', 'GUNNEDAH', 'Vera']);
});

test.run();

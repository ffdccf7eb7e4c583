import { openVendorPic } from '@saleyard/command-api/favourite-pics/favourite-pics.endpoints.ts';
import type { FavouritePic } from '@saleyard/contract/favourite-pics.ts';
import { EMPTY_VENDOR_PIC } from '@saleyard/domain/account/vendor-pic.ts';
import { STREAMS, sealedIn, streamOf } from '@saleyard/domain/streams.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { Refused, type Session } from '../client/session.ts';
import { startTestServer, type TestServer } from '../test-support/test-server.ts';

const test = suite('favourite PICs over the API', { limitMs: 60_000 });

let server: TestServer;
let vera: Session;
let other: Session;

test.before(async () => {
  server = await startTestServer();
  const { signedIn } = server;
  [vera, other] = [await signedIn('seller'), await signedIn('buyer')];
});
test.after(() => server.close());

const SECRETS = ['Wattle Park', 'NA123456', '0412345678', 'vera@farm.example', '12 Creek Road', 'GUNNEDAH'];
const PIC = {
  ...EMPTY_VENDOR_PIC,
  vendorName: 'Wattle Park',
  pic: 'na123456',
  vendorPhone: '0412345678',
  state: 'NSW',
  vendorEmail: 'vera@farm.example',
  address: '12 Creek Road',
  town: 'Gunnedah',
  postcode: '2380',
  district: 'North West',
};

/** The PICs of a person once everything that was written is shown. */
async function picsOf(of: Session): Promise<readonly FavouritePic[]> {
  const asked = await server.seen();
  return (await of.call<{ pics: FavouritePic[] }>('GET', 'pics', undefined, asked)).pics;
}

const write = (method: 'POST' | 'PUT', at: string, pic: object, commandId = newId()) =>
  vera.call<{ pic: FavouritePic }>(method, at, { pic, commandId });

const refusalOf = async (asked: Promise<unknown>): Promise<Refused> => {
  try {
    await asked;
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  throw new Error('it was not refused');
};

let id = '';

test('[S222] [S454] [S455] a PIC that is added is read back, by its owner alone', async () => {
  const commandId = newId();
  const { pic } = await write('POST', 'pics', PIC, commandId);
  id = pic._id;
  const kept = { _id: id, ...PIC, pic: 'NA123456', town: 'GUNNEDAH' };
  assert.equal(pic, kept);
  assert.equal(await picsOf(vera), [kept]);
  assert.equal(await picsOf(other), []);
  assert.equal((await write('POST', 'pics', PIC, commandId)).pic, kept, 'the same command adds no other');
  assert.is((await picsOf(vera)).length, 1);
  assert.is((await refusalOf(write('POST', 'pics', { ...PIC, vendorName: 'Other' }, commandId))).status, 409);
});

test('[S456] it is changed', async () => {
  const changed = {
    ...{ vendorName: 'Wattle Park West', pic: 'QABC1234', vendorPhone: '0746421234', state: 'QLD' },
    ...{ vendorEmail: 'west@farm.example', address: '9 Hill Road', town: 'DALBY', postcode: '4405' },
    district: 'Darling Downs',
  };
  const { pic } = await write('PUT', `pics/${id}`, changed);
  assert.equal(pic, { _id: id, ...changed });
  assert.equal(await picsOf(vera), [pic]);
  assert.is((await refusalOf(write('PUT', `pics/${newId()}`, PIC))).status, 404);
  await other.call('DELETE', `pics/${id}`);
  assert.is((await picsOf(vera)).length, 1, 'nobody else reaches it');
});

test('[S401] [S402] [S404] [S408] one that is wrong is refused in words, and an empty one as a whole', async () => {
  const wrong = await refusalOf(write('POST', 'pics', { ...PIC, pic: 'QABC1234' }));
  assert.is(wrong.status, 400);
  assert.match(wrong.message, 'Sorry, invalid PIC');
  const empty = await refusalOf(write('POST', 'pics', EMPTY_VENDOR_PIC));
  assert.match(empty.message, 'Please correctly provide at least 1 field');
  for (const [field, value, message] of [
    ['vendorName', '<b>', 'Sorry, invalid Vendor.'],
    ['vendorEmail', 'not an address', 'Sorry, invalid Email.'],
    ['vendorPhone', '04123', 'Mobile numbers should be 10 digits'],
    ['vendorPhone', '6742 1234', 'Sorry, invalid Phone.'],
    ['town', '!!', 'Sorry, invalid Town.'],
    ['postcode', '9999', 'Sorry, invalid Postcode.'],
    ['postcode', '4405', 'Sorry, invalid Postcode. It must be one of NSW.'],
    ['state', 'XYZ', 'Sorry, invalid State.'],
    ['district', '%%', 'Sorry, invalid District.'],
  ] as const) {
    const refused = await refusalOf(write('POST', 'pics', { ...PIC, [field]: value }));
    assert.is(refused.status, 400, field);
    assert.match(refused.message, message);
  }
  for (const [field, value] of Object.entries(PIC)) {
    const pic = { ...EMPTY_VENDOR_PIC, [field]: value };
    const added = await other.call<{ pic: FavouritePic }>('POST', 'pics', { pic, commandId: newId() });
    assert.ok(added.pic._id, field);
  }
});

test('the log holds nothing of it in clear', async () => {
  const { log } = server.stores;
  let sealed = 0;
  for await (const events of log.read(streamOf(STREAMS.account, vera.id)))
    for (const event of events) {
      if (!event.type.startsWith('Pic')) continue;
      for (const secret of SECRETS) assert.not.match(JSON.stringify(event), secret);
      sealed += sealedIn(event.stream, event).length;
    }
  assert.is(sealed, 2, 'the registry lists its place');
});

test('[S400] any one field of it may be empty', async () => {
  const full = { ...PIC, address: '12 Hill Road' };
  for (const name of Object.keys(full) as (keyof typeof full)[]) {
    const { pic } = await write('PUT', `pics/${id}`, { ...full, [name]: '' });
    assert.equal([pic[name], Object.values(pic).filter((text) => text === '').length], ['', 1], name);
  }
});

test('[S457] it is deleted', async () => {
  await write('POST', 'pics', { ...PIC, vendorName: 'Second' });
  await vera.call('DELETE', `pics/${id}`);
  assert.equal(
    (await picsOf(vera)).map(({ vendorName }) => vendorName),
    ['Second'],
  );
});

test('once their person is forgotten there are none, and nobody can read them', async () => {
  const { log, secrets, documents } = server.stores;
  const blobs: string[] = [];
  for await (const events of log.read(streamOf(STREAMS.account, vera.id)))
    for (const event of events)
      if (event.type.startsWith('Pic')) blobs.push(...sealedIn(event.stream, event));
  for (const blob of blobs) assert.is.not(await openVendorPic(secrets, vera.id, blob), null);
  await server.accounts.forget(vera.id, { kind: 'system', id: 'test' });
  for (const blob of blobs) assert.is(await openVendorPic(secrets, vera.id, blob), null);
  await picsOf(other);
  const kept = await documents.get<{ favouritePics: unknown[] }>('accounts', vera.id);
  assert.equal(kept?.favouritePics, []);
});

test.run();

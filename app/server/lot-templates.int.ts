import { openLotTemplate } from '@saleyard/command-api/listings/lot-templates.endpoints.ts';
import type { LotTemplate } from '@saleyard/contract/selling.ts';
import { STREAMS, sealedIn, streamOf } from '@saleyard/domain/streams.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { Refused, type Session } from '../client/session.ts';
import { startTestServer, type TestServer } from '../test-support/test-server.ts';

const test = suite('templates of lots over the API', { limitMs: 60_000 });

let server: TestServer;
let vera: Session;
let other: Session;

test.before(async () => {
  server = await startTestServer();
  [vera, other] = [await server.signedIn('seller'), await server.signedIn('buyer')];
});
test.after(() => server.close());

const LOT = {
  details: { vendorName: 'Wattle Park', vendorPic: 'NA123456', breed: 'Angus', assessmentDate: '2026-09-01' },
  heads: [{ weightLive: 412, fatScore: 3 }],
  unit: 'head',
  startCents: 120_000,
  acceptenceOnTerms: true,
};
const save = (commandId = newId(), change: object = {}) =>
  vera.call<{ template: LotTemplate }>('POST', 'lot-templates', {
    name: 'Wattle Park steers',
    kindType: 'cattle',
    lot: LOT,
    commandId,
    ...change,
  });
const templatesOf = async (of: Session): Promise<readonly LotTemplate[]> => {
  const asked = await server.seen();
  return (await of.call<{ templates: LotTemplate[] }>('GET', 'lot-templates', undefined, asked)).templates;
};
const refusalOf = async (asked: Promise<unknown>): Promise<Refused> => {
  try {
    await asked;
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  throw new Error('it was not refused');
};

test('a template is read back by its owner alone, without what belongs to one lot', async () => {
  const commandId = newId();
  const { template } = await save(commandId);
  assert.equal(template.lot.details, { vendorName: 'Wattle Park', vendorPic: 'NA123456', breed: 'Angus' });
  assert.equal(
    [template.lot.startCents, template.lot.heads, template.lot.acceptenceOnTerms],
    [120_000, undefined, undefined],
  );
  assert.equal((await save(commandId)).template, template, 'the same command adds no other');
  assert.is((await refusalOf(save(commandId, { name: 'Other' }))).status, 409);
  assert.equal(await templatesOf(vera), [template]);
  assert.equal(await templatesOf(other), []);
});

test('a template of values that no draft takes is refused', async () => {
  const wrong = await refusalOf(save(newId(), { lot: { details: { vendorEmail: 'rae@' } } }));
  assert.is(wrong.status, 400);
  assert.match(wrong.message, 'Vendor Email');
  assert.is((await refusalOf(save(newId(), { name: ' ' }))).status, 400);
});

test('nobody else deletes it, and its name and values are sealed under the key of its account', async () => {
  const [template] = await templatesOf(vera);
  await other.call('DELETE', `lot-templates/${template?._id}`);
  assert.is((await templatesOf(vera)).length, 1);
  const blobs: string[] = [];
  for await (const events of server.stores.log.read(streamOf(STREAMS.templates, vera.id)))
    for (const event of events) {
      for (const secret of ['Wattle', 'NA123456', 'Angus']) assert.not.match(JSON.stringify(event), secret);
      blobs.push(...sealedIn(event.stream, event));
    }
  assert.is(blobs.length, 1);
  await vera.call('DELETE', `lot-templates/${template?._id}`);
  assert.equal(await templatesOf(vera), []);
  await server.accounts.forget(vera.id, { kind: 'system', id: 'test' });
  for (const blob of blobs) assert.is(await openLotTemplate(server.stores.secrets, vera.id, blob), null);
});

test.run();

import { suite } from '@saleyard/testing/suite.ts';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import * as assert from 'uvu/assert';
import { looksRight, PHONE } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';
import { barSays, formIn, isKeptHere, lotField, lotForms, sellerIn } from '../test-support/lot-form.ts';

const test = suite('what fails while a lot is typed loses nothing of it', { limitMs: 600_000 });

const at = lotForms(test);

/** Waits until a draft has this sire. */
const hasSire = (number: number, sire: string): Promise<void> =>
  eventually(async () => {
    type Own = { lot: { content: { details: { sire?: string } } } };
    const { lot } = await at.vendor.call<Own>('GET', `lots/${number}/own`);
    assert.is(lot.content.details.sire, sire);
  });

type Draft = {
  searchNumericId: number;
  media: unknown[];
  publicDetails: { title: string; majorBreed: string };
};
const draftsCalled = async (title: string): Promise<Draft[]> => {
  const { lots } = await at.vendor.call<{ lots: Draft[] }>('GET', 'lots/drafts?limit=50');
  return lots.filter(({ publicDetails }) => publicDetails.title === title);
};

test('an hour offline: what was typed stays, and saves itself when the connection is back', async () => {
  const form = await formIn(at.context, at.server, at.sale);
  await form.clock.install();
  await lotField(form, 'Title').fill('An hour away');
  await form.clock.runFor(5_000);
  await eventually(async () => assert.is((await draftsCalled('An hour away')).length, 1));
  await at.context.setOffline(true);
  await lotField(form, 'Breed').fill('Angus');
  await form.clock.runFor(5_000);
  await barSays(form, /^Not saved: you are offline/);
  await form.clock.fastForward('01:00:00');
  await lotField(form, 'Sire').fill('Typed after an hour');
  await form.clock.runFor(5_000);
  await at.context.setOffline(false);
  await form.clock.runFor(40_000);
  await eventually(async () => {
    const [draft, ...others] = await draftsCalled('An hour away');
    assert.equal([draft?.publicDetails.majorBreed, others.length], ['Angus', 0]);
  });
  const [{ searchNumericId = 0 } = {}] = await draftsCalled('An hour away');
  await hasSire(searchNumericId, 'Typed after an hour');
  await form.close();
});

test('the server is killed: the form says so, and saves itself once the server is back', async () => {
  const form = await formIn(at.context, at.server, at.sale);
  await lotField(form, 'Title').fill('Killed meanwhile');
  await barSays(form, /Saved \d/);
  await at.server.end('SIGKILL');
  await lotField(form, 'Breed').fill('Hereford');
  await barSays(form, /^Not saved: the server can't be reached/);
  await at.server.start();
  await barSays(form, /Saved \d/);
  const [draft, ...others] = await eventually(async () => {
    const found = await draftsCalled('Killed meanwhile');
    assert.is(found[0]?.publicDetails.majorBreed, 'Hereford');
    return found;
  });
  assert.ok(draft);
  assert.is(others.length, 0);
  await form.close();
});

test('the answer to the first save is lost: it is sent again, and one lot is begun', async () => {
  const form = await formIn(at.context, at.server, at.sale);
  let lost = 0;
  await form.route(/\/api\/v1\/auctions\/[^/]+\/lots$/, async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue();
    lost += 1;
    // The server has done it; the page never gets its answer.
    await route.fetch();
    await route.abort('connectionreset');
  });
  await lotField(form, 'Title').fill('The answer was lost');
  await barSays(form, /Saved \d/);
  assert.is(lost, 1);
  await eventually(async () => assert.is((await draftsCalled('The answer was lost')).length, 1));
  await form.close();
});

test('a tab is closed before its picture was sent: it is sent when the form is opened again', async () => {
  const form = await formIn(at.context, at.server, at.sale);
  await lotField(form, 'Title').fill('With a picture');
  await form.waitForURL(/\/\d+\/\d+$/);
  await barSays(form, /Saved \d/);
  const [{ searchNumericId = 0 } = {}] = await draftsCalled('With a picture');
  await at.context.setOffline(true);
  const picture = { width: 900, height: 600, channels: 3, background: '#3c7d3c' } as const;
  await form.getByLabel('Choose pictures and videos').setInputFiles({
    name: 'paddock.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp({ create: picture }).jpeg().toBuffer(),
  });
  await lotField(form, 'Breed').fill('Charolais');
  await barSays(form, /^Not saved: you are offline/);
  await isKeptHere(form, 'Charolais');
  await form.close();
  await at.context.setOffline(false);
  const again = await formIn(at.context, at.server, at.sale, searchNumericId);
  await again.getByText(/brought back/).waitFor();
  await barSays(again, /Saved \d/);
  await eventually(async () => {
    const [draft] = await draftsCalled('With a picture');
    assert.equal([draft?.media.length, draft?.publicDetails.majorBreed], [1, 'Charolais']);
  });
  await eventually(async () => assert.is(await again.evaluate<number>(FILES_KEPT), 0));
  await again.close();
});

const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(PDF) });

const FILES_KEPT = `new Promise((resolve) => {
  const opening = indexedDB.open('saleyard-unsent-lots');
  opening.onsuccess = () => {
    const counting = opening.result.transaction('files').objectStore('files').count();
    counting.onsuccess = () => { opening.result.close(); resolve(counting.result); };
  };
})`;

test('the page crashes before PDFs were sent: they are sent when the form is opened again', async () => {
  const form = await formIn(at.context, at.server, at.sale);
  await lotField(form, 'Title').fill('With PDFs');
  await form.waitForURL(/\/\d+\/\d+$/);
  await barSays(form, /Saved \d/);
  const [{ searchNumericId = 0 } = {}] = await draftsCalled('With PDFs');
  const documents = form.getByLabel('Choose PDF, Word, Excel, JPG or PNG files', { exact: true });
  const links = form.getByLabel('Choose PDF files', { exact: true });
  for (const input of [documents, links]) await input.waitFor({ state: 'attached' });
  await at.context.setOffline(true);
  await documents.setInputFiles(pdf('declaration.pdf'));
  await links.setInputFiles(pdf('pedigree.pdf'));
  await lotField(form, 'Breed').fill('Limousin');
  await barSays(form, /^Not saved: you are offline/);
  await isKeptHere(form, 'Limousin');
  await eventually(async () => assert.is(await form.evaluate<number>(FILES_KEPT), 2));
  const crashed = form.waitForEvent('crash');
  const inspector = await at.context.newCDPSession(form);
  // It is answered by no page any more.
  inspector.send('Page.crash').catch(() => undefined);
  await crashed;
  await form.close();
  await at.context.setOffline(false);
  const again = await formIn(at.context, at.server, at.sale, searchNumericId);
  await again.getByText(/brought back/).waitFor();
  await barSays(again, /Saved \d/);
  await eventually(async () => {
    const { lot } = await at.vendor.call<{ lot: { documents: unknown[]; usefulLinks: unknown[] } }>(
      'GET',
      `lots/${searchNumericId}/own`,
    );
    assert.equal([lot.documents.length, lot.usefulLinks.length], [1, 1]);
  });
  await again.close();
});

/** Controls of the form that are less than 48 px high, as far as they are shown. A box is pressed by its label. */
const smallControls = (form: Page) =>
  form.evaluate<string[]>(`[...document.querySelectorAll('form :is(button, input, select, textarea)')]
    .filter(({ type }) => type !== 'file')
    .map((one) => ['checkbox', 'radio'].includes(one.type) ? one.labels[0] : one)
    .filter((one) => one.offsetHeight > 1 && one.offsetHeight < 48)
    .map((one) => one.offsetHeight + ' ' + (one.innerText || one.ariaLabel || one.id || one.outerHTML))`);

/** The sections of the form that are shown, and whether the bar is in view at the top of the page. */
const shownOf = (form: Page) =>
  form.evaluate<{ sections: string[]; isLonger: boolean; isBarInView: boolean }>(`(() => {
    scrollTo(0, 0);
    const { top, bottom } = document.querySelector('[data-testid=saving]').getBoundingClientRect();
    return {
      sections: [...document.querySelectorAll('section[id^=section-]')]
        .filter(({ offsetHeight }) => offsetHeight > 0).map(({ ariaLabel }) => ariaLabel),
      isLonger: document.documentElement.scrollHeight > innerHeight * 1.5,
      isBarInView: top > 0 && bottom <= innerHeight,
    };
  })()`);

test('on a phone the connection is cut in the middle of the form; the lot is finished and submitted', async () => {
  const { context: phone } = await sellerIn(at.browser, at.server, PHONE);
  const form = await formIn(phone, at.server, at.sale);
  const next = async (page: Page, title: string) => {
    assert.equal(await smallControls(page), [], `before ${title}`);
    await page.getByRole('button', { name: `Next: ${title}` }).click();
    assert.equal((await shownOf(page)).sections, [title]);
  };
  await lotField(form, 'Vendor').fill('Wattle Park');
  await lotField(form, 'Vendor PIC').fill('NA123456');
  await lotField(form, 'Town').fill('Gunnedah');
  await next(form, 'Stock');
  await lotField(form, 'Number of Head').fill('40');
  await lotField(form, 'Stock Description').fill('Bred on the property');
  await barSays(form, /Saved \d/);
  await phone.setOffline(true);
  await lotField(form, 'Breed').fill('Angus');
  await lotField(form, 'Sex').selectOption('Steer(s)');
  await lotField(form, 'Stock category').selectOption('Yearlings');
  await lotField(form, 'Temperament').selectOption('Quiet');
  await barSays(form, /^Not saved: you are offline/);
  await looksRight(form, 'lot-form-phone-offline');
  assert.equal(await shownOf(form), { sections: ['Stock'], isLonger: true, isBarInView: true });
  await next(form, 'Weights');
  await lotField(form, 'Live Weight').fill('412.5');
  await lotField(form, 'Fat Score').fill('3');
  await phone.setOffline(false);
  await barSays(form, /Saved \d/);
  await next(form, 'Pictures and video');
  await next(form, 'Price');
  await lotField(form, 'Bidding').selectOption('head');
  await lotField(form, 'Bid Increment').selectOption('1000');
  await lotField(form, 'Start Price').fill('1200');
  await next(form, 'Delivery and assessor');
  await next(form, 'Treatment and accreditation');
  await next(form, 'Links and documents');
  await form.getByRole('button', { name: 'Add a link' }).click();
  assert.equal(await smallControls(form), []);
  await form.getByRole('button', { name: 'Remove row 1' }).click();
  await next(form, 'Declarations');
  assert.equal(await smallControls(form), []);
  await form.getByLabel('The vendor accepts').check();
  await form.getByRole('button', { name: 'Submit', exact: true }).last().click();
  await form.getByRole('dialog', { name: 'Lot Submitted Successfully' }).waitFor();
  const { lots } = await at.vendor.call<{ lots: Draft[] }>('GET', 'lots/submissions');
  assert.is(lots.filter(({ publicDetails }) => publicDetails.title === '40 Angus Steers').length, 1);
  await phone.close();
});

test('a phone that is turned upright while a file is looked at still shows it', async () => {
  const { context: phone } = await sellerIn(at.browser, at.server, { width: 844, height: 390 });
  const form = await formIn(phone, at.server, at.sale);
  const file = {
    name: 'w.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('EID,Weight,Fat Score\n982 1,412.5,3\n'),
  };
  await form.getByLabel('CSV file of weights').setInputFiles(file);
  const preview = form.getByRole('dialog', { name: 'Import Weights' });
  await preview.waitFor();
  await form.setViewportSize(PHONE);
  await preview.getByRole('button', { name: 'Import 1 Head' }).click();
  await preview.waitFor({ state: 'detached' });
  await phone.close();
});

test.run();

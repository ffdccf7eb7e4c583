import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { looksRight } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';
import { writtenSteers } from '../test-support/listings.ts';
import { barSays, formIn, holds, lotField, lotForms } from '../test-support/lot-form.ts';

const test = suite('forty lots before lunch: few presses, choices and fields for each', { limitMs: 400_000 });

/** The most interactions that a plain lot may take. */
const MOST = { fromEmpty: 20, fromLast: 8 } as const;

const at = lotForms(test);

/** A hand that counts what it does on the form: each press, each choice and each field filled is one interaction. */
function countedHand(page: Page) {
  const done: string[] = [];
  return {
    done,
    async fill(label: string, value: string) {
      done.push(`fill ${label}`);
      await lotField(page, label).fill(value);
    },
    async choose(label: string, value: string) {
      done.push(`choose ${label}`);
      await lotField(page, label).selectOption(value);
    },
    async tick(label: string) {
      done.push(`tick ${label}`);
      await page.getByLabel(label).check();
    },
    async press(name: string) {
      done.push(`press ${name}`);
      await page.getByRole('button', { name, exact: true }).last().click();
    },
  };
}
type Hand = ReturnType<typeof countedHand>;

// An agent makes two declarations that other sellers do not make.
test.before(async () => {
  await at.vendor.call('PUT', 'users/me', { user: { profession: 'Livestock Agent' } });
});

const declare = async (hand: Hand) => {
  await hand.tick('I am a licensed stock and station agent');
  await hand.tick('The vendor signed the assessment form');
  await hand.tick('The vendor accepts the Terms & Conditions');
};
const isSubmitted = async (page: Page, hand: Hand, most: number) => {
  await hand.press('Submit');
  await page.getByRole('dialog', { name: 'Lot Submitted Successfully' }).waitFor();
  const count = hand.done.length;
  assert.ok(count <= most, `${count} interactions: ${hand.done.join(', ')}`);
};

/** The form of a new lot that was started from the last one. */
async function fromLastLot() {
  const page = await formIn(at.context, at.server, at.sale);
  const hand = countedHand(page);
  await hand.press('Last lot');
  await holds(page, 'Vendor PIC', 'NA123456');
  return { page, hand };
}

test('a plain lot from empty, in at most 20', async () => {
  const page = await formIn(at.context, at.server, at.sale);
  const hand = countedHand(page);
  await hand.fill('Vendor', 'Wattle Park Pastoral');
  await hand.fill('Vendor PIC', 'NA123456');
  // The town is listed: the postcode follows. The state follows from the PIC.
  await hand.fill('Town', 'Gunnedah');
  await hand.fill('Number of Head', '40');
  await hand.fill('Stock Description', 'Bred on the property');
  await hand.fill('Breed', 'Angus');
  await hand.choose('Sex', 'Steer(s)');
  await hand.choose('Stock category', 'Yearlings');
  await hand.choose('Temperament', 'Quiet');
  await hand.fill('Live Weight', '412.5');
  await hand.fill('Fat Score', '3');
  await hand.choose('Bidding', 'head');
  await hand.choose('Bid Increment', '1000');
  await hand.fill('Start Price', '1200');
  await declare(hand);
  await holds(page, 'Title', '40 Angus Steers');
  await holds(page, 'State', 'NSW');
  await holds(page, 'Postcode', '2380');
  await isSubmitted(page, hand, MOST.fromEmpty);
  await page.close();
});

test('the next one from the last lot, in at most 8: only what belongs to this lot is asked', async () => {
  const { page, hand } = await fromLastLot();
  await holds(page, 'Start Price', '1200');
  await page.getByText('From 40 Angus Steers: please check').first().waitFor();
  await looksRight(page, 'lot-form-from-last');
  for (const left of ['Live Weight', 'Fat Score']) assert.is(await lotField(page, left).inputValue(), '');
  assert.not.ok(await page.getByLabel('The vendor accepts the Terms & Conditions').isChecked());
  await hand.fill('Number of Head', '25');
  await hand.fill('Live Weight', '398');
  await hand.fill('Fat Score', '2');
  await declare(hand);
  await holds(page, 'Title', '25 Angus Steers');
  await isSubmitted(page, hand, MOST.fromLast);
  await page.close();
});

test('a template that was saved from a form, and a saved vendor, start other lots', async () => {
  const { page, hand } = await fromLastLot();
  await hand.press('Save this vendor');
  await page.getByText('Vendor saved.').waitFor();
  await hand.press('Save as template');
  await page.getByLabel('Name of the template').fill('Wattle Park steers');
  await hand.press('Save template');
  await eventually(async () => assert.is(await page.getByRole('dialog').count(), 0));
  await barSays(page, /Saved \d/);
  await page.close();

  const next = await formIn(at.context, at.server, at.sale);
  await next.getByRole('button', { name: 'Template', exact: true }).click();
  await next.getByRole('button', { name: /^Wattle Park steers/ }).click();
  await holds(next, 'Breed', 'Angus');
  await holds(next, 'Vendor', 'Wattle Park Pastoral');
  await next.goto(at.server.url + paths.newLot(at.sale));
  await lotField(next, 'Title').waitFor({ state: 'attached' });
  await next.close();

  const saved = await formIn(at.context, at.server, at.sale);
  await saved.getByRole('button', { name: 'Saved vendor' }).click();
  await saved.getByLabel('Find by name, PIC or town').fill('wattle');
  await saved.getByRole('button', { name: /^Wattle Park Pastoral/ }).click();
  await holds(saved, 'Vendor', 'Wattle Park Pastoral');
  await holds(saved, 'Vendor PIC', 'NA123456');
  await barSays(saved, /Saved \d/);
  await saved.close();

  const other = await formIn(at.context, at.server, at.sale);
  await other.getByRole('button', { name: 'One of mine' }).click();
  await other.getByLabel('Find by title, vendor, town, sale or number').fill('25 angus');
  await looksRight(other, 'lot-form-one-of-mine');
  await other
    .getByRole('button', { name: /^25 Angus Steers/ })
    .first()
    .click();
  await holds(other, 'Number of Head', '25');
  await other.close();
});

test('weights are pasted into the grid as a column, and keys go from head to head', async () => {
  const page = await formIn(at.context, at.server, at.sale);
  await lotField(page, 'Title').fill('Weighed in a grid');
  await page.getByRole('button', { name: 'Show as a grid' }).click();
  const cell = (head: number, label = 'Live Weight') =>
    page.getByLabel(`${label} of head ${head}`, { exact: true });
  const heads = Array.from({ length: 300 }, (_, n) => `${400 + (n % 3)}`);
  await cell(1).focus();
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(heads.join('\r\n'))});
    const pasted = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(pasted);
  })()`);
  await page.getByText('300 of 300 weighed · average 401.0 kg · 400 to 402 kg').waitFor();
  await holds(page, 'Number of Head', '300');
  await holds(page, 'Number of Head Weighed', '300');
  await cell(1).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const isIn = (head: number, label = 'Live Weight') =>
    eventually(async () =>
      assert.is(
        await page.evaluate("document.activeElement.getAttribute('aria-label')"),
        `${label} of head ${head}`,
      ),
    );
  await isIn(3);
  assert.is(await cell(3).inputValue(), '402');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('3');
  await isIn(3, 'Fat Score');
  await page.keyboard.press('Control+End');
  await isIn(300, 'Fat Score');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('702');
  await page.getByText('average 402.0 kg · 400 to 702 kg').waitFor();
  await barSays(page, /Saved \d/);
  // A phone shows one section at a time: another one than the grid.
  await looksRight(page, 'lot-form-grid');
  await page.getByRole('button', { name: 'Show one by one' }).click();
  await page.close();
});

test('several drafts get their dates at once, and are signed for one by one in one sitting', async () => {
  const { details, ...lot } = writtenSteers();
  const unsigned = { acceptenceOnTerms: false, isLicencedAgent: false, vendorSignedForm: false };
  for (const title of ['Sitting one', 'Sitting two', 'Left for later'])
    await at.vendor.call('POST', `auctions/${at.sale._id}/lots`, {
      lot: { ...lot, ...unsigned, details: { ...details, title } },
      commandId: newId(),
    });
  const page = await at.context.newPage();
  await page.goto(at.server.url + paths.savedLots);
  for (const title of ['Sitting one', 'Sitting two', 'Left for later'])
    await page.getByLabel(`Choose ${title}`).check();
  await page.getByText('3 lots chosen').waitFor();
  await page.getByRole('button', { name: 'Set dates' }).click();
  const dates = page.getByRole('dialog');
  await dates.getByLabel('Latest Delivery', { exact: true }).fill('31/12/2099');
  await looksRight(page, 'lots-set-dates');
  await dates.getByRole('button', { name: 'Set dates' }).click();
  await dates.getByText('3 lots changed.').waitFor();
  await dates.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('button', { name: 'Sign and submit' }).click();
  for (const [at, isSigned] of [true, true, false].entries()) {
    const sitting = page.getByRole('dialog', { name: new RegExp(`^Lot ${at + 1} of 3`) });
    await sitting.getByText('31/12/2099').waitFor();
    const terms = sitting.getByLabel('The vendor accepts the Terms & Conditions');
    assert.not.ok(await terms.isChecked(), 'each lot is declared for by itself');
    if (at === 0) await looksRight(page, 'lots-sitting');
    if (!isSigned) {
      await sitting.getByRole('button', { name: 'Skip this lot' }).click();
      continue;
    }
    await sitting.getByLabel('I am a licensed stock and station agent').check();
    await sitting.getByLabel('The vendor signed the assessment form').check();
    await terms.check();
    await sitting.getByRole('button', { name: 'Submit this lot' }).click();
  }
  await page.getByText('2 lots submitted').waitFor();
  await page.getByText(/Still drafts: Left for later/).waitFor();
  await page.close();
});

test.run();

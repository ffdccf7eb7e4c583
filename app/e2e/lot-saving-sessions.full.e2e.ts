import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { looksRight } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';
import { barSays, formIn, holds, lotField, lotForms } from '../test-support/lot-form.ts';

const test = suite('a lot form in two windows, and after the session ended', { limitMs: 400_000 });

const at = lotForms(test);

const numberOf = (form: Page): number => Number(new URL(form.url()).pathname.split('/').at(-1));
const begin = async (title: string): Promise<{ form: Page; number: number }> => {
  const form = await formIn(at.context, at.server, at.sale);
  await lotField(form, 'Title').fill(title);
  await form.waitForURL(`**${paths.newLot(at.sale)}/*`);
  await barSays(form, /Saved \d/);
  return { form, number: numberOf(form) };
};

test('one draft in two windows: what both changed is chosen field by field', async () => {
  const { form: one, number } = await begin('Two windows');
  const two = await formIn(at.context, at.server, at.sale, number);
  await holds(two, 'Title', 'Two windows');
  await lotField(one, 'Breed').fill('Angus');
  await lotField(one, 'Sire').fill('Typed in one');
  await barSays(one, /Saved \d/);
  await lotField(two, 'Breed').fill('Hereford');
  await lotField(two, 'Dam').fill('Typed in two');
  await barSays(two, /^Not saved: this lot was changed in another window/);
  await two.getByRole('button', { name: 'Bring both together' }).click();
  await looksRight(two, 'lot-form-two-windows');
  await two.getByLabel('Changed elsewhere: Angus').check();
  await two.getByRole('button', { name: 'Keep these values' }).click();
  await barSays(two, /Saved \d/);
  await holds(two, 'Breed', 'Angus');
  await holds(two, 'Sire', 'Typed in one');
  const read = () =>
    at.vendor.call<{ lot: { content: { details: Record<string, string> } } }>('GET', `lots/${number}/own`);
  await eventually(async () => {
    const { details } = (await read()).lot.content;
    assert.equal(
      [details['breed'], details['sire'], details['dam']],
      ['Angus', 'Typed in one', 'Typed in two'],
    );
  });
  await one.close();
  await two.close();
});

test('who was signed out meanwhile signs in on the form, and the save follows', async () => {
  const { form } = await begin('Signed out');
  await at.context.clearCookies();
  // Another request of the page gets the first 401.
  await form.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  await lotField(form, 'Breed').fill('Murray Grey');
  await barSays(form, /^Not saved: you are signed out/);
  await form.getByTestId('saving').locator('..').getByRole('button', { name: 'Sign in' }).click();
  await looksRight(form, 'lot-form-signed-out');
  await form.getByLabel('Email', { exact: true }).fill('seller@saleyard.test');
  await form.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await form.getByRole('button', { name: 'Login', exact: true }).click();
  await barSays(form, /Saved \d/);
  await holds(form, 'Breed', 'Murray Grey');
  await form.close();
});

test.run();

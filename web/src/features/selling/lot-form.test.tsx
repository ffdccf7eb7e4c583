/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { KIND_TYPES } from '@saleyard/domain/listing/stock.ts';
import { dayKey } from '@saleyard/domain/presentation/dates.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { person } from '@/test-support/example-person.ts';
import { onHeldTimers } from '@/test-support/held-timers.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { renderedBy } from '@/test-support/rendered-components.ts';
import { answers, handles } from '@/test-support/server.ts';
import type { LotFormOf, LotValues } from './lot-values.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { act, fireEvent, screen, waitFor, within } = await import('@testing-library/react');
const { FormProvider, useForm } = await import('react-hook-form');
const { renderScreen } = await import('@/test-support/render.tsx');
const { meQuery } = await import('@/lib/session.ts');
const { useQuery } = await import('@tanstack/react-query');
const { DependingFields } = await import('./lot-fields.tsx');
const { openForm, PAUSE_MS, SELLER, sections, server } = await import('./test-support/open-form.tsx');
const { ALLOW, SubmittedDialog, vendorMailNote } = await import('./submitted-dialog.tsx');
const { BiddingFields } = await import('./terms-fields.tsx');
const { valuesOf } = await import('./lot-values.ts');

const test = suite('the lot form of each kind', { limitMs: 180_000 });
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => leaveScreens());
test.after(() => server.close());

const choices = (label: RegExp) =>
  within(screen.getByLabelText(label))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

test('a key press renders its own field and nothing else, also of a lot that was submitted and refused', async () => {
  const { user } = await openForm('cattle');
  const input = ['TextInput', 'Labelled', 'DescriptionText', 'ErrorText'];
  const key = (label: RegExp, value: string) =>
    renderedBy(async () => {
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
      await new Promise((resolve) => setTimeout(resolve));
    });
  let keys = 0;
  const breed = () => {
    keys += 1;
    return key(/^Breed( \*)?$/, `Angus ${keys}`);
  };
  // What else the form renders is over first: what it reads from the server, and the answer to Submit.
  const rendersItself = (what?: string) =>
    waitFor(async () => assert.equal(await breed(), ['SuggestedField', ...input], what));
  // The pause after which what follows from all values is read does not end by itself.
  await onHeldTimers(PAUSE_MS, async () => {
    await rendersItself();
    assert.equal(await key(/^Live Weight/, '4'), ['NumberField', ...input]);
    assert.equal(await key(/^Start Price/, '4'), ['FormPriceField', ...input]);
  });
  await user.click(screen.getAllByRole('button', { name: 'Submit' })[0] as HTMLElement);
  await screen.findByRole('alert');
  await rendersItself('the rest is validated after a pause');
});

test('[S015] [S016] [S017] Back, Save For Later and Submit are at the top and at the bottom', async () => {
  await openForm('cattle');
  const parts = [...document.querySelectorAll('fieldset, button')].map(({ tagName, textContent }) =>
    tagName === 'FIELDSET' ? 'fields' : textContent,
  );
  const [first, last] = [parts.indexOf('fields'), parts.lastIndexOf('fields')];
  for (const name of ['Back', 'Save For Later', 'Submit']) {
    assert.is(screen.getAllByRole('button', { name }).length, 2, name);
    assert.ok(parts.indexOf(name) < first && parts.lastIndexOf(name) > last, name);
  }
});

test('[S022] [S023] [S024] [S029] [S037] cattle: every section of the form', async () => {
  await openForm('cattle', { profession: 'Livestock Agent' });
  const shown = sections();
  for (const title of [
    ...['Auction Details', 'Bidding', 'Assessment', 'Vendor Details', 'Delivery'],
    ...['Special Conditions of Sale', 'Agent Declaration', 'Terms & Conditions'],
  ])
    assert.ok(shown.includes(title), `${title} in ${shown.join(', ')}`);
  for (const { type, title } of FORMS.cattle.groups)
    if (type === 'group') assert.ok(shown.includes(title), title);
  for (const label of [
    /^Auction Date/,
    /^Bid Increment/,
    /^Start Price/,
    /^Reserve Price/,
    /^Number of Head( \*)?$/,
  ])
    assert.ok(screen.getByLabelText(label), String(label)); // [S032] [S034]
  const auction = within(screen.getByRole('group', { name: 'Auction Details' }));
  assert.ok(auction.getByLabelText(/^Auction Date/)); // [S022]
  assert.match(choices(/^Auction Date/)[0] ?? '', /^\w+day .* - .* [AP]M, Gunnedah Weaner Sale$/); // [S022]
  assert.ok(screen.getByLabelText(/^Send Email to Vendor/)); // [S039]
  assert.equal(choices(/^Bidding/), ['Choose', 'Head', 'Kg']); // [S522]
});

test('[S523] [S526] [S527] [S528] [S529] [S530] each kind has its sections, its units, and its increments of each', async () => {
  for (const [kind, increments] of [
    ['cattle', { Head: ['$5.00', '$10.00', '$20.00'], Kg: ['1¢', '2¢', '5¢'] }],
    ['sheep', { Head: ['$1.00', '$2.00', '$5.00'] }],
    ['goat', { Head: ['$1.00', '$2.00', '$5.00'] }],
    ['sheep-abblamb', { Head: ['$1.00'] }],
  ] as const) {
    const { user } = await openForm(kind, { sellerType: 'Stock and station agent' });
    const groups = screen.getAllByRole('group');
    const group = (name: string) =>
      groups.find((one) => one.querySelector(':scope > legend')?.textContent === name) ?? null;
    for (const { type, title, fields } of FORMS[kind].groups)
      for (const { name, title: label, shownWhen } of type === 'group' ? fields : [])
        if (shownWhen === undefined && name !== 'allocatedSection')
          assert.match(group(title)?.textContent ?? '', label, `${kind}: ${title}`); // [S029]
    assert.ok(group('Useful Links'), kind); // [S027]
    const bidding = within(group('Bidding') as HTMLElement); // [S023]
    for (const label of [/^Bid Increment/, /^Start Price/, /^Reserve Price/])
      assert.ok(bidding.getByLabelText(label), kind); // [S024] [S034]
    for (const title of ['Agent Declaration', 'Terms & Conditions'])
      assert.is(group(title) !== null, kind !== 'sheep-abblamb', `${kind}: ${title}`); // [S037] [S040] [S041]
    const signed = screen
      .queryAllByRole('button', { name: /^Sign as/ })
      .map(({ textContent }) => textContent);
    assert.equal(signed, kind === 'sheep-abblamb' ? [] : ['Sign as agent', 'Sign as vendor']); // [S041]
    const begun = [
      /^Number of Head( \*)?$/,
      /^Number of Head Weighed/,
      /^Weight Gain/,
      /^Weight Adjustment/,
    ].map((label) => screen.getByLabelText<HTMLInputElement>(label).value); // [S031] [S032] [S033]
    assert.equal(begun, ['1', kind === 'goat' ? '0' : '1', '0', '0'], kind); // [S183] [S184] [S185] [S187]
    assert.equal(choices(/^Bidding/), ['Choose', ...Object.keys(increments)], kind);
    assert.equal(choices(/^Assessed by/), ['Choose', 'Vendor Assessed', 'Agent Assessed'], kind); // [B245] [S208]
    for (const [unit, offered] of Object.entries(increments)) {
      await user.selectOptions(screen.getByLabelText(/^Bidding/), unit);
      assert.equal(choices(/^Bid Increment/).slice(1), [...offered], `${kind} by ${unit}`);
    }
    leaveScreens();
  }
});

test('[S037] who sells their own stock makes no agent’s declaration', async () => {
  await openForm('cattle');
  assert.not.ok(sections().includes('Agent Declaration'));
  assert.ok(sections().includes('Terms & Conditions'));
});

test('a price typed before Bidding is chosen is per head: Head keeps it, Kg empties it', async () => {
  const { user } = await openForm('cattle');
  const start = () => screen.getByLabelText<HTMLInputElement>(/^Start Price/).value;
  await user.type(screen.getByLabelText(/^Start Price/), '420');
  await user.selectOptions(screen.getByLabelText(/^Bidding/), 'Head');
  assert.match(start(), /^420/);
  await user.selectOptions(screen.getByLabelText(/^Bidding/), 'Kg');
  assert.is(start(), '');
});

test('prices of a form that is filled again are of its unit: another unit empties them', () => {
  let form: LotFormOf | undefined;
  function Prices() {
    form = useForm<LotValues, unknown, LotValues>({ defaultValues: valuesOf(FORMS.cattle, '77') });
    return (
      <FormProvider {...form}>
        <DependingFields />
      </FormProvider>
    );
  }
  renderScreen(<Prices />);
  act(() => form?.reset({ ...valuesOf(FORMS.cattle, '77'), unit: 'kg', startCents: 420 }));
  act(() => form?.setValue('unit', 'head'));
  assert.is(form?.getValues('startCents'), '');
});

test('[S531] [S533] the form offers every step of adjusting weight, that of cattle every step of gaining it', async () => {
  const percents = Array.from({ length: 161 }, (_, step) => `${-20 + step / 4}%`);
  for (const kind of ['goat', 'sheep', 'cattle'] as const) {
    await openForm(kind);
    assert.equal(choices(/^Weight Adjustment/), percents, kind);
  }
  const gains = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5].map((kg) => `${kg} kg a day`);
  assert.equal(choices(/^Weight Gain/), gains);
});

test('[S365] the withholding period is asked for when the stock were drenched today', async () => {
  const { user } = await openForm('sheep');
  assert.is(screen.queryByLabelText('Withholding'), null);
  const drenched = screen.getByLabelText('Drenched Date');
  await user.type(drenched, dayKey(Date.now()));
  assert.ok(await screen.findByLabelText('Withholding'));
  await user.clear(drenched);
  await user.type(drenched, '2026-01-05');
  await waitFor(() => assert.is(screen.queryByLabelText('Withholding'), null));
});

test('[S040] [S041] [S525] abblamb: shares of fat scores and grazing, no terms and no signatures', async () => {
  await openForm('sheep-abblamb', { profession: 'Livestock Agent' });
  const shown = sections();
  for (const title of ['Fat Score', 'Grazing', 'Assessment']) assert.ok(shown.includes(title), title);
  for (const title of ['Agent Declaration', 'Terms & Conditions'])
    assert.not.ok(shown.includes(title), title);
  assert.ok(screen.getByLabelText('Lucerne'));
  assert.is(screen.queryByLabelText(/^Fat Score$/), null, 'no head has one');
  assert.equal(choices(/^Bidding/), ['Choose', 'Head']);
  assert.ok(choices(/^Weight Adjustment/).includes('-1.1%'));
});

test('[S038] the Terms & Conditions are accepted in the form, and saved with the draft', async () => {
  const { saved, user } = await openForm('cattle');
  const terms = within(screen.getByRole('group', { name: 'Terms & Conditions' }));
  await user.click(terms.getByRole('checkbox', { name: 'The vendor accepts the Terms & Conditions' }));
  await user.click(screen.getAllByRole('button', { name: 'Save For Later' })[0] as HTMLElement);
  await waitFor(() => assert.ok(saved.some(({ acceptenceOnTerms }) => acceptenceOnTerms === true)));
});

test('[S027] useful links are rows of the form, and are saved with the draft', async () => {
  const { saved, user } = await openForm('cattle');
  assert.ok(sections().includes('Useful Links'));
  await user.click(screen.getByRole('button', { name: 'Add a link' }));
  await user.type(screen.getByLabelText('Link, row 1'), 'farm.example/bulls.pdf');
  await user.type(screen.getByLabelText('Description, row 1'), 'Our bulls');
  await user.click(screen.getAllByRole('button', { name: 'Save For Later' })[0] as HTMLElement);
  const links = [{ url: 'farm.example/bulls.pdf', description: 'Our bulls', isPdf: true }];
  await waitFor(() => assert.equal(saved.findLast(({ usefulLinks }) => usefulLinks)?.usefulLinks, links));
});

test('[S043] [S185] [S524] goat: no head is weighed until a number is stated', async () => {
  const { user } = await openForm('goat');
  const weighed = screen.getByLabelText<HTMLInputElement>('Number of Head Weighed');
  assert.is(weighed.value, '0');
  assert.not.ok(sections().includes('Assessment'));
  await user.clear(weighed);
  await user.type(weighed, '2');
  assert.ok(sections().includes('Assessment'));
  assert.ok(screen.getByText('Head 1 of 2'));
  assert.equal(choices(/^Bidding/), ['Choose', 'Head']);
});

test('[S042] cattle that walk over scales are not assessed head by head', async () => {
  const { user } = await openForm('cattle');
  assert.ok(sections().includes('Assessment'));
  await user.click(screen.getByLabelText(/walk-over scales/));
  assert.not.ok(sections().includes('Assessment'));
});

test('[S030] [S044] [S045] [S046] [S047] heads are written one after the other; Clear takes one away', async () => {
  const { user } = await openForm('cattle');
  for (const label of [/^Number of Head( \*)?$/, /^Number of Head Weighed/]) {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), '3');
  }
  await screen.findByLabelText(/^Live Weight/);
  const group = within(screen.getByRole('group', { name: 'Assessment' }));
  const write = async (weight: string, score: string) => {
    await user.type(group.getByLabelText(/^Live Weight/), weight);
    await user.type(group.getByLabelText(/^Fat Score/), score);
  };
  const press = (name: string) => user.click(group.getByRole('button', { name }));
  const weight = () => group.getByLabelText<HTMLInputElement>(/^Live Weight/).value;
  assert.ok(group.getByText('Head 1 of 3'));
  await write('400', '3');
  await press('Next');
  assert.ok(group.getByText('Head 2 of 3'));
  assert.is(group.queryByRole('button', { name: 'Finish' }), null);
  await write('410', '2');
  await press('Next');
  assert.ok(group.getByText('Head 3 of 3'));
  assert.ok(group.getByRole('button', { name: 'Finish' }));
  await write('420', '4');
  await press('Previous');
  assert.is(weight(), '410');
  await press('Clear');
  assert.is(weight(), '420', 'the next head takes its place');
  await press('Previous');
  assert.is(weight(), '400');
});

test('[S347] Enter submits nothing; in the pager it goes to the next field and the next head, and stops at a fat score of 6', async () => {
  const { user, saved } = await openForm('cattle');
  for (const label of [/^Number of Head( \*)?$/, /^Number of Head Weighed/]) {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), '2');
  }
  const weight = await screen.findByLabelText<HTMLInputElement>(/^Live Weight/);
  await user.type(await screen.findByLabelText(/^Title/), 'Steers{Enter}');
  await user.type(weight, '400{Enter}');
  assert.ok(document.activeElement !== weight && document.activeElement?.tagName !== 'BODY');
  const score = screen.getByLabelText<HTMLInputElement>(/^Fat Score/);
  await user.type(score, '6');
  const inputs = () => [
    ...(score.closest('fieldset')?.querySelectorAll<HTMLElement>('input:not([type="file"]), select') ?? []),
  ];
  inputs().at(-1)?.focus();
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Assessment' });
  assert.match(dialog.textContent ?? '', 'Fat Score must be a whole number from 1 to 5');
  await user.click(within(dialog).getByRole('button', { name: 'OK' }));
  await user.clear(score);
  await user.type(score, '3');
  inputs().at(-1)?.focus();
  await user.keyboard('{Enter}');
  await screen.findByText('Head 2 of 2');
  const first = screen.getByLabelText<HTMLInputElement>(/^Live Weight/);
  assert.is(first.value, '');
  assert.ok(first.closest('fieldset')?.contains(document.activeElement), 'typing goes on in the next head');
  assert.equal(saved, []);
  assert.is(screen.queryByRole('alert'), null, 'nothing was submitted');
});

test('[S035] [S536] [S537] vendor bids are none, one or another number', async () => {
  const { user, saved } = await openForm('cattle');
  assert.equal(choices(/^Vendor Bids/), ['Nil', '1', 'Other']);
  await user.selectOptions(screen.getByLabelText('Vendor Bids'), 'Other');
  const number = screen.getByLabelText('Number of Vendor Bids');
  await user.clear(number);
  await user.type(number, '99');
  await user.click(screen.getAllByRole('button', { name: 'Submit' })[0] as HTMLElement);
  await waitFor(() => assert.match(number.getAttribute('aria-invalid') ?? '', 'true'));
  await user.clear(number);
  await user.type(number, '3');
  await user.click(screen.getAllByRole('button', { name: 'Save For Later' })[0] as HTMLElement);
  await screen.findByRole('dialog');
  assert.is(saved.findLast((lot) => lot.maxVendorBids !== undefined)?.maxVendorBids, 3);
});

const SMITH = {
  ...{ _id: 'p1', vendorName: 'J Smith', pic: 'NAAAA123', vendorPhone: '0411111111' },
  ...{ vendorEmail: 'smith@farm.example', address: '1 Creek Road' },
  ...{ town: 'SCONE', postcode: '2337', state: 'NSW', district: 'Hunter' },
};

test('[S263] a favourite vendor is filled in when it is chosen or typed to the end, not on the way', async () => {
  const { user } = await openForm('cattle', {}, [SMITH]);
  await waitFor(() => assert.ok(document.querySelector('option[value="J Smith"]')));
  const input = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
  const [name, phone, pic] = [input(/^Vendor( \*)?$/), input(/^Vendor Phone/), input(/^Vendor PIC/)];
  await user.clear(phone);
  await user.type(phone, '0499999999');
  await user.clear(name);
  await user.type(name, 'J Smithers');
  await user.tab();
  assert.equal([name.value, phone.value, pic.value], ['J Smithers', '0499999999', '']);
  await user.type(name, '{Backspace}{Backspace}{Backspace}');
  assert.is(phone.value, '0499999999');
  await user.tab();
  assert.equal([name.value, phone.value, pic.value], ['J Smith', '0411111111', 'NAAAA123']);
  const others = [/^Vendor Email/, /^Vendor Address/, /^Town/, /^Postcode/, /^State/, /^District/];
  assert.equal(
    others.map((label) => input(label).value),
    ['smith@farm.example', '1 Creek Road', 'SCONE', '2337', 'NSW', 'Hunter'],
  );
  await user.clear(phone);
  await user.type(phone, '0422222222');
  await user.click(name);
  await user.tab();
  assert.is(phone.value, '0422222222', 'nothing was typed in the name');

  fireEvent.input(pic, { target: { value: '' }, inputType: 'deleteContentBackward' });
  fireEvent.input(pic, { target: { value: 'NAAAA123' }, inputType: 'insertReplacementText' });
  assert.is(phone.value, '0411111111', 'chosen from the list');
});

test('[S264] a PIC that is chosen fills in the whole vendor, in the form of every kind', async () => {
  const labels = [/^Vendor( \*)?$/, /^Vendor PIC/, /^Vendor Phone/, /^Vendor Email/, /^Vendor Address/];
  const places = [/^Town/, /^Postcode/, /^State/, /^District/];
  const smith = ['J Smith', 'NAAAA123', '0411111111', 'smith@farm.example', '1 Creek Road', 'SCONE', '2337'];
  for (const kind of KIND_TYPES) {
    const officeAddress = { address1: '9 Low Road', address2: '', town: '', state: 'VIC', postcode: '3266' };
    await openForm(kind, { PIC: 'VAAAA456', officeAddress }, [
      { ...SMITH, _id: 'p0', vendorName: 'Hilltop', pic: 'NAAAA999' },
      SMITH,
    ]);
    await waitFor(() => assert.ok(document.querySelector('option[value="NAAAA123"]')));
    const input = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
    const pic = { target: { value: 'NAAAA123' }, inputType: 'insertReplacementText' };
    fireEvent.input(input(/^Vendor PIC/), pic);
    const filled = () => [...labels, ...places].map((label) => input(label).value);
    await waitFor(() => assert.equal(filled(), [...smith, 'NSW', 'Hunter'], kind));
    leaveScreens();
  }
});

test('usual breeds of the kind can be chosen, and another one can be typed', async () => {
  const { user } = await openForm('cattle');
  const breed = screen.getByLabelText<HTMLInputElement>(/^Breed/);
  const offered = [...(breed.list?.options ?? [])].map(({ value }) => value);
  for (const usual of ['Angus', 'Hereford']) assert.ok(offered.includes(usual), usual);
  assert.not.ok(offered.includes('Merino'));
  await user.type(breed, 'Wagyu x Angus');
  assert.is(breed.value, 'Wagyu x Angus');
});

test('[S035] vendor bids that come from elsewhere are shown as they are', () => {
  let form: LotFormOf | undefined;
  function Shown() {
    form = useForm<LotValues, unknown, LotValues>({ defaultValues: valuesOf(FORMS.cattle, '77') });
    return (
      <FormProvider {...form}>
        <BiddingFields form={FORMS.cattle} mode="kind" />
      </FormProvider>
    );
  }
  renderScreen(<Shown />);
  const bids = screen.getByLabelText<HTMLSelectElement>('Vendor Bids');
  assert.is(bids.value, '0');
  act(() => form?.setValue('maxVendorBids', '5'));
  assert.is(bids.value, 'other');
  const number = screen.getByLabelText<HTMLInputElement>('Number of Vendor Bids');
  assert.is(number.value, '5');
  fireEvent.change(number, { target: { value: '' } });
  assert.is(screen.getByLabelText('Number of Vendor Bids'), number, 'it stays while it is typed');
});

test('[S223] [S448] an agent’s profile fills in who assesses, and the usual conditions of sale', async () => {
  await openForm('sheep', {
    profession: 'Livestock Agent',
    agencyName: 'Miller & Co',
    saleConditions: 'Delivery by road',
  });
  const value = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
  assert.is(value(/^Assessed by/), 'Agent Assessed');
  assert.is(value(/^Agent( \*)?$/), person().shortId);
  assert.is(value(/^Agent Name/), 'Ada Miller');
  assert.is(value(/^Agent Phone/), '0412345678');
  assert.is(value(/^Agent Email/), 'ada@example.com');
  assert.is(value(/^Agency/), 'Miller & Co');
  assert.is(value(/^Special Conditions of Sale/), 'Delivery by road');
});

test('[S223] [S448] who is no agent assesses, and the agent of their profile is filled in', async () => {
  await openForm('cattle', { agentName: 'Sam Elder', agentPhone: '0422222222', agencyName: 'Elder & Sons' });
  const value = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
  assert.is(value(/^Assessed by/), 'Vendor Assessed');
  assert.equal([/^Agent( \*)?$/, /^Agent Name/, /^Agent Phone/, /^Agency/].map(value), [
    '',
    'Sam Elder',
    '0422222222',
    'Elder & Sons',
  ]);
});

const file = (text: string, name: string) => new File([text], name);

test('[S397] a form file that the browser cannot read is one that cannot be parsed', async () => {
  const { user } = await openForm('cattle', { role: 'admin' });
  const text = () => Promise.reject(new Error('it was deleted'));
  const gone = Object.assign(file('{"kind":"cattle","lot":{}}', 'form.json'), { text });
  await user.upload(screen.getByLabelText('JSON file of a form'), gone);
  await screen.findByText('Could not parse form data from the file');
});

test('[S019] [S020] [S021] administrators alone export and import the whole form', async () => {
  for (const role of [null, 'auditor'] as const) {
    await openForm('cattle', { role });
    for (const name of ['Export Form', 'Import Form'])
      assert.is(screen.queryByRole('button', { name }), null); // [S021]
  }
  const { user } = await openForm('cattle', { role: 'admin' });
  const exported: Blob[] = [];
  const names: string[] = [];
  URL.createObjectURL = (blob) => `blob:${exported.push(blob as Blob)}`;
  // Here a press of the link would leave the page.
  HTMLAnchorElement.prototype.click = function click() {
    names.push(this.download);
  };
  await user.type(screen.getByLabelText(/^Title/), 'Exported steers');
  await user.click(screen.getByRole('button', { name: 'Export Form' }));
  assert.match(names.join(), /^[^,]+\.json$/);
  const written = JSON.parse((await exported[0]?.text()) ?? '{}');
  assert.equal([written.kind, written.lot?.details?.title], ['cattle', 'Exported steers']); // [S019]
  const input = screen.getByLabelText('JSON file of a form');
  let chosen = 0;
  input.addEventListener('click', () => (chosen += 1));
  await user.click(screen.getByRole('button', { name: 'Import Form' }));
  assert.is(chosen, 1, 'a press lets a file be chosen'); // [S020]
  await user.upload(input, file('{', 'form.json'));
  await screen.findByText('Could not parse form data from the file'); // [S397]
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await user.upload(input, file('{"kind":"goat","lot":{}}', 'form.json'));
  await screen.findByText('Could not import form data from the file'); // [S398]
  await user.click(screen.getByRole('button', { name: 'OK' }));
  const heads = [{ weightLive: 412, fatScore: 3 }];
  const lot = { unit: 'head', incrementCents: 500, heads, details: { title: 'Imported steers' } };
  await user.upload(input, file(JSON.stringify({ kind: 'cattle', lot }), 'form.json'));
  await waitFor(() => assert.is(screen.getByLabelText<HTMLInputElement>(/^Title/).value, 'Imported steers'));
  assert.is(screen.getByLabelText<HTMLSelectElement>(/^Bid Increment/).value, '500');
  assert.is(screen.getByLabelText<HTMLInputElement>(/^Live Weight/).value, '412'); // [S020]
  assert.is(screen.getByLabelText<HTMLSelectElement>(/^Weight Gain/).value, '0.5'); // [S188]
  leaveScreens();
  const goat = await openForm('goat', { role: 'admin' });
  const does = file('{"kind":"goat","lot":{"details":{"title":"Imported does"}}}', 'form.json');
  await goat.user.upload(screen.getByLabelText('JSON file of a form'), does);
  await waitFor(() => assert.is(screen.getByLabelText<HTMLInputElement>(/^Title/).value, 'Imported does'));
  assert.is(screen.getByLabelText<HTMLSelectElement>(/^Weight Gain/).value, '0.05'); // [S189]
});

test('[S514] [S515] [S516] a submitted lot is sent to oneself on a Yes', async () => {
  const sent: unknown[] = [];
  server.resetHandlers(
    answers('users/me', { user: person(SELLER) }),
    handles('post', 'lots/l1/owner-email-info', async (request) => {
      sent.push(await request.json());
      return { message: 'The e-mail was sent to ada@example.com.' };
    }),
  );
  const user = userEvent.setup();
  let closed = 0;
  function Shown() {
    const { data } = useQuery(meQuery);
    return data ? (
      <SubmittedDialog lot="l1" message={ALLOW} mailed={null} onClose={() => (closed += 1)} />
    ) : null;
  }
  renderScreen(<Shown />);
  const dialog = await screen.findByRole('dialog', { name: 'Lot Submitted Successfully' });
  assert.match(dialog.textContent ?? '', 'Allow 24 hrs until live in Catalogue');
  assert.match(dialog.textContent ?? '', 'Email Lot to yourself?');
  const names = within(dialog)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
  assert.equal(names, ['No', 'Yes']);
  await user.click(within(dialog).getByRole('button', { name: 'Yes' }));
  await screen.findByText('The e-mail was sent to ada@example.com.'); // [S476]
  assert.equal(sent, [{ recipientName: 'Ada', recipientEmail: 'ada@example.com' }]);
  await user.click(screen.getByRole('button', { name: 'OK' }));
  assert.is(closed, 1);
});

test('a seller whose own address is not confirmed reads that the vendor gets no e-mail', async () => {
  server.resetHandlers(answers('users/me', { user: person({ ...SELLER, isEmailConfirmed: false }) }));
  renderScreen(<SubmittedDialog lot="l1" message={ALLOW} mailed="We are sending it." onClose={() => {}} />);
  await screen.findByText('The vendor gets no e-mail: your own e-mail address is not confirmed.');
  assert.is(screen.queryByText('We are sending it.'), null);
});

test('[S039] Send Email to Vendor is sent with the draft', async () => {
  const { user } = await openForm('cattle');
  const queries: (string | null)[] = [];
  server.use(
    handles('put', 'auctions/:auction/lots/l1', ({ url }) => {
      queries.push(new URL(url).searchParams.get('emailToVendor'));
      return { _id: 'l1', searchNumericId: 7, revision: 1, phase: 'draft' };
    }),
  );
  const press = async () => {
    await user.click(screen.getAllByRole('button', { name: 'Save For Later' })[1] as HTMLElement); // [S016]
    await user.click(await screen.findByRole('button', { name: 'OK' }));
  };
  for (const sent of ['true', 'false']) {
    await user.click(screen.getByLabelText(/^Send Email to Vendor/));
    await press();
    assert.is(queries.at(-1), sent);
  }
});

test('[S039] a seller reads whether the vendor gets the lot by e-mail, which the server sends', () => {
  const written = (emailToVendor: boolean, details: object) => ({
    ...valuesOf(FORMS.cattle, '1'),
    emailToVendor,
    details: { vendorName: 'Wattle Park', ...details },
  });
  const to = { vendorEmail: 'jo@farm.example' };
  assert.is(vendorMailNote(written(false, to)), null);
  assert.match(vendorMailNote(written(true, {})) ?? '', 'no vendor e-mail address');
  assert.match(vendorMailNote(written(true, to)) ?? '', 'sending the lot to its vendor at jo@farm.example');
});

test('[S349] a number means what was typed or is said to be wrong, and a weight is capped, which is said', async () => {
  const { saved, user } = await openForm('cattle');
  const labels = { '10.0': /^Number of Head( \*)?$/, '1.5': /^Age from/, '412,5': /^Live Weight/ };
  for (const [text, label] of Object.entries(labels)) {
    const box = await screen.findByLabelText<HTMLInputElement>(label);
    await user.clear(box);
    await user.type(box, text);
    assert.is(box.value, text, 'what was typed stays');
  }
  const weight = await screen.findByLabelText<HTMLInputElement>(/^Live Weight/);
  await user.clear(weight);
  await user.type(weight, '4125');
  assert.is(weight.value, '2000');
  assert.ok(screen.getByText(/^4,125 kg is more than one head may weigh/));
  await user.clear(weight);
  await user.type(weight, '2000');
  assert.is(screen.queryByText(/is more than one head may weigh/), null, 'the most');
  await user.type(weight, '.01');
  assert.is(weight.value, '2000');
  await user.click(screen.getAllByRole('button', { name: 'Save For Later' })[0] as HTMLElement);
  await waitFor(() => assert.is(saved.at(-1)?.heads?.[0]?.['weightLive'], 2_000));
});

test('[S348] a weight is rounded to 2 decimals', async () => {
  const { saved, user } = await openForm('cattle');
  const weight = await screen.findByLabelText<HTMLInputElement>(/^Live Weight/);
  await user.clear(weight);
  await user.type(weight, '412.456');
  await user.click(screen.getAllByRole('button', { name: 'Save For Later' })[0] as HTMLElement); // [S016]
  await waitFor(() => assert.is(saved.at(-1)?.heads?.[0]?.['weightLive'], 412.46));
});

test.run();

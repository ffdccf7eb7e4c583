/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { Me } from '@saleyard/contract/accounts.ts';
import type { SavedLot, StartedLot } from '@saleyard/contract/selling.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';
import { dayKey } from '@saleyard/domain/presentation/dates.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { person } from '@/test-support/example-person.ts';
import { exampleAuction } from '@/test-support/example-sales.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { renderedBy } from '@/test-support/rendered-components.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';
import type { LotFormOf, LotValues } from './lot-values.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { act, fireEvent, screen, waitFor, within } = await import('@testing-library/react');
const { FormProvider, useForm } = await import('react-hook-form');
const { renderScreen } = await import('@/test-support/render.tsx');
const { meQuery } = await import('@/lib/session.ts');
const { useQuery } = await import('@tanstack/react-query');
const { DependingFields } = await import('./lot-fields.tsx');
const { LotForm } = await import('./lot-form.tsx');
const { ALLOW, SubmittedDialog, vendorMailNote } = await import('./submitted-dialog.tsx');
const { valuesOf } = await import('./lot-values.ts');

const test = suite('the lot form of each kind', { limitMs: 180_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => leaveScreens());
test.after(() => server.close());

const SOON = Date.now() + 10 * 24 * 3_600_000;
const saleOf = (kind: KindType) =>
  exampleAuction({
    state: 'future',
    openAt: SOON - 1_000,
    liveAt: SOON,
    kindData: { type: kind, title: FORMS[kind].title },
  });

const SELLER = { status: 'approved-seller', type: 'seller' } as const;

/** Longer than any test: a draft is saved when that is asked for, however slowly it is typed. */
const NEVER_MS = 24 * 3_600_000;

const NO_SIMILAR = {
  ...{ kindType: 'cattle', sex: 'Steer(s)', state: null, unit: 'head', weight: null, lots: 0, head: 0 },
  ...{ lowest: null, median: null, highest: null, prices: [], sales: [] },
};

/** The form of a new lot, as it is opened: once its person is known. `saved`: what was sent of the lot, in order. */
async function opened(kind: KindType, me: Partial<Me> = {}) {
  const saved: Partial<StartedLot>[] = [];
  const sale = saleOf(kind);
  server.resetHandlers(
    answers('users/me', { user: person({ ...SELLER, ...me }) }),
    answers('auctions', { auctions: [sale] }),
    answers('pics', { pics: [] }),
    answers('market/similar', NO_SIMILAR),
    answers('states', { states: { NSW: ['Hunter'] } }),
    handles('post', 'auctions/:auction/lots', async (request) => {
      saved.push(((await request.json()) as { lot: StartedLot }).lot);
      return { _id: 'l1', searchNumericId: 7, revision: 0, phase: 'draft' };
    }),
  );
  function Opened() {
    const { data } = useQuery(meQuery);
    if (!data) return null;
    return (
      <LotForm
        me={data}
        form={FORMS[kind]}
        sale={sale}
        opened={null}
        onMoved={() => {}}
        autosaveMs={NEVER_MS}
      />
    );
  }
  renderScreen(<Opened />);
  await screen.findAllByRole('button', { name: 'Submit' });
  return { saved, user: userEvent.setup() };
}

const sections = () =>
  screen.getAllByRole('group').flatMap((group) => group.querySelector(':scope > legend')?.textContent ?? []);
const choices = (label: RegExp) =>
  within(screen.getByLabelText(label))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

test('a key press renders its own field and no other, also of a lot that was submitted and refused', async () => {
  const { user } = await opened('cattle');
  const texts = (names: readonly string[]) => names.filter((name) => /^(TextInput|Select)$/.test(name));
  const key = async (label: RegExp, value: string) =>
    texts(
      await renderedBy(async () => {
        fireEvent.change(screen.getByLabelText(label), { target: { value } });
        await new Promise((resolve) => setTimeout(resolve));
      }),
    );
  // What the form reads from the server is there first: sales and districts.
  await key(/^Breed( \*)?$/, 'X');
  await waitFor(async () => assert.equal(await key(/^Breed( \*)?$/, 'A'), ['TextInput']));
  assert.equal(await key(/^Live Weight/, '4'), ['TextInput']);
  assert.equal(await key(/^Start Price/, '4'), ['TextInput']);
  await user.click(screen.getAllByRole('button', { name: 'Submit' })[0] as HTMLElement);
  await screen.findByRole('alert');
  assert.equal(await key(/^Breed( \*)?$/, 'An'), ['TextInput'], 'the rest is validated after a pause');
});

test('[S015] [S016] [S017] Back, Save For Later and Submit are at the top and at the bottom', async () => {
  await opened('cattle');
  for (const name of ['Back', 'Save For Later', 'Submit'])
    assert.is(screen.getAllByRole('button', { name }).length, 2, name);
});

test('[S022] [S023] [S024] [S029] [S037] cattle: every section of the form', async () => {
  await opened('cattle', { profession: 'Livestock Agent' });
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
  assert.ok(screen.getByLabelText(/^Number of Head Weighed/)); // [S033]
  assert.ok(screen.getByLabelText('Weight Adjustment')); // [S031]
  assert.ok(screen.getByLabelText(/^Send Email to Vendor/)); // [S039]
  assert.equal(choices(/^Bidding/), ['Choose', 'Head', 'Kg']); // [S522]
  const begunWith = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
  assert.is(begunWith(/^Number of Head( \*)?$/), '1'); // [S183]
  assert.is(begunWith(/^Number of Head Weighed/), '1'); // [S184]
  assert.is(begunWith(/^Weight Gain/), '0'); // [S187]
});

test('[S523] [S526] [S527] [S528] [S529] [S530] each kind offers its units, and its increments of each', async () => {
  for (const [kind, increments] of [
    ['cattle', { Head: ['$5.00', '$10.00', '$20.00'], Kg: ['1¢', '2¢', '5¢'] }],
    ['sheep', { Head: ['$1.00', '$2.00', '$5.00'] }],
    ['goat', { Head: ['$1.00', '$2.00', '$5.00'] }],
    ['sheep-abblamb', { Head: ['$1.00'] }],
  ] as const) {
    const { user } = await opened(kind);
    assert.equal(choices(/^Bidding/), ['Choose', ...Object.keys(increments)], kind);
    for (const [unit, offered] of Object.entries(increments)) {
      await user.selectOptions(screen.getByLabelText(/^Bidding/), unit);
      assert.equal(choices(/^Bid Increment/).slice(1), [...offered], `${kind} by ${unit}`);
    }
    leaveScreens();
  }
});

test('[S361] a delivery date before the auction is cleared as its field is left, which is said', async () => {
  const { user } = await opened('cattle');
  const field = () => screen.getByLabelText<HTMLInputElement>(/^Latest Delivery/);
  await user.type(field(), '01/03/2020');
  await user.tab();
  assert.ok(await screen.findByText('Latest Delivery cannot be earlier than the auction date'));
  assert.is(field().value, '');
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await user.type(field(), '01/03/2099');
  await user.tab();
  assert.is(screen.queryByRole('dialog'), null);
  assert.is(field().value, '01/03/2099');
});

test('who sells their own stock makes no agent’s declaration', async () => {
  await opened('cattle');
  assert.not.ok(sections().includes('Agent Declaration'));
  assert.ok(sections().includes('Terms & Conditions'));
});

test('a price typed before Bidding is chosen is per head: Head keeps it, Kg empties it', async () => {
  const { user } = await opened('cattle');
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

test('[S365] the withholding period is asked for when the stock were drenched today', async () => {
  const { user } = await opened('sheep');
  assert.is(screen.queryByLabelText('Withholding'), null);
  const drenched = screen.getByLabelText('Drenched Date');
  await user.type(drenched, dayKey(Date.now()));
  assert.ok(await screen.findByLabelText('Withholding'));
  await user.clear(drenched);
  await user.type(drenched, '2026-01-05');
  await waitFor(() => assert.is(screen.queryByLabelText('Withholding'), null));
});

test('[S040] [S041] [S525] abblamb: shares of fat scores and grazing, no terms and no signatures', async () => {
  await opened('sheep-abblamb');
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
  const { saved, user } = await opened('cattle');
  const terms = within(screen.getByRole('group', { name: 'Terms & Conditions' }));
  await user.click(terms.getByRole('checkbox', { name: 'The vendor accepts the Terms & Conditions' }));
  await user.click(screen.getAllByRole('button', { name: 'Save For Later' })[0] as HTMLElement);
  await waitFor(() => assert.ok(saved.some(({ acceptenceOnTerms }) => acceptenceOnTerms === true)));
});

test('[S027] useful links are rows of the form, and are saved with the draft', async () => {
  const { saved, user } = await opened('cattle');
  assert.ok(sections().includes('Useful Links'));
  await user.click(screen.getByRole('button', { name: 'Add a link' }));
  await user.type(screen.getByLabelText('Link, row 1'), 'farm.example/bulls.pdf');
  await user.type(screen.getByLabelText('Description, row 1'), 'Our bulls');
  await user.click(screen.getAllByRole('button', { name: 'Save For Later' })[0] as HTMLElement);
  const links = [{ url: 'farm.example/bulls.pdf', description: 'Our bulls', isPdf: true }];
  await waitFor(() => assert.equal(saved.findLast(({ usefulLinks }) => usefulLinks)?.usefulLinks, links));
});

const DOCUMENTS = 'Choose PDF, Word, Excel, JPG or PNG files';
const pdf = (name: string) => new File(['%PDF-1.4'], name, { type: 'application/pdf' });

test('[S387] [S473] a PDF is a useful link: it is sent with the next save, and a lot takes six links', async () => {
  const { saved, user } = await opened('cattle');
  const sent: string[] = [];
  const changes: SavedLot[] = [];
  const url = `/api/v1/download-file/${'a'.repeat(32)}?fileName=Useful+link.pdf`;
  server.use(
    handles('post', 'lots/l1/usefulPdfs', ({ headers }) => {
      sent.push(decodeURIComponent(headers.get('file-description') ?? ''));
      const newPdfFile = { key: 'a'.repeat(32), url, description: 'Bulls', order: 0, isPdf: true };
      return { newPdfFile, revision: 4 };
    }),
    handles('put', 'auctions/:auction/lots/l1', async (request) => {
      changes.push(((await request.json()) as { lot: SavedLot }).lot);
      return { _id: 'l1', searchNumericId: 7, revision: 5, phase: 'draft' };
    }),
  );
  await user.upload(screen.getByLabelText('Choose PDF files'), pdf('Bulls.pdf'));
  await screen.findByText('is sent with the next save');
  await user.type(screen.getByLabelText('Description, row 1'), 'Bulls');
  await user.click(screen.getByRole('button', { name: 'Add a link' }));
  await user.type(screen.getByLabelText('Link, row 2'), 'farm.example');
  await user.click(screen.getAllByRole('button', { name: 'Save For Later' })[0] as HTMLElement);
  await screen.findByText(/Your Lot Has Been Saved/);
  assert.equal([saved.length, sent], [1, ['Bulls']]);
  assert.is(screen.getByRole('link', { name: 'Bulls.pdf', hidden: true }).getAttribute('href'), url);
  assert.equal(changes[0]?.usefulLinks, [
    { url, description: 'Bulls', isPdf: true },
    { url: 'farm.example', description: '', isPdf: false },
  ]);
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await user.upload(
    screen.getByLabelText('Choose PDF files'),
    [3, 4, 5, 6, 7].map((n) => pdf(`${n}.pdf`)),
  );
  assert.ok(await screen.findByText('At most 6 useful links can be added. Not added: 7.pdf'));
  assert.is(screen.queryByRole('button', { name: 'Add a link' }), null);
});

test('[S028] [S267] [S472] a document is only here until the lot is saved, and is then sent to the draft', async () => {
  const { saved, user } = await opened('cattle');
  assert.ok(sections().includes('Documents'));
  const sent: string[] = [];
  const changes: SavedLot[] = [];
  const key = 'a'.repeat(32);
  const uri = `/api/v1/download-file/${key}?fileName=Report.pdf`;
  server.use(
    handles('post', 'lots/l1/documents', (request) => {
      sent.push(
        ...['file-name', 'file-description'].map((name) =>
          decodeURIComponent(request.headers.get(name) ?? ''),
        ),
      );
      const document = { key, name: 'Report.pdf', mimeType: 'application/pdf', order: 0, uri };
      return { document: { ...document, description: 'Vet' }, revision: 4 };
    }),
    handles('put', 'auctions/:auction/lots/l1', async (request) => {
      const body = (await request.json()) as { lot: SavedLot; revision: number };
      changes.push({ ...body.lot, revision: body.revision } as SavedLot);
      return { _id: 'l1', searchNumericId: 7, revision: 5, phase: 'draft' };
    }),
  );
  const input = screen.getByLabelText(DOCUMENTS);
  await userEvent
    .setup({ applyAccept: false })
    .upload(input, new File(['x'], 'page.html', { type: 'text/html' }));
  await screen.findByText("page.html can't be added. Please choose PDF, Word, Excel, JPG or PNG files.");
  await user.upload(input, pdf('Report.pdf'));
  await screen.findByText('is sent with the next save');
  await user.type(screen.getByLabelText('Description, document 1'), 'Vet');
  assert.equal(sent, []);
  await user.click(screen.getAllByRole('button', { name: 'Save For Later' })[0] as HTMLElement);
  await screen.findByText(/Your Lot Has Been Saved/);
  assert.equal([saved.length, sent], [1, ['Report.pdf', 'Vet']]);
  assert.is(screen.getByRole('link', { name: 'Report.pdf', hidden: true }).getAttribute('href'), uri);
  assert.equal(changes, [], 'the server has it as it stands');
});

test('[S502] [S504] a document that cannot be sent says why, and the lot is not saved', async () => {
  const { user } = await opened('cattle');
  const refusal = { code: 'unfit-file', message: 'This is not a PDF. Please choose a PDF file.' };
  server.use(
    refuses('post', 'lots/l1/documents', 400, refusal),
    handles('put', 'auctions/:auction/lots/l1', () => {
      throw new Error('the lot is saved');
    }),
  );
  await user.upload(screen.getByLabelText(DOCUMENTS), pdf('Report.pdf'));
  await user.click(screen.getAllByRole('button', { name: 'Save For Later' })[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog');
  assert.match(
    dialog.textContent ?? '',
    /Can not upload selected document\(s\)\. Report\.pdf: This is not a PDF/,
  );
  await user.click(within(dialog).getByRole('button', { name: 'OK' }));
  assert.match(screen.getByRole('alert').textContent ?? '', 'This is not a PDF');
  await user.click(screen.getByRole('button', { name: 'Remove document 1' }));
  assert.is(screen.queryByText('Report.pdf'), null);
});

test('[S386] a lot takes six documents, several at once, and names those that are too many', async () => {
  const { user } = await opened('goat');
  await user.upload(screen.getByLabelText(DOCUMENTS), [pdf('1.pdf'), pdf('2.pdf')]);
  await screen.findByText('2.pdf');
  await user.upload(
    screen.getByLabelText(DOCUMENTS),
    [3, 4, 5, 6, 7].map((n) => pdf(`${n}.pdf`)),
  );
  await screen.findByText('6.pdf');
  assert.ok(screen.getByText('At most 6 documents can be added. Not added: 7.pdf'));
  assert.is(screen.queryByLabelText(DOCUMENTS), null);
  await user.click(screen.getByLabelText('Remove document 1'));
  await user.upload(screen.getByLabelText(DOCUMENTS), pdf('7.pdf'));
  await screen.findByText('7.pdf');
  assert.ok(screen.getByText('At most 6 documents can be added'));
});

test('[S043] [S185] [S524] goat: no head is weighed until a number is stated', async () => {
  const { user } = await opened('goat');
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
  const { user } = await opened('cattle');
  await user.click(screen.getByLabelText(/walk-over scales/));
  assert.not.ok(sections().includes('Assessment'));
});

test('[S030] [S044] [S045] [S046] [S047] heads are written one after the other; Clear takes one away', async () => {
  const { user } = await opened('cattle');
  for (const label of [/^Number of Head( \*)?$/, /^Number of Head Weighed/]) {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), '2');
  }
  await screen.findByLabelText(/^Live Weight/);
  const write = async (weight: string, score: string) => {
    await user.type(screen.getByLabelText(/^Live Weight/), weight);
    await user.type(screen.getByLabelText(/^Fat Score/), score);
  };
  const weight = () => screen.getByLabelText<HTMLInputElement>(/^Live Weight/).value;
  await write('400', '3');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  assert.ok(screen.getByText('Head 2 of 2'));
  assert.ok(screen.getByRole('button', { name: 'Finish' }));
  await write('410', '2');
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  assert.is(weight(), '400');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  assert.is(weight(), '410', 'the next head takes its place');
});

test('Enter submits nothing; in the pager it goes to the next field and the next head, and stops at a fat score of 7', async () => {
  const { user, saved } = await opened('cattle');
  for (const label of [/^Number of Head( \*)?$/, /^Number of Head Weighed/]) {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), '2');
  }
  const weight = await screen.findByLabelText<HTMLInputElement>(/^Live Weight/);
  await user.type(await screen.findByLabelText(/^Title/), 'Steers{Enter}');
  await user.type(weight, '400{Enter}');
  assert.ok(document.activeElement !== weight && document.activeElement?.tagName !== 'BODY');
  const score = screen.getByLabelText<HTMLInputElement>(/^Fat Score/);
  await user.type(score, '7');
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
  const { user, saved } = await opened('cattle');
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

test('[S223] [S448] an agent’s profile fills in who assesses, and the usual conditions of sale', async () => {
  await opened('sheep', {
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

const file = (text: string, name: string) => new File([text], name);

test('[S395] weights of a file replace what was typed, after a preview that says so', async () => {
  const { user } = await opened('cattle');
  await user.type(screen.getByLabelText(/^Live Weight/), '400');
  const input = screen.getByLabelText('CSV file of weights');
  await user.upload(input, file('weight\n410\n', 'weights.csv'));
  await within(await screen.findByRole('dialog')).findByText('Invalid CSV-file'); // [S392] [S394]
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.upload(input, file('Live Wt (kg);F/S\n410,5;3\n420;2\nheavy;2\nAverage;2,5\n', 'weights.csv'));
  const question = await screen.findByRole('dialog');
  assert.match(question.textContent ?? '', 'Data that was entered by hand will be deleted');
  assert.match(question.textContent ?? '', 'Row 4, Live Wt (kg), “heavy”: must be a weight in kg');
  assert.match(question.textContent ?? '', 'Row 5: it sums up other rows (Average)');
  await user.click(within(question).getByRole('button', { name: 'Import 2 Head' }));
  await screen.findByText('Head 1 of 2');
  assert.is(screen.getByLabelText<HTMLInputElement>(/^Live Weight/).value, '410.5');
});

test('[S179] readings of scales: uncertain columns are chosen once, remembered, and can be changed', async () => {
  localStorage.clear();
  const { user } = await opened('cattle');
  await user.click(screen.getByLabelText(/^Optiweigh|walk-over/i));
  const input = await screen.findByLabelText('CSV file of readings');
  await user.upload(input, file('When,Heft,Growth\n30/9/26,412.5,0.85\n31/9/26,413,1\n', 'a.csv'));
  const choice = within(await screen.findByRole('dialog'));
  choice.getByText(/No column was found for Date and Weight and Daily Gain/);
  for (const [heading, column] of [
    ['When', 'Date'],
    ['Heft', 'Weight'],
    ['Growth', 'Daily Gain'],
  ] as const)
    await user.selectOptions(choice.getByLabelText(heading), column);
  await user.click(choice.getByRole('button', { name: 'Next' }));
  const preview = await screen.findByRole('dialog');
  assert.match(preview.textContent ?? '', 'Date from “When”, Weight from “Heft”, Daily Gain from “Growth”');
  assert.match(preview.textContent ?? '', 'Row 3, When, “31/9/26”: must be a date, DD/MM/YYYY');
  await user.click(within(preview).getByRole('button', { name: 'Import 1 Reading' }));
  await waitFor(() => assert.is(screen.getByLabelText<HTMLInputElement>('Date, row 1').value, '30/09/2026'));
  await user.upload(input, file('When,Heft,Growth\n1/10/26,414,0.9\n', 'b.csv'));
  const again = within(await screen.findByRole('dialog'));
  again.getByText('The readings that are in the form will be replaced.');
  await user.click(again.getByRole('button', { name: 'Change columns' }));
  assert.is(again.getByLabelText<HTMLSelectElement>('Heft').value, 'weight');
  await user.click(again.getByRole('button', { name: 'Next' }));
  await user.click(again.getByRole('button', { name: 'Import 1 Reading' }));
  await waitFor(() => assert.is(screen.getByLabelText<HTMLInputElement>('Date, row 1').value, '01/10/2026'));
});

test('[S019] [S020] [S021] administrators alone export and import the whole form', async () => {
  await opened('cattle');
  for (const name of ['Export Form', 'Import Form']) assert.is(screen.queryByRole('button', { name }), null);
  const { user } = await opened('cattle', { role: 'admin' });
  assert.ok(screen.getByRole('button', { name: 'Export Form' }));
  const input = screen.getByLabelText('JSON file of a form');
  await user.upload(input, file('{', 'form.json'));
  await screen.findByText('Could not parse form data from the file'); // [S397]
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await user.upload(input, file('{"kind":"goat","lot":{}}', 'form.json'));
  await screen.findByText('Could not import form data from the file'); // [S398]
  await user.click(screen.getByRole('button', { name: 'OK' }));
  const lot = { unit: 'head', incrementCents: 500, details: { title: 'Imported steers' } };
  await user.upload(input, file(JSON.stringify({ kind: 'cattle', lot }), 'form.json'));
  await waitFor(() => assert.is(screen.getByLabelText<HTMLInputElement>(/^Title/).value, 'Imported steers'));
  assert.is(screen.getByLabelText<HTMLSelectElement>(/^Bid Increment/).value, '500');
  assert.is(screen.getByLabelText<HTMLSelectElement>(/^Weight Gain/).value, '0.5'); // [S188]
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
  await screen.findByText('The e-mail was sent to ada@example.com.');
  assert.equal(sent, [{ recipientName: 'Ada', recipientEmail: 'ada@example.com' }]);
  await user.click(screen.getByRole('button', { name: 'OK' }));
  assert.is(closed, 1);
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

test.run();

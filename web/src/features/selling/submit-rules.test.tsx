/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { Field } from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { KIND_TYPES, type KindType } from '@saleyard/domain/listing/stock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { handles } from '@/test-support/server.ts';
import { dayOfText, plusDays, textOfDay } from '@/ui/form/calendar-days.ts';

const { fireEvent, screen, waitFor, within } = await import('@testing-library/react');
const { dayIn, openDraft, openForm, sections, server } = await import('./test-support/open-form.tsx');

/** What the form of a lot says when Submit is pressed, and the fields that it needs. */
const test = suite('what the form of a lot refuses to submit', { limitMs: 300_000 });
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => leaveScreens());
test.after(() => server.close());

type User = Awaited<ReturnType<typeof openForm>>['user'];
const AGENT = { profession: 'Livestock Agent' };
const SEVERAL = 'Please Fill Required Fields in Red Above';
const missing = (title: string) => `Please enter ${title} This is a required field*`;

const inputOf = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: RegExp, value: string) => fireEvent.change(inputOf(label), { target: { value } });
const press = (user: User, name: string) =>
  user.click(screen.getAllByRole('button', { name })[0] as HTMLElement);

/** The fields that the summary above the form names, each with what it says. */
const named = (): Record<string, string> =>
  Object.fromEntries(
    within(screen.getByRole('alert'))
      .getAllByRole('link')
      .map((link) => [(link.getAttribute('href') ?? '').replace('#field-', ''), link.textContent ?? '']),
  );
const headline = () => within(screen.getByRole('alert')).getByRole('heading').textContent;

/** What every kind must have, by its place in the form. */
const ALWAYS = {
  startCents: missing('Start Price'),
  description: 'Please Enter Stock Description',
  // [S316]
  'details-title': missing('Title'),
  'details-vendorName': missing('Vendor'),
  'details-vendorPic': missing('Vendor PIC'),
  'details-town': missing('Town'),
  'details-postcode': missing('Postcode'),
  'details-breed': missing('Breed'),
  // [S318]
  'details-state': missing('State'),
  'details-sex': missing('Sex'),
  'details-stockCategory': missing('Stock category'),
  // [S319]
  'details-assessmentDate': missing('Assessment Date'),
  'details-earliestDelivery': missing('Earliest Delivery'),
};
const DECLARED = {
  acceptenceOnTerms: 'Please Accept Terms & Conditions',
  isLicencedAgent: missing('Licensed Agent'), // [S344]
  vendorSignedForm: 'Please Sign Assessment Form',
};
const NO_INCREMENT = { incrementCents: 'Please select bid increment' }; // [S304]

/** What the empty form of each kind lacks beside that, when it is an agent's. */
const LACKS: Readonly<Record<KindType, object>> = {
  cattle: {
    ...DECLARED,
    ...NO_INCREMENT,
    unit: 'Please select bidding',
    'details-temperament': 'Please enter Temperament. This is a required field*', // [S327]
    // [S323]
    'heads-0-weightLive': `Head 1: ${missing('Live Weight')}`,
    'heads-0-fatScore': `Head 1: ${missing('Fat Score')}`,
  },
  sheep: { ...DECLARED, ...NO_INCREMENT, countWeighed: 'Please enter Number of Head Weighed' }, // [S310]
  // No head is weighed, and no row is asked for. [S325]
  goat: { ...DECLARED, ...NO_INCREMENT },
  'sheep-abblamb': {
    'heads-0-weightLive': `Head 1: ${missing('Live Weight')}`,
    'details-fatScore1': 'Total Fat Score Percentage must be equal to 100% when combined',
    'details-grazingConditions': 'Minimum of 1 Grazing Condition must be Selected', // [S309]
  },
};

for (const kind of KIND_TYPES)
  test(`[S233] [S328] the empty form of kind ${kind} names all that is missing, and sends nothing`, async () => {
    const { user, saved } = await openForm(kind, AGENT);
    for (const label of [/^Assessment Date/, /^Earliest Delivery/]) type(label, '');
    if (kind === 'sheep') type(/^Number of Head Weighed/, '0');
    await press(user, 'Submit');
    await screen.findByRole('alert');
    assert.equal(named(), { ...ALWAYS, ...LACKS[kind] });
    assert.is(headline(), SEVERAL);
    for (const name of Object.keys(ALWAYS))
      assert.is(document.getElementById(`field-${name}`)?.getAttribute('aria-invalid'), 'true', name);
    assert.equal(saved, []);
  });

const FEW =
  'Approx 20% of the sale lot must be weighed for the assessment. PLEASE NOTE: 100% of prime lambs must be weighed.';
const UNTITLED = { 'details-title': missing('Title') };

/** What one empty field says, and what ends it. */
const ALONE: readonly {
  what: string;
  kind: KindType;
  change: Parameters<typeof openDraft>[1];
  says: Record<string, string>;
  mend: (user: User) => unknown;
}[] = [
  {
    what: '[S304] no bid increment',
    kind: 'cattle',
    change: { incrementCents: null },
    says: NO_INCREMENT,
    mend: () => type(/^Bid Increment/, '2000'),
  },
  {
    what: '[S329] no start price',
    kind: 'cattle',
    change: { startCents: null },
    says: { startCents: missing('Start Price') },
    mend: () => type(/^Start Price/, '1000'),
  },
  {
    what: '[S309] no grazing condition',
    kind: 'sheep-abblamb',
    change: { details: { grazingConditions: [] } },
    says: { 'details-grazingConditions': 'Minimum of 1 Grazing Condition must be Selected' },
    mend: (user) => user.click(screen.getByLabelText('Stubble')),
  },
  {
    what: '[S310] no head weighed',
    kind: 'sheep',
    change: { countWeighed: null },
    says: { countWeighed: 'Please enter Number of Head Weighed' },
    mend: () => type(/^Number of Head Weighed/, '2'),
  },
  {
    what: '[S315] more than 2000 head weighed',
    kind: 'cattle',
    change: { optiweighAllowed: true, count: 3_000, countWeighed: 2_001 },
    says: { countWeighed: 'Maximum allowed upload of head weighted is 2000 per lot' },
    mend: () => type(/^Number of Head Weighed/, '2000'),
  },
  {
    what: '[S316] no town',
    kind: 'goat',
    change: { details: { town: '  ' } },
    says: { 'details-town': missing('Town') },
    mend: () => type(/^Town/, 'OUTBACK'),
  },
  {
    what: '[S318] no state',
    kind: 'sheep',
    change: { details: { state: '' } },
    says: { 'details-state': missing('State') },
    mend: () => type(/^State( \*)?$/, 'NSW'),
  },
  {
    what: '[S319] no earliest delivery',
    kind: 'sheep-abblamb',
    change: { details: { earliestDelivery: '' } },
    says: { 'details-earliestDelivery': missing('Earliest Delivery') },
    mend: () => type(/^Earliest Delivery/, dayIn(12)),
  },
  {
    what: '[S319] no day of assessment',
    kind: 'goat',
    change: { details: { assessmentDate: '' } },
    says: { 'details-assessmentDate': missing('Assessment Date') },
    mend: () => type(/^Assessment Date/, dayIn(-1)),
  },
  {
    what: '[S327] no temperament',
    kind: 'cattle',
    change: { details: { temperament: '' } },
    says: { 'details-temperament': 'Please enter Temperament. This is a required field*' },
    mend: () => type(/^Temperament/, 'Unsettled'),
  },
  {
    what: '[S344] an agent without the licence',
    kind: 'goat',
    change: { isLicencedAgent: false },
    says: { isLicencedAgent: missing('Licensed Agent') },
    mend: (user) => user.click(screen.getByLabelText('I am a licensed stock and station agent')),
  },
  {
    what: '[S449] a vendor who signed and did not accept the terms',
    kind: 'cattle',
    change: { vendorSignature: { url: '/signed.png' }, acceptenceOnTerms: false },
    says: { acceptenceOnTerms: 'Please Accept Terms & Conditions' },
    mend: (user) => user.click(screen.getByLabelText('The vendor accepts the Terms & Conditions')),
  },
  {
    what: '[S323] a second head without its score',
    kind: 'sheep',
    change: { heads: [{ weightLive: 41, fatScore: 3 }, { weightLive: 43 }] },
    says: { 'heads-1-fatScore': `Head 2: ${missing('Fat Score')}` },
    mend: async (user) => {
      await user.click(within(screen.getByRole('alert')).getByRole('link', { name: /^Head 2/ }));
      await screen.findByText('Head 2 of 2');
      type(/^Fat Score/, '2');
    },
  },
];

for (const { what, kind, change, says, mend } of ALONE)
  test(`${what} is named beside what else is missing, until it is there`, async () => {
    const details = { ...change?.details, title: '' };
    const { user } = await openDraft(kind, { ...change, details }, AGENT);
    await press(user, 'Submit');
    await screen.findByRole('alert');
    assert.equal(named(), { ...UNTITLED, ...says });
    if (Object.values(says).some((message) => message.endsWith('This is a required field*')))
      assert.is(headline(), SEVERAL, 'two are missing'); // [S328]
    await mend(user);
    await waitFor(() => assert.equal(named(), UNTITLED));
    assert.is(headline(), missing('Title'), 'one is missing'); // [S328] [S329]
  });

test('[S323] [S325] goats that were weighed have a row each, those that were not have none', async () => {
  const change = { count: 3, countWeighed: 2, heads: [{ weightLive: 31 }], details: { title: '' } };
  const { user } = await openDraft('goat', change);
  await press(user, 'Submit');
  await screen.findByRole('alert');
  assert.equal(named(), {
    ...UNTITLED,
    'heads-0-fatScore': `Head 1: ${missing('Fat Score')}`,
    'heads-1-weightLive': `Head 2: ${missing('Live Weight')}`,
    'heads-1-fatScore': `Head 2: ${missing('Fat Score')}`,
  });
  type(/^Number of Head Weighed/, '0');
  await waitFor(() => assert.equal(named(), UNTITLED));
});

test('[S312] of a mob of sheep a fifth is weighed, and of prime lambs all', async () => {
  for (const [count, category, most] of [
    [11, {}, '10'],
    [3, { stockCategory: 'Prime Lambs' }, '2'],
  ] as const) {
    const { user } = await openDraft('sheep', { count, details: { ...category, title: '' } }, AGENT);
    await press(user, 'Submit');
    await screen.findByRole('alert');
    assert.equal(named(), { ...UNTITLED, countWeighed: FEW });
    // A title follows from the head.
    type(/^Number of Head( \*)?$/, most);
    await waitFor(() => assert.is(screen.queryByRole('alert'), null));
    leaveScreens();
  }
});

test('[S310] other kinds than sheep may have no head weighed', async () => {
  for (const kind of ['cattle', 'sheep-abblamb'] as const) {
    const { user } = await openDraft(kind, { countWeighed: 0, heads: [], details: { title: '' } });
    await press(user, 'Submit');
    await screen.findByRole('alert');
    assert.equal(named(), UNTITLED, kind);
    leaveScreens();
  }
});

test('[S330] [S331] [S332] [S333] [S334] [S335] [S336] [S337] [S338] [S339] [S344] the vendor’s PIC is one of the state chosen for the vendor', async () => {
  const undeclared = { isLicencedAgent: false, vendorSignedForm: false };
  const { user } = await openDraft('cattle', { ...undeclared, details: { title: '' } });
  await press(user, 'Submit');
  await screen.findByRole('alert');
  assert.equal(named(), UNTITLED, 'who sells their own stock declares nothing as an agent');
  for (const [state, rule, right, wrong] of [
    ['NSW', 'N, a letter A–K, 6 digits', ['NA123456', 'NK123456'], ['NL123456', 'NA12345', 'NA1234567']],
    ['QLD', 'Q, 3 letters, 4 digits', ['QABC1234'], ['QAB12345', 'QABC123', 'QABC12345', 'NABC1234']],
    ['VIC', '3, 4 letters, 3 digits', ['3ABCD123'], ['3ABC1234', '3ABCD12', '3ABCD1234', '2ABCD123']],
    ['WA', 'W, 3 letters, 4 digits', ['WABC1234'], ['WAB12345', 'WABC123', 'WABC12345', 'VABC1234']],
    ['SA', 'S, one of A B C K, 6 digits', ['SA123456', 'SK123456'], ['SD123456', 'SA12345']],
    ['NT', 'T, 3 letters, 4 digits', ['TABC1234'], ['TAB12345', 'TABC123', 'TABC12345', 'NABC1234']],
    ['TAS', 'M, 3 letters, 4 digits', ['MABC1234'], ['MAB12345', 'MABC123', 'MABC12345', 'TABC1234']],
    ['ACT', 'N, a letter A–K, 6 digits', ['NA123456'], ['NL123456', 'TABC1234', '3ABCD123']],
  ] as const) {
    type(/^State( \*)?$/, state);
    const message = `Please Enter correct Vendor PIC. It must be ${rule} (${state}).`;
    for (const pic of wrong) {
      type(/^Vendor PIC/, pic);
      await waitFor(() => assert.is(named()['details-vendorPic'], message, `${state} ${pic}`));
      for (const one of right) {
        type(/^Vendor PIC/, one);
        await waitFor(() => assert.equal(named(), UNTITLED, `${state} ${one}`));
      }
    }
  }
});

test('[S306] a start price may be the reserve, and not more', async () => {
  const prices = { startCents: 120_000, reserveCents: 120_000, details: { title: '' } };
  const { user } = await openDraft('cattle', prices, AGENT);
  await press(user, 'Submit');
  await screen.findByRole('alert');
  assert.equal(named(), UNTITLED);
  type(/^Start Price/, '1200.01');
  await waitFor(() =>
    assert.equal(named(), {
      ...UNTITLED,
      startCents: "Your Start Price can't be higher than your Reserve Price",
    }),
  );
});

test('[S340] [S367] what Submit refuses is saved as a draft, also without a PIC', async () => {
  const { user, saved } = await openForm('cattle', AGENT);
  type(/^Title/, 'Steers');
  await press(user, 'Submit');
  await screen.findByRole('alert');
  assert.equal(saved, []);
  assert.is(named()['details-vendorPic'], missing('Vendor PIC'));
  await press(user, 'Save For Later');
  await screen.findByText('Your Lot Has Been Saved. Go to My Admin to Edit Saved Lots.');
  assert.equal([saved.length, saved[0]?.details?.['title']], [1, 'Steers']);
  assert.is(saved[0]?.details?.['vendorPic'], undefined);
});

test('[S361] [S362] [S363] a delivery date before the day of the auction is cleared as its field is left, which is said', async () => {
  const { user } = await openForm('cattle');
  const earliest = inputOf(/^Earliest Delivery/);
  const latest = inputOf(/^Latest Delivery/);
  const enter = async (field: HTMLElement, text: string) => {
    await user.clear(field);
    await user.type(field, text);
    await user.tab();
  };
  const saleDay = earliest.value;
  const dayBefore = textOfDay(plusDays(dayOfText(saleDay) ?? '', -1));
  for (const [field, message, left] of [
    [latest, 'Latest Delivery cannot be earlier than the auction date', [saleDay, '']],
    [earliest, 'Earliest Delivery cannot be earlier than the auction date', ['', saleDay]],
  ] as const) {
    await enter(field, dayBefore);
    const dialog = within(await screen.findByRole('dialog'));
    assert.ok(dialog.getByText(message));
    assert.equal([earliest.value, latest.value], left);
    await user.click(dialog.getByRole('button', { name: 'OK' }));
    // What is no day is neither before nor after it.
    for (const text of [saleDay, '13/13/2099', saleDay]) {
      await enter(field, text);
      assert.equal([screen.queryByRole('dialog'), field.value], [null, text]);
    }
  }
});

test('[S359] a half typed date is no date, and neither early nor late', async () => {
  const { user } = await openDraft('cattle', { details: { title: '', latestDelivery: dayIn(90) } });
  const saysOf = (name: string) =>
    within(screen.getByRole('alert'))
      .getAllByRole('link')
      .filter((link) => link.getAttribute('href') === `#field-details-${name}`)
      .map(({ textContent }) => textContent);
  await press(user, 'Submit');
  await screen.findByRole('alert');
  for (const [name, label, title] of [
    ['assessmentDate', /^Assessment Date/, 'Assessment Date'],
    ['earliestDelivery', /^Earliest Delivery/, 'Earliest Delivery'],
  ] as const)
    for (const text of ['9/9', '1/1']) {
      type(label, text);
      const said = [`${title} must be a date, DD/MM/YYYY`];
      await waitFor(() => assert.equal(saysOf(name), said, `${title} ${text}`));
    }
  type(/^Earliest Delivery/, dayIn(80));
  type(/^Latest Delivery/, '1/1');
  await waitFor(() => assert.equal(saysOf('latestDelivery'), ['Latest Delivery must be a date, DD/MM/YYYY']));
  assert.equal(saysOf('earliestDelivery'), []);
});

test('[S538] the days of a lot are shown as DD/MM/YYYY, and read so', async () => {
  for (const kind of KIND_TYPES) {
    leaveScreens();
    const days = FORMS[kind].groups.flatMap(({ fields }) =>
      (fields as readonly Field[]).filter((field) => field.type === 'date').map(({ name }) => name),
    );
    const kept = days.map((name) => [name, name.endsWith('Delivery') ? '2099-09-03' : '2025-09-03']);
    const { user } = await openDraft(kind, { details: { haveWeaned: 'Yes', ...Object.fromEntries(kept) } });
    const shown = days.flatMap((name) => {
      const input = document.getElementById(`field-details-${name}`) as HTMLInputElement | null;
      return input === null ? [] : [input];
    });
    assert.ok(shown.length >= 4, kind);
    for (const { id, value, placeholder } of shown)
      assert.equal(
        [value, placeholder],
        [id.endsWith('Delivery') ? '03/09/2099' : '03/09/2025', 'DD/MM/YYYY'],
        `${kind}: ${id}`,
      );
    const sent: unknown[] = [];
    server.use(
      handles('put', 'auctions/:auction/lots/:lot', async (request) => {
        const body = (await request.json()) as { detailsChanges: { reference: unknown }[] };
        sent.push(...body.detailsChanges.map(({ reference }) => reference));
        return { _id: 'l1', searchNumericId: 7, revision: 2, phase: 'draft' };
      }),
    );
    const assessed = inputOf(/^Assessment Date/);
    await user.clear(assessed);
    await user.type(assessed, '4/9/2025');
    await press(user, 'Save For Later');
    await screen.findByText(/^Your Lot Has Been Saved/);
    assert.is(assessed.value, '04/09/2025');
    assert.equal(sent, [{ publicId: 'assessmentDate', value: '2025-09-04' }], kind);
  }
});

test('[S352] a PIC that is typed in lower case is shown and sent in upper case', async () => {
  const { user, saved } = await openForm('cattle', AGENT);
  await user.type(inputOf(/^Vendor PIC/), 'na123456');
  assert.is(inputOf(/^Vendor PIC/).value, 'NA123456');
  await press(user, 'Save For Later');
  await screen.findByText(/^Your Lot Has Been Saved/);
  assert.is(saved[0]?.details?.['vendorPic'], 'NA123456');
});

test('[S201] [S204] [S205] [S206] [S207] the form of each kind has its fields by their ids', async () => {
  const ids = {
    vendor: [
      ...['vendorName', 'vendorPic', 'vendorPhone', 'vendorEmail', 'vendorAddress'],
      ...['town', 'postcode', 'state', 'district'],
    ],
    dates: [
      ...['assessmentDate', 'weaningDate', 'earliestDelivery', 'latestDelivery'],
      ...['drenchedDate', 'withholding'],
    ],
    agent: [
      ...['agentId', 'agentName', 'agentPhone', 'agentEmail', 'agentDetailsName', 'agencyName'],
      ...['assessorType', 'agentComment'],
    ],
  };
  const heads: Record<KindType, readonly string[]> = {
    cattle: ['animalIndividualId', 'weightLive', 'fatScore'],
    sheep: ['animalIndividualId', 'weightLive', 'fatScore'],
    goat: ['animalIndividualId', 'weightLive', 'fatScore'],
    'sheep-abblamb': ['animalIndividualId', 'weightLive'],
  };
  for (const kind of KIND_TYPES) {
    await openDraft(kind, { count: 2, countWeighed: 2, details: { drenchedDate: dayIn(0) } });
    const asked = (name: string) => document.getElementById(`field-${name}`) !== null;
    for (const name of Object.values(ids).flat()) assert.ok(asked(`details-${name}`), `${kind}: ${name}`);
    for (const name of heads[kind]) assert.ok(asked(`heads-0-${name}`), `${kind}: ${name}`);
    const isLamb = kind === 'sheep-abblamb';
    for (const name of ['grazingConditions', 'hoursoffeed'])
      assert.is(asked(`details-${name}`), isLamb, `${kind}: ${name}`);
    const groups = { Assessment: true, Weaning: true, Temperament: kind === 'cattle', 'Fat Score': isLamb };
    for (const [title, isThere] of Object.entries(groups))
      assert.is(sections().includes(title), isThere, `${FORMS[kind].title}: ${title}`);
    assert.ok(screen.getByText('Head 1 of 2')); // [S201] fields that are repeated for a number
    leaveScreens();
  }
});

test.run();

/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { Me } from '@saleyard/contract/accounts.ts';
import type { AccessKind } from '@saleyard/domain/account/events.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { person } from '@/test-support/example-person.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, handles, mockServer } from '@/test-support/server.ts';
import { onStoppedClock } from '@/test-support/stopped-clock.ts';
import { intervalsIn } from '@/test-support/timer-waits.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { fireEvent, screen, waitFor, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { AccessRequestScreen } = await import('./access-request-screen.tsx');

const test = suite('requests for access', { limitMs: 40_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  leaveScreens();
  localStorage.clear();
  server.resetHandlers(
    answers('terms', { terms: [{ version: '1', categoryName: 'Bidding', content: 'A bid is an offer.' }] }),
    answers('tools', {
      tools: [{ page: 'privacy-policy', categoryName: 'Purposes', content: 'What we keep, and why.' }],
    }),
  );
});
test.after(() => server.close());

type User = ReturnType<typeof userEvent.setup>;
const NOWHERE = { address1: '', address2: '', town: '', state: '', postcode: '' };

async function open(kind: AccessKind, known: Partial<Me> = {}) {
  server.use(answers('users/me', { user: person(known) }));
  let done = 0;
  const user = userEvent.setup();
  renderScreen(
    <AccessRequestScreen
      kind={kind}
      onDone={() => {
        done += 1;
      }}
    />,
  );
  await screen.findByRole('heading', { level: 1 });
  return { user, done: () => done };
}

const labelled = (label: string) => new RegExp(`^${label}( \\*)?$`);
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(labelled(label));
const answer = (user: User, question: RegExp, text: 'Yes' | 'No') =>
  user.click(within(screen.getByRole('radiogroup', { name: question })).getByLabelText(text));
/** The answers that a question has. */
const answersTo = (question: RegExp) =>
  within(screen.getByRole('radiogroup', { name: question }))
    .getAllByRole<HTMLInputElement>('radio')
    .map(({ labels }) => labels?.[0]?.textContent);
const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }));

const POST_BOX = {
  address1: 'PO Box 7',
  address2: 'Counter 3',
  town: 'DALBY',
  state: 'QLD',
  postcode: '4405',
};

/** Post goes to `POST_BOX`, and not to the office. */
async function postElsewhere(user: User) {
  await user.click(screen.getByRole('checkbox', { name: 'Same as Office Address' }));
  const post = within(screen.getByRole('group', { name: 'Postal Address' }));
  for (const [label, text] of [
    ['Address', 'PO Box 7'],
    ['Address Line 2', 'Counter 3'],
    ['Town', 'Dalby'],
    ['Postcode', '4405'],
  ] as const)
    await user.type(post.getByLabelText(labelled(label)), text);
  await user.selectOptions(post.getByLabelText(labelled('State')), 'QLD');
}

async function agree(user: User) {
  for (const [title, heading, text] of [
    ['Terms & Conditions', 'Bidding', 'A bid is an offer.'], // [A166] [S173]
    ['Privacy Policy', '1. Purposes', 'What we keep, and why.'], // [A167] [S174]
  ] as const) {
    assert.ok(screen.getByRole<HTMLInputElement>('checkbox', { name: /^I accept/ }).disabled);
    await press(user, title);
    const overlay = within(await screen.findByRole('dialog', { name: title }));
    assert.ok(await overlay.findByRole('heading', { name: heading }));
    assert.ok(overlay.getByText(text));
    await user.click(overlay.getByRole('button', { name: 'Back to Form' }));
  }
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' });
  assert.ok(submit.disabled); // [A461]
  await user.click(screen.getByRole('checkbox', { name: /^I accept/ }));
  assert.not.ok(submit.disabled);
}

const COMPANY = ['Company Name', 'ACN'];
const ENTITY = ['Legal Name Of Trading Entity', 'ABN'];
const NAMES = ['Given Name', 'Last Name'];
/** Which of the fields that depend on an answer, and which kinds of stock, are shown. */
const shown = () =>
  [...COMPANY, ...ENTITY, ...NAMES, 'State Of PIC', 'Agent Name', 'Sheep', 'Cattle', 'Goat'].filter(
    (label) => screen.queryByLabelText(labelled(label)) !== null,
  );

test('what is asked follows the answers [A168] [A171] [A173] [A175] [A177]', async () => {
  const { user } = await open('buyer');
  assert.is(screen.queryByRole('radiogroup', { name: /GST/ }), null); // [A182]
  assert.ok(field('PIC')); // [A174]
  assert.ok(screen.getByRole('checkbox', { name: /^I accept/ })); // [A179]
  assert.equal(shown(), []); // [A180]
  for (const question of [/Company/, /Another State/, /Agent/])
    assert.equal(answersTo(question), ['Yes', 'No']); // [A168] [A175] [A177]
  await answer(user, /Company/, 'Yes');
  assert.equal(shown(), [...COMPANY, ...NAMES]); // [A169]
  await answer(user, /Company/, 'No');
  assert.equal(shown(), [...ENTITY, ...NAMES]); // [A170]
  await answer(user, /Another State/, 'Yes');
  assert.equal(shown(), [...ENTITY, ...NAMES, 'State Of PIC']); // [A176]
  assert.equal(
    within(field('State Of PIC'))
      .getAllByRole<HTMLOptionElement>('option')
      .map(({ value }) => value),
    ['', 'NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'NT', 'ACT'],
  );
  await answer(user, /Agent/, 'Yes');
  assert.equal(shown(), [...ENTITY, ...NAMES, 'State Of PIC', 'Agent Name']); // [A178]
  assert.is(screen.getAllByLabelText(/^Address( \*)?$/).length, 1);
  const same = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Same as Office Address' });
  assert.ok(same.checked); // [A173]
  await user.click(same);
  for (const name of ['Office Address', 'Postal Address'])
    for (const label of ['Address', 'Address Line 2', 'Town', 'State', 'Postcode'])
      assert.ok(within(screen.getByRole('group', { name })).getByLabelText(labelled(label)), label); // [A172]
  await answer(user, /Another State/, 'No');
  await answer(user, /Agent/, 'No');
  assert.equal(shown(), [...ENTITY, ...NAMES]);
});

for (const { company, typed } of [
  {
    company: 'Yes',
    typed: [
      ['Company Name', 'miller pastoral', 'Miller pastoral'], // [S416]
      ['ACN', '004 085 616x1', '004 085 616x1'],
      ['Given Name', 'ada7', 'Ada7'], // [S416]
      ['Last Name', 'miller', 'Miller'],
      ['Address', '12 <Conadilly> St', '12 <Conadilly> St'],
      ['Address Line 2', 'shed <2>', 'shed <2>'],
      ['Town', 'gunnedah', 'GUNNEDAH'], // [S423]
      ['Postcode', '23a801', '23a801'],
      ['PIC', 'na12-34567', 'NA12-34567'], // [S418]
    ],
  },
  {
    company: 'No',
    typed: [
      ['ABN', '51 824x753 556 7', '51 824x753 556 7'],
      [
        'Legal Name Of Trading Entity', // [S416]
        "the Trustee for the K & M O'Brien Family Trust",
        "The Trustee for the K & M O'Brien Family Trust",
      ],
      ['Agent Name', 'bob hill', 'Bob hill'], // [S416]
    ],
  },
] as const)
  test(`what is typed stays, with its letters in the field's case, of a company: ${company}`, async () => {
    const { user } = await open('buyer', { officeAddress: NOWHERE });
    await answer(user, /Company/, company);
    await answer(user, /Agent/, 'Yes');
    for (const [label, text, kept] of typed) {
      await user.type(field(label), text);
      assert.is(field(label).value, kept, label);
    }
  });

test('a request waits for the terms [A461], then says what is wrong [A462]', async () => {
  const { user } = await open('buyer');
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' });
  assert.ok(submit.disabled);
  await answer(user, /Company/, 'Yes');
  await agree(user);
  assert.not.ok(submit.disabled);
  await user.click(submit);
  const summary = await screen.findByRole('alert');
  assert.ok(within(summary).getByRole('heading', { name: 'Please correctly fill required fields' }));
  assert.equal(
    within(summary)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
      .sort(),
    [
      ...['ACN', 'Address', 'Company Name', 'Given Name', 'Last Name', 'PIC', 'Town'].map(
        (label) => `Please Enter ${label}`,
      ),
      ...['Please select Yes or No', 'Please select Yes or No'],
    ],
  );
});

for (const kind of ['buyer', 'buyer-and-seller'] as const)
  test(`[A463] a request as ${kind} without any answer says so`, async () => {
    const { user } = await open(kind, { officeAddress: NOWHERE });
    await agree(user);
    await press(user, 'Submit');
    assert.ok(await screen.findByRole('heading', { name: 'Please correctly provide at least 1 field' }));
  });

test('[A476] [B312] a request to sell is not sent without a stock type', async () => {
  const { user } = await open('buyer-and-seller');
  const said = () => screen.queryAllByText('Please select at least one stock type').length;
  await agree(user);
  await press(user, 'Submit');
  await waitFor(() => assert.ok(said() > 0));
  await user.click(screen.getByLabelText('Cattle'));
  await press(user, 'Submit');
  await waitFor(() => assert.is(said(), 0));
});

test('what sellers are asked beside; stock types asked for or approved stay [A180] [A479] [A480] [S443]', async () => {
  const { user } = await open('buyer-and-seller', {
    stockTypes: ['Sheep', 'Cattle'],
    approvedStockTypes: ['Cattle'],
  });
  const gst = within(screen.getByRole('radiogroup', { name: /^Are You Registered For GST\?/ }));
  for (const text of ['Yes', 'No']) {
    await user.click(gst.getByLabelText(text));
    assert.ok(gst.getByLabelText<HTMLInputElement>(text).checked); // [A181]
  }
  assert.is(screen.getByRole('link', { name: 'Back' }).getAttribute('href'), '/main/manage'); // [A165]
  const kinds = within(screen.getByRole('group', { name: 'Stock Types' }));
  const boxes = () => kinds.getAllByRole<HTMLInputElement>('checkbox');
  assert.equal(
    boxes().map(({ labels }) => labels?.[0]?.textContent),
    ['Sheep', 'Cattle', 'Goat'], // [S227]
  );
  assert.equal(
    boxes().map(({ disabled }) => disabled),
    [true, true, false],
  );
  const ticked = () => boxes().map(({ checked }) => checked);
  assert.equal(ticked(), [true, true, false]);
  for (const box of boxes()) await user.click(box);
  assert.equal(ticked(), [true, true, true], 'those that are locked stay ticked');
  await user.click(screen.getByLabelText('Goat'));
  assert.equal(ticked(), [true, true, false], 'one that was not sent yet can be unticked');
});

test('[A480] a stock type that was approved since it was ticked stays ticked', async () => {
  const { user } = await open('buyer-and-seller');
  for (const name of ['Cattle', 'Goat']) await user.click(screen.getByLabelText(name));
  leaveScreens();
  const { user: back } = await open('buyer-and-seller', { approvedStockTypes: ['Cattle'] });
  for (const name of ['Cattle', 'Goat']) await back.click(screen.getByLabelText(name));
  assert.equal(
    ['Sheep', 'Cattle', 'Goat'].map((name) => screen.getByLabelText<HTMLInputElement>(name).checked),
    [false, true, false],
  );
});

for (const [kind, form] of [
  ['buyer', 'as-buyer'],
  ['buyer-and-seller', 'as-buyerandseller'],
] as const) {
  test(`[A197] the form of a ${kind} leads to pages of Tools that lead back to it, and back to My Admin`, async () => {
    await open(kind);
    assert.is(screen.getByRole('link', { name: 'Back' }).getAttribute('href'), '/main/manage'); // [S171]
    for (const [name, page] of [
      ['Getting Started', 'getting-started'],
      ['FAQs', 'faqs'],
    ] as const)
      assert.is(screen.getByRole('link', { name }).getAttribute('href'), `/main/tools/${page}?from=${form}`);
  });
}

for (const kind of ['buyer', 'buyer-and-seller'] as const)
  test(`[A185] [S291] all that was filled in as ${kind} is there when one comes back`, async () => {
    const selling = kind === 'buyer-and-seller';
    const said = [
      [/Company/, 'Yes'],
      [/Another State/, 'Yes'],
      [/Agent/, 'Yes'],
      ...(selling ? ([[/GST/, 'No']] as const) : []),
    ] as const;
    const texts = [
      ['Company Name', 'Miller Pastoral'],
      ['ACN', '004085616'],
      ['Given Name', 'Ada'],
      ['Last Name', 'Miller'],
      ['Address', '12 Conadilly St'],
      ['Address Line 2', 'Shed 2'],
      ['Town', 'GUNNEDAH'],
      ['State', 'NSW'],
      ['Postcode', '2380'],
      ['PIC', 'QABC1234'],
      ['State Of PIC', 'QLD'],
      ['Agent Name', 'Bob Hill'],
    ] as const;
    const { user } = await open(kind, { officeAddress: NOWHERE });
    for (const [question, text] of said) await answer(user, question, text);
    for (const [label, value] of texts) fireEvent.change(field(label), { target: { value } });
    if (selling) await user.click(screen.getByLabelText('Cattle'));
    leaveScreens();
    await open(kind, { officeAddress: NOWHERE });
    for (const [label, value] of texts) assert.is(field(label).value, value, label);
    for (const [question, text] of said) {
      const group = within(screen.getByRole('radiogroup', { name: question }));
      assert.ok(group.getByLabelText<HTMLInputElement>(text).checked, String(question));
    }
    if (selling) assert.ok(screen.getByLabelText<HTMLInputElement>('Cattle').checked);
  });

test('what is typed is kept one second after a change, and there when one comes back [A184] [A185] [S290] [S291]', async () => {
  const { user } = await open('buyer');
  const kept = () => Object.values({ ...localStorage }).join('');
  await onStoppedClock(async (clock) => {
    const waits = await intervalsIn(async () => {
      await answer(user, /Company/, 'No');
      await user.type(field('Legal Name Of Trading Entity'), 'the miller trust');
      assert.not.match(kept(), /miller/);
      clock.passed = 1_000;
      await waitFor(() => assert.match(kept(), 'The miller trust'));
    });
    assert.ok(waits.includes(1_000));
  });
  leaveScreens();
  await open('buyer');
  assert.is(field('Legal Name Of Trading Entity').value, 'The miller trust');
});

/** The users that are sent as requests, in order. */
function requests(): Record<string, unknown>[] {
  const sent: Record<string, unknown>[] = [];
  server.use(
    handles('put', 'users/me', async (request) => {
      sent.push(((await request.json()) as { user: Record<string, unknown> }).user);
      return { user: person({ status: 'registered-updated', isRequestedAsBuyer: true }) };
    }),
  );
  return sent;
}

for (const { kind, thanks } of [
  {
    kind: 'buyer',
    thanks:
      'Thank you for registering to become a Buyer. Please allow 24 hours for this request to be processed by our team', // [A325] [A746] [B405]
  },
  {
    kind: 'buyer-and-seller',
    thanks:
      'Thank you for registering to become a Buyer and Seller. Please allow 24 hours for this request to be processed by our team', // [A748] [S511] [B405]
  },
] as const) {
  test(`a ${kind} is thanked after the request is sent [A164] [A281] [S226] [S228] [S229] [S230]`, async () => {
    const sent = requests();
    const { user, done } = await open(kind);
    const title = kind === 'buyer' ? 'Register to Buy' : 'Register to Buy & Sell';
    assert.is(screen.getByRole('heading', { level: 1 }).textContent, title); // [A164]
    await answer(user, /Company/, 'Yes');
    await user.type(field('Company Name'), 'Miller Pastoral');
    await user.type(field('ACN'), '004085616');
    await user.type(field('Given Name'), 'Ada');
    await user.type(field('Last Name'), 'Miller');
    await user.type(field('Address'), '12 Conadilly St');
    await user.type(field('Address Line 2'), 'Shed 2');
    await user.type(field('Town'), 'Gunnedah');
    await user.type(field('PIC'), 'na123456');
    await answer(user, /Another State/, 'No');
    await answer(user, /Agent/, 'No');
    if (kind === 'buyer-and-seller') {
      await user.click(screen.getByLabelText('Cattle'));
      await answer(user, /GST/, 'Yes');
    }
    await agree(user);
    await press(user, 'Submit');
    assert.ok(await screen.findByText(thanks));
    const office = {
      address1: '12 Conadilly St',
      address2: 'Shed 2',
      town: 'GUNNEDAH',
      state: 'NSW',
      postcode: '2380',
    };
    assert.equal(sent[0], {
      doYouTradeThroughCompany: true,
      // [A169]
      customerDetails: {
        companyName: 'Miller Pastoral',
        ACN: '004085616',
        givenName: 'Ada',
        lastName: 'Miller',
      },
      ABN: '',
      PIC: 'NA123456', // [A174]
      isPICFromAnotherState: false, // [A175]
      anotherStatePIC: '',
      areYouUsingAgent: false, // [A177]
      agentName: '',
      acceptedTerms: true, // [A179]
      userRegisteredFrom: 'web',
      officeAddress: office, // [A171]
      postalAddress: office, // [A173]
      isRequestedAsBuyer: true,
      // [S227] [S231]
      ...(kind === 'buyer-and-seller' && {
        stockTypes: ['Cattle'],
        registeredForGST: true, // [A181]
        isRequestedAsSeller: true,
      }),
      status: 'registered-updated',
      approvedStockTypes: [],
    });
    assert.is(done(), 0);
    await press(user, 'OK');
    assert.is(done(), 1);
  });
}

test('who trades without a company sends the trading entity, and their PIC and agent [S226] [S230]', async () => {
  const sent = requests();
  const { user } = await open('buyer');
  await answer(user, /Company/, 'No');
  await user.type(field('Legal Name Of Trading Entity'), 'the miller trust');
  await user.type(field('ABN'), '51824753556');
  await user.type(field('Given Name'), 'Ada');
  await user.type(field('Last Name'), 'Miller');
  await user.type(field('Address'), '12 Conadilly St');
  await user.type(field('Town'), 'Gunnedah');
  await postElsewhere(user);
  await answer(user, /Another State/, 'Yes');
  await user.selectOptions(field('State Of PIC'), 'QLD');
  await user.type(field('PIC'), 'qabc1234');
  await answer(user, /Agent/, 'Yes');
  await user.type(field('Agent Name'), 'Bob Hill');
  await agree(user);
  await press(user, 'Submit');
  await waitFor(() => assert.is(sent.length, 1));
  const { ABN, PIC, isPICFromAnotherState, anotherStatePIC, areYouUsingAgent, agentName, customerDetails } =
    sent[0] ?? {};
  assert.equal(customerDetails, {
    legalNameOfTradingEntity: 'The miller trust',
    givenName: 'Ada',
    lastName: 'Miller',
  });
  // [A174] [A175] [A176]
  assert.equal([ABN, PIC, isPICFromAnotherState, anotherStatePIC], ['51824753556', 'QABC1234', true, 'QLD']);
  assert.equal([areYouUsingAgent, agentName], [true, 'Bob Hill']); // [A177] [A178]
  assert.equal(sent[0]?.['postalAddress'], POST_BOX); // [A172]
});

test('[S228] [S229] [S231] an approved seller who asks for another kind sends both addresses, the answers No, and the status and kinds of the account', async () => {
  const sent = requests();
  const officeAddress = {
    address1: '12 Conadilly St',
    address2: 'Shed 2',
    town: 'GUNNEDAH',
    state: 'NSW',
    postcode: '2380',
  };
  const { user } = await open('buyer-and-seller', {
    status: 'approved-buyer-seller',
    stockTypes: ['Sheep'],
    approvedStockTypes: ['Sheep'],
    officeAddress,
    doYouTradeThroughCompany: true,
    customerDetails: {
      companyName: '',
      ACN: '',
      givenName: 'Ada',
      lastName: 'Miller',
      legalNameOfTradingEntity: 'The miller trust',
    },
    ABN: '51824753556',
    PIC: 'QABC1234',
    areYouUsingAgent: false,
    registeredForGST: true,
  });
  await answer(user, /Company/, 'No');
  await answer(user, /Another State/, 'Yes');
  await user.selectOptions(field('State Of PIC'), 'QLD');
  await postElsewhere(user);
  await user.click(screen.getByLabelText('Goat'));
  await answer(user, /GST/, 'No');
  await agree(user);
  await press(user, 'Submit');
  await waitFor(() => assert.is(sent.length, 1));
  const [request = {}] = sent;
  assert.equal(request['officeAddress'], officeAddress);
  assert.equal(request['postalAddress'], POST_BOX);
  const { doYouTradeThroughCompany, isPICFromAnotherState, areYouUsingAgent, registeredForGST } = request;
  assert.equal(
    [doYouTradeThroughCompany, isPICFromAnotherState, areYouUsingAgent, registeredForGST],
    [false, true, false, false], // [A181] [A281]
  );
  assert.equal([request['acceptedTerms'], request['userRegisteredFrom']], [true, 'web']);
  assert.equal([request['status'], request['approvedStockTypes']], ['approved-buyer-seller', ['Sheep']]);
  assert.equal([request['isRequestedAsBuyer'], request['isRequestedAsSeller']], [true, true]);
  assert.equal(request['stockTypes'], ['Sheep', 'Goat']); // [S227]
});

for (const [before, kind, after] of [
  ['approved-buyer', 'buyer-and-seller', 'approved-buyer-updated'], // [A331] [S286]
  ['registered', 'buyer-and-seller', 'registered-updated'], // [A332] [S287]
  ['partially-approved', 'buyer-and-seller', 'registered-updated'], // [A332] [S287]
  ['approved-buyer-seller', 'buyer-and-seller', 'approved-buyer-seller'], // [A333] [S288]
  ['registered', 'buyer', 'registered-updated'], // [A334] [S289]
  ['partially-approved', 'buyer', 'registered-updated'], // [A334] [S289]
] as const)
  test(`a request as ${kind} by a person who is ${before} sends the status ${after}`, async () => {
    const sent = requests();
    const { user } = await open(kind, {
      status: before,
      officeAddress: {
        ...NOWHERE,
        address1: '12 Conadilly St',
        town: 'GUNNEDAH',
        state: 'NSW',
        postcode: '2380',
      },
      doYouTradeThroughCompany: false,
      customerDetails: {
        companyName: '',
        ACN: '',
        givenName: 'Ada',
        lastName: 'Miller',
        legalNameOfTradingEntity: 'The miller trust',
      },
      ABN: '51824753556',
      PIC: 'NA123456',
      areYouUsingAgent: false,
      registeredForGST: true,
    });
    await answer(user, /Another State/, 'No');
    if (kind === 'buyer-and-seller') await user.click(screen.getByLabelText('Cattle'));
    await agree(user);
    await press(user, 'Submit');
    await waitFor(() => assert.is(sent.length, 1));
    assert.is(sent[0]?.['status'], after);
  });

const ALL = ['Sheep', 'Cattle', 'Goat'] as const;
const REFUSED: readonly [AccessKind, Partial<Me>, string][] = [
  // [A581]
  ['buyer', { status: 'approved-buyer' }, 'You already have buy permissions'],
  ['buyer', { status: 'approved-buyer-updated' }, 'You already have buy permissions'],
  ['buyer', { status: 'approved-buyer-seller' }, 'You already have buy permissions'],
  [
    'buyer-and-seller',
    { status: 'approved-buyer-seller', stockTypes: ALL, approvedStockTypes: ALL },
    'You already have buy and sell permissions', // [A582]
  ],
  [
    'buyer',
    { status: 'registered-updated', isRequestedAsBuyer: true },
    'You have already requested access. Please allow 24 hours for this request to be processed by our team', // [A325] [A585] [B405]
  ],
  [
    'buyer-and-seller',
    { status: 'approved-buyer-updated', isRequestedAsSeller: true, stockTypes: ['Cattle'] },
    'You have already requested access. Please allow 24 hours for this request to be processed by our team', // [A585]
  ],
];

for (const [kind, known, message] of REFUSED) {
  test(`as ${kind}, ${known.status} is answered "${message.slice(0, 40)}"`, async () => {
    await open(kind, known);
    assert.ok(screen.getByText(message));
    assert.is(screen.queryByRole('button', { name: 'Submit' }), null);
    assert.is(screen.getByRole('link', { name: 'Back' }).getAttribute('href'), '/main/manage'); // [A165] [S171]
  });
}

test.run();

import { existsSync } from 'node:fs';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { readPdf } from '../test-support/read-pdf.ts';
import { ANN, ServedSales, UNCONFIRMED } from '../test-support/served-sales.ts';

const test = suite('what people read about the marketplace', { limitMs: 60_000 });

let served: ServedSales;
test.before(async () => {
  served = await ServedSales.start();
});
test.after(() => served.stop());

async function read<T>(path: string): Promise<T> {
  const response = await fetch(`${served.base}/${path}`);
  assert.is(response.status, 200, path);
  return ((await response.json()) as { data: T }).data;
}

/** Asserts that no text is empty or a placeholder. */
function isWritten(...texts: readonly string[]): void {
  for (const text of texts) {
    assert.ok(text.trim().length > 3, text);
    assert.not.match(text, /lorem|todo|tbd|placeholder/i);
  }
}

type Section = { page: string; categoryName: string; content: string };

/** What is below a heading. */
const partOf = (sections: readonly Omit<Section, 'page'>[], heading: string) =>
  sections.find(({ categoryName }) => categoryName === heading)?.content ?? '';

test('[A645] tools are sections of pages, each with its category and content', async () => {
  const { tools } = await read<{ tools: Section[] }>('tools');
  for (const page of ['getting-started', 'listing-fees', 'videos-tips', 'privacy-policy'])
    assert.ok(tools.filter((one) => one.page === page).length > 1, page);
  for (const { categoryName, content } of tools) isWritten(categoryName, content);
  assert.match(partOf(tools, '1. Register'), /^Registration has two steps: /);
  assert.match(partOf(tools, 'Pictures that sell'), /^Take pictures in daylight /);
});

test('sellers read what the listing fee is charged on [A780] [S547]', async () => {
  const { tools } = await read<{ tools: Section[] }>('tools');
  const fees = tools.filter(({ page }) => page === 'listing-fees').map(({ content }) => content);
  assert.match(fees.join('\n'), 'The fee is charged on the head in the catalogue.');
  assert.match(fees.join('\n'), 'Volume discounts are on application.');
  assert.match(fees.join('\n'), 'All prices are exclusive of GST.'); // [A779] [S545]
  // [A777] [A778] [S543] [S544]
  assert.match(fees.join('\n'), 'Invoices are sent the day after the auction. Payment terms are 7 days.');
});

const POLICY = [
  'Introduction', // [A804]
  'Kinds of personal information collected', // [A805]
  'How it is collected', // [A806]
  'Purposes', // [A807]
  'Use and disclosure', // [A808]
  'Cookies', // [A809]
  'Who it is disclosed to', // [A810]
  'De-identified information', // [A811]
  'Management and security', // [A812]
  'Access and correction', // [A813]
  'Updates', // [A814]
];

test('[A803] the privacy policy has eleven sections', async () => {
  const { tools } = await read<{ tools: Section[] }>('tools');
  const policy = tools.filter(({ page }) => page === 'privacy-policy');
  assert.equal(
    policy.map(({ categoryName }) => categoryName),
    POLICY,
  );
  assert.match(policy[0]?.content ?? '', 'governed by Australian privacy law'); // [A815]
  assert.match(policy[9]?.content ?? '', 'reply within 30 days'); // [A813]
  assert.match(policy[10]?.content ?? '', 'published June 2023'); // [A814]
});

test('[A287] [A644] FAQs are for sellers, for buyers, or for both', async () => {
  type Category = {
    questions: { question: string; answer: string }[];
    forSeller: boolean;
    forBuyer: boolean;
  };
  const { faqs } = await read<{ faqs: (Category & { categoryName: string })[] }>('faqs');
  assert.equal(
    faqs.map(({ categoryName, forSeller, forBuyer }) => [categoryName, forSeller, forBuyer]),
    [
      ['Your account', true, true],
      ['Buying', false, true],
      ['Selling', true, false],
    ],
  );
  const [first] = faqs[0]?.questions ?? [];
  assert.is(first?.question, 'How long does a request for access take?');
  assert.match(first?.answer ?? '', /^Our team looks at each request within 24 hours\./);
  for (const { questions } of faqs) {
    assert.ok(questions.length > 2);
    for (const { question, answer } of questions) isWritten(question, answer);
  }
});

test('[A642] [A643] [S492] how to assess, and the terms with their version', async () => {
  const { steps } = await read<{ steps: Section[] }>('how-to-assess-steps');
  const { terms } = await read<{ terms: (Section & { version: string })[] }>('terms');
  const headings = (sections: readonly Section[]) => sections.map(({ categoryName }) => categoryName);
  assert.equal(headings(steps), [
    ...['Register to buy and sell', 'Draft the mob', 'Weigh and score', 'Take pictures and a film'],
    'Fill in the assessment form',
  ]);
  assert.match(partOf(steps, 'Draft the mob'), /^Draft even lines by breed, sex, age and weight\./);
  assert.equal(headings(terms), [
    ...['Your account', 'Bidding and buying', 'Selling', 'Payment and delivery', 'Fees'],
    'Interruptions and disputes',
  ]);
  assert.match(partOf(terms, 'Bidding and buying'), /^A bid is an offer to buy the whole lot /);
  for (const { categoryName, content } of [...steps, ...terms]) isWritten(categoryName, content);
  for (const { version } of terms) assert.is(version, '1');
});

test('[A646] films are files of the web, with captions', async () => {
  type Film = {
    title: string;
    description: string;
    subDescription: string;
    url: string;
    captionsUrl: string;
  };
  const { videos } = await read<{ videos: { name: string; videos: Film[] }[] }>('how-to-videos');
  assert.equal(
    videos.map(({ name, videos: films }) => [name, films.map(({ title }) => title)]),
    [
      ['Buying', ['Find and watch a lot', 'Bid in the live room']],
      ['Your account', ['Ask for access']],
    ],
  );
  for (const { name, videos: films } of videos) {
    isWritten(name);
    for (const { title, description, subDescription, url, captionsUrl } of films) {
      isWritten(title, description, subDescription);
      for (const file of [url, captionsUrl])
        assert.ok(existsSync(new URL(`../../web/public${file}`, import.meta.url)), file);
    }
  }
});

type Manual = {
  _id: string;
  name: string;
  description: string;
  document: { key: string; url: string };
  delete: boolean;
};

test('[A200] [A286] [A647] [A649] manuals are a list, and each is downloaded as a PDF under its name', async () => {
  const manuals = await read<Manual[]>('manuals');
  assert.equal(
    manuals.map(({ _id }) => _id),
    ['buying', 'selling', 'assessing'],
  );
  for (const { name, description, document, delete: isDeleted } of manuals) {
    isWritten(description);
    assert.is(isDeleted, false);
    assert.is(
      document.url,
      `/api/v1/download-file/${document.key}?${new URLSearchParams({ fileName: `${name}.pdf` })}`,
    );
    const response = await fetch(`${served.base}/${document.url.replace('/api/v1/', '')}`);
    assert.is(response.headers.get('content-type'), 'application/pdf');
    assert.is(response.headers.get('content-disposition'), `attachment; filename="${name}.pdf"`);
    const { title, pages } = await readPdf(new Uint8Array(await response.arrayBuffer()));
    assert.is(title, `Manual: ${name}`);
    assert.match(pages.join(' '), description.split(' ').slice(0, 4).join(' '));
  }
});

test('a file is asked for by a key that there is, and its name holds nothing but a name', async () => {
  assert.is((await fetch(`${served.base}/download-file/manual-nothing`)).status, 404);
  const named = async (fileName: string) => {
    const response = await fetch(
      `${served.base}/download-file/manual-buying?${new URLSearchParams({ fileName })}`,
    );
    return response.headers.get('content-disposition');
  };
  assert.is(await named('..\r\n/etc/"x".pdf'), 'attachment; filename=etcx.pdf');
  assert.is(await named('///'), 'attachment; filename=manual-buying.pdf');
});

async function send(manual: string, body: object, as?: string) {
  const response = await fetch(`${served.base}/manuals/${manual}/send-email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(as !== undefined && { 'x-test-account': as }) },
    body: JSON.stringify(body),
  });
  const { data, errors } = (await response.json()) as {
    data?: { message: string };
    errors?: { code: string; field?: string }[];
  };
  return [response.status, data?.message ?? errors?.[0]?.field ?? errors?.[0]?.code];
}

test('[A199] [A648] each manual is sent by e-mail to any recipient, a few times an hour', async () => {
  const data = { recipientName: 'Jo', recipientEmail: 'jo@farm.example' };
  assert.equal(await send('buying', { manualId: 'buying', data }), [401, 'unauthorized']);
  assert.equal(await send('buying', { manualId: 'buying', data }, UNCONFIRMED), [403, 'email-unconfirmed']);
  for (const recipientName of ['x'.repeat(61), 'See evil.example', 'jo@farm.example'])
    assert.equal(await send('buying', { manualId: 'buying', data: { ...data, recipientName } }, ANN), [
      400,
      'recipientName',
    ]);
  assert.equal(await send('nothing', { manualId: 'nothing', data }, ANN), [404, 'not-found']);
  assert.equal(await send('buying', { manualId: 'selling', data }, ANN), [400, 'manualId']);
  assert.equal(await send('buying', { manualId: 'buying', data: { ...data, recipientEmail: 'jo' } }, ANN), [
    400,
    'recipientEmail',
  ]);
  assert.equal(served.mails, []);
  for (const [manual, title] of [
    ['buying', 'Buying at Auction'],
    ['selling', 'Selling at Auction'],
    ['assessing', 'Assessing Stock'],
  ] as const) {
    const named = { ...data, recipientName: 'J'.repeat(60) };
    const sent = await send(manual, { manualId: manual, data: named }, ANN);
    assert.equal(sent, [200, 'The e-mail was sent to jo@farm.example.']);
    const mail = served.mails.at(-1);
    assert.is(mail?.to, 'jo@farm.example');
    assert.is(mail?.subject, `Manual: ${title}`);
    assert.match(mail?.text ?? '', '/main/tools/manuals');
    assert.equal(
      mail?.attachments?.map(({ name, type }) => [name, type]),
      [[`manual-${manual}.pdf`, 'application/pdf']],
    );
    const [attached] = mail?.attachments ?? [];
    assert.is((await readPdf(attached?.bytes ?? new Uint8Array())).title, `Manual: ${title}`);
  }
  const all = await Promise.all(
    Array.from({ length: 12 }, () => send('buying', { manualId: 'buying', data }, ANN)),
  );
  assert.ok(all.some(([status]) => status === 429));
});

test('[A630] [S491] professions that a person may name; theirs is the last', async () => {
  const { professions } = await read<{ professions: { name: string }[] }>('professions');
  const names = [
    ...['Producer', 'Livestock Agent', 'Livestock Buyer', 'Feedlot Operator', 'Farm Manager', 'Processor'],
    ...['Stud Breeder', 'Livestock Transporter', 'Veterinarian', 'Other (Specify)'],
  ];
  assert.equal(
    professions,
    names.map((name) => ({ name })),
  );
});

test.run();

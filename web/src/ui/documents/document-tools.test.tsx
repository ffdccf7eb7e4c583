/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { mock } from 'node:test';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { exampleAuction, exampleMe } from '@/test-support/example-sales.ts';
import { answers, mockServer } from '@/test-support/server.ts';
import { timersIn } from '@/test-support/timer-waits.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { LotDocumentTools, SaleDocumentTools } = await import('./document-tools.tsx');
const { saveParts } = await import('./file-download.ts');

const test = suite('documents of sales and lots');
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  server.resetHandlers();
  server.use(answers('users/me', { user: exampleMe() }));
});
test.after(() => server.close());

const offered = async (button: string, dialog: string): Promise<(string | null)[]> => {
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: button }));
  const open = within(await screen.findByRole('dialog', { name: dialog }));
  const found = open.queryAllByRole('listitem').map(({ textContent }) => textContent);
  await user.click(open.getByRole('button', { name: 'Close' }));
  return found;
};

test('[B095] a catalogue has a summary to save and to print, that of a stud sale has none', async () => {
  const auction = exampleAuction({ lotCount: 41 });
  renderScreen(<SaleDocumentTools auction={auction} content="catalogue" />);
  const details = ['Full Details (PDF, 2 parts)']; // [B391]
  assert.equal(await offered('Download', 'Download Catalogue'), [
    'Summary (PDF)',
    'Summary (CSV)',
    ...details,
  ]);
  const parts = ['Full Details, part 1 of 2', 'Full Details, part 2 of 2'];
  assert.equal(await offered('Print', 'Print Catalogue'), ['Summary', ...parts]);
  renderScreen(<SaleDocumentTools auction={{ ...auction, lotCount: 40 }} content="catalogue" />);
  assert.ok((await offered('Download', 'Download Catalogue')).includes('Full Details (PDF)'));
  renderScreen(<SaleDocumentTools auction={{ ...auction, studSale: true }} content="catalogue" />);
  assert.equal(await offered('Download', 'Download Catalogue'), details);
  assert.equal(await offered('Print', 'Print Catalogue'), parts);
});

test('a name that is too long for e-mails is not proposed cut', async () => {
  const named = async (lastName: string) => {
    server.use(answers('users/me', { user: { ...exampleMe(), firstName: 'Jo', lastName } }));
    renderScreen(<LotDocumentTools lot={{ _id: 'lot-1' }} />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Email Lot Details' }));
    await user.click(await screen.findByRole('button', { name: 'Email to yourself' }));
    return screen.getByLabelText<HTMLInputElement>('Recipient name').value;
  };
  assert.is(await named('l'.repeat(57)), `Jo ${'l'.repeat(57)}`);
  assert.is(await named('l'.repeat(58)), '');
});

test('[B140] [B171] [B217] a lot is sent by a dialog with a name, an address and Send', async () => {
  let sent: unknown;
  server.use(
    http.post('http://saleyard.test/api/v1/lots/lot-1/email-info', async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ data: { message: 'The e-mail was sent to jo@farm.example.' } });
    }),
  );
  renderScreen(<LotDocumentTools lot={{ _id: 'lot-1' }} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Email Lot Details' }));
  await user.type(await screen.findByLabelText('Recipient name'), 'Jo');
  await user.type(screen.getByLabelText('Recipient email'), 'nobody');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  assert.ok(await screen.findByText('Email is incorrect please check and enter again')); // [B306]
  assert.is(sent, undefined);
  await user.clear(screen.getByLabelText('Recipient email'));
  await user.type(screen.getByLabelText('Recipient email'), 'jo@farm.example');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const answer = within(await screen.findByRole('dialog', { name: 'Email Lot Details' }));
  assert.ok(await answer.findByText('The e-mail was sent to jo@farm.example.')); // [B368]
  assert.equal(sent, { recipientName: 'Jo', recipientEmail: 'jo@farm.example', type: 'upcoming' }); // [B366]
});

test('[B305] [B352] a catalogue is sent to a name and an address; what the server answers is shown', async () => {
  let sent: unknown;
  server.use(
    http.post('http://saleyard.test/api/v1/auctions/*/email-info', async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ data: { message: 'The catalogue is on its way to Jo.' } });
    }),
  );
  renderScreen(<SaleDocumentTools auction={exampleAuction()} content="catalogue" />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Email Catalogue' }));
  await user.type(await screen.findByLabelText('Recipient name'), 'Jo');
  await user.type(screen.getByLabelText('Recipient email'), 'jo@farm');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  assert.ok(await screen.findByText('Email is incorrect please check and enter again')); // [B306]
  assert.is(sent, undefined);
  await user.type(screen.getByLabelText('Recipient email'), '.example');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const answer = within(await screen.findByRole('dialog', { name: 'Email Catalogue' }));
  assert.ok(await answer.findByText('The catalogue is on its way to Jo.'));
  const to = { recipientName: 'Jo', recipientEmail: 'jo@farm.example' };
  assert.equal(sent, { ...to, docType: 'summary', type: 'catalogue' });
});

/** The files that are asked for and saved while a test runs, by the path and query of each. */
async function filesSaved(run: (saved: readonly string[]) => Promise<void>): Promise<void> {
  const saved: string[] = [];
  server.use(
    http.get('http://saleyard.test/api/v1/print/*', ({ request }) => {
      const { pathname, search } = new URL(request.url);
      saved.push(`${pathname.slice('/api/v1/'.length)}${search}`);
      return new HttpResponse('%PDF', { headers: { 'content-disposition': 'attachment; filename=x.pdf' } });
    }),
  );
  const known = [URL.createObjectURL, HTMLAnchorElement.prototype.click] as const;
  const { setTimeout: wait } = globalThis;
  // A saved file is let go a minute later: the process must not wait for that.
  globalThis.setTimeout = ((run: () => void, ms?: number) => {
    const timer = wait(run, ms);
    return ms !== undefined && ms >= 60_000 ? timer.unref() : timer;
  }) as typeof setTimeout;
  URL.createObjectURL = () => 'blob:document';
  HTMLAnchorElement.prototype.click = () => {};
  try {
    await run(saved);
  } finally {
    [URL.createObjectURL, HTMLAnchorElement.prototype.click] = known;
    globalThis.setTimeout = wait;
  }
}

test('[B141] [B218] the details of a lot are saved by one press', () =>
  filesSaved(async (saved) => {
    renderScreen(<LotDocumentTools lot={{ _id: 'lot-1' }} />);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Download Lot Details' }));
    await waitFor(() => assert.equal(saved, ['print/lots/lot-1/full-details']));
  }));

test('[B093] [B215] the summary of a catalogue, and the results of a sale, are saved as a PDF and as a CSV', () =>
  filesSaved(async (saved) => {
    const user = userEvent.setup();
    const expected: string[] = [];
    for (const [content, tool, name] of [
      ['catalogue', 'Download', 'Summary'],
      ['result', 'Download Results', 'Results'],
    ] as const) {
      renderScreen(<SaleDocumentTools auction={exampleAuction()} content={content} />);
      await user.click(screen.getByRole('button', { name: tool }));
      for (const type of ['pdf', 'csv']) {
        const button = await screen.findByRole('button', { name: `${name} (${type.toUpperCase()})` });
        await waitFor(() => assert.not.ok((button as HTMLButtonElement).disabled));
        await user.click(button);
        expected.push(`print/auctions/auction-1/auction-summary?type=${type}&content=${content}`);
        await waitFor(() => assert.equal(saved, expected));
      }
    }
  }));

test('[B391] [B392] the full details of 41 lots are saved in two parts, a second apart', () =>
  filesSaved(async (saved) => {
    renderScreen(<SaleDocumentTools auction={exampleAuction({ lotCount: 41 })} content="catalogue" />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Download' }));
    const details = 'print/auctions/auction-1/full-details';
    const waits = await timersIn(async () => {
      await user.click(await screen.findByRole('button', { name: 'Full Details (PDF, 2 parts)' }));
      await waitFor(() => assert.equal(saved, [`${details}?step=1`, `${details}?step=2`]), {
        timeout: 20_000,
      });
    });
    assert.ok(waits.includes(1_000));
  }));

test('[B392] the parts of a catalogue are begun one a second, and not before the one before is saved', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const begun: number[] = [];
  const saved: (() => void)[] = [];
  const all = saveParts(
    3,
    () => new Promise((resolve) => saved.push(resolve)),
    (step) => begun.push(step),
  );
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  assert.equal(begun, [1]);
  saved[0]?.();
  mock.timers.tick(999);
  await turn();
  assert.equal(begun, [1]);
  mock.timers.tick(1);
  await turn();
  assert.equal(begun, [1, 2]);
  mock.timers.tick(5_000);
  await turn();
  assert.equal(begun, [1, 2], 'the second one is not there yet');
  saved[1]?.();
  await turn();
  assert.equal(begun, [1, 2, 3]);
  saved[2]?.();
  await all;
  mock.timers.reset();
});

test.run();

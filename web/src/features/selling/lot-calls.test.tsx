/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { OwnListing, ReofferableListing } from '@saleyard/contract/selling.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { paths, ROUTES } from '@/config/paths.ts';
import { exampleListing } from '@/test-support/example-listing.ts';
import { person } from '@/test-support/example-person.ts';
import { exampleAuction } from '@/test-support/example-sales.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, handles } from '@/test-support/server.ts';
import { withMedia } from './test-support/played-media.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { fireEvent, screen, waitFor, within } = await import('@testing-library/react');
const { Link, Route, Routes } = await import('react-router');
const { renderScreen } = await import('@/test-support/render.tsx');
const { LateEditScreen } = await import('./late-edit-screen.tsx');
const { SubmittedLotsScreen } = await import('./own-lots-screen.tsx');
const { ReofferScreen } = await import('./reoffer-screen.tsx');
const { ReoffersScreen } = await import('./reoffers-screen.tsx');
const { openForm, server } = await import('./test-support/open-form.tsx');
const { drawsSignatures, sign } = await import('./test-support/signing.ts');

/** ms after which lists are read again by themselves: here they are not. */
const RENEW_MS = 5_000;
const { setInterval } = globalThis;
globalThis.setInterval = ((run: () => void, ms?: number) =>
  ms === RENEW_MS ? 0 : setInterval(run, ms)) as typeof setInterval;

const test = suite('what a call of a lot answers', { limitMs: 120_000 });
let endDrawing = () => {};
test.before(() => {
  server.listen({ onUnhandledRequest: 'error' });
  endDrawing = drawsSignatures();
});
test.beforeEach(() => leaveScreens());
test.after(() => {
  endDrawing();
  server.close();
  globalThis.setInterval = setInterval;
});

const DAY_MS = 24 * 3_600_000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

test('[S500] the form goes on from the answer of each of its calls', () =>
  withMedia(true, [], async () => {
    const { user } = await openForm('goat');
    // As the server refuses a save that does not know the change before it.
    let revision = 0;
    const saves: number[] = [];
    const key = 'b'.repeat(32);
    const uri = `/api/v1/download-file/${key}?fileName=Report.pdf`;
    const url = `/api/v1/download-file/${'c'.repeat(32)}?fileName=Bulls.pdf`;
    const answered = (data: object) => () => {
      revision += 1;
      return { ...data, revision };
    };
    server.use(
      handles(
        'post',
        'lots/l1/media',
        answered({ media: { key, url: '/b.jpg', thumbnail: '/b-small.jpg', mimeType: 'image/jpeg' } }),
      ),
      handles(
        'post',
        'lots/l1/documents',
        answered({
          document: { key, uri, name: 'Report.pdf', description: '', mimeType: 'application/pdf', order: 0 },
        }),
      ),
      handles(
        'post',
        'lots/l1/usefulPdfs',
        answered({ newPdfFile: { key, url, description: '', order: 0, isPdf: true } }),
      ),
      handles('post', 'lots/l1/signatures/vendor', answered({ url: '/signed.png' })),
      http.put('http://saleyard.test/api/v1/auctions/:auction/lots/l1', async ({ request }) => {
        const body = (await request.json()) as { revision: number };
        saves.push(body.revision);
        if (body.revision !== revision)
          return HttpResponse.json(
            { errors: [{ code: 'changed-elsewhere', message: 'No.' }] },
            { status: 409 },
          );
        revision += 1;
        return HttpResponse.json({ data: { _id: 'l1', searchNumericId: 7, revision, phase: 'draft' } });
      }),
    );
    const pdf = (name: string) => new File(['%PDF-1.4'], name, { type: 'application/pdf' });
    const picture = new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xdb)], 'yard.jpg', { type: 'image/jpeg' });
    await user.upload(screen.getByLabelText('Choose pictures and videos', { selector: 'input' }), picture);
    await user.upload(screen.getByLabelText('Choose PDF, Word, Excel, JPG or PNG files'), pdf('Report.pdf'));
    await user.upload(screen.getByLabelText('Choose PDF files'), pdf('Bulls.pdf'));
    await sign(user, 'vendor');
    for (const description of ['Quiet', 'Quiet and weaned', 'Quiet, weaned and drenched']) {
      fireEvent.change(screen.getByLabelText(/^Stock Description/), { target: { value: description } });
      await user.click(screen.getAllByRole('button', { name: 'Save For Later' })[0] as HTMLElement);
      const dialog = within(await screen.findByRole('dialog'));
      await dialog.findByText(/^Your Lot Has Been Saved/);
      await user.click(dialog.getByRole('button', { name: 'OK' }));
    }
    assert.equal(saves.slice(-2), [revision - 2, revision - 1]);
    assert.is(screen.getByRole('link', { name: 'Report.pdf' }).getAttribute('href'), uri);
    assert.is(screen.getByRole('link', { name: 'Bulls.pdf' }).getAttribute('href'), url);
    assert.is(screen.queryByText('is sent with the next save'), null);
  }));

const creatorData = { logo: { url: '' } };
const submission = (over: Partial<OwnListing> = {}): OwnListing => {
  const { content: _, ...listing } = exampleListing();
  return { ...listing, creatorData, totalPageViews: 0, watchCount: 0, ...over };
};
const next = exampleAuction({
  ...{ _id: 'a2', searchNumber: 88, state: 'future', kindData: { type: 'cattle', title: 'Cattle' } },
  ...{ openAt: Date.now() + 9 * DAY_MS, liveAt: Date.now() + 10 * DAY_MS },
});

/** The seller's screens, before a server that lists `lots`. */
function openAt(path: string, lots: readonly object[]) {
  server.resetHandlers(
    answers('users/me', {
      user: person({ _id: 'u1', status: 'approved-seller', type: 'seller', approvedStockTypes: ['Cattle'] }),
    }),
    answers('pics', { pics: [] }),
    answers('states', { states: { NSW: ['Hunter'] } }),
    answers('auctions', { auctions: [next] }),
    answers('market/similar', {
      ...{ kindType: 'cattle', sex: 'Steer(s)', state: null, unit: 'head', weight: null, lots: 0, head: 0 },
      ...{ lowest: null, median: null, highest: null, prices: [], sales: [] },
    }),
    handles('get', 'lots/submissions', () => ({ lots: [...lots], vendors: [], states: [] })),
    handles('get', 'lots/reoffers', () => ({ lots: [...lots] })),
  );
  const view = renderScreen(
    <>
      <Link to={paths.reoffers}>To My Reoffers</Link>
      <Routes>
        <Route path={ROUTES.submittedLots} element={<SubmittedLotsScreen />} />
        <Route path={ROUTES.reoffers} element={<ReoffersScreen />} />
        <Route path={ROUTES.editLate} element={<LateEditScreen />} />
        <Route path={ROUTES.editReoffer} element={<ReofferScreen />} />
      </Routes>
    </>,
    { path },
  );
  return { ...view, user: userEvent.setup() };
}
const done = { _id: 'l1', searchNumericId: 7, revision: 3 };
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);

test('[S500] a list shows what became of a lot that is withdrawn or deleted, without a reload', async () => {
  for (const { button, method, path, before, after, shown } of [
    {
      button: 'Withdraw',
      method: 'post',
      path: 'lots/l1/withdraw',
      before: submission(),
      after: [submission({ phase: 'withdrawn', withdrawn: true })],
      shown: 'Withdrawn from Auction',
    },
    {
      button: 'Delete',
      method: 'delete',
      path: 'lots/l1',
      before: submission({ phase: 'submitted', approved: false }),
      after: [],
      shown: 'There are currently no lots in this section.',
    },
  ] as const) {
    const lots: OwnListing[] = [before];
    const { user } = openAt(paths.submittedLots, lots);
    server.use(
      handles(method, path, () => {
        lots.splice(0, 1, ...after);
        return { ...done, phase: 'withdrawn' };
      }),
    );
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${button} `) }));
    const question = within(await screen.findByRole('dialog'));
    await user.click(question.getByRole('button', { name: button }));
    await screen.findByText(shown);
    assert.is(screen.queryByRole('button', { name: new RegExp(`^${button} `) }), null);
  }
});

test('[S500] the submitted lots show a price that was edited late', async () => {
  const lots = [submission()];
  const { user } = openAt(paths.submittedLots, lots);
  server.use(
    answers('lots/7/own', { lot: exampleListing() }),
    answers('lots/l1/submissions/auto-bids', { isAutoBids: 0 }),
    handles('put', 'lots/l1/late-edit', () => {
      lots[0] = submission({ startPrice: 130_000 });
      return { ...done, phase: 'approved' };
    }),
  );
  await screen.findByText(/^Start \$1,200\.00/);
  await user.click(screen.getByRole('link', { name: /^Edit Price/ }));
  await screen.findAllByRole('button', { name: 'Change Price' });
  fireEvent.change(field(/^Start Price/), { target: { value: '1300' } });
  await user.click(screen.getAllByRole('button', { name: 'Change Price' })[0] as HTMLElement);
  await screen.findByText(/^Start \$1,300\.00/);
});

test('[S500] My Reoffers no longer lists a lot that was offered again', async () => {
  const { content: _, auctionData, ...listing } = exampleListing();
  const closed = auctionData && { ...auctionData, state: 'closed' as const, closedAt: Date.now() };
  const unsold: ReofferableListing = { ...listing, auctionData: closed, status: 'noBid', creatorData };
  const lots: object[] = [unsold];
  const { user } = openAt(paths.reoffers, lots);
  server.use(
    answers('lots/7/own', { lot: exampleListing('cattle', { auctionData: closed }) }),
    handles('put', 'auctions/a2/lots/l1/reoffer', () => {
      lots.length = 0;
      return { _id: 'l9', searchNumericId: 9, revision: 1, phase: 'submitted' };
    }),
  );
  await user.click(await screen.findByRole('button', { name: /^Edit & Reoffer/ }));
  const [submit] = await screen.findAllByRole('button', { name: 'Submit' });
  await waitFor(() => assert.is(within(field(/^Auction Date/)).getAllByRole('option').length, 2));
  await user.selectOptions(field(/^Auction Date/), '88');
  const stale = screen.queryByRole('dialog');
  if (stale !== null) await user.click(within(stale).getByRole('button', { name: 'OK' }));
  fireEvent.change(field(/^Earliest Delivery/), { target: { value: dayIn(12) } });
  fireEvent.change(field(/^Latest Delivery/), { target: { value: dayIn(20) } });
  await user.click(submit as HTMLElement);
  await screen.findByRole('dialog', { name: 'Lot Submitted Successfully' });
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await user.click(await screen.findByRole('link', { name: 'To My Reoffers' }));
  await screen.findByText('You currently have no Lots to reoffer.');
});

test.run();

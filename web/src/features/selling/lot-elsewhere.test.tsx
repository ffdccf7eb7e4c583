/** @jsxRuntime automatic */
import 'fake-indexeddb/auto';
import '@/test-support/dom.ts';
import type { SavedLot, WholeListing } from '@saleyard/contract/selling.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { dayKey } from '@saleyard/domain/presentation/dates.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { paths, ROUTES } from '@/config/paths.ts';
import { exampleListing } from '@/test-support/example-listing.ts';
import { person } from '@/test-support/example-person.ts';
import { exampleAuction } from '@/test-support/example-sales.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, handles, mockServer } from '@/test-support/server.ts';
import { standInLocks } from './test-support/stand-in-locks.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { act, fireEvent, screen, waitFor } = await import('@testing-library/react');
const { Route, Routes } = await import('react-router');
const { renderScreen } = await import('@/test-support/render.tsx');
const { LotFormScreen } = await import('./lot-form-screen.tsx');
const { claimKey, forgetUnsent, keepFiles, keptFiles } = await import('./unsent-lots.ts');

const test = suite('a lot that is changed here and elsewhere', { limitMs: 60_000 });
const server = mockServer();
const KEY = 'u1/7';
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(async () => {
  leaveScreens();
  await forgetUnsent(KEY);
  await keepFiles(KEY, []);
});
test.after(() => server.close());

const DAY_MS = 24 * 3_600_000;
const dayIn = (days: number) => dayKey(Date.now() + days * DAY_MS);
const saleOf = (_id: string, searchNumber: number) =>
  exampleAuction({
    ...{ _id, searchNumber, title: `Sale ${searchNumber}`, state: 'future' },
    openAt: Date.now() + 9 * DAY_MS,
    liveAt: Date.now() + 10 * DAY_MS,
    kindData: { type: 'goat', title: FORMS.goat.title },
  });
const [SALE, OTHER] = [saleOf('a1', 77), saleOf('a2', 88)];
const SELLER = person({
  ...{ _id: 'u1', status: 'approved-seller', type: 'seller' },
  approvedStockTypes: ['Cattle', 'Sheep', 'Goat'],
});
const FILE_KEY = 'a'.repeat(32);
const URI = `/api/v1/download-file/${FILE_KEY}?fileName=Report.pdf`;
const DOCUMENT = { key: FILE_KEY, name: 'Report.pdf', mimeType: 'application/pdf', order: 0, uri: URI };

function draftOf(
  revision: number,
  content: Partial<WholeListing['content']> = {},
  sale = SALE,
): WholeListing {
  const listing = exampleListing('goat', { phase: 'draft', draft: true, revision, auction: sale._id });
  const auctionData = listing.auctionData && {
    ...listing.auctionData,
    ...{ _id: sale._id, searchNumber: sale.searchNumber },
  };
  const details = { ...listing.content.details, earliestDelivery: dayIn(12), latestDelivery: dayIn(20) };
  return { ...listing, auctionData, content: { ...listing.content, details, documents: [], ...content } };
}

/** The form of a draft at revision 50. `at`: what the server has and what it does. */
function openDraft(draft = draftOf(50)) {
  const saves: { auction: string; lot: SavedLot; revision: number }[] = [];
  const at = { draft, revision: draft.revision, uploads: 0, holdMs: 0, isAway: false };
  server.resetHandlers(
    answers('users/me', { user: SELLER }),
    answers('auctions', { auctions: [SALE, OTHER] }),
    answers('auctions/77', { auction: SALE }),
    answers('auctions/88', { auction: OTHER }),
    answers('pics', { pics: [] }),
    answers('states', { states: { NSW: ['Hunter'] } }),
    handles('get', 'lots/7/own', () => ({ lot: at.draft })),
    http.post('http://saleyard.test/api/v1/lots/l1/documents', ({ request }) => {
      if (at.isAway) return HttpResponse.error();
      at.uploads += 1;
      at.revision += 1;
      const description = decodeURIComponent(request.headers.get('file-description') ?? '');
      const document = { ...DOCUMENT, description };
      const { content } = at.draft;
      const documents = [...content.documents.filter(({ uri }) => uri !== URI), document];
      at.draft = { ...at.draft, revision: at.revision, content: { ...content, documents } as never };
      return HttpResponse.json({ data: { document, revision: at.revision } });
    }),
    http.put('http://saleyard.test/api/v1/auctions/:auction/lots/l1', async ({ request, params }) => {
      if (at.isAway) return HttpResponse.error();
      const body = (await request.json()) as { lot: SavedLot; revision: number };
      if (body.revision !== at.revision)
        return HttpResponse.json(
          { errors: [{ code: 'changed-elsewhere', message: 'No.' }] },
          { status: 409 },
        );
      at.revision += 1;
      const { revision } = at;
      saves.push({ ...body, auction: String(params['auction']) });
      if (at.holdMs > 0) await new Promise((resolve) => setTimeout(resolve, at.holdMs));
      return HttpResponse.json({ data: { _id: 'l1', searchNumericId: 7, revision, phase: 'draft' } });
    }),
  );
  renderScreen(
    <Routes>
      <Route path={ROUTES.newLot} element={<LotFormScreen />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { path: paths.newLot(SALE, { searchNumericId: 7 }) },
  );
  /** Another person saves the draft. */
  const changeElsewhere = (content: Partial<WholeListing['content']>, sale = SALE) => {
    at.revision += 1;
    at.draft = draftOf(at.revision, content, sale);
  };
  return { at, saves, changeElsewhere, user: userEvent.setup({ delay: null }) };
}

const write = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const shownIn = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
const saying = (what: RegExp) =>
  waitFor(() => assert.match(screen.getByTestId('saving').textContent ?? '', what), { timeout: 10_000 });
const focus = () => act(() => void window.dispatchEvent(new Event('focus')));
const saveForLater = () =>
  fireEvent.click(screen.getAllByRole('button', { name: 'Save For Later' })[0] as HTMLElement);
const DESCRIPTION = /^Stock Description/;
const DOCUMENTS = 'Choose PDF, Word, Excel, JPG or PNG files';
const PDF = new File(['%PDF-1.4'], 'Report.pdf', { type: 'application/pdf' });

test('what another person saved before a file was sent is not overwritten by the save of its lot', async () => {
  const { at, saves, user, changeElsewhere } = openDraft();
  await screen.findByLabelText(DESCRIPTION);
  changeElsewhere({ description: 'Theirs' });
  await user.upload(screen.getByLabelText(DOCUMENTS), PDF);
  await write(DESCRIPTION, 'Mine');
  await saying(/^Not saved: this lot was changed in another window/);
  assert.equal([at.uploads, saves], [1, []]);
  await user.click(screen.getByRole('button', { name: 'Bring both together' }));
  await screen.findByLabelText('Typed here: Mine');
});

test('what another person saved before a file was sent is shown once the file is sent', async () => {
  const { at, user, changeElsewhere } = openDraft();
  await screen.findByLabelText(DESCRIPTION);
  changeElsewhere({ description: 'Theirs' });
  await user.upload(screen.getByLabelText(DOCUMENTS), PDF);
  await waitFor(() => assert.is(at.uploads, 1), { timeout: 5_000 });
  await waitFor(() => assert.is(shownIn(DESCRIPTION), 'Theirs'), { timeout: 5_000 });
  assert.is(screen.getAllByText('Report.pdf').length, 1);
});

test('a draft that was moved to another sale opens in that sale, and stays there', async () => {
  const { saves } = openDraft(draftOf(50, {}, OTHER));
  await write(DESCRIPTION, 'Mine');
  await saying(/^ ?Saved/);
  assert.equal(
    saves.map(({ auction }) => auction),
    ['a2'],
  );
  assert.is(shownIn(/^Auction Date/), '88');
});

test('a draft that is moved to another sale elsewhere is moved here, and stays there', async () => {
  const { saves, changeElsewhere } = openDraft();
  await screen.findByLabelText(DESCRIPTION);
  changeElsewhere({ description: 'Theirs' }, OTHER);
  focus();
  await waitFor(() => assert.is(shownIn(DESCRIPTION), 'Theirs'), { timeout: 5_000 });
  await waitFor(() => assert.is(shownIn(/^Auction Date/), '88'));
  await write(DESCRIPTION, 'Mine');
  await waitFor(() => assert.is(saves.at(-1)?.lot.description, 'Mine'), { timeout: 5_000 });
  assert.ok(saves.every(({ auction }) => auction === 'a2'));
});

test('a lot is called saved only once what was typed while it was saved is saved too', async () => {
  const { at, saves } = openDraft();
  at.holdMs = 500;
  await write(DESCRIPTION, 'First');
  saveForLater();
  await waitFor(() => assert.is(saves.length, 1), { timeout: 5_000 });
  await write(DESCRIPTION, 'First and second');
  await screen.findByText(/Your Lot Has Been Saved/, {}, { timeout: 10_000 });
  assert.is(saves.at(-1)?.lot.description, 'First and second');
});

test('the description of a document that was not sent is still there after the page was closed', async () => {
  const { at, user } = openDraft();
  await screen.findByLabelText(DESCRIPTION);
  at.isAway = true;
  await user.upload(screen.getByLabelText(DOCUMENTS), PDF);
  await waitFor(async () => assert.is((await keptFiles(KEY)).length, 1), { timeout: 5_000 });
  await write(/^Description, document 1/, 'Vet');
  await waitFor(async () => assert.match(JSON.stringify(await keptFiles(KEY)), '"description":"Vet"'), {
    timeout: 5_000,
  });
  leaveScreens();
  openDraft();
  await waitFor(() => assert.is(shownIn(/^Description, document 1/), 'Vet'), { timeout: 5_000 });
});

test('a file that reached the server before the page was closed is there once', async () => {
  const row = { id: 'f1', name: 'Report.pdf', uri: '', description: '', isNew: true, file: PDF };
  await keepFiles(KEY, [{ id: 'f1', as: 'documents', row } as { id: string }]);
  const documents = [{ ...DOCUMENT, description: '', isNew: false }];
  const { at, saves } = openDraft(draftOf(50, { documents }));
  // The same command again changes nothing.
  at.revision = 49;
  await waitFor(() => assert.is(at.uploads, 1), { timeout: 10_000 });
  await waitFor(() => assert.is(screen.getAllByText('Report.pdf').length, 1), { timeout: 5_000 });
  await write(DESCRIPTION, 'Mine');
  await waitFor(() => assert.is(saves.at(-1)?.lot.description, 'Mine'), { timeout: 5_000 });
  assert.is(saves.at(-1)?.lot.documents, undefined);
});

test('a document whose answer was lost is there once, as it was described since, also after the page was closed', async () => {
  const { at, user } = openDraft();
  /** The command of an upload, which adds the file once and is refused with another body. */
  const commands = new Map<string | null, string | null>();
  const path = 'http://saleyard.test/api/v1/lots/l1/documents';
  let isLost = true;
  const upload = http.post(path, ({ request: { headers } }) => {
    const [id, description] = [headers.get('x-command-id'), headers.get('file-description')];
    const before = commands.get(id);
    if (before !== undefined && before !== description)
      return HttpResponse.json({ errors: [{ code: 'duplicate-conflict', message: 'No.' }] }, { status: 409 });
    commands.set(id, description);
    const document = { ...DOCUMENT, description: decodeURIComponent(description ?? '') };
    at.draft = draftOf(51, { documents: [{ ...document, isNew: false }] });
    at.revision = 51;
    return isLost ? HttpResponse.error() : HttpResponse.json({ data: { document, revision: 51 } });
  });
  server.use(upload);
  await screen.findByLabelText(DESCRIPTION);
  await user.upload(screen.getByLabelText(DOCUMENTS), PDF);
  await waitFor(() => assert.is(commands.size, 1), { timeout: 5_000 });
  await write(/^Description, document 1/, 'Vet');
  await waitFor(async () => assert.match(JSON.stringify(await keptFiles(KEY)), '"description":"Vet"'), {
    timeout: 5_000,
  });
  leaveScreens();
  isLost = false;
  const { saves } = openDraft(at.draft);
  server.use(upload);
  await waitFor(() => assert.is(saves.at(-1)?.lot.documents?.[0]?.description, 'Vet'), { timeout: 15_000 });
  await saying(/^ ?Saved/);
  assert.is(screen.getAllByText('Report.pdf').length, 1);
  assert.equal([...commands.values()], ['']);
});

test('a lot that was begun in one window is kept apart from a window that opens it', async () => {
  const takeAway = standInLocks();
  try {
    openDraft();
    leaveScreens();
    server.use(
      handles('post', 'auctions/a1/lots', () => ({
        _id: 'l1',
        searchNumericId: 7,
        revision: 50,
        phase: 'draft',
      })),
    );
    renderScreen(
      <Routes>
        <Route path={ROUTES.newLot} element={<LotFormScreen />} />
      </Routes>,
      { path: paths.newLot(SALE) },
    );
    await write(DESCRIPTION, 'Mine');
    await saying(/^ ?Saved/);
    assert.is(await claimKey(KEY, Promise.resolve()), `${KEY}-2`);
  } finally {
    leaveScreens();
    takeAway();
  }
});

test('a save whose answer is lost is not called another person’s change', async () => {
  const { at, saves } = openDraft();
  let isLost = false;
  const commands: unknown[] = [];
  const path = 'http://saleyard.test/api/v1/auctions/a1/lots/l1';
  server.use(
    http.put(path, async ({ request }) => {
      const body = (await request.clone().json()) as { lot: SavedLot; revision: number; commandId?: string };
      const isAgain = body.commandId !== undefined && commands.includes(body.commandId);
      commands.push(body.commandId);
      if (isAgain) {
        const data = { _id: 'l1', searchNumericId: 7, revision: 51, phase: 'draft' };
        return HttpResponse.json({ data });
      }
      if (isLost) return undefined;
      isLost = true;
      at.revision = 51;
      at.draft = draftOf(51, { description: body.lot.description ?? '' });
      return HttpResponse.error();
    }),
  );
  await write(DESCRIPTION, 'First');
  await waitFor(() => assert.ok(isLost), { timeout: 5_000 });
  await write(DESCRIPTION, 'First and second');
  focus();
  await waitFor(() => assert.is(saves.at(-1)?.lot.description, 'First and second'), { timeout: 15_000 });
  await saying(/^ ?Saved/);
  assert.is(screen.queryByRole('dialog'), null);
});

test.run();

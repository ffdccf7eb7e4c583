/** @jsxRuntime automatic */
import 'fake-indexeddb/auto';
import '@/test-support/dom.ts';
import type { SavedLot, WholeListing } from '@saleyard/contract/selling.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { paths, ROUTES } from '@/config/paths.ts';
import { exampleListing } from '@/test-support/example-listing.ts';
import { person } from '@/test-support/example-person.ts';
import { exampleAuction } from '@/test-support/example-sales.ts';
import { onHeldTimers } from '@/test-support/held-timers.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, handles, mockServer, untilReceived } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { act, fireEvent, screen, waitFor } = await import('@testing-library/react');
const { Route, Routes } = await import('react-router');
const { renderScreen } = await import('@/test-support/render.tsx');
const { meQuery } = await import('@/lib/session.ts');
const { LotFormScreen } = await import('./lot-form-screen.tsx');
const { claimKey, forgetUnsent, keepUnsent, unsentLot } = await import('./unsent-lots.ts');

const test = suite('saving a lot when something is in the way', { limitMs: 60_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => leaveScreens());
test.after(() => server.close());

const DAY_MS = 24 * 3_600_000;
/** ms after a change at which a lot saves itself. */
const AUTOSAVE_MS = 2_000;
const SALE = exampleAuction({
  _id: 'a1',
  searchNumber: 77,
  state: 'future',
  openAt: Date.now() + 9 * DAY_MS,
  liveAt: Date.now() + 10 * DAY_MS,
  kindData: { type: 'goat', title: FORMS.goat.title },
});
const SELLER = person({
  status: 'approved-seller',
  type: 'seller',
  approvedStockTypes: ['Cattle', 'Sheep', 'Goat'],
});

/** How the server behind a form is: down, without a session, or with a draft that was changed elsewhere. */
type Mood = 'well' | 'away' | 'signed-out' | 'changed';

/** The form of a draft, before a server whose mood a test changes. */
function openDraft(draft: WholeListing) {
  const saves: { lot: SavedLot; revision: number }[] = [];
  const at: { mood: Mood; draft: WholeListing } = { mood: 'well', draft };
  const save = async ({ request }: { request: Request }) => {
    if (at.mood === 'away') return HttpResponse.error();
    const refusal = { 'signed-out': [401, 'unauthorized'], changed: [409, 'changed-elsewhere'] } as const;
    if (at.mood !== 'well') {
      const [status, code] = refusal[at.mood];
      return HttpResponse.json({ errors: [{ code, message: 'No.' }] }, { status });
    }
    saves.push((await request.json()) as (typeof saves)[number]);
    return HttpResponse.json({
      data: { _id: 'l1', searchNumericId: 7, revision: 50 + saves.length, phase: 'draft' },
    });
  };
  server.resetHandlers(
    handles('get', 'users/me', () => {
      if (at.mood === 'signed-out') at.mood = 'well';
      return { user: SELLER };
    }),
    answers('auctions', { auctions: [SALE] }),
    answers('auctions/77', { auction: SALE }),
    answers('pics', { pics: [] }),
    answers('states', { states: { NSW: ['Hunter'] } }),
    handles('get', 'lots/7/own', () => ({ lot: at.draft })),
    http.put('http://saleyard.test/api/v1/auctions/a1/lots/l1', save),
  );
  const view = renderScreen(
    <Routes>
      <Route path={ROUTES.newLot} element={<LotFormScreen />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { path: paths.newLot(SALE, { searchNumericId: 7 }) },
  );
  return { ...view, at, saves, user: userEvent.setup() };
}

const draftOf = (over: Partial<WholeListing> = {}): WholeListing => {
  const listing = exampleListing('goat', { phase: 'draft', draft: true, revision: 50, ...over });
  return { ...listing, _id: 'l1', searchNumericId: 7 };
};
const write = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const saying = (what: RegExp) =>
  waitFor(() => assert.match(screen.getByTestId('saving').textContent ?? '', what), { timeout: 10_000 });
const DESCRIPTION = /^Stock Description/;

test('a server that is away is said, the text is kept, and it is saved when the form is opened again', async () => {
  const { at } = openDraft(draftOf());
  const { description } = draftOf().content;
  assert.is((await screen.findByLabelText<HTMLInputElement>(DESCRIPTION)).value, description); // [S007]
  assert.ok(screen.getByRole('heading', { level: 1, name: 'Edit Lot' }));
  await write(DESCRIPTION, 'Typed while the server was away');
  at.mood = 'away';
  await saying(/^Not saved: the server can't be reached/);
  leaveScreens();

  const again = openDraft(draftOf());
  assert.ok(await screen.findByText(/Typed here at .* brought back/));
  await saying(/^ ?Saved/);
  assert.is(again.saves.at(-1)?.lot.description, 'Typed while the server was away');
});

test('it is saved by itself as soon as the server is back', async () => {
  const { at, saves } = openDraft(draftOf());
  at.mood = 'away';
  await write(DESCRIPTION, 'Later');
  await saying(/^Not saved/);
  at.mood = 'well';
  await saying(/^ ?Saved/);
  assert.is(saves.length, 1);
});

test('who is signed out signs in on the form, and the save follows', async () => {
  const { at, saves, user } = openDraft(draftOf());
  await screen.findByLabelText(DESCRIPTION);
  at.mood = 'signed-out';
  await write(DESCRIPTION, 'Kept through it');
  await saying(/^Not saved: you are signed out/);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await user.type(screen.getByLabelText('Password'), 'saleyard1');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  await saying(/^ ?Saved/);
  assert.is(saves.at(-1)?.lot.description, 'Kept through it');
});

test('what was changed in two places is shown with both values, and the chosen one is saved', async () => {
  const { at, saves, user } = openDraft(draftOf());
  await screen.findByLabelText(DESCRIPTION);
  at.mood = 'changed';
  await write(DESCRIPTION, 'Mine');
  await saying(/^Not saved: this lot was changed in another window/);
  at.mood = 'well';
  const theirs = draftOf({ description: 'Theirs', revision: 60 });
  at.draft = { ...theirs, content: { ...theirs.content, description: 'Theirs' } };
  await user.click(screen.getByRole('button', { name: 'Bring both together' }));
  assert.ok(await screen.findByLabelText('Typed here: Mine'));
  await user.click(screen.getByLabelText('Changed elsewhere: Theirs'));
  await user.click(screen.getByRole('button', { name: 'Keep these values' }));
  await waitFor(() => assert.is((screen.getByLabelText(DESCRIPTION) as HTMLTextAreaElement).value, 'Theirs'));
  assert.ok(saves.every(({ lot }) => lot.description !== 'Mine'));
});

/** A draft whose description was changed here to "Mine" and elsewhere to "Theirs", and both are shown. */
async function inConflict() {
  const opened = openDraft(draftOf());
  await screen.findByLabelText(DESCRIPTION);
  opened.at.mood = 'changed';
  await write(DESCRIPTION, 'Mine');
  await saying(/^Not saved: this lot was changed in another window/);
  opened.at.mood = 'well';
  const theirs = draftOf({ revision: 60 });
  opened.at.draft = { ...theirs, content: { ...theirs.content, description: 'Theirs' } };
  await opened.user.click(screen.getByRole('button', { name: 'Bring both together' }));
  await screen.findByLabelText('Typed here: Mine');
  return opened;
}

test('nothing is saved while it is not chosen between two values, and the chosen one is the other’s', async () => {
  const { saves, user } = await inConflict();
  // As the draft saves itself while the choice is open.
  fireEvent.click(screen.getAllByRole('button', { name: 'Save For Later' })[0] as HTMLElement);
  assert.ok(await screen.findByText(/changed in two places. Please choose/));
  assert.equal(saves, []);
  fireEvent.click(screen.getByLabelText('Changed elsewhere: Theirs'));
  await user.click(screen.getByRole('button', { name: 'Keep these values' }));
  await waitFor(() => assert.is((screen.getByLabelText(DESCRIPTION) as HTMLTextAreaElement).value, 'Theirs'));
  await write(/^Sire/, 'Afterwards');
  await saying(/^ ?Saved/);
  assert.ok(saves.length > 0 && saves.every(({ lot }) => lot.description !== 'Mine'));
});

test('a press beside the choice or Escape settles nothing, and the choice is opened again', async () => {
  const { saves, user } = await inConflict();
  await user.click(screen.getByLabelText('Changed elsewhere: Theirs'));
  for (const leave of [fireEvent.click, (dialog: Element) => fireEvent(dialog, new Event('cancel'))]) {
    leave(screen.getByRole('dialog'));
    await waitFor(() => assert.is(screen.queryByRole('dialog'), null));
    await saying(/^Not saved: this lot was changed in another window/);
    await user.click(screen.getByRole('button', { name: 'Choose which to keep' }));
    assert.is(screen.getByRole<HTMLInputElement>('radio', { name: 'Typed here: Mine' }).checked, true);
  }
  fireEvent(screen.getByRole('dialog'), new Event('cancel'));
  await onHeldTimers(AUTOSAVE_MS, async (pass) => {
    await write(/^Sire/, 'Meanwhile');
    assert.is(pass(), 1);
    await untilReceived();
  });
  assert.equal(saves, []);
  await user.click(screen.getByRole('button', { name: 'Choose which to keep' }));
  await user.click(screen.getByLabelText('Changed elsewhere: Theirs'));
  await user.click(screen.getByRole('button', { name: 'Keep these values' }));
  await saying(/^ ?Saved/);
  assert.is(screen.queryByRole('button', { name: 'Choose which to keep' }), null);
  assert.ok(saves.length > 0 && saves.every(({ lot }) => lot.description === undefined));
  await forgetUnsent(`${SELLER._id}/7`);
});

test('a window that is closed before it was chosen shows both values again', async () => {
  const { at } = await inConflict();
  await write(/^Sire/, 'Later');
  await waitFor(async () =>
    assert.is((await unsentLot(`${SELLER._id}/7`))?.content.details['sire'], 'Later'),
  );
  leaveScreens();
  const again = openDraft(at.draft);
  assert.ok(await screen.findByLabelText('Changed elsewhere: Theirs'));
  assert.equal(again.saves, []);
  await forgetUnsent(`${SELLER._id}/7`);
});

test('pictures that were added elsewhere stay in a lot that is brought together', async () => {
  const { at, saves, user } = openDraft(draftOf());
  await screen.findByLabelText(DESCRIPTION);
  at.mood = 'changed';
  await write(DESCRIPTION, 'Mine');
  await saying(/^Not saved: this lot was changed in another window/);
  at.mood = 'well';
  const theirs = draftOf({ revision: 60 });
  const picture = {
    ...{ key: 'p1', url: '/files/lots/l1/p1', thumbnail: '/files/lots/l1/p1.t', mimeType: 'image/jpeg' },
    ...{ type: 'image' as const, title: '', timestamp: null, order: 0, main: true, isNew: false },
  };
  at.draft = { ...theirs, content: { ...theirs.content, media: [...theirs.content.media, picture] } };
  await user.click(screen.getByRole('button', { name: 'Bring both together' }));
  await saying(/^ ?Saved/);
  assert.is(saves.at(-1)?.lot.description, 'Mine');
  assert.ok(saves.every(({ lot }) => lot.newMedia === undefined));
});

test('a server that is away takes no form: a person who is only known from before keeps what is typed', async () => {
  const { client, at, saves } = openDraft(draftOf());
  at.mood = 'away';
  await write(DESCRIPTION, 'Typed in a dead spot');
  await saying(/^Not saved/);
  const lastSeen = { lastSeenAt: 1 };
  const blank = { ...person(), ...lastSeen } as typeof SELLER;
  act(() => void client.setQueryData(meQuery.queryKey, blank));
  assert.is(screen.getByLabelText<HTMLTextAreaElement>(DESCRIPTION).value, 'Typed in a dead spot');
  at.mood = 'well';
  await saying(/^ ?Saved/);
  assert.is(saves.at(-1)?.lot.description, 'Typed in a dead spot');
});

test('another person who signs in on the form does not get the lot', async () => {
  const { client } = openDraft(draftOf());
  await screen.findByLabelText(DESCRIPTION);
  act(() => void client.setQueryData(meQuery.queryKey, person({ _id: 'u9' })));
  assert.ok(await screen.findByText('elsewhere'));
});

test('OK on the message of a failed save closes it, and what was typed is still there', async () => {
  const { at, user } = openDraft(draftOf());
  at.mood = 'changed';
  await write(DESCRIPTION, 'Still here');
  await user.click((await screen.findAllByRole('button', { name: 'Save For Later' }))[0] as HTMLElement);
  await user.click(await screen.findByRole('button', { name: 'OK' }));
  assert.is(screen.queryByRole('dialog'), null);
  assert.is(screen.getByLabelText<HTMLTextAreaElement>(DESCRIPTION).value, 'Still here');
});

test('what is kept on the device is that of its key alone, and goes with it', async () => {
  const lot = { base: {}, content: {}, revision: 1, at: 5 } as Parameters<typeof keepUnsent>[1];
  await keepUnsent('u1/7', lot);
  assert.is((await unsentLot('u1/7'))?.at, 5);
  assert.is(await unsentLot('u2/7'), null);
  await keepUnsent('u1/7', { ...lot, at: 6 }, true);
  assert.is((await unsentLot('u1/7'))?.at, 6);
  await forgetUnsent('u1/7');
  assert.is(await unsentLot('u1/7'), null);
  assert.is(await claimKey('u1/7', Promise.resolve()), 'u1/7');
});

test.run();

/** @jsxRuntime automatic */
import 'fake-indexeddb/auto';
import '@/test-support/dom.ts';
import type { SavedLot, WholeListing } from '@saleyard/contract/selling.ts';
import type { DetailChange } from '@saleyard/domain/listing/forms/detail-changes.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { dayKey } from '@saleyard/domain/presentation/dates.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { exampleListing } from '@/test-support/example-listing.ts';
import { person } from '@/test-support/example-person.ts';
import { exampleAuction } from '@/test-support/example-sales.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, handles, mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { act, fireEvent, screen, waitFor } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { LotForm } = await import('./lot-form.tsx');
const { forgetUnsent, unsentLot } = await import('./unsent-lots.ts');

const test = suite('two versions of a lot are brought together', { limitMs: 60_000 });
const server = mockServer();
const KEY = 'u1/7';
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(async () => {
  leaveScreens();
  await forgetUnsent(KEY);
});
test.after(() => server.close());

const DAY_MS = 24 * 3_600_000;
const dayIn = (days: number) => dayKey(Date.now() + days * DAY_MS);
const ME = person({ _id: 'u1', status: 'approved-seller', type: 'seller' });
const SALE = exampleAuction({
  ...{ _id: 'a1', searchNumber: 77, state: 'future' },
  openAt: Date.now() + 9 * DAY_MS,
  liveAt: Date.now() + 10 * DAY_MS,
});
type Content = WholeListing['content'];
const SAVE = 'http://saleyard.test/api/v1/auctions/a1/lots/l1';
/** The next save meets the change of another person. */
const changed = () =>
  http.put(
    SAVE,
    () => HttpResponse.json({ errors: [{ code: 'changed-elsewhere', message: 'No.' }] }, { status: 409 }),
    { once: true },
  );

function draftOf(revision: number, over: Partial<Content> = {}, detailsOver: Content['details'] = {}) {
  const listing = exampleListing('cattle', { phase: 'draft', draft: true, revision, auction: 'a1' });
  const { content } = listing;
  const days = { earliestDelivery: dayIn(12), latestDelivery: dayIn(20) };
  const details = { ...content.details, ...days, ...detailsOver };
  const auctionData = listing.auctionData && { ...listing.auctionData, _id: 'a1', searchNumber: 77 };
  const lot = { ...listing, auctionData, _id: 'l1', searchNumericId: 7 };
  return { ...lot, content: { ...content, details, ...over } };
}

/** The form of a draft at revision 50. `at`: what the server has. */
function opened(draft = draftOf(50)) {
  const saves: { lot: SavedLot; detailsChanges?: DetailChange[] }[] = [];
  const at = { draft, isAway: false };
  server.resetHandlers(
    answers('users/me', { user: ME }),
    answers('auctions', { auctions: [SALE] }),
    answers('pics', { pics: [] }),
    answers('states', { states: { NSW: ['Hunter', 'North West'], VIC: ['Mallee'] } }),
    answers('market/similar', {
      ...{ kindType: 'cattle', sex: 'Steer(s)', state: null, unit: 'head', weight: null, lots: 0, head: 0 },
      ...{ lowest: null, median: null, highest: null, prices: [], sales: [] },
    }),
    handles('get', 'lots/7/own', () => ({ lot: at.draft })),
    http.put(SAVE, async ({ request }) => {
      if (at.isAway) return HttpResponse.error();
      saves.push((await request.json()) as (typeof saves)[number]);
      const revision = at.draft.revision + saves.length;
      return HttpResponse.json({ data: { _id: 'l1', searchNumericId: 7, revision, phase: 'draft' } });
    }),
  );
  renderScreen(
    <LotForm me={ME} form={FORMS.cattle} sale={SALE} opened={draft} onMoved={() => {}} autosaveMs={200} />,
  );
  return { at, saves, user: userEvent.setup({ delay: null }) };
}

const field = (label: RegExp) => screen.findByLabelText<HTMLInputElement>(label);
const write = async (label: RegExp, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
const comesBack = () => act(() => void window.dispatchEvent(new Event('focus')));
const saying = (what: RegExp) =>
  waitFor(() => assert.match(screen.getByTestId('saving').textContent ?? '', what), { timeout: 10_000 });
const DESCRIPTION = /^Stock Description/;

test('values that were saved elsewhere are all shown as they are there', async () => {
  const theirs = { sex: 'Bull(s)', stockCategory: 'Weaners', town: 'DUBBO', state: 'NSW', postcode: '2999' };
  const base = { ...theirs, sex: 'Steer(s)', town: 'GUNNEDAH' };
  const { at, saves } = opened(draftOf(50, {}, base));
  await field(DESCRIPTION);
  at.draft = draftOf(51, { description: 'Theirs' }, theirs);
  comesBack();
  await waitFor(async () => assert.is((await field(DESCRIPTION)).value, 'Theirs'), { timeout: 5_000 });
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.is((await field(/^Postcode/)).value, '2999');
  await write(DESCRIPTION, 'Mine');
  await saying(/^ ?Saved/);
  assert.equal(
    saves.flatMap(({ detailsChanges }) => detailsChanges ?? []),
    [],
    'nothing else was changed',
  );
});

test('prices of one unit are chosen together with it, and shown as money', async () => {
  const perHead = { unit: 'head', incrementCents: 500, startCents: 90_000, reserveCents: null } as const;
  const perKg = { unit: 'kg', incrementCents: 5, startCents: 350, reserveCents: null } as const;
  const { at, saves, user } = opened(draftOf(50, perHead));
  await field(DESCRIPTION);
  at.draft = draftOf(51, perKg);
  at.isAway = true;
  await write(/^Start Price/, '950');
  await saying(/^Not saved/);
  at.isAway = false;
  server.use(changed());
  await saying(/^Not saved: this lot was changed/);
  await user.click(screen.getByRole('button', { name: 'Bring both together' }));
  await screen.findByLabelText('Typed here: Head, $950.00 /head, $5.00 /head');
  assert.ok(screen.getByRole('radiogroup', { name: 'Bidding, Start Price, Bid Increment' }));
  await user.click(screen.getByLabelText('Changed elsewhere: Kg, 350¢ /kg, 5¢ /kg'));
  await user.click(screen.getByRole('button', { name: 'Keep these values' }));
  await waitFor(async () => assert.is((await field(/^Start Price/)).value, '350'));
  assert.is((await field(/^Bidding/)).value, 'kg');
  assert.is((await field(/^Bid Increment/)).value, '5');
  await saying(/^ ?Saved/);
  assert.equal(saves, [], 'the server has all of it');
  await write(DESCRIPTION, 'Mine');
  await saying(/^Not saved yet/);
  await saying(/^ ?Saved/);
  assert.equal(saves.at(-1)?.lot, { description: 'Mine' });
});

test('what was typed here is what is saved if it is chosen after the form was opened again', async () => {
  const { at } = opened();
  at.isAway = true;
  await write(DESCRIPTION, 'Mine');
  await waitFor(async () => assert.is((await unsentLot(KEY))?.content.description, 'Mine'), {
    timeout: 5_000,
  });
  leaveScreens();
  const { saves, user } = opened(draftOf(51, { description: 'Theirs' }));
  await screen.findByLabelText('Typed here: Mine');
  const text = screen.getByLabelText<HTMLTextAreaElement>(DESCRIPTION, { selector: 'textarea' });
  assert.is(text.value, 'Mine');
  await user.click(screen.getByRole('button', { name: 'Keep these values' }));
  await saying(/^ ?Saved/);
  assert.is(saves.at(-1)?.lot.description, 'Mine');
});

test('two people who weighed choose head by head', async () => {
  const heads = (...kg: number[]) => kg.map((weightLive) => ({ weightLive, fatScore: 2 }));
  const lot = { count: 3, countWeighed: 3 };
  const { at, saves, user } = opened(draftOf(50, { ...lot, heads: heads(400, 410, 420) }));
  await field(DESCRIPTION);
  at.isAway = true;
  const [weight] = await screen.findAllByLabelText(/^Live Weight/);
  fireEvent.change(weight as HTMLElement, { target: { value: '401' } });
  await saying(/^Not saved/);
  at.draft = draftOf(51, { ...lot, heads: heads(402, 412, 420) });
  at.isAway = false;
  server.use(changed());
  await user.click(await screen.findByRole('button', { name: 'Bring both together' }, { timeout: 9_000 }));
  assert.ok(await screen.findByLabelText(/^Typed here: 401/));
  await user.click(screen.getByLabelText(/^Changed elsewhere: 402/));
  await user.click(screen.getByRole('button', { name: 'Keep these values' }));
  await write(DESCRIPTION, 'Mine');
  await saying(/^ ?Saved/);
  assert.equal(saves.at(-1)?.lot, { description: 'Mine' });
  assert.is(saves.at(-1)?.detailsChanges, undefined, 'heads are as they are at the server');
});

test.run();

/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { WrittenContent } from '@saleyard/contract/selling.ts';
import { setSupportPhone } from '@saleyard/contract/support-phone.ts';
import type { DetailChange } from '@saleyard/domain/listing/forms/detail-changes.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { dayKey } from '@saleyard/domain/presentation/dates.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exampleListing } from '@/test-support/example-listing.ts';
import { person } from '@/test-support/example-person.ts';
import { exampleAuction } from '@/test-support/example-sales.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { fireEvent, screen, waitFor, within } = await import('@testing-library/react');
const { http, HttpResponse } = await import('msw');
const { renderScreen } = await import('@/test-support/render.tsx');
const { LotForm } = await import('./lot-form.tsx');

const test = suite('the outcome of a submission is not known at once', { limitMs: 120_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => leaveScreens());
test.after(() => server.close());

const DAY_MS = 24 * 3_600_000;
const SOON = Date.now() + 10 * DAY_MS;
const dayIn = (days: number) => dayKey(Date.now() + days * DAY_MS);
const me = person({ status: 'approved-seller', type: 'seller' });
const sale = exampleAuction({ state: 'future', openAt: SOON - 1_000, liveAt: SOON });

type Saved = { detailsChanges?: DetailChange[] };

/** A draft that can be submitted, in its form. `over`: of its content. `saved`: what is saved of it. */
async function opened(over: Partial<WrittenContent> = {}) {
  const { content, ...listing } = exampleListing('cattle');
  const days = {
    ...{ assessmentDate: dayIn(-1), weaningDate: dayIn(-2) },
    ...{ earliestDelivery: dayIn(12), latestDelivery: dayIn(20) },
  };
  const lot = {
    ...listing,
    auctionData: listing.auctionData && { ...listing.auctionData, openAt: SOON - 1_000, liveAt: SOON },
    ...{ phase: 'draft' as const, draft: true, approved: false },
    content: { ...content, details: { ...content.details, ...days }, ...over },
  };
  const saved: Saved[] = [];
  server.resetHandlers(
    answers('users/me', { user: me }),
    answers('auctions', { auctions: [sale] }),
    answers('pics', { pics: [] }),
    answers('market/similar', {
      ...{ kindType: 'cattle', sex: 'Steer(s)', state: null, unit: 'head', weight: null, lots: 0, head: 0 },
      ...{ lowest: null, median: null, highest: null, prices: [], sales: [] },
    }),
    answers('states', { states: { NSW: ['Hunter'] } }),
    handles('put', 'auctions/:auction/lots/:lot', async (request) => {
      saved.push((await request.json()) as Saved);
      return { _id: listing._id, searchNumericId: 7, revision: listing.revision, phase: 'draft' };
    }),
  );
  const { went } = renderScreen(
    <LotForm me={me} form={FORMS.cattle} sale={sale} opened={lot} onMoved={() => {}} />,
  );
  await screen.findAllByRole('button', { name: 'Submit' });
  const user = userEvent.setup();
  const submit = async () => user.click(screen.getAllByRole('button', { name: 'Submit' })[0] as HTMLElement);
  return { user, submit, saved, went, id: listing._id };
}

const NOT_KNOWN = { code: 'unknown', message: 'We are checking whether this was received.' };

/** Each submission gets the next of these answers; the last one stays. */
function submissions(
  lot: string,
  ...outcomes: ('unknown' | 'lost' | 'busy' | 'submitted' | 'refused')[]
): string[] {
  const asked: string[] = [];
  server.use(
    http.post(`http://saleyard.test/api/v1/lots/${lot}/submit`, async ({ request }) => {
      const outcome = outcomes[Math.min(asked.length, outcomes.length - 1)];
      asked.push(((await request.json()) as { commandId: string }).commandId);
      if (outcome === 'lost') return HttpResponse.error();
      if (outcome === 'busy')
        return HttpResponse.json({ errors: [{ code: 'busy', message: 'We’re busy.' }] }, { status: 503 });
      if (outcome === 'unknown') return HttpResponse.json({ errors: [NOT_KNOWN] }, { status: 503 });
      const refusal = { code: 'sale-closed', message: 'This Auction is Closed' };
      return outcome === 'refused'
        ? HttpResponse.json({ errors: [refusal] }, { status: 409 })
        : HttpResponse.json({
            data: { _id: lot, searchNumericId: 7, revision: 3, phase: 'submitted' },
          });
    }),
  );
  return asked;
}

test('[S253] [S514] [S515] [S516] a lot that was submitted is said to be, and leads to the submitted lots', async () => {
  const { user, submit, went, id } = await opened();
  submissions(id, 'submitted');
  await submit();
  const dialog = await screen.findByRole(
    'dialog',
    { name: 'Lot Submitted Successfully' },
    { timeout: 20_000 },
  );
  assert.match(dialog.textContent ?? '', 'Allow 24 hrs until live in Catalogue');
  assert.match(dialog.textContent ?? '', 'Email Lot to yourself?');
  await user.click(screen.getByRole('button', { name: 'No' }));
  await waitFor(() => assert.is(went(), '/main/manage/my-submitted'));
});

test('it is asked again as the same command until it is known, and never called not submitted', async () => {
  const { submit, id } = await opened();
  const asked = submissions(id, 'unknown', 'lost', 'submitted');
  await submit();
  await screen.findByRole('dialog', { name: 'Checking your submission' });
  assert.is(screen.queryByText('Not submitted'), null);
  await screen.findByRole('dialog', { name: 'Lot Submitted Successfully' }, { timeout: 20_000 });
  assert.equal([asked.length, new Set(asked).size], [3, 1]);
  assert.is(screen.queryByRole('dialog', { name: 'Checking your submission' }), null);
});

test('[S236] [S513] a refusal that follows is said; it is not known after checking was stopped, and Submit checks again', async () => {
  const { user, submit, id } = await opened();
  setSupportPhone('02 5550 9999');
  const asked = submissions(id, 'unknown', 'unknown', 'refused');
  await submit();
  await user.click(await screen.findByRole('button', { name: 'Stop checking' }));
  const alert = await screen.findByRole('alert');
  assert.match(alert.textContent ?? '', 'We don’t know yet whether this lot was submitted');
  assert.is(screen.queryByText('Not submitted'), null);
  await submit();
  await screen.findByRole('dialog', { name: 'Checking your submission' });
  const refused = await screen.findByText(
    /This Auction is Closed\. Your lot is saved as a draft/,
    undefined,
    {
      timeout: 20_000,
    },
  );
  assert.match(refused.textContent ?? '', 'Please contact support on 02 5550 9999.');
  assert.equal([asked.length, new Set(asked).size], [3, 1], 'Submit went on with the same command');
});

test('[S513] a lot that can’t be saved, for its sale takes no lots now, is kept in the form, and its seller may call', async () => {
  for (const [button, message, said] of [
    ['Save For Later', 'This Auction is Closed', 'This Auction is Closed.'],
    ['Submit', 'Cattle is not taken at the moment.', 'Cattle is not taken at the moment.'],
  ] as const) {
    const { user, went } = await opened();
    setSupportPhone('02 5550 9999');
    server.use(refuses('put', 'auctions/:auction/lots/:lot', 409, { code: 'sale-closed', message }));
    const title = screen.getByRole('textbox', { name: 'Title' }) as HTMLInputElement;
    fireEvent.change(title, { target: { value: 'Steers of today' } });
    await user.click(screen.getAllByRole('button', { name: button })[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Add New Lot' });
    assert.match(dialog.textContent ?? '', `${said} Please contact support on 02 5550 9999.`);
    await user.click(within(dialog).getByRole('button', { name: 'OK' }));
    await waitFor(() => assert.is(screen.queryByRole('dialog'), null));
    assert.equal([title.value, went()], ['Steers of today', '/']);
    leaveScreens();
  }
});

test('a server that is busy when it is asked again says nothing of the first time', async () => {
  const { submit, id } = await opened();
  const asked = submissions(id, 'lost', 'busy', 'submitted');
  await submit();
  await screen.findByRole('dialog', { name: 'Lot Submitted Successfully' }, { timeout: 20_000 });
  assert.equal([asked.length, new Set(asked).size], [3, 1]);
});

test('what was refused at once is not submitted', async () => {
  const { submit, id } = await opened();
  server.use(refuses('post', `lots/${id}/submit`, 503, { code: 'unavailable', message: 'Nothing was done' }));
  await submit();
  assert.match((await screen.findByRole('alert')).textContent ?? '', /Not submitted.*Nothing was done/);
});

test('heads that the form no longer shows are not submitted, and do not keep a lot from it', async () => {
  const [shown, hidden] = [
    { weightLive: 400, fatScore: 3 },
    { weightLive: 600, fatScore: 9 },
  ];
  const { submit, saved, id } = await opened({ countWeighed: 1, heads: [shown, hidden] });
  submissions(id, 'submitted');
  await submit();
  await screen.findByRole('dialog', { name: 'Lot Submitted Successfully' }, { timeout: 20_000 });
  assert.equal(
    saved.map(({ detailsChanges }) => detailsChanges?.map(({ reference }) => reference)),
    [[{ publicId: 'assessmentGroup', values: [shown] }]],
  );
});

test('heads that the form no longer shows are back in the draft of a lot that is not submitted', async () => {
  const heads = [
    { weightLive: 400, fatScore: 3 },
    { weightLive: 600, fatScore: 2 },
  ];
  const { submit, saved, id } = await opened({ countWeighed: 1, heads });
  submissions(id, 'refused');
  await submit();
  await screen.findByText(/This Auction is Closed\. Your lot is saved as a draft/, undefined, {
    timeout: 9_000,
  });
  const [change] = saved.at(-1)?.detailsChanges ?? [];
  assert.equal(change?.reference, { publicId: 'assessmentGroup', values: heads });
});

/** An edit whose save gets the next of these answers, each as the same command; after the last one it is saved. */
function savesAnswered(lot: string, ...outcomes: ('unknown' | 'lost')[]): { commandId: string }[] {
  const saves: { commandId: string }[] = [];
  server.use(
    http.put('http://saleyard.test/api/v1/auctions/:auction/lots/:lot', async ({ request }) => {
      const outcome = outcomes[saves.length];
      saves.push((await request.json()) as { commandId: string });
      if (outcome === 'lost') return HttpResponse.error();
      if (outcome === 'unknown') return HttpResponse.json({ errors: [NOT_KNOWN] }, { status: 503 });
      return HttpResponse.json({ data: { _id: lot, searchNumericId: 7, revision: 3, phase: 'draft' } });
    }),
  );
  fireEvent.change(screen.getByLabelText(/^Stock Description/), { target: { value: 'Quiet steers' } });
  return saves;
}

test('Submit goes on by itself once a save is known whose answer was not', async () => {
  const { submit, id } = await opened();
  const saves = savesAnswered(id, 'unknown', 'lost');
  const asked = submissions(id, 'submitted');
  await submit();
  await screen.findByText(/Submitting when the last save is confirmed/);
  assert.is(asked.length, 0);
  await screen.findByRole('dialog', { name: 'Lot Submitted Successfully' }, { timeout: 20_000 });
  assert.is(screen.queryByText(/Submitting when the last save is confirmed/), null);
  assert.is(screen.queryByText('Not submitted'), null);
  assert.equal([saves.length, new Set(saves.map(({ commandId }) => commandId)).size], [3, 1]);
  assert.is(asked.length, 1);
});

test('waiting for a save can be stopped: the lot is saved and not submitted', async () => {
  const { user, submit, id } = await opened();
  const saves = savesAnswered(id, 'unknown', 'unknown');
  const asked = submissions(id, 'submitted');
  await submit();
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  assert.match((await screen.findByRole('alert')).textContent ?? '', /Not submitted.*still being saved/);
  await waitFor(() => assert.is(saves.length, 3), { timeout: 20_000 });
  await waitFor(() => assert.match(screen.getByTestId('saving').textContent ?? '', /Saved/), {
    timeout: 20_000,
  });
  assert.is(asked.length, 0);
});

test.run();

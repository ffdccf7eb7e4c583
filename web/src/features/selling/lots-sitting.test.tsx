/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { OwnListing } from '@saleyard/contract/selling.ts';
import { dayKey } from '@saleyard/domain/presentation/dates.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exampleListing } from '@/test-support/example-listing.ts';
import { person } from '@/test-support/example-person.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, handles, mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor } = await import('@testing-library/react');
const { http, HttpResponse } = await import('msw');
const { renderScreen } = await import('@/test-support/render.tsx');
const { SittingDialog } = await import('./lots-sitting.tsx');
const { drawsSignatures, sign } = await import('./test-support/signing.ts');

const test = suite('several lots are signed in one sitting', { limitMs: 120_000 });
const server = mockServer();
let endDrawing = () => {};
test.before(() => {
  server.listen({ onUnhandledRequest: 'error' });
  endDrawing = drawsSignatures();
});
test.beforeEach(() => leaveScreens());
test.after(() => {
  endDrawing();
  server.close();
});

const DAY_MS = 24 * 3_600_000;
const SOON = Date.now() + 10 * DAY_MS;
const dayIn = (days: number) => dayKey(Date.now() + days * DAY_MS);
const API = 'http://saleyard.test/api/v1';

/** A draft with everything but its signatures and declarations. */
function draft(id: string, number: number, title: string) {
  const { content, auctionData, ...listing } = exampleListing('cattle');
  const details = {
    ...content.details,
    ...{ title, assessmentDate: dayIn(-1), weaningDate: dayIn(-2) },
    ...{ earliestDelivery: dayIn(12), latestDelivery: dayIn(20) },
  };
  const unsigned = { acceptenceOnTerms: false, isLicencedAgent: false, vendorSignedForm: false };
  return {
    ...listing,
    publicDetails: { ...listing.publicDetails, title },
    ...{
      _id: id,
      searchNumericId: number,
      revision: 4,
      phase: 'draft' as const,
      draft: true,
      approved: false,
    },
    auctionData: auctionData && { ...auctionData, openAt: SOON - 1_000, liveAt: SOON },
    content: { ...content, ...unsigned, agentSignature: '', vendorSignature: '', details },
  };
}

/** What the server was sent, in order. Submissions of the first lot get the next of `outcomes`; the last one stays. */
async function opened(...outcomes: ('lost' | 'refused' | 'submitted')[]) {
  const sent: string[] = [];
  const commands: string[] = [];
  let revision = 4;
  const lots = [draft('l1', 7, 'First steers'), draft('l2', 8, 'Second steers')];
  server.resetHandlers(
    answers('users/me', { user: person({ status: 'approved-seller', type: 'seller' }) }),
    ...lots.map((lot) => answers(`lots/${lot.searchNumericId}/own`, { lot })),
    handles('post', 'lots/:lot/signatures/:signer', ({ url }) => {
      sent.push(`sign ${url.split('/').at(-1)}`);
      revision += 1;
      return { url: 'signed.png', revision };
    }),
    handles('delete', 'lots/:lot/signatures/:signer', () => {
      sent.push('remove');
      revision += 1;
      return { url: '', revision };
    }),
    handles('put', 'auctions/:auction/lots/:lot', async (request) => {
      const body = (await request.json()) as { revision: number };
      sent.push(`declare at ${body.revision}`);
      revision += 1;
      return { _id: 'l1', searchNumericId: 7, revision, phase: 'draft' };
    }),
    http.post(`${API}/lots/:lot/submit`, async ({ request }) => {
      const body = (await request.json()) as { revision: number; commandId: string };
      const outcome = outcomes[Math.min(commands.length, outcomes.length - 1)];
      sent.push(`submit at ${body.revision}`);
      commands.push(body.commandId);
      if (outcome === 'lost') return HttpResponse.error();
      if (outcome === 'refused')
        return HttpResponse.json(
          { errors: [{ code: 'too-many-requests', message: 'Too many requests' }] },
          { status: 409 },
        );
      return HttpResponse.json({ data: { _id: 'l1', searchNumericId: 7, revision, phase: 'submitted' } });
    }),
  );
  const user = userEvent.setup();
  renderScreen(<SittingDialog lots={lots as unknown as readonly OwnListing[]} onClose={() => undefined} />);
  await screen.findByRole('dialog', { name: /^Lot 1 of 2/ });
  await sign(user, 'agent');
  await user.click(await screen.findByLabelText(/accepts the Terms/));
  const submit = () => user.click(screen.getByRole('button', { name: 'Submit this lot' }));
  return { user, submit, sent, commands };
}

test('a submission without an answer is sent again as the same command until it is known', async () => {
  const { submit, sent, commands } = await opened('lost', 'submitted');
  await submit();
  await screen.findByText(/We don’t know yet whether your lot was submitted/);
  assert.is(screen.queryByRole('button', { name: 'Skip this lot' }), null, 'it may be submitted');
  await screen.findByRole('dialog', { name: /^Lot 2 of 2/ }, { timeout: 20_000 });
  assert.equal(sent, ['sign agent', 'declare at 5', 'submit at 6', 'submit at 6']);
  assert.is(new Set(commands).size, 1);
});

test('a lot is submitted by itself once the save of its declarations is known whose answer was not', async () => {
  const { submit, sent } = await opened('submitted');
  const message = 'We are checking whether this was received.';
  const unknown = () => HttpResponse.json({ errors: [{ code: 'unknown', message }] }, { status: 503 });
  server.use(http.put(`${API}/auctions/:auction/lots/:lot`, unknown, { once: true }));
  await submit();
  await screen.findByText(/Submitting when the last save is confirmed/);
  await screen.findByRole('dialog', { name: /^Lot 2 of 2/ }, { timeout: 20_000 });
  assert.equal(sent, ['sign agent', 'declare at 5', 'submit at 6']);
});

test('a lot that was left before the answer is called neither submitted nor a draft', async () => {
  const { user, submit } = await opened('lost');
  await submit();
  await user.click(await screen.findByRole('button', { name: 'Go on without the answer' }));
  await screen.findByRole('dialog', { name: /^Lot 2 of 2/ });
  await user.click(await screen.findByRole('button', { name: 'Skip this lot' }));
  await screen.findByText('No lot is known to be submitted.');
  screen.getByText(/^Not known yet: .*First steers/);
  screen.getByText(/^Still drafts: .*Second steers/);
});

test('another try after a refusal keeps the signature, and goes on from what was saved', async () => {
  const { submit, sent } = await opened('refused', 'submitted');
  await submit();
  await screen.findByText(/Too many requests/);
  await submit();
  await screen.findByRole('dialog', { name: /^Lot 2 of 2/ });
  assert.equal(sent, ['sign agent', 'declare at 5', 'submit at 6', 'submit at 6']);
});

test('a lot that another person saved before it was signed is declared as it was read', async () => {
  const { submit, sent } = await opened('submitted');
  server.use(handles('post', 'lots/:lot/signatures/:signer', () => ({ url: 'signed.png', revision: 6 })));
  await submit();
  await screen.findByRole('dialog', { name: /^Lot 2 of 2/ });
  assert.is(sent[0], 'declare at 4');
});

test('a lot whose signature is refused is not submitted without it, and another try sends it again', async () => {
  const { submit, sent } = await opened('submitted');
  let refused = 0;
  const errors = [{ code: 'unfit-file', message: 'Please sign again.' }];
  server.use(
    http.post(`${API}/lots/:lot/signatures/:signer`, () => {
      refused += 1;
      return HttpResponse.json({ errors }, { status: 400 });
    }),
  );
  await submit();
  await screen.findByText('The signature: Please sign again.');
  await submit();
  await waitFor(() => assert.is(refused, 2));
  await screen.findByText('The signature: Please sign again.');
  assert.equal(sent, []);
  server.use(
    handles('post', 'lots/:lot/signatures/:signer', () => {
      sent.push('sign agent');
      return { url: 'signed.png', revision: 5 };
    }),
  );
  await submit();
  await screen.findByRole('dialog', { name: /^Lot 2 of 2/ });
  assert.is(sent[0], 'sign agent');
  assert.match(sent.at(-1) ?? '', /^submit/);
});

test.run();

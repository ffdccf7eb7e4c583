/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { ClaimNumber } = await import('./claim-number.tsx');

const test = suite('claiming a buyer number', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.after(() => server.close());

const ADDRESS = 'http://saleyard.test/api/v1/users/me/floor-claims/a1';

test('[C9] a buyer on the floor claims a number, and reads what the office decided', async () => {
  const claims: object[] = [
    { number: '9', at: 1, state: 'refused', reason: 'Pat signed for this number.' },
    { number: '10', at: 2, state: 'approved', reason: '' },
  ];
  server.use(
    http.get(ADDRESS, () => HttpResponse.json({ data: { claims } })),
    http.post(ADDRESS, async ({ request }) => {
      const { number } = (await request.json()) as { number: string };
      claims.push({ number, at: 3, state: 'waits', reason: '' });
      return HttpResponse.json({ data: { number } });
    }),
  );
  const user = userEvent.setup();
  renderScreen(<ClaimNumber auction={{ _id: 'a1' }} />);
  await user.click(await screen.findByRole('button', { name: 'Claim another number' }));
  await user.click(screen.getByRole('button', { name: 'Send claim' }));
  assert.ok(screen.getByText('Please Enter the number on your card: up to six digits or letters'));
  await user.type(screen.getByLabelText('Your buyer number'), ' 21b');
  await user.click(screen.getByRole('button', { name: 'Send claim' }));
  await screen.findByText('Buyer 21B: the office is checking your claim.');
  assert.equal(
    screen.getAllByRole('listitem').map(({ textContent }) => textContent),
    [
      'Buyer 9: the office refused your claim. Reason: Pat signed for this number.',
      'Buyer 10 is you. Its lots are in My Auction Results.',
      'Buyer 21B: the office is checking your claim.',
    ],
  );
});

test.run();

/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { paths, ROUTES } from '@/config/paths.ts';
import { exampleListing } from '@/test-support/example-listing.ts';
import { person } from '@/test-support/example-person.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, handles, mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, within } = await import('@testing-library/react');
const { Route, Routes } = await import('react-router');
const { renderScreen } = await import('@/test-support/render.tsx');
const { OwnLotScreen } = await import('./own-lot-screen.tsx');

const test = suite('the page of a seller’s own lot', { limitMs: 60_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => leaveScreens());
test.after(() => server.close());

const SALE = { searchNumber: 77, kindData: { title: 'Cattle' } };
const me = answers('users/me', { user: person({ _id: 'u1', status: 'approved-seller', type: 'seller' }) });

test('[S116] [S117] all that one wrote of a lot is printed, or saved as a report', async () => {
  server.resetHandlers(me, answers('lots/7/own', { lot: exampleListing() }));
  renderScreen(
    <Routes>
      <Route path={ROUTES.ownLot} element={<OwnLotScreen />} />
    </Routes>,
    { path: paths.ownLot(SALE, { searchNumericId: 7 }) },
  );
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  await screen.findByRole('link', { name: 'Print' });
  assert.is(hrefOf('Print'), '/print/lots/7/owner-full-details?mode=print');
  assert.is(hrefOf('Download Report'), '/print/lots/7/owner-full-details');
});

test('[B367] an own lot is e-mailed from its page as a submitted one', async () => {
  const sent: unknown[] = [];
  server.resetHandlers(
    me,
    answers('lots/7/own', { lot: exampleListing() }),
    handles('post', 'lots/l1/email-info', async (request) => {
      sent.push(await request.json());
      return { message: 'The e-mail was sent to jo@farm.example.' };
    }),
  );
  renderScreen(
    <Routes>
      <Route path={ROUTES.ownLot} element={<OwnLotScreen />} />
    </Routes>,
    { path: paths.ownLot(SALE, { searchNumericId: 7 }) },
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Email Lot Details' }));
  await user.type(await screen.findByLabelText('Recipient name'), 'Jo');
  await user.type(screen.getByLabelText('Recipient email'), 'jo@farm.example');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  assert.ok(await screen.findByText('The e-mail was sent to jo@farm.example.'));
  assert.equal(sent, [{ recipientName: 'Jo', recipientEmail: 'jo@farm.example', type: 'submitted' }]);
});

test('[S109] the page of a lot leads back to the list that it was opened from', async () => {
  server.resetHandlers(me, answers('lots/7/own', { lot: exampleListing() }));
  for (const [fromReoffers, name, to] of [
    [false, 'Back to My Submitted Lots', paths.submittedLots],
    [true, 'Back to My Reoffers', paths.reoffers],
  ] as const) {
    renderScreen(
      <Routes>
        <Route path={ROUTES.ownLot} element={<OwnLotScreen />} />
      </Routes>,
      { path: paths.ownLot(SALE, { searchNumericId: 7 }, { fromReoffers }) },
    );
    await screen.findByRole('heading', { name: 'What you wrote' });
    assert.is(screen.getByRole('link', { name }).getAttribute('href'), to);
    assert.is(screen.queryByRole('button', { name: /share/i }), null); // [B138]
  }
});

test('[S118] the page of a lot offers its prices to be edited only while they may be', async () => {
  for (const mayEditLate of [true, false]) {
    server.resetHandlers(me, answers('lots/7/own', { lot: exampleListing('cattle', { mayEditLate }) }));
    renderScreen(
      <Routes>
        <Route path={ROUTES.ownLot} element={<OwnLotScreen />} />
      </Routes>,
      { path: paths.ownLot(SALE, { searchNumericId: 7 }) },
    );
    await screen.findByRole('heading', { name: 'What you wrote' });
    const prices = screen.queryByRole('link', { name: 'Edit Price' });
    assert.is(
      prices?.getAttribute('href'),
      mayEditLate ? paths.editLate(SALE, { searchNumericId: 7 }) : undefined,
    );
    leaveScreens();
  }
});

test('[B158] [B159] the signatures of agent and vendor are under Additional Information, for the owner alone', async () => {
  for (const signed of [
    { agentSignature: { url: '/agent.png' }, vendorSignature: { url: '/vendor.png' } },
    { agentSignature: { url: '/agent.png' }, vendorSignature: { url: '' } },
    { agentSignature: { url: '' }, vendorSignature: { url: '/vendor.png' } },
  ]) {
    const { content, ...listing } = exampleListing('cattle', signed);
    const lot = { ...listing, content: { ...content, ...signed, saleConditions: 'By truck.' } };
    server.resetHandlers(me, answers('lots/7/own', { lot }));
    renderScreen(
      <Routes>
        <Route path={ROUTES.ownLot} element={<OwnLotScreen />} />
      </Routes>,
      { path: paths.ownLot(SALE, { searchNumericId: 7 }) },
    );
    const more = within(await screen.findByRole('region', { name: 'Additional Information' }));
    assert.ok(more.getByText('By truck.'));
    const { agentSignature, vendorSignature } = signed;
    const shown = [
      ['Agent Signature', agentSignature.url],
      ['Vendor Signature', vendorSignature.url],
    ].filter(([, url]) => url !== '');
    assert.equal(
      more.queryAllByRole('img').map((image) => [image.getAttribute('alt'), image.getAttribute('src')]),
      shown,
    );
    // Not in what buyers see of it, on the same page.
    assert.is(screen.getAllByRole('img', { name: /Signature$/ }).length, shown.length);
  }
});

test('the owner’s page of a lot shows all of its pictures', async () => {
  const media = ['a', 'b', 'c'].map((name) => ({
    ...{ key: name, url: `/${name}.jpg`, thumbnail: `/${name}-small.jpg`, mimeType: 'image/jpeg' },
    ...{ type: 'image' as const, title: `Pen ${name}`, timestamp: null, order: 0, main: false, isNew: false },
  }));
  server.resetHandlers(me, answers('lots/7/own', { lot: exampleListing('cattle', { media }) }));
  renderScreen(
    <Routes>
      <Route path={ROUTES.ownLot} element={<OwnLotScreen />} />
    </Routes>,
    { path: paths.ownLot(SALE, { searchNumericId: 7 }) },
  );
  await screen.findByRole('button', { name: 'Enlarge Pen a' });
  for (const name of ['a', 'b', 'c']) assert.ok(screen.getByRole('button', { name: `Show Pen ${name}` }));
});

test.run();

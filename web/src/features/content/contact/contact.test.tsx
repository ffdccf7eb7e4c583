/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { answers, mockServer, refuses } from '@/test-support/server.ts';
import { intervalsIn } from '@/test-support/timer-waits.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { ContactScreen } = await import('./contact-screen.tsx');

const test = suite('Contact Us', { limitMs: 30_000 });
// None of them is what the product is shipped with.
const server = mockServer(
  answers('contacts/main', {
    callPhone: '02 5550 4199',
    textPhone: '0491 570 110',
    email: 'help@yard.example',
    secondaryEmail: 'sales@yard.example',
  }),
);
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.after(() => server.close());

const addressOf = (name: string): string | null => screen.getByRole('link', { name }).getAttribute('href');

test('phones and e-mails are the server’s, and both networks are linked', async () => {
  renderScreen(<ContactScreen />);
  await screen.findByText('02 5550 4199');
  assert.is(addressOf('02 5550 4199'), 'tel:0255504199'); // [A216]
  assert.is(addressOf('0491 570 110'), 'sms:0491570110'); // [A217]
  assert.is(addressOf('help@yard.example'), 'mailto:help@yard.example'); // [A218]
  assert.is(addressOf('sales@yard.example'), 'mailto:sales@yard.example'); // [A218] [A641]
  assert.is(addressOf('Saleyard on Facebook'), 'https://facebook.example/saleyard'); // [A219]
  assert.is(addressOf('Saleyard on LinkedIn'), 'https://linkedin.example/company/saleyard'); // [A220]
});

test('[A213] the main office is in Boggabri', () => {
  renderScreen(<ContactScreen />);
  const offices = within(screen.getByRole('region', { name: 'Offices' }));
  assert.is(offices.getByText('Main office').nextElementSibling?.textContent, 'Boggabri NSW 2382');
});

test('[A214] [A215] the regional office is on the map, which is looked at closer by a press', async () => {
  const user = userEvent.setup();
  renderScreen(<ContactScreen />);
  assert.is(screen.getByText('Regional office').nextElementSibling?.textContent, 'Gunnedah NSW 2380');
  const map = await screen.findByRole('img', { name: 'Map of eastern Australia with the regional office' });
  assert.ok(within(map).getByText('Gunnedah'));
  assert.is(within(map).queryByText('Boggabri'), null);
  assert.is(screen.queryByText('Location not available'), null);
  assert.match(
    document.getElementById(map.getAttribute('aria-describedby') ?? '')?.textContent ?? '',
    /Tamworth/,
  );
  screen.getByRole('button', { name: 'Closer view', pressed: false }).focus();
  await user.keyboard('{Enter}');
  assert.ok(screen.getByRole('button', { name: 'Closer view', pressed: true }));
  assert.ok(within(map).getByText('Boggabri'));
});

test('contacts that could not be read are asked for again every 5 s, and come without a press [A656]', async () => {
  server.use(refuses('get', 'contacts/main', 500));
  const waits = await intervalsIn(async () => {
    renderScreen(<ContactScreen />);
    assert.ok(await screen.findByRole('button', { name: /again/i }));
  });
  assert.ok(waits.includes(5_000));
  server.resetHandlers();
  assert.ok(await screen.findByText('Boggabri NSW 2382'));
  assert.ok(await screen.findByRole('link', { name: 'help@yard.example' }));
});

test('[A221] where the map cannot be shown, the page says so, beside the offices and the contacts', async () => {
  const { error } = console;
  console.error = () => undefined;
  const create = document.createElementNS.bind(document);
  Reflect.set(document, 'createElementNS', (...args: Parameters<typeof create>) => {
    if (args[1] === 'svg') throw new Error('no maps here');
    return create(...args);
  });
  try {
    renderScreen(<ContactScreen />);
    const offices = within(screen.getByRole('region', { name: 'Offices' }));
    assert.ok(await offices.findByText('Location not available'));
    assert.is(screen.queryByRole('img'), null);
    assert.ok(offices.getByText('Gunnedah NSW 2380'));
    assert.ok(await screen.findByRole('link', { name: 'help@yard.example' }));
  } finally {
    Reflect.deleteProperty(document, 'createElementNS');
    console.error = error;
  }
});

test.run();

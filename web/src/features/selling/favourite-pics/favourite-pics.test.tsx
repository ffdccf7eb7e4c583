/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { FavouritePic } from '@saleyard/contract/favourite-pics.ts';
import { EMPTY_VENDOR_PIC, type VendorPic } from '@saleyard/domain/account/vendor-pic.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, handles, mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { fireEvent, screen, waitFor, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { FavouritePicsScreen } = await import('./favourite-pics-screen.tsx');

const test = suite('My Favourite PICs', { limitMs: 30_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => leaveScreens());
test.after(() => server.close());

const pic = (over: Partial<FavouritePic> = {}): FavouritePic => ({
  _id: 'p1',
  ...EMPTY_VENDOR_PIC,
  vendorName: 'Wattle Park',
  pic: 'NA123456',
  state: 'NSW',
  ...over,
});

/** A server that keeps PICs; `bodies`: what was sent to it. */
function keeping(...first: FavouritePic[]) {
  const kept = new Map(first.map((one) => [one._id, one]));
  const bodies: VendorPic[] = [];
  const take = async (request: Request, _id: string) => {
    const body = ((await request.json()) as { pic: VendorPic }).pic;
    bodies.push(body);
    kept.set(_id, { _id, ...body });
    return { pic: kept.get(_id) };
  };
  const idIn = (request: Request) => new URL(request.url).pathname.split('/').at(-1) ?? '';
  server.resetHandlers(
    answers('states', { states: { NSW: ['Hunter', 'North West'], QLD: ['Wide Bay Burnett'] } }),
    handles('get', 'pics', () => ({ pics: [...kept.values()] })),
    handles('post', 'pics', (request) => take(request, `new ${kept.size}`)),
    handles('put', 'pics/:pic', (request) => take(request, idIn(request))),
    handles('delete', 'pics/:pic', (request) => {
      kept.delete(idIn(request));
      return { _id: idIn(request) };
    }),
  );
  return bodies;
}

const table = () => screen.findByRole('table', { name: 'My favourite PICs' });
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

test('[S148] [S298] [S409] a PIC is added, in upper case, with all that is known of the vendor', async () => {
  const bodies = keeping();
  const user = userEvent.setup();
  renderScreen(<FavouritePicsScreen />);
  await screen.findByText('You have no favourite PICs yet.');
  assert.ok(screen.getByRole('button', { name: 'Add PIC' }));
  const typed = { Vendor: 'wattle Park', PIC: 'na123456', Phone: '0412345678', Email: 'vera@farm.example' };
  const place = { Address: '12 Hill Road', Town: 'Gunnedah', Postcode: '2380' };
  for (const [label, text] of Object.entries({ ...typed, ...place })) await user.type(input(label), text);
  await user.selectOptions(input('State'), 'NSW');
  await waitFor(() => assert.not(input('District').disabled));
  await user.selectOptions(input('District'), 'North West');
  assert.is(input('PIC').value, 'NA123456');
  await user.click(screen.getByRole('button', { name: 'Add PIC' }));
  const saved = within(await table());
  await saved.findByText('NA123456');
  for (const text of ['Wattle Park', '0412345678', 'vera@farm.example', 'GUNNEDAH NSW 2380'])
    assert.ok(saved.getByText(text), text); // [S149]
  assert.equal(bodies, [
    {
      ...{ vendorName: 'Wattle Park', pic: 'NA123456', vendorPhone: '0412345678' },
      ...{ vendorEmail: 'vera@farm.example', address: '12 Hill Road', town: 'GUNNEDAH' },
      ...{ postcode: '2380', state: 'NSW', district: 'North West' },
    },
  ]);
  await waitFor(() => assert.is(input('PIC').value, ''));
});

test('[S148] [S298] [S299] [S457] one that is saved is edited, and deleted after a question', async () => {
  const bodies = keeping(pic(), pic({ _id: 'p2', vendorName: 'Hillview' }));
  const user = userEvent.setup();
  renderScreen(<FavouritePicsScreen />);
  await user.click(await screen.findByRole('button', { name: 'Edit Hillview' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  assert.ok(screen.getByRole('button', { name: 'Add PIC' })); // [S298]
  assert.is(input('Vendor').value, '');
  await user.click(screen.getByRole('button', { name: 'Edit Hillview' }));
  assert.equal(
    [input('Vendor').value, input('PIC').value, input('State').value],
    ['Hillview', 'NA123456', 'NSW'],
  );
  await user.clear(input('Vendor'));
  await user.type(input('Vendor'), 'Hilltop');
  await user.click(screen.getByRole('button', { name: 'Save PIC' }));
  await within(await table()).findByText('Hilltop');
  assert.is(bodies[0]?.vendorName, 'Hilltop');
  assert.is(screen.queryByText('Hillview'), null, 'it is the one that was edited');
  await screen.findByRole('button', { name: 'Add PIC' });
  await user.click(screen.getByRole('button', { name: 'Delete Hilltop' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => assert.not(screen.queryByText('Hilltop')));
  assert.ok(within(await table()).getByText('Wattle Park')); // [S457]
});

const FULL = pic({
  vendorPhone: '0412345678',
  vendorEmail: 'vera@farm.example',
  address: '12 Hill Road',
  town: 'GUNNEDAH',
  postcode: '2380',
  district: 'Hunter',
});
const FIELDS = {
  vendorName: 'Vendor',
  pic: 'PIC',
  vendorPhone: 'Phone',
  vendorEmail: 'Email',
  address: 'Address',
  town: 'Town',
  postcode: 'Postcode',
  state: 'State',
  district: 'District',
} as const;
const fields = Object.entries(FIELDS) as [keyof typeof FIELDS, string][];

/** Opens a saved PIC, with the districts of its state. */
async function edit(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  renderScreen(<FavouritePicsScreen />);
  await user.click(await screen.findByRole('button', { name: 'Edit Wattle Park' }));
  await waitFor(() => assert.is(input('District').value, 'Hunter'));
}

test('[S400] any one field of a PIC may be left empty', async () => {
  const user = userEvent.setup();
  for (const [name, label] of fields) {
    leaveScreens();
    const bodies = keeping(FULL);
    await edit(user);
    fireEvent.change(input(label), { target: { value: '' } });
    await user.click(screen.getByRole('button', { name: 'Save PIC' }));
    await waitFor(() => assert.is(bodies.length, 1, label));
    const { _id: _, ...all } = FULL;
    // The districts are those of the state.
    const left = name === 'state' ? { state: '', district: '' } : { [name]: '' };
    assert.equal(bodies[0], { ...all, ...left });
  }
});

test('[S402] a field of a PIC that is filled in wrong is named, and nothing is sent', async () => {
  const user = userEvent.setup();
  const bodies = keeping(FULL);
  await edit(user);
  for (const [label, wrong, right, message] of [
    ['Vendor', '<b>', '', /^Sorry, invalid Vendor\./],
    ['Email', 'nobody', '', /^Sorry, invalid Email\./],
    ['Phone', '6742 1234', '', /^Sorry, invalid Phone\./],
    ['Phone', '041234567', '0412345678', /^Mobile numbers should be 10 digits/],
    ['Town', '!!', '', /^Sorry, invalid Town\./],
    ['Postcode', '4405', '2380', /^Sorry, invalid Postcode\./],
  ] as const) {
    fireEvent.change(input(label), { target: { value: wrong } });
    await user.click(screen.getByRole('button', { name: 'Save PIC' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Validation Error' }));
    await user.click(dialog.getByRole('button', { name: 'OK' }));
    const beside = () => document.getElementById(`${input(label).id}-error`)?.textContent ?? '';
    await waitFor(() => assert.match(beside(), message));
    fireEvent.change(input(label), { target: { value: right } });
    await waitFor(() => assert.is(beside(), ''));
  }
  for (const label of ['State', 'District'])
    assert.is(input(label).tagName, 'SELECT', 'only what is in the list can be chosen');
  assert.equal(bodies, []);
  await user.click(screen.getByRole('button', { name: 'Save PIC' }));
  await waitFor(() => assert.is(bodies.length, 1));
});

test('[S401] [S403] [S404] [S405] [S406] [S407] [S408] what is wrong opens a dialog that says it', async () => {
  const bodies = keeping();
  const user = userEvent.setup();
  renderScreen(<FavouritePicsScreen />);
  const said = async (): Promise<string> => {
    await user.click(screen.getByRole('button', { name: 'Add PIC' }));
    const dialog = await screen.findByRole('dialog', { name: 'Validation Error' });
    const text = dialog.querySelector('p')?.textContent ?? '';
    await user.click(within(dialog).getByRole('button', { name: 'OK' }));
    return text;
  };
  assert.is(await said(), 'Please correctly provide at least 1 field');
  await user.type(input('Town'), '!');
  assert.is(await said(), 'Please correctly provide at least 1 field');
  await user.type(input('Postcode'), '99');
  assert.match(await said(), /^Sorry, invalid Postcode\./);
  await user.type(input('Email'), 'nobody');
  assert.match(await said(), /^Sorry, invalid Email\./);
  await user.type(input('Phone'), '0411');
  assert.is(await said(), 'Mobile numbers should be 10 digits and start with 04XX XXX XXX');
  await user.selectOptions(screen.getByLabelText('State'), 'NSW');
  await user.type(input('PIC'), 'QABC1234');
  assert.match(await said(), /^Sorry, invalid PIC\./);
  assert.equal(bodies, []);
});

test('[S410] another state empties the district, whose choices are those of the state', async () => {
  keeping(pic({ state: 'NSW', district: 'Hunter' }));
  const user = userEvent.setup();
  renderScreen(<FavouritePicsScreen />);
  await user.click(await screen.findByRole('button', { name: 'Edit Wattle Park' }));
  const district = screen.getByLabelText<HTMLSelectElement>('District');
  await waitFor(() => assert.is(district.value, 'Hunter'));
  await user.selectOptions(screen.getByLabelText('State'), 'QLD');
  assert.is(district.value, '');
  assert.equal(
    within(district)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
    ['Choose', 'Wide Bay Burnett'],
  );
  await user.selectOptions(screen.getByLabelText('State'), 'NSW');
  assert.is(district.value, '', 'the earlier district is not kept behind the choices of another state');
});

test('[S149] ten of them are on a page', async () => {
  keeping(...Array.from({ length: 12 }, (_, n) => pic({ _id: `p${n}`, vendorName: `Vendor ${n}` })));
  const user = userEvent.setup();
  renderScreen(<FavouritePicsScreen />);
  await table();
  assert.is(screen.getAllByRole('button', { name: /^Edit / }).length, 10);
  await user.click(screen.getByRole('button', { name: 'Next' }));
  assert.is(screen.getAllByRole('button', { name: /^Edit / }).length, 2);
  assert.ok(screen.getByText('Page 2 of 2'));
});

test.run();

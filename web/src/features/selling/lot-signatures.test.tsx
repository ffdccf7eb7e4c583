/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { KIND_TYPES } from '@saleyard/domain/listing/stock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { handles } from '@/test-support/server.ts';

const { screen, waitFor, within } = await import('@testing-library/react');
const { http, HttpResponse } = await import('msw');
const { openDraft, openForm, sections, server } = await import('./test-support/open-form.tsx');
const { drawsSignatures, sign } = await import('./test-support/signing.ts');

const test = suite('signatures in the lot form', { limitMs: 120_000 });
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

const PATH = 'lots/l1/signatures/agent';
const REFUSAL = { code: 'unfit-file', message: 'Please sign again.' };
type User = Awaited<ReturnType<typeof openForm>>['user'];
const saveForLater = async (user: User) =>
  user.click(screen.getAllByRole('button', { name: 'Save For Later' })[0] as HTMLElement);
const saying = (what: RegExp) =>
  waitFor(() => assert.match(screen.getByTestId('saving').textContent ?? '', what));

test('a signature that the server refused is not called saved, and is sent again', async () => {
  const { user } = await openForm('cattle');
  let refused = 0;
  server.use(
    http.post(`http://saleyard.test/api/v1/${PATH}`, () => {
      refused += 1;
      return HttpResponse.json({ errors: [REFUSAL] }, { status: 400 });
    }),
  );
  await sign(user, 'agent');
  for (const times of [1, 2]) {
    await saveForLater(user);
    await screen.findByRole('dialog', { name: 'Add New Lot' });
    assert.is(screen.queryByText(/Your Lot Has Been Saved/), null);
    assert.is(refused, times);
    await user.click(screen.getByRole('button', { name: 'OK' }));
    await saying(/^Not saved/);
  }
  // What is saved by itself leaves it out, and says so.
  window.dispatchEvent(new Event('online'));
  await saying(/^Not saved: fix Agent Signature/);
  server.use(handles('post', PATH, () => ({ url: '/signed.png', revision: 1 })));
  await saveForLater(user);
  await screen.findByText(/Your Lot Has Been Saved/);
});

for (const kind of ['cattle', 'sheep', 'goat'] as const)
  test(`[S449] a vendor of ${kind} can sign in the form, and can accept the terms`, async () => {
    const { user, saved } = await openForm(kind);
    const signers: string[] = [];
    server.use(
      handles('post', 'lots/l1/signatures/:signer', ({ url }) => {
        signers.push(new URL(url).pathname.split('/').at(-1) ?? '');
        return { url: '/signed.png', revision: 1 };
      }),
    );
    const terms = within(screen.getByRole('group', { name: 'Terms & Conditions' }));
    await sign(user, 'vendor', 'Vera Vendor');
    assert.ok(await terms.findByRole('img', { name: 'Vendor Signature' }));
    await user.click(terms.getByRole('checkbox', { name: 'The vendor accepts the Terms & Conditions' }));
    await saveForLater(user);
    await screen.findByText(/Your Lot Has Been Saved/);
    assert.equal(signers, ['vendor']);
    assert.is(
      saved.findLast(({ acceptenceOnTerms }) => acceptenceOnTerms !== undefined)?.acceptenceOnTerms,
      true,
    );
  });

test('[S040] [S041] the draft of an abblamb lot has no terms and nothing to sign; that of another kind has both', async () => {
  const DECLARED = ['Agent Declaration', 'Terms & Conditions'];
  for (const kind of KIND_TYPES) {
    await openDraft(kind, {}, { profession: 'Livestock Agent' });
    const isSigned = kind !== 'sheep-abblamb';
    const shown = sections().filter((title) => DECLARED.includes(title));
    assert.equal(shown, isSigned ? DECLARED : [], kind);
    for (const signer of ['Agent', 'Vendor'])
      assert.is(screen.queryByText(`${signer} Signature`) !== null, isSigned, `${kind}: ${signer}`);
    assert.is(screen.queryByRole('checkbox', { name: /Terms & Conditions/ }) !== null, isSigned, kind);
    leaveScreens();
  }
});

test.run();

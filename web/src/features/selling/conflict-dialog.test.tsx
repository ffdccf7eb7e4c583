/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { leaveScreens } from '@/test-support/open-screens.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { ConflictDialog } = await import('./conflict-dialog.tsx');

const test = suite('the choice between two versions of a lot', { limitMs: 30_000 });
test.beforeEach(() => leaveScreens());
test.after(() => leaveScreens());

const side = (value: unknown) => ({ value, unit: 'kg' as const });
const PATHS = Array.from({ length: 12 }, (_, row) => `heads.${row}.weightLive`);

function opened() {
  const settled: (readonly string[])[] = [];
  const heads = PATHS.map((path, row) => ({ path, mine: side(400 + row), theirs: side(500 + row) }));
  renderScreen(
    <ConflictDialog
      form={FORMS.cattle}
      conflicts={[...heads, { path: 'startCents', mine: side(350), theirs: side(360) }]}
      onClose={() => {}}
      onSettle={(theirs) => settled.push(theirs)}
    />,
  );
  return { settled, user: userEvent.setup({ delay: null }) };
}

test('many weights are chosen at once', async () => {
  const { settled, user } = opened();
  assert.is(screen.getAllByRole('radiogroup').length, 2);
  await user.click(screen.getByLabelText('Changed elsewhere: 12 weights or scores'));
  await user.click(screen.getByRole('button', { name: 'Keep these values' }));
  assert.equal(settled, [PATHS]);
});

test('and head by head, where that is wanted', async () => {
  const { settled, user } = opened();
  await user.click(screen.getByRole('button', { name: 'Choose head by head' }));
  assert.is(screen.getAllByRole('radiogroup').length, 13);
  await user.click(screen.getByLabelText('Changed elsewhere: 502 kg per head'));
  await user.click(screen.getByLabelText('Changed elsewhere: 360¢ /kg'));
  await user.click(screen.getByRole('button', { name: 'Keep these values' }));
  assert.equal(settled, [['heads.2.weightLive', 'startCents']]);
});

test.run();

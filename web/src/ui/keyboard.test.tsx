/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { useState } from 'react';
import * as assert from 'uvu/assert';
import { leaveScreens } from '@/test-support/open-screens.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { DayInput } = await import('./form/day-input.tsx');
const { Popover } = await import('./popover.tsx');

// What keys do in the parts of the kit that a browser has no element for.

const test = suite('the kit by keyboard', { limitMs: 20_000 });
test.beforeEach(() => leaveScreens());

const focused = () => document.activeElement;

/** Waits until the focus is on the day with this name. */
const isOn = (name: string) => waitFor(() => assert.is(focused()?.getAttribute('aria-label'), name));

async function openCalendar(from: string) {
  const values: string[] = [];
  function Field() {
    const [value, setValue] = useState(from);
    const change = (next: string) => {
      values.push(next);
      setValue(next);
    };
    return (
      <>
        <DayInput label="Weaned" value={value} onChange={change} />
        <a href="/elsewhere">Elsewhere</a>
      </>
    );
  }
  renderScreen(<Field />);
  const user = userEvent.setup();
  const opener = screen.getByRole('button', { name: 'Calendar for Weaned' });
  opener.focus();
  await user.keyboard('{Enter}');
  assert.is(opener.getAttribute('aria-expanded'), 'true');
  return { user, opener, values };
}

test('a calendar opens on its day; keys go by days, weeks and months, and one day is a stop of Tab', async () => {
  const { user, values } = await openCalendar('2026-09-30');
  const calendar = within(screen.getByRole('dialog', { name: 'Choose Weaned' }));
  await isOn('Wednesday 30 September 2026');
  for (const [key, name] of [
    ['{ArrowLeft}', 'Tuesday 29 September 2026'],
    ['{ArrowRight}', 'Wednesday 30 September 2026'],
    ['{ArrowRight}', 'Thursday 1 October 2026'],
    ['{ArrowUp}', 'Thursday 24 September 2026'],
    ['{ArrowDown}', 'Thursday 1 October 2026'],
    ['{Home}', 'Monday 28 September 2026'],
    ['{End}', 'Sunday 4 October 2026'],
    ['{PageDown}', 'Wednesday 4 November 2026'],
    ['{PageUp}', 'Sunday 4 October 2026'],
  ] as const) {
    await user.keyboard(key);
    await isOn(name);
  }
  assert.ok(calendar.getByText('October 2026'), 'the month is said');
  const stops = calendar
    .getAllByRole('button')
    .filter(({ tabIndex, dataset }) => tabIndex === 0 && dataset['day']);
  assert.equal(stops, [focused()]);
  assert.equal(values, [], 'nothing is chosen yet');
});

test('Enter chooses the day of a calendar, Escape none; either way the focus is in the field again', async () => {
  const { user, opener, values } = await openCalendar('2026-09-30');
  await isOn('Wednesday 30 September 2026');
  await user.keyboard('{ArrowDown}{Escape}');
  assert.is(screen.queryByRole('dialog'), null);
  assert.is(focused(), screen.getByLabelText('Weaned'));
  assert.equal(values, []);
  opener.focus();
  await user.keyboard('{Enter}');
  await isOn('Wednesday 30 September 2026');
  await user.keyboard('{ArrowDown}');
  await isOn('Wednesday 7 October 2026');
  await user.keyboard('{Enter}');
  assert.is(screen.queryByRole('dialog'), null);
  assert.is(focused(), screen.getByLabelText('Weaned'));
  assert.equal(values.at(-1), '2026-10-07');
});

test('a calendar that the focus leaves is closed', async () => {
  await openCalendar('2026-09-30');
  await isOn('Wednesday 30 September 2026');
  screen.getByRole('link', { name: 'Elsewhere' }).focus();
  await waitFor(() => assert.is(screen.queryByRole('dialog'), null));
});

function openMenu(closesOnPress: boolean) {
  const pressed: string[] = [];
  renderScreen(
    <>
      <button type="button">Before</button>
      <Popover summary="Documents" closesOnPress={closesOnPress}>
        {['Print', 'Download'].map((name) => (
          <button key={name} type="button" onClick={() => pressed.push(name)}>
            {name}
          </button>
        ))}
      </Popover>
      <button type="button">After</button>
    </>,
  );
  const summary = screen.getByText('Documents');
  const details = summary.closest('details') as HTMLDetailsElement;
  return { user: userEvent.setup(), pressed, summary, details };
}

test('Escape closes what a summary opened, and the focus is on the summary again', async () => {
  const { user, summary, details } = openMenu(true);
  await user.click(summary);
  assert.ok(details.open);
  screen.getByRole('button', { name: 'Download' }).focus();
  await user.keyboard('{Escape}');
  assert.not.ok(details.open);
  assert.is(focused(), summary);
});

test('it is closed when the focus goes elsewhere, by a press elsewhere, and a menu by a press inside', async () => {
  const { user, summary, details, pressed } = openMenu(true);
  await user.click(summary);
  screen.getByRole('button', { name: 'After' }).focus();
  assert.not.ok(details.open);
  await user.click(summary);
  await user.click(screen.getByRole('button', { name: 'Before' }));
  assert.not.ok(details.open);
  await user.click(summary);
  screen.getByRole('button', { name: 'Print' }).focus();
  await user.keyboard('{Enter}');
  assert.equal([details.open, pressed], [false, ['Print']]);
});

test('filters stay open while one chooses among them', async () => {
  const { user, summary, details, pressed } = openMenu(false);
  await user.click(summary);
  await user.click(screen.getByRole('button', { name: 'Print' }));
  await user.click(screen.getByRole('button', { name: 'Download' }));
  assert.equal([details.open, pressed], [true, ['Print', 'Download']]);
});

test.run();

/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as Type from 'typebox';
import * as assert from 'uvu/assert';
import type { FieldLabels } from './schema-resolver.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { fireEvent, screen, waitFor, within } = await import('@testing-library/react');
const { useForm } = await import('react-hook-form');
const { leaveScreens } = await import('@/test-support/open-screens.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { ApiError } = await import('@/lib/api-error.ts');
const { readDraft, useDraft } = await import('./draft.ts');
const { Form } = await import('./form.tsx');
const { DateTimeField } = await import('./date-time-field.tsx');
const { CheckboxField, ChoiceField, MultiChoiceField, NumberField, TextField } = await import('./fields.tsx');
const { RowsField, TextCell } = await import('./rows-field.tsx');
const { SavedNote } = await import('./saved-note.tsx');
const { schemaResolver } = await import('./schema-resolver.ts');

const test = suite('form', { limitMs: 30_000 });
test.after(leaveScreens);
test.beforeEach(() => {
  localStorage.clear();
  // Screens of an earlier test write their drafts as they are left.
  leaveScreens();
  localStorage.clear();
});

const Body = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 8 }),
    minutes: Type.Integer({ minimum: 60, maximum: 600 }),
    at: Type.Integer(),
    kind: Type.Unsafe({ type: 'string', enum: ['a', 'b'] }),
    states: Type.Array(Type.String()),
    open: Type.Boolean(),
    rows: Type.Array(Type.Object({ name: Type.String({ minLength: 1 }) })),
  },
  { additionalProperties: false },
);
type Values = {
  title: string;
  minutes: number | string;
  at: number | string;
  kind: string;
  states: string[];
  open: boolean;
  rows: { name: string }[];
};
const BEGUN: Values = {
  title: '',
  minutes: 120,
  at: 1_750_000_000_000,
  kind: 'a',
  states: [],
  open: false,
  rows: [],
};
const LABELS: Record<string, FieldLabels> = {
  title: { label: 'Title' },
  minutes: { label: 'Lasts', unit: { name: 'minutes', size: 60 } },
  at: { label: 'Begins', must: 'must be a date and a time' },
};
const resolver = schemaResolver<Values, Values>({
  schema: Body,
  bodyOf: (values) => values,
  labelsOf: (path) => LABELS[path] ?? { label: 'Name' },
});
const NAME = { person: 'p1', form: 'example', version: 1 };
const OPTIONS = [
  { value: 'a', label: 'Apple' },
  { value: 'b', label: 'Bean' },
];

function Example({ send }: { send: (body: Values) => Promise<void> }) {
  const form = useForm<Values, unknown, Values>({
    defaultValues: readDraft<Values>(NAME)?.values ?? BEGUN,
    resolver,
    shouldFocusError: false,
  });
  const { forget, ...saved } = useDraft(form, NAME);
  return (
    <Form
      form={form}
      onSubmit={async (body) => {
        await send(body);
        forget();
      }}
    >
      <TextField name="title" label="Title" />
      <NumberField name="minutes" label="Lasts (minutes)" size={60} />
      <DateTimeField name="at" label="Begins" />
      <ChoiceField name="kind" label="Kind" options={OPTIONS} />
      <MultiChoiceField name="states" label="States" options={OPTIONS} />
      <CheckboxField name="open" label="Open" />
      <RowsField
        name="rows"
        caption="Names"
        rowLabel="name"
        newRow={() => ({ name: '' })}
        columns={[
          {
            id: 'name',
            header: 'Name',
            cell: (row, index) => <TextCell name={`${row}.name`} label={`Name, row ${index + 1}`} />,
          },
        ]}
      />
      <SavedNote {...saved} />
      <button type="submit">Send</button>
    </Form>
  );
}

function open(send: (body: Values) => Promise<void> = async () => {}) {
  const user = userEvent.setup();
  renderScreen(<Example send={send} />);
  const press = () => user.click(screen.getByRole('button', { name: 'Send' }));
  return { user, press, title: () => screen.getByLabelText<HTMLInputElement>('Title') };
}

test('values of every kind are sent as their types, not as they are typed', async () => {
  let sent: Values | undefined;
  const { user, press, title } = open(async (body) => {
    sent = body;
  });
  await user.type(title(), ' Yards ');
  await user.clear(screen.getByLabelText('Lasts (minutes)'));
  await user.type(screen.getByLabelText('Lasts (minutes)'), '5');
  await user.clear(screen.getByLabelText('Begins (Sydney)'));
  await user.type(screen.getByLabelText('Begins (Sydney)'), '05/07/2025');
  fireEvent.change(screen.getByLabelText('Begins (Sydney), time'), { target: { value: '10:00' } });
  await user.selectOptions(screen.getByLabelText('Kind'), 'Bean');
  await user.click(screen.getByLabelText('Bean'));
  await user.click(screen.getByLabelText('Apple'));
  await user.click(screen.getByLabelText('Open'));
  await user.click(screen.getByRole('button', { name: 'Add a name' }));
  await user.click(screen.getByRole('button', { name: 'Add a name' }));
  await user.type(screen.getByLabelText('Name, row 1'), 'gone');
  await user.type(screen.getByLabelText('Name, row 2'), 'Ada');
  await user.click(screen.getByRole('button', { name: 'Remove row 1' }));
  await press();
  await waitFor(() => assert.ok(sent));
  assert.equal(sent, {
    title: 'Yards',
    minutes: 300,
    at: Date.parse('2025-07-05T00:00:00Z'),
    kind: 'b',
    states: ['a', 'b'],
    open: true,
    rows: [{ name: 'Ada' }],
  });
});

test('nothing is checked before the first press; then the summary leads to each field, and shrinks', async () => {
  let sends = 0;
  const { user, press, title } = open(async () => {
    sends += 1;
  });
  const minutes = screen.getByLabelText<HTMLInputElement>('Lasts (minutes)');
  await user.clear(minutes);
  await user.type(minutes, 'an hour');
  assert.is(screen.queryByRole('alert'), null);
  await press();
  const summary = await screen.findByRole('alert');
  assert.is(document.activeElement, summary);
  assert.ok(within(summary).getByRole('heading', { name: '2 things to put right' }));
  await user.click(
    within(summary).getByRole('link', { name: 'Lasts must be a whole number of minutes from 1 to 10' }),
  );
  assert.is(document.activeElement, minutes);
  assert.is(minutes.value, 'an hour');
  assert.is(minutes.getAttribute('aria-invalid'), 'true');
  await user.type(title(), 'Yards');
  await waitFor(() => assert.ok(within(summary).getByRole('heading', { name: 'One thing to put right' })));
  assert.is(sends, 0);
});

test('an edit that fixes another field’s problem is seen at once; what the server refused elsewhere stays', async () => {
  const refusal = { code: 'invalid-request', message: 'that title is taken', field: 'title' } as const;
  const { user, press, title } = open(async () => {
    throw new ApiError(400, [refusal]);
  });
  await user.type(title(), 'Yards');
  await press();
  await screen.findByRole('link', { name: 'that title is taken' });
  await user.click(screen.getByLabelText('Open'));
  await new Promise((rest) => setTimeout(rest, 50));
  assert.ok(screen.getByRole('link', { name: 'that title is taken' }));
  await user.type(title(), '2');
  await waitFor(() => assert.not(screen.queryByRole('link', { name: 'that title is taken' })));
});

test('a row’s problem is shown at its own input', async () => {
  const { user, press, title } = open();
  await user.type(title(), 'Yards');
  await user.click(screen.getByRole('button', { name: 'Add a name' }));
  await press();
  const input = await screen.findByLabelText('Name, row 1');
  await waitFor(() => assert.is(input.getAttribute('aria-invalid'), 'true'));
  assert.is(
    document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent,
    'Please Enter Name',
  );
});

test('a refusal of the server is shown at the field it names, or above the form, until the next press', async () => {
  const refusals = [
    { code: 'invalid-request', message: 'that title is taken', field: 'title' },
    { code: 'invalid-request', message: 'not on a Sunday' },
  ] as const;
  let sends = 0;
  const { user, press, title } = open(async () => {
    sends += 1;
    if (sends === 1) throw new ApiError(400, refusals);
  });
  await user.type(title(), 'Yards');
  await press();
  const summary = await screen.findByRole('alert');
  assert.ok(within(summary).getByText('not on a Sunday'));
  await user.click(within(summary).getByRole('link', { name: 'that title is taken' }));
  assert.is(document.activeElement, title());
  await press();
  await waitFor(() => assert.is(sends, 2));
  await waitFor(() => assert.not(screen.queryByRole('alert')));
});

test('what is typed is kept, says when, is there again after a crash, and goes once it is sent', async () => {
  const first = open();
  assert.is(screen.queryByText(/^Saved/), null);
  await first.user.type(first.title(), 'Yards');
  await screen.findByText(/^Saved \d{1,2}:\d\d$/);
  leaveScreens();
  const second = open();
  assert.is(second.title().value, 'Yards');
  await second.press();
  await waitFor(() => assert.is(readDraft(NAME), null));
  leaveScreens();
  assert.is(readDraft(NAME), null);
});

test('words typed just before the page is left are kept too', async () => {
  const { user, title } = open();
  await user.type(title(), 'Ya');
  dispatchEvent(new Event('pagehide'));
  assert.is(readDraft<Values>(NAME)?.values.title, 'Ya');
});

test('a draft of another person, of another version, or unreadable is none', () => {
  localStorage.setItem(
    'saleyard-draft p1 example',
    JSON.stringify({ version: 2, savedAt: Date.now(), values: {} }),
  );
  assert.is(readDraft(NAME), null);
  localStorage.setItem('saleyard-draft p1 example', '{');
  assert.is(readDraft(NAME), null);
  localStorage.setItem(
    'saleyard-draft p2 example',
    JSON.stringify({ version: 1, savedAt: Date.now(), values: {} }),
  );
  assert.is(readDraft(NAME), null);
  assert.ok(readDraft({ ...NAME, person: 'p2' }));
  localStorage.setItem('saleyard-draft p1 example', JSON.stringify({ version: 1, savedAt: 1, values: {} }));
  assert.is(readDraft(NAME), null);
});

test('a browser that keeps nothing says so', async () => {
  const { user, title } = open();
  const known = globalThis.localStorage;
  const full = {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: full });
  try {
    await user.type(title(), 'Y');
    assert.match((await screen.findByRole('alert')).textContent ?? '', /^ ?Not saved/);
  } finally {
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: known });
  }
});

test.run();

/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';

const { default: userEvent } = await import('@testing-library/user-event');
const { fireEvent, screen, waitFor } = await import('@testing-library/react');
const { leaveScreens } = await import('@/test-support/open-screens.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { fetchWithProgress } = await import('@/lib/fetch-with-progress.ts');
const { UploadField, UploadProgress } = await import('./upload-field.tsx');

const test = suite('upload');
test.after(leaveScreens);

const csv = (name: string, bytes: number) => new File(['x'.repeat(bytes)], name, { type: 'text/csv' });

function open() {
  const taken: string[] = [];
  renderScreen(
    <UploadField
      id="file"
      kind="a CSV file"
      accept={{ 'text/csv': ['.csv'] }}
      mostBytes={2_000}
      chosen={null}
      onFile={({ name }) => taken.push(name)}
    />,
  );
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  // A person may choose what the dialog greys out: the check is ours.
  return { taken, input, user: userEvent.setup({ applyAccept: false }) };
}

test('a file of the right kind and size is taken', async () => {
  const { taken, input, user } = open();
  await user.upload(input, csv('lots.csv', 10));
  await waitFor(() => assert.equal(taken, ['lots.csv']));
  assert.is(screen.queryByRole('alert'), null);
});

test('one that is too large, or of another kind, is not read, and it says why', async () => {
  const { taken, input, user } = open();
  await user.upload(input, csv('lots.csv', 45_000));
  assert.is((await screen.findByRole('alert')).textContent, 'lots.csv has 44 kB; at most 2 kB are taken.');
  await user.upload(input, new File(['x'], 'photo.png', { type: 'image/png' }));
  await waitFor(() => assert.is(screen.getByRole('alert').textContent, 'photo.png is not a CSV file.'));
  assert.equal(taken, []);
  await user.upload(input, csv('lots.csv', 10));
  await waitFor(() => assert.not(screen.queryByRole('alert')));
});

test('a file can be dropped', async () => {
  const { taken, input } = open();
  const file = csv('dropped.csv', 10);
  const items = [{ kind: 'file', type: file.type, getAsFile: () => file }];
  fireEvent.drop(input.parentElement as HTMLElement, {
    dataTransfer: { files: [file], items, types: ['Files'] },
  });
  await waitFor(() => assert.equal(taken, ['dropped.csv']));
});

test('how much has left is shown while it is sent, and nothing otherwise', () => {
  renderScreen(<UploadProgress share={0.4} label="Sending the file" />);
  assert.ok(screen.getByText('Sending the file 40%'));
  assert.is(screen.getByRole('progressbar').getAttribute('value'), '40');
  renderScreen(<UploadProgress share={null} label="Sending the file" />);
  assert.is(screen.queryByRole('progressbar'), null);
});

/** A browser's request, as far as sending needs it: it reports its progress, and then answers or breaks. */
class FakeRequest {
  static last: FakeRequest;
  readonly upload: { onprogress?: (event: object) => void } = {};
  readonly sent: { method?: string; address?: string; body?: unknown; headers: Record<string, string> } = {
    headers: {},
  };
  status = 201;
  responseText = '{"data":1}';
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  constructor() {
    FakeRequest.last = this;
  }
  open(method: string, address: string) {
    Object.assign(this.sent, { method, address });
  }
  setRequestHeader(name: string, value: string) {
    this.sent.headers[name] = value;
  }
  getAllResponseHeaders() {
    return 'x-saleyard-position: 42\r\ncontent-type: application/json\r\n';
  }
  send(body: unknown) {
    this.sent.body = body;
  }
  abort() {
    this.onabort?.();
  }
}

test('a request with progress sends and answers as fetch does', async () => {
  const known = globalThis.XMLHttpRequest;
  globalThis.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest;
  try {
    const shares: number[] = [];
    const send = fetchWithProgress((share) => shares.push(share));
    const asked = send('/api/x', { method: 'POST', headers: { a: 'b' }, body: 'text' });
    FakeRequest.last.upload.onprogress?.({ loaded: 1, total: 4, lengthComputable: true });
    FakeRequest.last.upload.onprogress?.({ loaded: 4, total: 4, lengthComputable: true });
    FakeRequest.last.onload?.();
    const answer = await asked;
    assert.equal(shares, [0.25, 1]);
    assert.equal(FakeRequest.last.sent, {
      method: 'POST',
      address: '/api/x',
      headers: { a: 'b' },
      body: 'text',
    });
    assert.is(answer.status, 201);
    assert.is(answer.headers.get('x-saleyard-position'), '42');
    assert.equal(await answer.json(), { data: 1 });
    const broken = send('/api/x', {}).catch((error: unknown) =>
      error instanceof TypeError ? 'no answer' : error,
    );
    FakeRequest.last.onerror?.();
    assert.is(await broken, 'no answer');
    const stop = new AbortController();
    const stopped = send('/api/x', { signal: stop.signal }).catch(() => 'stopped');
    stop.abort();
    assert.is(await stopped, 'stopped');
  } finally {
    globalThis.XMLHttpRequest = known;
  }
});

test.run();

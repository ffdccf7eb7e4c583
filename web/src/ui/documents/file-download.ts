import type { Operation } from '@saleyard/contract/operation.ts';
import { callForFile } from '@/lib/api-client.ts';
import { ApiError } from '@/lib/api-error.ts';

/** ms that a document may take, also while it waits for others. */
const DOCUMENT_MS = 60_000;
/** A busy server is asked again so often, after the time it names. */
const TRIES = 4;
const RETRY_MS = 5_000;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A file of the server's; one that is busy is asked again. @throws ApiError */
async function fileOf(operation: Operation, sent: Parameters<typeof callForFile>[1]): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await callForFile(operation, { ...sent, transport: { fetch, limitMs: DOCUMENT_MS } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 503 || tries === TRIES) throw error;
      await wait(error.retryAfterMs ?? RETRY_MS);
    }
  }
}

const NAME = /filename="?([^";]+)"?/;

/** Has the browser save a document under the name that the server gives it. @throws ApiError */
export async function saveDocument(
  operation: Operation,
  sent: Parameters<typeof callForFile>[1],
): Promise<void> {
  const response = await fileOf(operation, sent);
  const [, name = 'document'] = NAME.exec(response.headers.get('content-disposition') ?? '') ?? [];
  saveBlob(await response.blob(), name);
}

/** Has the browser save what the page holds, under a name. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), DOCUMENT_MS);
}

/** ms between the parts of a document. [B392] */
const STEP_MS = 1_000;

/** Saves the parts of a document one after another, one a second at most. `began` is called with the one that is being made. */
export async function saveParts(
  steps: number,
  save: (step: number) => Promise<void>,
  began: (step: number) => void,
): Promise<void> {
  for (let step = 1; step <= steps; step += 1) {
    began(step);
    await Promise.all([save(step), step < steps ? wait(STEP_MS) : null]);
  }
}

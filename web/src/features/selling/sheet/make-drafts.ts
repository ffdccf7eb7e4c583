import { sellingOperations } from '@saleyard/contract/operations/selling.ts';
import type { ListingSaved } from '@saleyard/contract/selling.ts';
import { emptyContent } from '@saleyard/domain/listing/content.ts';
import type { Form } from '@saleyard/domain/listing/forms/field.ts';
import { changeOf, type MediaRow, newMediaRow, sentLot } from '@/features/selling/lot-values.ts';
import { readyMedium } from '@/features/selling/media-files.ts';
import { NOT_SENT, uploadMedium } from '@/features/selling/send-files.ts';
import { dropFiles, leaveFiles } from '@/features/selling/unsent-lots.ts';
import { call } from '@/lib/api-client.ts';
import { ApiError, errorTextOf } from '@/lib/api-error.ts';
import { newCommandId } from '@/lib/random.ts';
import type { MatchedPictures, SheetLot } from './lots-sheet.ts';

/** Lots of one request: some seconds of work at most, so that progress is seen. */
const LOTS_AT_ONCE = 20;
/** ms that a request of so many lots may take. */
const REQUEST_MS = 60_000;

type SentPicture = MediaRow & { file: File; sentAs: { order: number } };

/** How far the work is. `pictures`: of the drafts that were made. */
export type Progress = { drafts: number; ofDrafts: number; pictures: number; ofPictures: number };

/** What became of the work so far. `failed`: why it stopped; null: it is done. */
export type Made = {
  readonly drafts: ReadonlyMap<number, ListingSaved>;
  /** Pictures that could not be sent, by row and name, with the reason. */
  readonly unsent: readonly { row: number; name: string; why: string }[];
  readonly failed: string | null;
};

/**
 * Makes drafts of the rows of a file, and sends their pictures. `run` again after a failure does what is left: a request
 * that may have reached the server is sent again as it was, so no lot is made twice.
 */
export class DraftMaker {
  readonly #of: {
    form: Form;
    auction: string;
    account: string;
    lots: readonly SheetLot[];
    pictures: MatchedPictures;
  };
  readonly #batches: readonly { commandId: string; lots: readonly SheetLot[] }[];
  readonly #drafts = new Map<number, ListingSaved>();
  readonly #sent = new Set<string>();
  /** Pictures that were not sent, as they are sent again: an answer may have been lost. */
  readonly #waiting = new Map<string, SentPicture>();
  /** Where the pictures of a row that were not sent are kept on this device. */
  readonly #left = new Map<number, { key: string; ids: readonly string[] }>();
  #unsent: { row: number; name: string; why: string }[] = [];

  constructor(of: {
    form: Form;
    /** The id of the sale. */
    auction: string;
    /** Of the seller: a picture that is not sent is kept on this device for the draft's form. */
    account: string;
    lots: readonly SheetLot[];
    pictures: MatchedPictures;
  }) {
    this.#of = of;
    const { lots } = of;
    this.#batches = Array.from({ length: Math.ceil(lots.length / LOTS_AT_ONCE) }, (_, at) => ({
      commandId: newCommandId(),
      lots: lots.slice(at * LOTS_AT_ONCE, (at + 1) * LOTS_AT_ONCE),
    }));
  }

  async run(onProgress: (progress: Progress) => void): Promise<Made> {
    this.#unsent = [];
    const { lots, pictures } = this.#of;
    const ofPictures = lots.reduce((sum, { row }) => sum + (pictures.of.get(row)?.length ?? 0), 0);
    const report = () =>
      onProgress({
        drafts: this.#drafts.size,
        ofDrafts: lots.length,
        pictures: this.#sent.size + this.#unsent.length,
        ofPictures,
      });
    report();
    let failed: string | null = null;
    try {
      for (const batch of this.#batches) {
        if (batch.lots.every(({ row }) => this.#drafts.has(row))) continue;
        await this.#start(batch);
        report();
      }
    } catch (error) {
      failed = errorTextOf(error).message;
    }
    // The drafts that were made get their pictures, also where others were not made.
    for (const { row } of lots) await this.#sendPictures(row, report);
    return this.#made(failed);
  }

  async #start({ commandId, lots }: { commandId: string; lots: readonly SheetLot[] }): Promise<void> {
    const { form, auction } = this.#of;
    const empty = emptyContent(form.countWeighed);
    const answer = await call(sellingOperations.startListings, {
      params: { auction },
      body: {
        commandId,
        lots: lots.map(({ content }) => ({
          ...sentLot(changeOf(empty, content), content),
          draft: true as const,
        })),
      },
      transport: { fetch: (address, init) => fetch(address, init), limitMs: REQUEST_MS },
    }).catch((error: unknown) => {
      throw inRows(error, lots);
    });
    for (const [at, { row }] of lots.entries()) {
      const saved = answer.lots[at];
      if (saved !== undefined) this.#drafts.set(row, saved);
    }
  }

  /** Sends the pictures of a row in their order. One that is not sent waits on this device for the draft's form. */
  async #sendPictures(row: number, report: () => void): Promise<void> {
    const { pictures, account } = this.#of;
    const draft = this.#drafts.get(row);
    if (draft === undefined) return;
    const waiting: MediaRow[] = [];
    let order = 0;
    for (const [at, file] of (pictures.of.get(row) ?? []).entries()) {
      const key = `${row} ${at}`;
      if (this.#sent.has(key)) {
        order += 1;
        continue;
      }
      const medium = this.#waiting.get(key) ?? (await readyPicture(file, order));
      if (typeof medium === 'string') {
        this.#unsent.push({ row, name: file.name, why: medium });
        report();
        continue;
      }
      try {
        await uploadMedium(draft._id, { ...medium, ...medium.sentAs }, () => undefined);
        this.#sent.add(key);
        this.#waiting.delete(key);
        order += 1;
      } catch (error) {
        this.#unsent.push({ row, name: file.name, why: `${NOT_SENT.media}. ${errorTextOf(error).message}` });
        this.#waiting.set(key, medium);
        waiting.push(medium);
      }
      report();
    }
    const before = this.#left.get(row) ?? null;
    if (before !== null) await dropFiles(before.key, before.ids);
    if (waiting.length === 0) return;
    const files = waiting.map((one) => ({ id: one.id, as: 'media' as const, row: one }));
    const key = await leaveFiles(`${account}/${draft.searchNumericId}`, files);
    this.#left.set(row, { key, ids: waiting.map(({ id }) => id) });
  }

  #made(failed: string | null): Made {
    return { drafts: new Map(this.#drafts), unsent: this.#unsent, failed };
  }
}

/** A picture as it is sent to this place among those of its lot, or why it is not taken. */
async function readyPicture(file: File, order: number): Promise<SentPicture | string> {
  const ready = await readyMedium(file);
  if (ready.outcome === 'refused') return ready.message;
  return { ...newMediaRow(ready.file, ready), file: ready.file, sentAs: { order } };
}

/** A refusal that names lots by their place in the request, by the rows of the file. */
function inRows(error: unknown, lots: readonly SheetLot[]): unknown {
  if (!(error instanceof ApiError)) return error;
  const errors = error.errors.map((one) => {
    const at = /^lots\[(\d+)\]/.exec(one.field ?? '')?.[1];
    const row = at === undefined ? undefined : lots[Number(at)]?.row;
    return row === undefined ? one : { ...one, message: `Row ${row}: ${one.message}` };
  });
  return new ApiError(error.status, errors);
}

import type { OwnResultsQuery } from '@saleyard/contract/bids.ts';
import { CSV, PDF, RESULTS_PRINTED } from '@saleyard/contract/documents.ts';
import type { Download } from '@saleyard/contract/operation.ts';
import type { WholeListing } from '@saleyard/contract/selling.ts';
import { lotAddress } from '@saleyard/contract/web-addresses.ts';
import type { Viewer as SignedIn } from '@saleyard/http/endpoint.ts';
import { isRefusal, type Refusal, refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { FileDamaged } from '@saleyard/platform/files/port.ts';
import {
  TaskFailed,
  type WorkerPool,
  type WorkerPoolLimits,
  WorkersBusy,
} from '@saleyard/platform/workers/port.ts';
import { createProcessPool } from '@saleyard/platform/workers/process-pool.ts';
import { type CounterpartyParts, counterpartiesOf } from '../bids/counterparties.ts';
import { ownResults } from '../bids/participation.queries.ts';
import type { ManualText } from '../content/manuals.ts';
import { withBuyers } from '../lots/buyers.ts';
import { findLot, isCreatedBy } from '../lots/lots.queries.ts';
import { type OpenTexts, openClear } from '../lots/own-texts.ts';
import { findAuction, type StoredAuction } from '../sales/auctions.queries.ts';
import { allLots, lotsOfStep, type PictureOf, picturedLot, printedSale } from './printed.queries.ts';
import type { AuditTask, PrintTask } from './task.ts';

/** Limits of document generation [G24]: one at a time, a few queued, none for longer than a client waits for it. */
const LIMITS: WorkerPoolLimits = { atOnce: 1, waiting: 8, taskMs: 25_000, memoryMb: 512 };

/** `Retry-After` in ms for a document that was not made. */
const BUSY_RETRY_MS = 10_000;
const FAILED_RETRY_MS = 5_000;

/** The pool of the process that makes documents. */
export const createDocumentPool = (
  limits: Partial<WorkerPoolLimits> = {},
): WorkerPool<PrintTask, Uint8Array> =>
  createProcessPool(new URL('./worker.js', import.meta.url), { ...LIMITS, ...limits });

export type MakerParts = {
  documents: Documents;
  clock: Clock;
  pool: Pick<WorkerPool<PrintTask, Uint8Array>, 'run'>;
  pictureOf: PictureOf;
  /** Decrypts a person's own texts. */
  openTexts?: OpenTexts;
  /** Reads people's profiles. Omitted: documents show neither buyers' locations nor agents' vendors. */
  profileOf?: CounterpartyParts['profileOf'];
  /** Called when a document fails, or a picture in it is damaged. */
  failed: (error: unknown) => void;
};

/** A document ready to be sent; `title`: its subject. */
export type MadeDocument = Omit<Download, 'isShown'> & { title: string };

/** Audience: sales that are not public are shown to signed-in people only. */
type Viewer = { _id: string } | null;

type ResultsWanted = Pick<OwnResultsQuery, 'status' | 'from' | 'to'>;

export type Content = 'catalogue' | 'result';

/**
 * Lots and sales are two read models. While that of the lots is rebuilt, it has fewer lots than the sale: a document made
 * then would leave lots out.
 */
const isBehind = ({ lotCount }: StoredAuction, lots: number): boolean => lots < lotCount;
const BEHIND = refusal('busy', { retryAfterMs: FAILED_RETRY_MS });

/** Makes documents from the read models. Each method returns the document, or why there is none. */
export function createDocumentMaker(parts: MakerParts) {
  const { documents, clock, pool, failed } = parts;
  const pictureOf: PictureOf = async (url) => {
    try {
      return await parts.pictureOf(url);
    } catch (error) {
      if (!(error instanceof FileDamaged)) throw error;
      failed(error);
      return null;
    }
  };
  const printed = { openTexts: openClear, ...parts, pictureOf };
  const { openTexts, profileOf = async () => null } = printed;
  const buyers = withBuyers(documents, profileOf);
  const counterparties = counterpartiesOf(documents, { profileOf, openTexts });
  const make = async (task: PrintTask, name: string, title: string): Promise<MadeDocument | Refusal> => {
    const isCsv = task.format === 'csv';
    try {
      const bytes = await pool.run(task);
      return { bytes, title, type: isCsv ? CSV : PDF, name: `${name}.${task.format}` };
    } catch (error) {
      if (error instanceof WorkersBusy) return refusal('busy', { retryAfterMs: BUSY_RETRY_MS });
      if (!(error instanceof TaskFailed)) throw error;
      failed(error);
      return refusal('document-failed', { retryAfterMs: FAILED_RETRY_MS });
    }
  };

  const saleOf = (numberOrId: string, viewer: Viewer): Promise<StoredAuction | undefined> =>
    findAuction(documents, numberOrId, { hidden: viewer !== null });

  return {
    /** A person's results, as requested. `whose`: their name. */
    async ownResults(
      viewer: SignedIn,
      whose: string,
      { format = 'pdf', ...wanted }: ResultsWanted & { format?: 'pdf' | 'csv' | undefined },
    ): Promise<MadeDocument | Refusal> {
      const { results } = await ownResults(documents, viewer._id, {
        ...wanted,
        page: 1,
        limit: RESULTS_PRINTED,
      });
      const task: PrintTask = {
        document: 'my-results',
        format,
        at: clock.now(),
        whose,
        results: await counterparties(viewer, await buyers(results)),
      };
      return make(task, 'my-auction-results', whose);
    },

    /** `content` omitted: the results of a closed sale, else the catalogue. */
    async summary(
      sale: string,
      viewer: Viewer,
      { content, format = 'pdf' }: { content?: Content; format?: 'pdf' | 'csv' },
    ): Promise<MadeDocument | Refusal> {
      const auction = await saleOf(sale, viewer);
      if (auction === undefined) return refusal('not-found');
      const isClosed = auction.state === 'closed';
      const isResult = content === undefined ? isClosed : content === 'result';
      if (isResult && !isClosed) return refusal('results-pending');
      const lots = await allLots(documents, auction);
      if (isBehind(auction, lots.length)) return BEHIND;
      const task: PrintTask = {
        document: isResult ? 'results' : 'catalogue',
        format,
        at: clock.now(),
        sale: printedSale(auction),
        lots,
      };
      const name = `${isResult ? 'results' : 'catalogue'}-${auction.number}`;
      return make(task, name, auction.title);
    },

    /** One part of a catalogue's full details, and the number of parts. */
    async details(
      sale: string,
      viewer: Viewer,
      step: number,
    ): Promise<(MadeDocument & { steps: number }) | Refusal> {
      const auction = await saleOf(sale, viewer);
      if (auction === undefined) return refusal('not-found');
      const { lots, steps, total } = await lotsOfStep(printed, auction, step);
      if (isBehind(auction, total)) return BEHIND;
      if (step > steps) return refusal('not-found');
      const task: PrintTask = {
        document: 'details',
        format: 'pdf',
        at: clock.now(),
        lots,
        part: { step, steps },
        sale: printedSale(auction),
      };
      const which = steps === 1 ? '' : `-part-${step}-of-${steps}`;
      const made = await make(task, `catalogue-${auction.number}-full-details${which}`, auction.title);
      return isRefusal(made) ? made : { ...made, steps };
    },

    /** `own`: includes what only its owner may read; refused for anyone else. `path`: of the lot's page. */
    async lot(
      lot: string,
      viewer: Viewer,
      { own = false } = {},
    ): Promise<(MadeDocument & { path: string }) | Refusal> {
      const stored = await findLot(documents, lot);
      const auction = stored && (await saleOf(stored.auction, viewer));
      if (stored === undefined || auction === undefined) return refusal('not-found');
      if (own && !(await isCreatedBy(documents, stored._id, viewer?._id))) return refusal('forbidden');
      const pictured = await picturedLot(printed, auction, stored, { mine: own });
      if (pictured === null) return refusal('not-found');
      const task: PrintTask = {
        document: 'details',
        format: 'pdf',
        at: clock.now(),
        lots: [pictured],
        part: null,
        sale: printedSale(auction),
      };
      const title = stored.publicDetails.title || auction.title;
      const made = await make(task, `lot-${stored.searchNumericId}`, title);
      return isRefusal(made) ? made : { ...made, path: lotAddress(auction, stored) };
    },

    /** A lot with everything its seller entered. The caller must check access. */
    ownLot(lot: WholeListing): Promise<MadeDocument | Refusal> {
      const title = lot.publicDetails.title || `ID ${lot.searchNumericId}`;
      const task: PrintTask = { document: 'own-lot', format: 'pdf', at: clock.now(), lot };
      return make(task, `my-lot-${lot.searchNumericId}`, title);
    },

    audit(shown: Omit<AuditTask, 'document' | 'format' | 'at'>): Promise<MadeDocument | Refusal> {
      const { title, number } = shown.audit.auction;
      const task: PrintTask = { document: 'audit', format: 'pdf', at: clock.now(), ...shown };
      return make(task, `audit-${number}`, title);
    },

    manual({ key, name, description, parts }: ManualText): Promise<MadeDocument | Refusal> {
      const manual = { name, description, parts };
      return make({ document: 'manual', format: 'pdf', at: clock.now(), manual }, key, name);
    },
  };
}

export type DocumentMaker = ReturnType<typeof createDocumentMaker>;

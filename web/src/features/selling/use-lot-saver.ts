import { sellingOperations } from '@saleyard/contract/operations/selling.ts';
import type { ListingSaved, WholeListing } from '@saleyard/contract/selling.ts';
import { emptyContent, type ListingContent } from '@saleyard/domain/listing/content.ts';
import { detailChanges } from '@saleyard/domain/listing/forms/detail-changes.ts';
import type { Form } from '@saleyard/domain/listing/forms/field.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '@/lib/api-client.ts';
import { serverNow } from '@/lib/clock.ts';
import {
  changeOf,
  contentOf,
  documentsChange,
  type FileRow,
  type LotFormOf,
  type LotValues,
  mayBeKept,
  mediaChange,
  sentLot,
  valuesOf,
} from './lot-values.ts';
import {
  changedSignatures,
  type Sending,
  sendDocument,
  sendMedium,
  sendSignature,
  unsent,
} from './send-files.ts';

/** "Saving..." stays at least so long. ms. */
const NOTICE_MS = 500;

/** The listing as the server has it. `lot`: null before the first save. */
type Kept = {
  lot: string | null;
  number: number | null;
  revision: number;
  auction: string;
  content: ListingContent;
};

const keptAfter = (
  { _id: lot, searchNumericId: number, revision }: ListingSaved,
  auction: string,
  content: ListingContent,
): Kept => ({ lot, number, revision, auction, content });

/** What is typed and not saved; null where that is nothing. `sale`: that the lot is meant for now. */
function unsaved(form: Form, values: LotValues, { content: saved, auction }: Kept, sale: string) {
  const content = contentOf(form, values);
  const { emailToVendor, details, heads, ...written } = changeOf(saved, content);
  const lot = {
    ...sentLot(written, content),
    ...documentsChange(saved, content),
    ...mediaChange(saved, content),
  };
  const detailsChanges = detailChanges(form, { ...(details && { details }), ...(heads && { heads }) });
  const query = emailToVendor === undefined ? {} : { emailToVendor };
  const isSame = Object.keys({ ...lot, ...query }).length + detailsChanges.length === 0 && sale === auction;
  return isSame ? null : { auction: sale, lot, detailsChanges, query, content };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** How a save ended: nothing had changed or it is saved; it may not be kept as it stands. It rejects when it failed. */
export type SaveEnd = 'saved' | 'not-kept';

/**
 * Saves what is typed: `autosaveMs` after a change, and when it is asked for. One save runs at a time; what changed
 * meanwhile is saved after it. `onBegun` gets the number of a new lot after its first save.
 */
export function useLotSaver(
  form: LotFormOf,
  of: {
    form: Form;
    sale: string;
    opened: WholeListing | null;
    onBegun: (number: number) => void;
    autosaveMs: number;
  },
) {
  const { form: data, sale, opened, onBegun, autosaveMs } = of;
  const [state, setState] = useState<{
    isSaving: boolean;
    savedAt: number | null;
    isDirty: boolean;
    sending: Sending | null;
    error: unknown;
  }>({
    isSaving: false,
    savedAt: null,
    isDirty: false,
    sending: null,
    error: null,
  });
  const kept = useRef<Kept>({
    lot: opened?._id ?? null,
    number: opened?.searchNumericId ?? null,
    revision: opened?.revision ?? 0,
    auction: opened?.auctionData?._id ?? sale,
    content: opened ? contentOf(data, valuesOf(data, '', opened.content)) : emptyContent(data.countWeighed),
  });
  const running = useRef<Promise<unknown>>(Promise.resolve());
  // What a save needs when it runs, however long ago it was asked for.
  const asked = useRef({ sale, onBegun });
  useEffect(() => {
    asked.current = { sale, onBegun };
  }, [sale, onBegun]);

  const saveOnce = useCallback(
    async (force: boolean, silent: boolean): Promise<SaveEnd> => {
      const files = unsent(form.getValues('documents'), force);
      const media = unsent(form.getValues('media'), force);
      const signatures = changedSignatures(form.getValues(), kept.current.content);
      const { lot } = kept.current;
      const toSave = unsaved(data, form.getValues(), kept.current, asked.current.sale);
      const ended = (): SaveEnd => {
        const values = form.getValues();
        const isSent = unsent(values.documents, true).length + unsent(values.media, true).length === 0;
        // What was typed while the save ran is saved by the next one.
        const later = unsaved(data, values, kept.current, asked.current.sale);
        setState((known) => ({ ...known, isDirty: !isSent || later !== null, error: null }));
        return isSent ? 'saved' : 'not-kept';
      };
      const progressOf =
        ({ id, name }: FileRow) =>
        (share: number) =>
          setState((known) => ({ ...known, sending: { id, name, share } }));
      const isNothingSent = files.length + media.length + signatures.length === 0;
      if (toSave === null && isNothingSent && (lot !== null || !force)) return ended();
      if (!mayBeKept(data, contentOf(data, form.getValues()))) return 'not-kept';
      setState((known) => ({ ...known, isSaving: true }));
      const began = serverNow();
      try {
        if (lot === null) {
          const auction = asked.current.sale;
          const content = contentOf(data, form.getValues());
          const begun = sentLot(changeOf(kept.current.content, content), content);
          const answer = await call(sellingOperations.startListing, {
            params: { auction },
            body: { lot: { ...begun, draft: true }, ...(silent && { silent }) },
          });
          // Whether the vendor gets an e-mail is said beside the save that follows.
          const { emailToVendor } = kept.current.content;
          kept.current = keptAfter(answer, auction, { ...content, emailToVendor });
          asked.current.onBegun(answer.searchNumericId);
        }
        // What the lot is to keep is saved with its files, or not at all.
        for (const row of files) {
          const onProgress = progressOf(row);
          onProgress(0);
          const { document, revision } = await sendDocument(form, kept.current.lot ?? '', row, onProgress);
          const { name, uri, description } = document;
          const { content } = kept.current;
          const documents = [...content.documents, { name, uri, description }];
          kept.current = { ...kept.current, revision, content: { ...content, documents } };
        }
        for (const row of media) {
          const onProgress = progressOf(row);
          onProgress(0);
          const sent = await sendMedium(form, kept.current.lot ?? '', row, onProgress);
          const { url, thumbnail } = sent.media;
          const { content } = kept.current;
          const now = content.media.toSpliced(sent.order, 0, { thumbnail, url, title: '' });
          kept.current = { ...kept.current, revision: sent.revision, content: { ...content, media: now } };
        }
        for (const signer of signatures) {
          const { url, revision } = await sendSignature(form, kept.current.lot ?? '', signer);
          const content = { ...kept.current.content, [`${signer}Signature`]: url };
          kept.current = { ...kept.current, revision, content };
        }
        const rest = unsaved(data, form.getValues(), kept.current, asked.current.sale);
        if (rest !== null) {
          if (!mayBeKept(data, rest.content)) return 'not-kept';
          const { auction, lot: changed, detailsChanges, query, content } = rest;
          const answer = await call(sellingOperations.saveListing, {
            params: { auction, lot: kept.current.lot ?? '' },
            query,
            body: {
              lot: changed,
              ...(detailsChanges.length > 0 && { detailsChanges }),
              revision: kept.current.revision,
              ...(silent && { silent }),
            },
          });
          kept.current = keptAfter(answer, auction, content);
        }
        setState((known) => ({ ...known, savedAt: serverNow() }));
        return ended();
      } catch (error) {
        setState((known) => ({ ...known, error }));
        throw error;
      } finally {
        await pause(Math.max(0, NOTICE_MS - (serverNow() - began)));
        setState((known) => ({ ...known, isSaving: false, sending: null }));
      }
    },
    [data, form],
  );

  /** `force`: a lot of which nothing was said is begun all the same. `silent`: nobody asked for it. */
  const save = useCallback(
    (force = false, silent = false): Promise<SaveEnd> => {
      const next = running.current.catch(() => undefined).then(() => saveOnce(force, silent));
      running.current = next;
      return next;
    },
    [saveOnce],
  );

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        setState((known) => (known.isDirty ? known : { ...known, isDirty: true }));
        clearTimeout(timer);
        timer = setTimeout(() => void save(false, true).catch(() => undefined), autosaveMs);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [form, save, autosaveMs]);

  const lotOf = useCallback(() => kept.current, []);
  return { ...state, save, lotOf };
}

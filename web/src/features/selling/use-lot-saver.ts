import { type ListingSaved, sellingOperations, type WholeListing } from '@saleyard/contract/selling.ts';
import { emptyContent, type ListingContent } from '@saleyard/domain/listing/content.ts';
import type { Form } from '@saleyard/domain/listing/forms/field.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { call } from '@/lib/api-client.ts';
import { serverNow } from '@/lib/clock.ts';
import { changeOf, contentOf, type LotValues, mayBeKept, valuesOf } from './lot-values.ts';

/** A changed draft is saved so long after the change. ms. */
const AUTOSAVE_MS = 2_000;
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

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** How a save ended: nothing had changed or it is saved; it may not be kept as it stands. It rejects when it failed. */
export type SaveEnd = 'saved' | 'not-kept';

/**
 * Saves what is typed: two seconds after a change, and when it is asked for. One save runs at a time; what changed
 * meanwhile is saved after it. `onBegun` gets the number of a new lot after its first save.
 */
export function useLotSaver(
  form: UseFormReturn<LotValues, unknown, LotValues>,
  of: { form: Form; sale: string; opened: WholeListing | null; onBegun: (number: number) => void },
) {
  const { form: data, sale, opened, onBegun } = of;
  const [state, setState] = useState<{
    isSaving: boolean;
    savedAt: number | null;
    isDirty: boolean;
    error: unknown;
  }>({
    ...{ isSaving: false, savedAt: null, isDirty: false, error: null },
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
    async (force: boolean): Promise<SaveEnd> => {
      const content = contentOf(data, form.getValues());
      const auction = asked.current.sale;
      const { lot, revision, auction: before } = kept.current;
      const change = changeOf(kept.current.content, content);
      const isSame = Object.keys(change).length === 0 && auction === before;
      if (isSame && (lot !== null || !force)) {
        setState((known) => ({ ...known, isDirty: false, error: null }));
        return 'saved';
      }
      if (!mayBeKept(data, content)) return 'not-kept';
      setState((known) => ({ ...known, isSaving: true }));
      const began = serverNow();
      try {
        const answer: ListingSaved =
          lot === null
            ? await call(sellingOperations.startListing, { params: { auction }, body: { lot: change } })
            : await call(sellingOperations.saveListing, {
                params: { auction, lot },
                body: { lot: change, revision },
              });
        kept.current = {
          lot: answer._id,
          number: answer.searchNumericId,
          revision: answer.revision,
          ...{ auction, content },
        };
        setState((known) => ({ ...known, savedAt: serverNow(), isDirty: false, error: null }));
        if (lot === null) asked.current.onBegun(answer.searchNumericId);
        return 'saved';
      } catch (error) {
        setState((known) => ({ ...known, error }));
        throw error;
      } finally {
        await pause(Math.max(0, NOTICE_MS - (serverNow() - began)));
        setState((known) => ({ ...known, isSaving: false }));
      }
    },
    [data, form],
  );

  /** `force`: a lot of which nothing was said is begun all the same. */
  const save = useCallback(
    (force = false): Promise<SaveEnd> => {
      const next = running.current.catch(() => undefined).then(() => saveOnce(force));
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
        timer = setTimeout(() => void save().catch(() => undefined), AUTOSAVE_MS);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [form, save]);

  const lotOf = useCallback(() => kept.current, []);
  return { ...state, save, lotOf };
}

import { sellingOperations } from '@saleyard/contract/operations/selling.ts';
import type { ListingSaved, WholeListing } from '@saleyard/contract/selling.ts';
import { emptyContent, type ListingContent } from '@saleyard/domain/listing/content.ts';
import { detailChanges } from '@saleyard/domain/listing/forms/detail-changes.ts';
import type { Form } from '@saleyard/domain/listing/forms/field.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '@/lib/api-client.ts';
import { ApiError } from '@/lib/api-error.ts';
import { deviceNow, serverNow } from '@/lib/clock.ts';
import { newCommandId } from '@/lib/random.ts';
import { useOnline, useWindowEvent } from '@/lib/window-events.ts';
import type { FormProblem } from '@/ui/form/schema-resolver.ts';
import {
  changeOf,
  contentOf,
  documentsChange,
  type FileRow,
  type LotFormOf,
  mediaChange,
  savable,
  sentLot,
  valuesOf,
} from './lot-values.ts';
import { type Conflict, dropDuplicate, fillParts, meetFiles, mergeOf, revisionAfter } from './merge.ts';
import { retryMs, type Saving, savingOf } from './saving.ts';
import {
  changedSignatures,
  isRefused,
  refusedFiles,
  type Sending,
  sendDocument,
  sendMedium,
  sendSignature,
  sendUsefulPdf,
  unsent,
} from './send-files.ts';
import { bringFilesBack, forgetFiles, keepFiles } from './unsent-files.ts';
import { claimKey, type FirstSave, forgetUnsent, keepUnsent, unsentLot } from './unsent-lots.ts';

const UNSETTLED = {
  code: 'changed-elsewhere',
  message: 'This lot was changed in two places. Please choose which values to keep.',
} as const;
const NOT_READABLE = {
  code: 'changed-elsewhere',
  message: 'The other change can’t be read yet. Please try again in a moment.',
} as const;
/** "Saving..." stays at least so long. ms. */
const NOTICE_MS = 500;
/** What is typed is kept on the device so long after a change. ms. */
const KEEP_MS = 300;

/**
 * The listing as the server has it. `lot`: null before the first save. `newest`: the revision that the server spoke of last;
 * above `revision`, it also has changes of another person that were not read yet.
 */
type Kept = {
  lot: string | null;
  number: number | null;
  revision: number;
  newest: number;
  auction: string;
  content: ListingContent;
};

const keptAfter = (
  { _id: lot, searchNumericId: number, revision }: ListingSaved,
  auction: string,
  content: ListingContent,
): Kept => ({ lot, number, revision, newest: revision, auction, content });

/** The listing after a file of it was sent. */
const keptWith = (kept: Kept, answered: number, part: Partial<ListingContent>): Kept => ({
  ...kept,
  revision: revisionAfter(kept.revision, answered),
  newest: Math.max(kept.newest, answered),
  content: { ...kept.content, ...part },
});

/** A change of a lot as a save sends it; null where that is nothing. `sale`: that the lot is meant for now. */
function toSend(form: Form, content: ListingContent, { content: saved, auction }: Kept, sale: string) {
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

/** How a save ended: everything is saved, or some of it may not be kept as it stands. It rejects when it failed. */
export type SaveEnd = 'saved' | 'not-kept';

type State = {
  isSaving: boolean;
  savedAt: number | null;
  isDirty: boolean;
  sending: Sending | null;
  error: unknown;
  /** Saves that failed one after the other. */
  failures: number;
  heldBack: readonly FormProblem[];
  /** When what the form was filled with was typed on this device, ms; null: it was not. */
  broughtBackAt: number | null;
  conflicts: readonly Conflict[];
};

const BEFORE: State = {
  isSaving: false,
  savedAt: null,
  isDirty: false,
  sending: null,
  error: null,
  failures: 0,
  heldBack: [],
  broughtBackAt: null,
  conflicts: [],
};

export type LotSaver = ReturnType<typeof useLotSaver>;

/**
 * Saves what is typed: `autosaveMs` after a change, when it is asked for, and again by itself after a save that did not
 * reach the server. One save runs at a time; what changed meanwhile is saved after it. What is not at the server yet is
 * kept on the device. `onBegun` gets the number of a new lot after its first save.
 */
export function useLotSaver(
  form: LotFormOf,
  of: {
    form: Form;
    sale: string;
    opened: WholeListing | null;
    /** Whose text is kept on this device. */
    account: string;
    onBegun: (number: number) => void;
    autosaveMs: number;
  },
) {
  const { form: data, sale, opened, account, onBegun, autosaveMs } = of;
  const [state, setState] = useState(BEFORE);
  const change = useCallback((part: Partial<State>) => setState((known) => ({ ...known, ...part })), []);
  const kept = useRef<Kept>({
    lot: opened?._id ?? null,
    number: opened?.searchNumericId ?? null,
    revision: opened?.revision ?? 0,
    newest: opened?.revision ?? 0,
    auction: opened?.auctionData?._id ?? sale,
    content: opened ? contentOf(data, valuesOf(data, '', opened.content)) : emptyContent(data.countWeighed),
  });
  const heldBack = useRef<readonly FormProblem[]>([]);
  const running = useRef<Promise<unknown>>(Promise.resolve());
  /** Sends a save whose answer is not known, the same command again; answers the listing after it. */
  const inDoubt = useRef<(() => Promise<Kept>) | null>(null);
  const settleDoubt = useCallback(async (isFirst = false) => {
    if (inDoubt.current === null) return;
    try {
      kept.current = await inDoubt.current();
      inDoubt.current = null;
    } catch (error) {
      // Signed out, or too often: nothing was saved, unless it was by an earlier try.
      const isUnheard = error instanceof ApiError && (error.status === 401 || error.status === 429);
      if (isRefused(error) || (isFirst && isUnheard)) inDoubt.current = null;
      throw error;
    }
  }, []);
  /** The lot is deleted, or left as it is: nothing is saved any more. */
  const isOver = useRef(false);
  /**
   * The lot before it was changed here and elsewhere, while the person has not chosen between the two. Nothing is saved
   * meanwhile: it would overwrite what was changed elsewhere.
   */
  const unsettled = useRef<ListingContent | null>(null);
  // What a save needs when it runs, however long ago it was asked for.
  const asked = useRef({ sale, onBegun, readElsewhere: () => {} });
  useEffect(() => {
    asked.current = { ...asked.current, sale, onBegun };
  }, [sale, onBegun]);

  const typed = useCallback(() => contentOf(data, form.getValues()), [data, form]);
  const storedAs = useRef<string | null>(null);
  /** Resolves when the form is left. */
  const left = useRef(Promise.resolve());
  const firstSave = useRef<FirstSave | null>(null);
  const keepHere = useCallback(
    (closing = false) => {
      const key = storedAs.current;
      if (key === null || isOver.current) return;
      const { content, revision } = kept.current;
      const base = unsettled.current ?? content;
      const first = firstSave.current;
      const lot = { base, revision, content: typed(), at: deviceNow(), ...(first && { first }) };
      void keepUnsent(key, lot, closing);
      if (!closing) void keepFiles(key, form.getValues());
    },
    [form, typed],
  );

  const saveOnce = useCallback(
    async (force: boolean, silent: boolean): Promise<SaveEnd> => {
      if (isOver.current) return 'saved';
      if (unsettled.current !== null) throw new ApiError(409, [UNSETTLED]);
      const files = unsent(form.getValues('documents'), force);
      const media = unsent(form.getValues('media'), force);
      const pdfs = unsent(form.getValues('usefulLinks'), force);
      const signatures = changedSignatures(form.getValues(), kept.current.content, force);
      const { lot } = kept.current;
      const ended = (heldBackFields: readonly FormProblem[]): SaveEnd => {
        const values = form.getValues();
        const problems = [...heldBackFields, ...refusedFiles(values)];
        const rows: readonly FileRow[] = [...values.documents, ...values.media, ...values.usefulLinks];
        const isSent =
          changedSignatures(values, kept.current.content, true).length + unsent(rows, true).length === 0;
        // What was typed while the save ran is saved by the next one.
        const isLater = toSend(data, typed(), kept.current, asked.current.sale) !== null;
        if (!isLater && storedAs.current !== null) {
          void forgetUnsent(storedAs.current);
          void keepFiles(storedAs.current, values);
        }
        heldBack.current = problems;
        const isDirty = !isSent || isLater;
        const at = isDirty || lot === null ? null : serverNow();
        setState((known) => {
          const savedAt = known.savedAt ?? at;
          return { ...known, isDirty, savedAt, error: null, failures: 0, heldBack: problems };
        });
        return isSent && problems.length === 0 ? 'saved' : 'not-kept';
      };
      const progressOf =
        ({ id, name }: FileRow) =>
        (share: number) =>
          change({ sending: { id, name, share } });
      /** How a file is sent is on the device too: after the page was closed it is sent again as it was. */
      const keptHere = <T>(sending: Promise<T>): Promise<T> => {
        keepHere();
        return sending;
      };
      const isNothingSent = files.length + media.length + pdfs.length + signatures.length === 0;
      const first = savable(data, typed(), kept.current.content);
      if (first === null) return 'not-kept';
      const isSame = toSend(data, first.content, kept.current, asked.current.sale) === null;
      const isKnown = inDoubt.current === null;
      if (isKnown && isSame && isNothingSent && (lot !== null || !force)) return ended(first.problems);
      change({ isSaving: true });
      const began = serverNow();
      try {
        await settleDoubt();
        if (lot === null) {
          firstSave.current ??= {
            commandId: newCommandId(),
            auction: asked.current.sale,
            content: first.content,
          };
          // On the device before it is sent: a page that is closed now requests the same lot again.
          keepHere();
          const { commandId, auction, content } = firstSave.current;
          const begun = sentLot(changeOf(kept.current.content, content), content);
          const answer = await call(sellingOperations.startListing, {
            params: { auction },
            body: { lot: { ...begun, draft: true }, commandId, ...(silent && { silent }) },
          });
          firstSave.current = null;
          // Whether the vendor gets an e-mail is said beside the save that follows.
          const { emailToVendor } = kept.current.content;
          kept.current = keptAfter(answer, auction, { ...content, emailToVendor });
          // From now on it is a draft of its own, also on this device.
          const newKey = storedAs.current;
          if (newKey !== null) {
            storedAs.current = await claimKey(`${account}/${answer.searchNumericId}`, left.current);
            keepHere();
            void forgetUnsent(newKey);
            void forgetFiles(newKey);
          }
          asked.current.onBegun(answer.searchNumericId);
        }
        // What the lot is to keep is saved with its files, or not at all.
        for (const row of files) {
          const onProgress = progressOf(row);
          onProgress(0);
          const { document, revision } = await keptHere(
            sendDocument(form, kept.current.lot ?? '', row, onProgress),
          );
          const { name, uri, description } = document;
          const known = kept.current.content.documents;
          // It reached the server before the page was closed: it is there already.
          const isThere = dropDuplicate(form, 'documents', row.id, (one) => one.uri === uri, description);
          const documents = isThere ? known : [...known, { name, uri, description }];
          kept.current = keptWith(kept.current, revision, { documents });
        }
        for (const row of media) {
          const onProgress = progressOf(row);
          onProgress(0);
          const sent = await keptHere(sendMedium(form, kept.current.lot ?? '', row, onProgress));
          const { url, thumbnail } = sent.media;
          const known = kept.current.content.media;
          const isThere = dropDuplicate(form, 'media', row.id, (one) => one.url === url);
          const now = isThere ? known : known.toSpliced(sent.order, 0, { thumbnail, url, title: '' });
          kept.current = keptWith(kept.current, sent.revision, { media: now });
        }
        for (const row of pdfs) {
          const onProgress = progressOf(row);
          onProgress(0);
          const sent = await keptHere(sendUsefulPdf(form, kept.current.lot ?? '', row, onProgress));
          const { url, description, isPdf } = sent.newPdfFile;
          const known = kept.current.content.usefulLinks;
          const isThere = dropDuplicate(form, 'usefulLinks', row.id, (one) => one.url === url, description);
          const usefulLinks = isThere ? known : [...known, { url, description, isPdf }];
          kept.current = keptWith(kept.current, sent.revision, { usefulLinks });
        }
        for (const signer of signatures) {
          const { url, revision } = await keptHere(sendSignature(form, kept.current.lot ?? '', signer));
          kept.current = keptWith(kept.current, revision, { [`${signer}Signature`]: url });
        }
        const now = savable(data, typed(), kept.current.content);
        if (now === null) return 'not-kept';
        const rest = toSend(data, now.content, kept.current, asked.current.sale);
        if (rest !== null) {
          const { auction, lot: changed, detailsChanges, query, content } = rest;
          const request = {
            params: { auction, lot: kept.current.lot ?? '' },
            query,
            body: {
              lot: changed,
              ...(detailsChanges.length > 0 && { detailsChanges }),
              revision: kept.current.revision,
              ...(silent && { silent }),
              commandId: newCommandId(),
            },
          };
          inDoubt.current = async () =>
            keptAfter(await call(sellingOperations.saveListing, request), auction, content);
          await settleDoubt(true);
        }
        change({ savedAt: serverNow() });
        if (kept.current.newest > kept.current.revision) asked.current.readElsewhere();
        return ended(now.problems);
      } catch (error) {
        // A first save that was refused began nothing: what is typed by then begins the lot.
        if (isRefused(error)) firstSave.current = null;
        setState((known) => ({ ...known, error, failures: known.failures + 1 }));
        keepHere();
        throw error;
      } finally {
        await pause(Math.max(0, NOTICE_MS - (serverNow() - began)));
        change({ isSaving: false, sending: null });
      }
    },
    [data, form, account, typed, change, keepHere, settleDoubt],
  );

  /** Whether something that can be saved is not. */
  const isLeft = useCallback(() => {
    const values = form.getValues();
    const now = savable(data, typed(), kept.current.content);
    if (now === null) return false;
    const files: readonly FileRow[] = [...values.documents, ...values.media, ...values.usefulLinks];
    return (
      toSend(data, now.content, kept.current, asked.current.sale) !== null ||
      changedSignatures(values, kept.current.content, false).length + unsent(files, false).length > 0
    );
  }, [data, form, typed]);

  /** `force`: a lot of which nothing was said is begun all the same. `silent`: nobody asked for it. */
  const save = useCallback(
    (force = false, silent = false): Promise<SaveEnd> => {
      const all = async () => {
        let end = await saveOnce(force, silent);
        // What was typed meanwhile is asked for too.
        while (force && !isOver.current && isLeft()) end = await saveOnce(force, silent);
        return end;
      };
      const next = running.current.catch(() => undefined).then(all);
      running.current = next;
      return next;
    },
    [saveOnce, isLeft],
  );
  const saveBySelf = useCallback(() => void save(false, true).catch(() => undefined), [save]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let keeping: ReturnType<typeof setTimeout> | undefined;
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        setState((known) => (known.isDirty ? known : { ...known, isDirty: true }));
        clearTimeout(timer);
        timer = setTimeout(saveBySelf, autosaveMs);
        clearTimeout(keeping);
        keeping = setTimeout(keepHere, KEEP_MS);
      },
    });
    return () => {
      clearTimeout(timer);
      clearTimeout(keeping);
      stop();
    };
  }, [form, saveBySelf, keepHere, autosaveMs]);

  const isOnline = useOnline();
  const saving: Saving = savingOf({ ...state, isUnsettled: state.conflicts.length > 0, isOnline });
  const { failures } = state;
  const again = retryMs(saving, failures);
  useEffect(() => {
    // Each failure sets the time again.
    if (again === null || failures === 0) return;
    const timer = setTimeout(saveBySelf, again);
    return () => clearTimeout(timer);
  }, [again, failures, saveBySelf]);
  useWindowEvent('online', () => {
    if (state.isDirty) saveBySelf();
  });
  useWindowEvent('pagehide', () => {
    if (state.isDirty) keepHere(true);
  });

  const fill = useCallback(
    (from: ListingContent, places: readonly string[]) => fillParts(data, form, from, places),
    [data, form],
  );
  /** What was changed here since `base` meets what the server has now. */
  const meet = useCallback(
    (base: ListingContent, mine: ListingContent, theirs: ListingContent) => {
      const merged = mergeOf(base, mine, theirs);
      unsettled.current = merged.both.length === 0 ? null : base;
      fill(theirs, merged.theirs);
      // What is chosen between is shown as it was typed here.
      fill(mine, [...merged.mine, ...merged.both.map(({ path }) => path)]);
      change({ conflicts: merged.both, error: null, isDirty: true });
      if (merged.both.length === 0) saveBySelf();
    },
    [fill, change, saveBySelf],
  );

  // What was typed here before and did not reach the server comes back.
  useEffect(() => {
    let end: () => void = () => undefined;
    left.current = new Promise<void>((resolve) => {
      end = resolve;
    });
    const { number, content: theirs } = kept.current;
    const bringBack = async () => {
      const key = await claimKey(`${account}/${number ?? `new-${asked.current.sale}`}`, left.current);
      storedAs.current = key;
      const [lot, hasFiles] = [await unsentLot(key), await bringFilesBack(form, key)];
      if (hasFiles) change({ broughtBackAt: lot?.at ?? deviceNow() });
      if (lot === null) return;
      if (kept.current.lot === null) firstSave.current = lot.first ?? null;
      const { mine, both } = mergeOf(lot.base, lot.content, theirs);
      if (mine.length + both.length === 0 && !hasFiles) return forgetUnsent(key);
      change({ broughtBackAt: lot.at });
      meet(lot.base, lot.content, theirs);
    };
    void bringBack();
    return () => {
      storedAs.current = null;
      end();
    };
  }, [form, account, change, meet]);

  /** Reads what was changed elsewhere, after a save that runs; what was changed in both is in `conflicts` then. */
  const readElsewhere = useCallback((): Promise<void> => {
    const next = running.current
      .catch(() => undefined)
      .then(async () => {
        const { number } = kept.current;
        if (number === null || isOver.current || unsettled.current !== null) return;
        await settleDoubt();
        const { lot } = await call(sellingOperations.ownListing, { params: { lot: String(number) } });
        const { revision, newest, auction: before, content: base } = kept.current;
        if (lot.revision <= revision || lot.revision < newest) throw new ApiError(409, [NOT_READABLE]);
        const now = valuesOf(data, '', lot.content);
        const theirs = contentOf(data, now);
        const { _id: auction = before, searchNumber } = lot.auctionData ?? {};
        // It was moved to another sale, and not here.
        if (auction !== before && asked.current.sale === before) {
          asked.current.sale = auction;
          form.setValue('auction', String(searchNumber), { shouldDirty: true });
        }
        kept.current = keptAfter(lot, auction, theirs);
        meetFiles(form, base, now);
        meet(base, typed(), theirs);
      });
    running.current = next;
    return next;
  }, [form, data, meet, typed, settleDoubt]);

  const readBySelf = useCallback(() => void readElsewhere().catch(() => undefined), [readElsewhere]);
  useEffect(() => {
    asked.current.readElsewhere = readBySelf;
  }, [readBySelf]);
  // A draft that was changed elsewhere is shown as it is now when the person comes back to this window.
  useWindowEvent('focus', readBySelf);

  /** Settles the conflicts: `theirs` names the places whose value of elsewhere is taken. */
  const settle = useCallback(
    (theirs: readonly string[]) => {
      unsettled.current = null;
      fill(kept.current.content, theirs);
      change({ conflicts: [] });
      saveBySelf();
    },
    [fill, change, saveBySelf],
  );

  /** Waits for a save that runs, and saves nothing from then on: for a lot that is to be deleted. */
  const stop = useCallback(async () => {
    isOver.current = true;
    await running.current.catch(() => undefined);
    if (storedAs.current !== null) {
      await forgetUnsent(storedAs.current);
      await forgetFiles(storedAs.current);
    }
  }, []);
  /** Lets what was brought back go. */
  const discard = useCallback(async () => {
    const { lot, content } = kept.current;
    unsettled.current = null;
    form.reset(lot === null ? undefined : valuesOf(data, form.getValues('auction'), content));
    if (storedAs.current !== null) {
      await forgetUnsent(storedAs.current);
      await forgetFiles(storedAs.current);
    }
    change({ broughtBackAt: null, conflicts: [], isDirty: false, heldBack: [], error: null });
  }, [data, form, change]);

  /** What was brought back is seen. */
  const seen = useCallback(() => change({ broughtBackAt: null }), [change]);
  const lotOf = useCallback(() => kept.current, []);
  /** The fields that the last save left out. */
  const heldBackNow = useCallback(() => heldBack.current, []);
  return { ...state, saving, save, lotOf, heldBackNow, readElsewhere, settle, stop, discard, seen };
}

import type { Me } from '@saleyard/contract/accounts.ts';
import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { sellingOperations } from '@saleyard/contract/operations/selling.ts';
import type { WholeListing } from '@saleyard/contract/selling.ts';
import { supportPhone } from '@saleyard/contract/support-phone.ts';
import { isAgent } from '@saleyard/domain/account/profile.ts';
import type { Form as FormData } from '@saleyard/domain/listing/forms/field.ts';
import { headline } from '@saleyard/domain/listing/forms/problems.ts';
import { submitProblems } from '@saleyard/domain/listing/validation.ts';
import { dayKey } from '@saleyard/domain/presentation/dates.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { createPath, useBeforeUnload, useBlocker, useNavigate } from 'react-router';
import { paths } from '@/config/paths.ts';
import { call } from '@/lib/api-client.ts';
import { ApiError, errorTextOf } from '@/lib/api-error.ts';
import { currentAuctionsQuery } from '@/lib/auctions.ts';
import { serverNow } from '@/lib/clock.ts';
import { useHeldPage } from '@/lib/session.ts';
import { useWindowEvent } from '@/lib/window-events.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog, MessageDialog } from '@/ui/dialog.tsx';
import { Form } from '@/ui/form/form.tsx';
import { problemResolver } from '@/ui/form/schema-resolver.ts';
import { Row } from '@/ui/layout.tsx';
import { useQuestion } from '@/ui/question-dialog.tsx';
import { type Carried, CarriedContext } from './carried.tsx';
import { FormFiles } from './form-files-buttons.tsx';
import { headOfPath } from './heads-values.ts';
import { Sections, tabsOf } from './lot-sections.tsx';
import {
  clearHiddenHeads,
  clearStaleDeliveries,
  contentOf,
  type LotValues,
  lotFormProblems,
  pathOf,
  prefilled,
  valuesOf,
} from './lot-values.ts';
import { SendingContext } from './media-picker.tsx';
import { useOfflineParts } from './offline-parts.ts';
import { fieldsText, SaveBar } from './save-bar.tsx';
import classes from './selling.module.css';
import { StartFrom } from './start-from.tsx';
import { PlaceProvider, StepNav, usePlace } from './step-nav.tsx';
import steps from './steps.module.css';
import { UNDECIDED, UNSAVED, useSubmission } from './submission.ts';
import { ALLOW, SubmittedDialog, vendorMailNote } from './submitted-dialog.tsx';
import { useLastPrice } from './terms-fields.tsx';
import { useLotSaver } from './use-lot-saver.ts';

/** A changed draft is saved so long after the change. ms. */
const AUTOSAVE_MS = 2_000;
const PRODUCT = 'Saleyard';
const OFFLINE = `Your internet connection has dropped out. ${PRODUCT} will try to automatically reconnect when it detects an internet connection.`;

/** What the person reads after they pressed something. */
type Notice =
  | { what: 'saved' | 'sale-closed'; message: string }
  | { what: 'submitted'; message: string; lot: string; mailed: string | null }
  | { what: 'failed'; message: string }
  | { what: 'dates'; message: string }
  /** A submission goes on once its save, or its own outcome, is known. */
  | { what: 'checking'; of: typeof UNSAVED | typeof UNDECIDED };

/** Whether the server said why it did not save. */
const isExplained = ({ status, message }: ApiError): boolean => message !== new ApiError(status, []).message;

/** Whether it was refused because the sale, or its kind of stock, takes no lots. */
const isClosed = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'sale-closed';

/** Why the sale takes no lots, what became of this one, and who can help. */
const closedText = ({ message }: ApiError, outcome = ''): string =>
  `${message.replace(/\.$/, '')}.${outcome} Please contact support on ${supportPhone()}.`;

const failure = (error: unknown): Notice => {
  if (isClosed(error)) return { what: 'failed', message: closedText(error) };
  const isSaid = error instanceof ApiError && isExplained(error);
  return { what: 'failed', message: isSaid ? errorTextOf(error).message : OFFLINE };
};

/**
 * The question what to do with unsaved changes when the form is left. `isLogOut`: it is left to log out. `onSave` may be pressed while
 * the form saves itself.
 */
function LeaveDialog({
  isLogOut,
  onSave,
  onCancel,
  onDelete,
}: {
  isLogOut: boolean;
  onSave: () => Promise<void>;
  onCancel: () => void;
  onDelete: () => void;
}) {
  const save = useMutation({ mutationFn: onSave });
  return (
    <Dialog
      title="Please Save Changes"
      onClose={onCancel}
      withCancel
      actions={
        <>
          {!isLogOut && (
            <Button variant="default" onClick={onDelete}>
              Delete
            </Button>
          )}
          <Button onClick={() => save.mutate()} loading={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <p>{isLogOut ? 'Your lot is saved before you log out.' : 'Your lot has changes that are not saved.'}</p>
    </Dialog>
  );
}

/**
 * The form of one lot. `me`: its seller, also after the session ended. `onMoved` gets its new address and its sale. `autosaveMs`: a
 * change is saved so long after it.
 */
export function LotForm({
  me,
  form: data,
  sale,
  opened,
  onMoved,
  autosaveMs = AUTOSAVE_MS,
}: {
  me: Me;
  form: FormData;
  sale: AuctionSummary;
  opened: WholeListing | null;
  onMoved: (path: string, sale: AuctionSummary) => void;
  autosaveMs?: number;
}) {
  const navigate = useNavigate();
  const client = useQueryClient();
  useHeldPage(me._id);
  useOfflineParts();
  const { data: sales = [] } = useQuery(currentAuctionsQuery);
  const [notice, setNotice] = useState<Notice | null>(null);
  const isLeaving = useRef(false);
  const { ask, question } = useQuestion();
  const form = useForm<LotValues, unknown, LotValues>({
    defaultValues:
      opened === null
        ? prefilled(data, String(sale.searchNumber), me, dayKey(sale.liveAt))
        : valuesOf(data, String(sale.searchNumber), opened.content),
    resolver: problemResolver((values) => problemsOf(values)),
  });
  const lastPrice = useLastPrice(form);
  const chosenOf = useCallback(
    (number: string): AuctionSummary =>
      sales.find(({ searchNumber }) => String(searchNumber) === number) ?? sale,
    [sales, sale],
  );
  const problemsOf = useCallback(
    (values: LotValues) =>
      lotFormProblems(data, values, {
        today: dayKey(serverNow()),
        live: dayKey(chosenOf(values.auction).liveAt),
        lastPrice: lastPrice.current,
        byAgent: isAgent(me),
      }),
    [data, chosenOf, lastPrice, me],
  );
  const place = usePlace(data);
  const chosen = chosenOf(useWatch({ control: form.control, name: 'auction' }));
  const tabs = useMemo(() => tabsOf(chosen), [chosen]);
  const [begun, setBegun] = useState<number | null>(null);
  const [carried, setCarried] = useState<Carried | null>(null);
  const saver = useLotSaver(form, {
    form: data,
    sale: chosen._id,
    opened,
    account: me._id,
    onBegun: setBegun,
    autosaveMs,
  });

  /** Clears delivery dates before the sale, and says so. */
  const clearStale = () => {
    const message = clearStaleDeliveries(data, form, dayKey(chosen.liveAt));
    if (message !== null) setNotice({ what: 'dates', message });
  };
  const [shownSale, setShownSale] = useState(chosen);
  if (shownSale._id !== chosen._id) {
    setShownSale(chosen);
    // After this render: the fields and the address follow the sale.
    queueMicrotask(() => {
      // The day of the sale is proposed for delivery: it follows the sale.
      if (form.getValues('details.earliestDelivery') === dayKey(shownSale.liveAt))
        form.setValue('details.earliestDelivery', dayKey(chosen.liveAt), { shouldDirty: true });
      clearStale();
      const { number } = saver.lotOf();
      onMoved(paths.newLot(chosen, number === null ? undefined : { searchNumericId: number }), chosen);
    });
  }

  // A delivery date before the sale is also cleared as its field is left.
  useWindowEvent('focusout', () => {
    if (notice === null) clearStale();
  });

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !isLeaving.current &&
      nextLocation.pathname !== currentLocation.pathname &&
      !nextLocation.pathname.startsWith(paths.addLot) &&
      (nextLocation.pathname === paths.logOut || saver.isDirty),
  );
  // A lot that was begun has an address of its own. While it is asked whether to leave, another address would end the leaving.
  useEffect(() => {
    if (begun === null || blocker.state !== 'unblocked') return;
    setBegun(null);
    onMoved(paths.newLot(chosen, { searchNumericId: begun }), chosen);
  }, [begun, blocker.state, chosen, onMoved]);
  useBeforeUnload((event) => {
    if (saver.isDirty) event.preventDefault();
  });
  const leave = async (to: string) => {
    isLeaving.current = true;
    await navigate(to);
    // After the form is left: a lot that is read again while it is open, and is gone, would lead elsewhere.
    await client.invalidateQueries({ queryKey: ['selling'] });
  };

  const notKept = (): Notice => ({
    what: 'failed',
    message: `Please fix ${fieldsText(data, saver.heldBackNow())}. Everything else is saved.`,
  });
  const saveForLater = async () => {
    try {
      const end = await saver.save(true);
      if (end === 'saved') {
        setNotice({
          what: 'saved',
          message: 'Your Lot Has Been Saved. Go to My Admin to Edit Saved Lots.',
        });
      } else {
        for (const { path, message } of saver.heldBackNow()) form.setError(path as 'count', { message });
        setNotice(notKept());
      }
    } catch (error) {
      setNotice(failure(error));
    }
  };
  const submission = useSubmission();
  const [isUndecided, setUndecided] = useState(false);
  const submit = async () => {
    setUndecided(false);
    const showAgain = clearHiddenHeads(data, form);
    try {
      const isSaved = await submission.save(
        () => saver.save(true),
        () => setNotice({ what: 'checking', of: UNSAVED }),
      );
      if (!isSaved) {
        showAgain?.();
        form.setError('root.refused', { type: 'refused', message: UNSAVED.stopped });
        return;
      }
    } catch (error) {
      showAgain?.();
      if (!isClosed(error)) throw error;
      setNotice(failure(error));
      return;
    } finally {
      setNotice((known) => (known?.what === 'checking' ? null : known));
    }
    const { lot, revision } = saver.lotOf();
    if (lot === null) return;
    try {
      if (!(await submission.submit(lot, revision, () => setNotice({ what: 'checking', of: UNDECIDED })))) {
        setUndecided(true);
        form.setError('root.refused', { type: 'refused', message: UNDECIDED.stopped });
        return;
      }
      const mailed = vendorMailNote(form.getValues());
      setNotice({ what: 'submitted', message: ALLOW, lot, mailed });
    } catch (error) {
      setNotice(null);
      if (showAgain !== null) {
        showAgain();
        await saver.save(false, true).catch(() => undefined);
      }
      if (!isClosed(error)) throw error;
      setNotice({ what: 'sale-closed', message: closedText(error, ' Your lot is saved as a draft.') });
    }
  };
  const stopChecking = () => {
    setNotice(null);
    submission.stop();
  };
  const remove = async () => {
    // A save that runs must not bring the lot back.
    await saver.stop();
    const { lot } = saver.lotOf();
    if (lot !== null) await call(sellingOperations.deleteListing, { params: { lot } });
    const next = blocker.state === 'blocked' ? blocker.location : null;
    blocker.reset?.();
    await leave(opened !== null ? paths.savedLots : next === null ? paths.upcoming : createPath(next));
  };

  const controls = (
    <>
      <Button variant="default" onClick={() => void navigate(opened ? paths.savedLots : paths.upcoming)}>
        Back
      </Button>
      <Row gap="sm">
        <Button variant="default" onClick={() => void saveForLater()}>
          Save For Later
        </Button>
        <Button type="submit" loading={form.formState.isSubmitting}>
          Submit
        </Button>
      </Row>
    </>
  );
  return (
    <FormProvider {...form}>
      <Form
        form={form}
        sentByEnter={false}
        goTo={place.goTo}
        onSubmit={submit}
        refusedPath={(field) => pathOf(data, field)}
        describe={({ path, message }) => {
          const head = headOfPath(path);
          return { text: head === null ? message : `Head ${head.row + 1}: ${message}`, field: path };
        }}
        headline={() => {
          if (isUndecided) return UNDECIDED.headline;
          const days = { today: dayKey(serverNow()), live: dayKey(chosen.liveAt) };
          const settings = { lastPrice: lastPrice.current, byAgent: isAgent(me) };
          const problems = submitProblems(data, contentOf(data, form.getValues()), days, settings);
          return headline(data, problems) ?? 'Not submitted';
        }}
      >
        <StartFrom
          me={me}
          form={data}
          day={dayKey(chosen.liveAt)}
          isNew={opened === null}
          isFirst={place.current === 'vendor'}
          isTyped={saver.isDirty || saver.lotOf().lot !== null}
          onStarted={setCarried}
        />
        {me.role === 'admin' && <FormFiles form={data} auction={String(chosen.searchNumber)} />}
        <div className={classes.controls}>{controls}</div>
        <PlaceProvider value={place}>
          <div className={steps.frame}>
            <StepNav form={data} problemsOf={problemsOf} />
            <div className={steps.sections}>
              <SendingContext value={saver.sending}>
                <CarriedContext value={carried}>
                  <Sections
                    form={data}
                    tabs={tabs}
                    mode={opened === null ? 'kind' : 'lot'}
                    auction={chosen}
                  />
                </CarriedContext>
              </SendingContext>
            </div>
          </div>
        </PlaceProvider>
        <SaveBar form={data} saver={saver} goTo={place.goTo}>
          {controls}
        </SaveBar>
      </Form>
      {notice?.what === 'submitted' && (
        <SubmittedDialog {...notice} onClose={() => void leave(paths.submittedLots)} />
      )}
      {notice?.what === 'checking' && (
        <Dialog
          title={notice.of.title}
          onClose={stopChecking}
          actions={
            <Button variant="default" onClick={stopChecking}>
              {notice.of.stop}
            </Button>
          }
        >
          <p role="status">{notice.of.message}</p>
        </Dialog>
      )}
      {notice !== null && notice.what !== 'submitted' && notice.what !== 'checking' && (
        <MessageDialog
          title="Add New Lot"
          message={notice.message}
          onClose={() => {
            setNotice(null);
            if (notice.what === 'saved' || notice.what === 'sale-closed') void leave(paths.savedLots);
          }}
        />
      )}
      {blocker.state === 'blocked' && question === null && notice === null && (
        <LeaveDialog
          isLogOut={blocker.location.pathname === paths.logOut}
          onCancel={() => blocker.reset()}
          onSave={() =>
            saver.save().then(
              (end) => {
                if (end === 'saved') blocker.proceed();
                else {
                  blocker.reset();
                  setNotice(notKept());
                }
              },
              (error: unknown) => {
                blocker.reset();
                setNotice(failure(error));
              },
            )
          }
          onDelete={() =>
            ask(
              {
                title: 'Delete',
                message: 'Are you sure you want to delete this Lot?',
                yes: 'Delete',
                danger: true,
              },
              () => void remove().catch((error: unknown) => setNotice(failure(error))),
            )
          }
        />
      )}
      {question}
    </FormProvider>
  );
}

import type { SaleSchedule } from '@saleyard/contract/staff.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { formatDateTimeWithZone } from '@saleyard/domain/presentation/dates.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router';
import { ICON_SIZES, IconCalendarPlus } from '@/config/icons.ts';
import { paths } from '@/config/paths.ts';
import { saleScheduleQuery, useChangeSale } from '@/features/staff/api/schedule-sale.ts';
import { staffLotsQuery } from '@/features/staff/api/staff-sales.ts';
import { ApiError } from '@/lib/api-error.ts';
import { serverNow } from '@/lib/clock.ts';
import { nextDay } from '@/lib/date-fields.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Facts } from '@/ui/facts.tsx';
import { FieldGroup, Form, Wide } from '@/ui/form/form.tsx';
import { HeldPage } from '@/ui/held-page.tsx';
import { Text } from '@/ui/layout.tsx';
import { BackLink, Empty, Failed, Loading, Page } from '@/ui/page.tsx';
import { useQuestion } from '@/ui/question-dialog.tsx';
import { toast } from '@/ui/toasts.tsx';
import { UnsavedGuard } from '@/ui/unsaved-guard.tsx';
import { EditLotDialog } from './edit-lot-dialog.tsx';
import { LotsOrder, type PlacedLots, wrongNumbers } from './lots-order.tsx';
import { SaleFields } from './sale-fields.tsx';
import { type SaleValues, saleBody, saleResolver, scheduledSale } from './sale-form.ts';
import classes from './schedule.module.css';
import { type Change, changesOf, isMoved } from './schedule-changes.ts';

const FORM_ID = 'change-sale';

const resolver = saleResolver(serverNow);

type Body = ReturnType<typeof saleBody>;

const CLOSED = {
  opened: {
    title: 'This sale has opened',
    text: 'Its schedule stays as it is. Until a lot is live its seller may still change its prices, and you can announce, freeze, withdraw lots and correct results on its own screen.',
  },
  cancelled: { title: 'This sale is cancelled', text: 'It can no longer be changed.' },
} as const;

/** Everything of a sale that has not opened may be changed here but its kind. */
export function EditSaleScreen() {
  const { id = '' } = useParams();
  const { data, error, isPending, isFetching, refetch } = useQuery(saleScheduleQuery(id));
  const [loads, setLoads] = useState(0);
  const back = <BackLink to={paths.staffSale({ _id: id })}>Back to the sale</BackLink>;
  if (isPending) return <Loading label="Loading the schedule…" />;
  if (data === undefined)
    return (
      <Page title="Change the schedule" before={back}>
        <Failed error={error} onRetry={() => void refetch()} />
      </Page>
    );
  const closed = data.closedBy && CLOSED[data.closedBy];
  return (
    <Page title={`Change the schedule: ${data.details.title}`} before={back}>
      {closed ? (
        <Empty title={closed.title}>{closed.text}</Empty>
      ) : (
        <EditForm
          key={`${id} ${loads}`}
          opened={data}
          isReloading={isFetching}
          onReload={async () => {
            if ((await refetch()).isSuccess) setLoads(loads + 1);
          }}
        />
      )}
    </Page>
  );
}

/** `opened`: the schedule as it was read first. Read again, it leaves the form as it is. */
function EditForm({
  opened,
  isReloading,
  onReload,
}: {
  opened: SaleSchedule;
  isReloading: boolean;
  onReload: () => Promise<void>;
}) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [sale, setSale] = useState(opened);
  const form = useForm<SaleValues, unknown, Body>({
    defaultValues: scheduledSale(sale),
    resolver,
    shouldFocusError: false,
  });
  const [lots, setLots] = useState<PlacedLots>(sale.lots);
  const [editing, setEditing] = useState<PlacedLots[number] | null>(null);
  const [asked, setAsked] = useState<readonly Change[] | null>(null);
  const confirmed = useRef(false);
  const [isDone, setDone] = useState(false);
  // After the effect of the guard, which then lets it pass.
  useEffect(() => {
    if (isDone) void navigate(paths.staffSale(sale));
  }, [isDone, navigate, sale]);
  const read = useQuery(staffLotsQuery(sale._id));
  const details = useMemo(() => new Map((read.data ?? []).map((lot) => [lot._id, lot])), [read.data]);
  const change = useChangeSale(sale._id);
  const { ask, question } = useQuestion();
  const isStale = change.error instanceof ApiError && change.error.code === 'changed-elsewhere';

  const save = async (body: Body) => {
    await change.mutateAsync({
      ...body,
      ...(lots !== sale.lots && { lots: [...lots] }),
      revision: sale.revision,
    });
    toast('The schedule is changed');
    setDone(true);
  };

  const submit = async (body: Body) => {
    if (wrongNumbers(lots).size > 0) throw new Error('Every lot needs a number of its own.');
    const unchanged = { ...saleBody(scheduledSale(sale)), lots: sale.lots };
    const changes = changesOf(unchanged, { ...body, lots });
    if (changes.length === 0) {
      toast('Nothing was changed');
      return setDone(true);
    }
    if (isMoved(sale, body) && !confirmed.current) return setAsked(changes);
    confirmed.current = false;
    await save(body).finally(() => setAsked(null));
  };

  const moveToNextDay = () => {
    for (const name of ['terms.openAt', 'terms.liveAt', 'details.settings.editLotDisabledAt'] as const) {
      const value = form.getValues(name);
      if (typeof value === 'number') form.setValue(name, nextDay(value), { shouldDirty: true });
    }
  };

  const reload = () =>
    ask(
      {
        title: 'Load the present schedule?',
        message: 'What you changed here and did not save is thrown away.',
        yes: 'Load it',
        danger: true,
      },
      () => {
        void client.invalidateQueries({ queryKey: staffLotsQuery(sale._id).queryKey });
        void onReload();
      },
    );

  /** A lot was saved: the form continues from its revision, unless something else was changed in between. */
  const lotSaved = (lot: string, number: string, revision: number | null) => {
    const renumbered = (placed: PlacedLots) =>
      placed.map((one) => (one._id === lot ? { ...one, number } : one));
    const saved = renumbered(sale.lots);
    setLots(lots === sale.lots ? saved : renumbered(lots));
    setSale({ ...sale, lots: saved, ...(revision === sale.revision + 1 && { revision }) });
    setEditing(null);
    toast(`Lot ${number} is changed`);
  };

  return (
    <>
      {question}
      <HeldPage />
      <UnsavedGuard
        isUnsaved={!isDone && (form.formState.isDirty || lots !== sale.lots)}
        title="Leave without saving?"
      >
        Your changes to this schedule will be lost.
      </UnsavedGuard>
      <div className={classes.note}>
        <Text>
          You can change everything here but the kind until the sale opens, now on{' '}
          {formatDateTimeWithZone(sale.terms.openAt)}. When its times move, its sellers and everybody who
          watches a lot get an e-mail. A seller gets one when their lot changes.
        </Text>
        <Text>
          After that only the prices of a lot can be changed by its seller, until late edits end. Lots can be
          withdrawn, and the sale cancelled until it goes live.
        </Text>
        <Button
          variant="default"
          leftSection={<IconCalendarPlus size={ICON_SIZES.sm} aria-hidden="true" />}
          onClick={moveToNextDay}
        >
          Move all times to the next day
        </Button>
      </div>
      <Form form={form} id={FORM_ID} onSubmit={submit} refusedPath={refusedPath}>
        <SaleFields isScheduled />
        <FieldGroup title={`Catalogue: ${countOf(lots.length, 'lot')}`}>
          <Wide>
            {lots.length === 0 ? (
              <p className="sy-dim">No lots yet. They are added on the screen of the sale.</p>
            ) : (
              <LotsOrder
                lots={lots}
                details={details}
                onChange={setLots}
                onEdit={(id) => setEditing(lots.find(({ _id }) => _id === id) ?? null)}
              />
            )}
          </Wide>
        </FieldGroup>
        <div className={classes.submit}>
          <Button type="submit" size="md" loading={change.isPending && asked === null}>
            Save the schedule
          </Button>
          {isStale && (
            <Button variant="default" loading={isReloading} onClick={reload}>
              Load the present schedule
            </Button>
          )}
        </div>
      </Form>
      {asked && (
        <MoveDialog
          changes={asked}
          isPending={change.isPending}
          onClose={() => setAsked(null)}
          onYes={() => {
            confirmed.current = true;
          }}
        />
      )}
      {editing && (
        <EditLotDialog
          key={editing._id}
          auction={sale._id}
          lot={editing._id}
          kind={sale.details.kind}
          number={sale.lots.find(({ _id }) => _id === editing._id)?.number ?? editing.number}
          onClose={() => setEditing(null)}
          onSaved={(number, revision) => lotSaved(editing._id, number, revision)}
        />
      )}
    </>
  );
}

const refusedPath = (field: string): string | null =>
  field.startsWith('lots') || field === 'details.auctionTabs' ? null : field.replaceAll(/\[(\d+)\]/g, '.$1');

function MoveDialog({
  changes,
  isPending,
  onClose,
  onYes,
}: {
  changes: readonly Change[];
  isPending: boolean;
  onClose: () => void;
  onYes: () => void;
}) {
  return (
    <Dialog
      title="Move the sale?"
      onClose={onClose}
      withCancel
      actions={
        <Button type="submit" form={FORM_ID} loading={isPending} onClick={onYes}>
          Move the sale
        </Button>
      }
    >
      <Facts mb="md" className={classes.changes}>
        {changes.map(({ what, before, now }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              <del>{before}</del> <ins>{now}</ins>
            </dd>
          </div>
        ))}
      </Facts>
      <p>Its sellers and everybody who watches a lot get an e-mail, with the new entry for their calendar.</p>
    </Dialog>
  );
}

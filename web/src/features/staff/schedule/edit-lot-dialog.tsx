import { sellingOperations } from '@saleyard/contract/operations/selling.ts';
import type { WholeListing } from '@saleyard/contract/selling.ts';
import type { ChangeLotBody } from '@saleyard/contract/staff.ts';
import type { Values as FieldValues } from '@saleyard/domain/listing/forms/field.ts';
import { headWeights, isWeighedField, withWeighed } from '@saleyard/domain/listing/forms/lot-view.ts';
import { formatCount, typedPrice } from '@saleyard/domain/presentation/amounts.ts';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { saleScheduleQuery, useChangeLot } from '@/features/staff/api/schedule-sale.ts';
import { call } from '@/lib/api-client.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Form } from '@/ui/form/form.tsx';
import { problemResolver } from '@/ui/form/schema-resolver.ts';
import { Text } from '@/ui/layout.tsx';
import { Failed, Loading } from '@/ui/page.tsx';
import { LotCell } from './lot-cell.tsx';
import { columnsOf, type Kind, LOT_COLUMNS } from './lot-columns.ts';
import { type LotDraft, lotBody, problemsOf } from './lot-draft.ts';
import classes from './schedule.module.css';

type Values = { lot: LotDraft };

const FORM_ID = 'change-lot';

/** A lot as a person would type it. */
export function draftOfLot(lot: WholeListing, number: string): LotDraft {
  const unit = lot.bidding ?? 'head';
  const price = (cents: number | null) => (cents === null ? '' : typedPrice(cents, unit));
  const terms = {
    number,
    unit,
    count: String(lot.count ?? ''),
    startCents: price(lot.startPrice),
    incrementCents: String(lot.bidIncrementCents ?? ''),
    reserveCents: price(lot.reserveCents),
    maxVendorBids: String(lot.maxVendorBids),
  };
  const content = { ...lot.content, details: lot.content.details as FieldValues };
  const details: Readonly<Record<string, unknown>> = withWeighed(content);
  const typed = (value: unknown): string => {
    if (value === undefined || value === null) return '';
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    return Array.isArray(value) ? value.join('; ') : String(value);
  };
  return {
    key: lot._id,
    ...(Object.fromEntries(LOT_COLUMNS.map(({ name }) => [name, typed(details[name])])) as Omit<
      LotDraft,
      'key'
    >),
    ...terms,
  };
}

/** What differs of two drafts without problems, as it is sent: a field that was emptied is null or ''. */
export function lotChange(before: LotDraft, now: LotDraft, kind: Kind): ChangeLotBody['lot'] {
  const body: Readonly<Record<string, unknown>> = lotBody(now);
  const sent: Record<string, unknown> = {};
  for (const { name, type } of columnsOf(kind)) {
    if (before[name].trim() === now[name].trim()) continue;
    const emptied = type === 'text' || type === 'choice' ? '' : type === 'choices' ? [] : null;
    sent[name] = body[name] ?? (name === 'maxVendorBids' ? 0 : emptied);
  }
  // Another unit means other amounts, also where something is typed.
  if (sent['unit'] !== undefined)
    for (const name of ['startCents', 'incrementCents', 'reserveCents'] as const)
      sent[name] = body[name] ?? null;
  return sent as ChangeLotBody['lot'];
}

/**
 * Changes one lot of a catalogue. `number`: as it is now. `onSaved` gets the number that it has then, and the
 * revision of the sale after the change.
 */
export function EditLotDialog({
  auction,
  lot,
  kind,
  number,
  onClose,
  onSaved,
}: {
  auction: string;
  lot: string;
  kind: Kind;
  number: string;
  onClose: () => void;
  onSaved: (number: string, revision: number | null) => void;
}) {
  const schedule = useQuery({
    ...saleScheduleQuery(auction),
    queryKey: ['staff', 'lot-schedule', auction, lot],
  });
  const listing = useQuery({
    queryKey: ['staff', 'listings', lot, 'change'],
    queryFn: ({ signal }) => call(sellingOperations.staffListing, { params: { lot }, signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const error = schedule.error ?? listing.error;
  if (error)
    return (
      <Dialog title={`Lot ${number}`} onClose={onClose} withCancel actions={null}>
        <Failed error={error} />
      </Dialog>
    );
  if (!schedule.data || !listing.data)
    return (
      <Dialog title={`Lot ${number}`} onClose={onClose} withCancel actions={null}>
        <Loading label="Loading the lot…" />
      </Dialog>
    );
  return (
    <LotForm
      auction={auction}
      lot={lot}
      kind={kind}
      onClose={onClose}
      onSaved={onSaved}
      revision={schedule.data.revision}
      before={draftOfLot(listing.data.lot, number)}
      seller={listing.data.seller}
      weighed={headWeights(listing.data.lot.content).length}
    />
  );
}

function LotForm({
  auction,
  lot,
  kind,
  revision,
  before,
  seller,
  weighed,
  onClose,
  onSaved,
}: {
  auction: string;
  lot: string;
  kind: Kind;
  revision: number;
  before: LotDraft;
  seller: string;
  /** How many head were weighed. */
  weighed: number;
  onClose: () => void;
  onSaved: (number: string, revision: number | null) => void;
}) {
  const change = useChangeLot(auction);
  const hint =
    weighed === 0
      ? undefined
      : `Weights are calculated from the ${formatCount(weighed)} head that ${weighed === 1 ? 'was' : 'were'} weighed.`;
  const form = useForm<Values>({
    defaultValues: { lot: before },
    resolver: problemResolver(({ lot: draft }) =>
      problemsOf([draft], kind).map(({ column, message }) => ({ path: `lot.${column}`, message })),
    ),
    shouldFocusError: false,
  });
  const submit = async ({ lot: now }: Values) => {
    const changed = lotChange(before, now, kind);
    const isChanged = Object.keys(changed).length > 0;
    const saved = isChanged ? await change.mutateAsync({ lot, change: changed, revision }) : null;
    onSaved(now.number.trim(), saved?.revision ?? null);
  };
  return (
    <Dialog
      title={`Change Lot ${before.number}`}
      onClose={onClose}
      withCancel
      actions={
        <Button type="submit" form={FORM_ID} loading={change.isPending}>
          Save the lot
        </Button>
      }
    >
      <p className="sy-dim">{seller || 'The seller'} gets an e-mail that says what changed.</p>
      {hint && <p className="sy-dim">{hint}</p>}
      <Form form={form} id={FORM_ID} onSubmit={submit}>
        <div className={classes.lotFields}>
          {columnsOf(kind).map((column) => (
            <div key={column.name} className={classes.lotField}>
              <Text as="span" size="sm" tone="dim" aria-hidden="true">
                {column.label}
                {column.required && ' *'}
              </Text>
              <LotCell
                name="lot"
                column={column}
                row={0}
                kind={kind}
                closed={isWeighedField(column.name) ? hint : undefined}
              />
            </div>
          ))}
        </div>
      </Form>
    </Dialog>
  );
}

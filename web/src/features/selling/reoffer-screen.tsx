import { sellingOperations } from '@saleyard/contract/operations/selling.ts';
import type { WholeListing } from '@saleyard/contract/selling.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { sentPrices } from '@saleyard/domain/listing/price-names.ts';
import { REOFFER_DAYS } from '@saleyard/domain/listing/stock.ts';
import { reofferProblems } from '@saleyard/domain/listing/validation.ts';
import { dayKey, formatDateTime } from '@saleyard/domain/presentation/dates.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Navigate, useNavigate, useParams } from 'react-router';
import { paths } from '@/config/paths.ts';
import { call } from '@/lib/api-client.ts';
import { ApiError } from '@/lib/api-error.ts';
import { currentAuctionsQuery } from '@/lib/auctions.ts';
import { serverNow } from '@/lib/clock.ts';
import { titleOf } from '@/lib/labels.ts';
import { salesTakingLots } from '@/lib/selling.ts';
import { useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { MessageDialog } from '@/ui/dialog.tsx';
import { ChoiceField } from '@/ui/form/fields.tsx';
import { FieldGroup, Form } from '@/ui/form/form.tsx';
import { problemResolver } from '@/ui/form/schema-resolver.ts';
import { BackLink, Failed, Loading, NoPermission, Page } from '@/ui/page.tsx';
import { Sections } from './lot-sections.tsx';
import { clearStaleDeliveries, contentOf, type LotValues, pathOf, valuesOf } from './lot-values.ts';
import classes from './selling.module.css';
import { ownLotQuery } from './selling-queries.ts';
import { ALLOW } from './submitted-dialog.tsx';

const DIFFERENT_AUCTION = 'Please Choose a Different Auction';
const DAY_MS = 24 * 3_600_000;

function ReofferForm({ lot }: { lot: WholeListing }) {
  const me = useMe();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: sales = [] } = useQuery(currentAuctionsQuery);
  const [notice, setNotice] = useState<{ title: string; message: string; isDone: boolean } | null>(null);
  const data = FORMS[lot.kindData.type];
  const eligible = me ? salesTakingLots(sales, me, lot.kindData.type, serverNow()) : [];
  const chosenOf = (number: string) =>
    eligible.find(({ searchNumber }) => String(searchNumber) === number) ?? null;
  const daysFor = (number: string) => {
    const liveAt = chosenOf(number)?.liveAt;
    return { today: dayKey(serverNow()), live: liveAt === undefined ? null : dayKey(liveAt) };
  };
  const form = useForm<LotValues, unknown, LotValues>({
    // A weight is adjusted again for the other sale.
    defaultValues: { ...valuesOf(data, '', lot.content), adjustWeight: '0' },
    resolver: problemResolver((values) => [
      ...(chosenOf(values.auction) === null ? [{ path: 'auction', message: DIFFERENT_AUCTION }] : []),
      ...reofferProblems(data, contentOf(data, values), daysFor(values.auction)).map(
        ({ field, message }) => ({ path: pathOf(data, field), message }),
      ),
    ]),
  });
  const { subscribe, getValues } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          const { live } = daysFor(getValues('auction'));
          if (name !== 'auction' || live === null) return;
          const message = clearStaleDeliveries(data, form, live);
          if (message !== null) setNotice({ title: 'Reoffer', message, isDone: false });
        },
      }),
    // The sales that can be chosen are those of this render.
  );
  const submit = async (values: LotValues) => {
    const auction = chosenOf(values.auction)?._id ?? '';
    const { adjustWeight, startCents, incrementCents, reserveCents, details } = contentOf(data, values);
    await call(sellingOperations.reofferListing, {
      params: { auction, lot: lot._id },
      body: {
        lot: {
          adjustWeight,
          ...sentPrices({ startCents, incrementCents, reserveCents }),
          earliestDelivery: String(details['earliestDelivery'] ?? ''),
          latestDelivery: String(details['latestDelivery'] ?? ''),
        },
      },
    });
    await client.invalidateQueries({ queryKey: ['selling'] });
    setNotice({
      title: 'Lot Submitted Successfully',
      message: ALLOW,
      isDone: true,
    });
  };
  const submitButton = (
    <div className={classes.controls}>
      <span />
      <Button type="submit" loading={form.formState.isSubmitting}>
        Submit
      </Button>
    </div>
  );
  return (
    <>
      <Form form={form} onSubmit={submit} refusedPath={(field) => pathOf(data, field)}>
        {submitButton}
        <FieldGroup title="Auction Details">
          <ChoiceField
            name="auction"
            label="Auction Date"
            withAsterisk
            description={eligible.length === 0 ? 'No auctions available' : undefined}
            options={[
              { value: '', label: 'Choose' },
              ...eligible.map(({ searchNumber, title, liveAt }) => ({
                value: String(searchNumber),
                label: `${formatDateTime(liveAt)}, ${title}`,
              })),
            ]}
          />
        </FieldGroup>
        <Sections form={data} tabs={null} mode="reoffer" />
        {submitButton}
      </Form>
      {notice !== null && (
        <MessageDialog
          title={notice.title}
          message={notice.message}
          onClose={() => {
            setNotice(null);
            if (notice.isDone) void navigate(paths.submittedLots);
          }}
        />
      )}
    </>
  );
}

/** Whether its sale closed so lately that the lot can be offered again. Whether it was sold, the server says. */
const mayReoffer = ({ phase, auctionData }: WholeListing): boolean =>
  phase === 'approved' &&
  auctionData?.closedAt != null &&
  serverNow() <= auctionData.closedAt + REOFFER_DAYS * DAY_MS;

/** /main/manage/edit-reoffers/…: an unsold lot is offered in another auction. Without a lot: to the list of them. */
export function ReofferScreen() {
  const { draftNumericId } = useParams();
  const query = useQuery({ ...ownLotQuery(draftNumericId ?? ''), enabled: draftNumericId !== undefined });
  const { data: lot, error, refetch } = query;
  if (draftNumericId === undefined) return <Navigate to={paths.reoffers} replace />;
  if (error instanceof ApiError && error.status === 404) return <Navigate to={paths.myAdmin} replace />;
  return (
    <Page
      title={lot ? `Reoffer ${titleOf(lot, lot.count ?? 0)}` : 'Reoffer'}
      before={<BackLink to={paths.reoffers}>Back to My Reoffers</BackLink>}
    >
      {!lot && error === null && <Loading label="Loading the lot…" />}
      {!lot && error !== null && <Failed error={error} onRetry={() => void refetch()} />}
      {lot &&
        (mayReoffer(lot) ? (
          <ReofferForm lot={lot} />
        ) : (
          <NoPermission>
            Lots can be reoffered for {REOFFER_DAYS} days after their auction closed.
          </NoPermission>
        ))}
    </Page>
  );
}

import { sellingOperations } from '@saleyard/contract/operations/selling.ts';
import type { WholeListing } from '@saleyard/contract/selling.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { missingText } from '@saleyard/domain/listing/forms/problems.ts';
import { ownName, sentName, sentPrices } from '@saleyard/domain/listing/price-names.ts';
import { priceProblem } from '@saleyard/domain/listing/validation.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Navigate, useNavigate, useParams } from 'react-router';
import { paths } from '@/config/paths.ts';
import { call } from '@/lib/api-client.ts';
import { ApiError, errorTextOf } from '@/lib/api-error.ts';
import { titleOf } from '@/lib/labels.ts';
import { Button } from '@/ui/button.tsx';
import { MessageDialog } from '@/ui/dialog.tsx';
import { Form } from '@/ui/form/form.tsx';
import { problemResolver } from '@/ui/form/schema-resolver.ts';
import { Row } from '@/ui/layout.tsx';
import { BackLink, Failed, Loading, NoPermission, Page } from '@/ui/page.tsx';
import { useQuestion } from '@/ui/question-dialog.tsx';
import { Sections } from './lot-sections.tsx';
import { type LotValues, valuesOf } from './lot-values.ts';
import { ownLotQuery } from './selling-queries.ts';
import { useLastPrice } from './terms-fields.tsx';

const TITLE = 'Edit Price';
const AUTO_BID_WARNING =
  'An auto-bid is set on this Lot. Changing Start & Reserve Price may invalidate the auto-bid.';

function PricesForm({ lot }: { lot: WholeListing }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const data = FORMS[lot.kindData.type];
  const form = useForm<LotValues, unknown, LotValues>({
    defaultValues: valuesOf(data, '', lot.content),
    resolver: problemResolver(({ startCents, reserveCents }) => {
      if (typeof startCents !== 'number')
        return [{ path: 'startCents', message: missingText('Start Price') }];
      if (reserveCents === '') return [];
      if (typeof reserveCents !== 'number')
        return [{ path: 'reserveCents', message: 'Reserve Price must be a price' }];
      const wrong = priceProblem({ startCents, reserveCents }, lastPrice.current);
      return wrong === null ? [] : [{ path: wrong.field, message: wrong.message }];
    }),
  });
  const lastPrice = useLastPrice(form);
  const { ask, question } = useQuestion();
  const [failed, setFailed] = useState<string | null>(null);
  const change = async ({ startCents, reserveCents }: LotValues) => {
    await call(sellingOperations.editListingLate, {
      params: { lot: lot._id },
      body: {
        lot: sentPrices({
          startCents: Number(startCents),
          reserveCents: reserveCents === '' ? null : Number(reserveCents),
        }),
        last: sentName(lastPrice.current),
      },
    });
    await client.invalidateQueries({ queryKey: ['selling'] });
    await navigate(paths.submittedLots);
  };
  const save = async (values: LotValues) => {
    const { isAutoBids } = await call(sellingOperations.listingAutoBids, { params: { lot: lot._id } });
    if (isAutoBids === 0) return change(values);
    ask(
      { title: TITLE, message: AUTO_BID_WARNING, yes: 'Change Price' },
      () => void change(values).catch((error: unknown) => setFailed(errorTextOf(error).message)),
    );
  };
  const button = (
    <Row justify="flex-end">
      <Button type="submit" loading={form.formState.isSubmitting}>
        Change Price
      </Button>
    </Row>
  );
  return (
    <Form form={form} onSubmit={save} refusedPath={ownName}>
      {button}
      <Sections form={data} tabs={null} mode="edit-late" />
      {button}
      {question}
      {failed !== null && <MessageDialog title={TITLE} message={failed} onClose={() => setFailed(null)} />}
    </Form>
  );
}

/** /main/manage/edit-late/…: the prices of a lot that is in a catalogue. Without a lot: to the list of them. */
export function LateEditScreen() {
  const { draftNumericId } = useParams();
  const query = useQuery({ ...ownLotQuery(draftNumericId ?? ''), enabled: draftNumericId !== undefined });
  const { data: lot, error, refetch } = query;
  if (draftNumericId === undefined) return <Navigate to={paths.submittedLots} replace />;
  if (error instanceof ApiError && error.status === 404) return <Navigate to={paths.myAdmin} replace />;
  return (
    <Page
      title={lot ? `${TITLE}: ${titleOf(lot, lot.count ?? 0)}` : TITLE}
      before={<BackLink to={paths.submittedLots}>Back to My Submitted</BackLink>}
    >
      {!lot && error === null && <Loading label="Loading the lot…" />}
      {!lot && error !== null && <Failed error={error} onRetry={() => void refetch()} />}
      {lot && !lot.mayEditLate && (
        <NoPermission>The prices of this lot can no longer be changed.</NoPermission>
      )}
      {lot?.mayEditLate && <PricesForm lot={lot} />}
    </Page>
  );
}

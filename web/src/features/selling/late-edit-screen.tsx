import { sellingOperations, type WholeListing } from '@saleyard/contract/selling.ts';
import { priceProblem } from '@saleyard/domain/listing/validation.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { Navigate, useNavigate, useParams } from 'react-router';
import { paths } from '@/app/paths.ts';
import { BackLink } from '@/components/back-link.tsx';
import { Button } from '@/components/button.tsx';
import { Group } from '@/components/controls.tsx';
import { FieldGroup, Form } from '@/components/form/form.tsx';
import { faultResolver } from '@/components/form/schema-resolver.ts';
import { Failed, Loading, NoPermission, Page } from '@/components/page.tsx';
import { call } from '@/lib/api-client.ts';
import { ApiError } from '@/lib/api-error.ts';
import { titleOf } from '@/lib/labels.ts';
import { ownLotQuery } from './selling-queries.ts';
import { PriceFields } from './terms-fields.tsx';

type Prices = { unit: string; startCents: number | string; reserveCents: number | string };

const TITLE = 'Edit Price';

function PricesForm({ lot }: { lot: WholeListing }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const last = useRef<'startCents' | 'reserveCents'>('reserveCents');
  const form = useForm<Prices, unknown, Prices>({
    defaultValues: {
      unit: lot.bidding ?? '',
      startCents: lot.startPrice ?? '',
      reserveCents: lot.reserveCents ?? '',
    },
    resolver: faultResolver(({ startCents, reserveCents }) => {
      if (typeof startCents !== 'number')
        return [{ path: 'startCents', message: 'Please enter Start Price This is a required field*' }];
      if (reserveCents === '') return [];
      if (typeof reserveCents !== 'number')
        return [{ path: 'reserveCents', message: 'Reserve Price must be a price' }];
      const wrong = priceProblem({ startCents, reserveCents }, last.current);
      return wrong === null ? [] : [{ path: wrong.field, message: wrong.message }];
    }),
  });
  const save = async ({ startCents, reserveCents }: Prices) => {
    await call(sellingOperations.editListingLate, {
      params: { lot: lot._id },
      body: {
        lot: {
          startCents: Number(startCents),
          reserveCents: reserveCents === '' ? null : Number(reserveCents),
        },
        last: last.current,
      },
    });
    await client.invalidateQueries({ queryKey: ['selling'] });
    await navigate(paths.submittedLots);
  };
  return (
    <Form form={form} onSubmit={save} refusedPath={(field) => field}>
      <div
        onInput={(event) => {
          const { name } = event.target as HTMLInputElement;
          if (name === 'startCents' || name === 'reserveCents') last.current = name;
        }}
      >
        <FieldGroup title={titleOf(lot.view, lot.count ?? 0)}>
          <PriceFields />
        </FieldGroup>
      </div>
      <Group justify="flex-end">
        <Button type="submit" loading={form.formState.isSubmitting}>
          Change Price
        </Button>
      </Group>
    </Form>
  );
}

/** /main/manage/edit-late/…: the prices of a lot that stands in a catalogue. */
export function LateEditScreen() {
  const { lotNumericId = '' } = useParams();
  const { data: lot, error, refetch } = useQuery(ownLotQuery(lotNumericId));
  if (error instanceof ApiError && error.status === 404) return <Navigate to={paths.myAdmin} replace />;
  return (
    <Page title={TITLE} before={<BackLink to={paths.submittedLots}>Back to My Submitted</BackLink>}>
      {!lot && error === null && <Loading label="Loading the lot…" />}
      {!lot && error !== null && <Failed error={error} onRetry={() => void refetch()} />}
      {lot && !lot.mayEditLate && (
        <NoPermission>The prices of this lot can no longer be changed.</NoPermission>
      )}
      {lot?.mayEditLate && <PricesForm lot={lot} />}
    </Page>
  );
}

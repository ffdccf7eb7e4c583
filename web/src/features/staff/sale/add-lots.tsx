import type { StaffAuction } from '@saleyard/contract/auctions.ts';
import { nextNumber } from '@saleyard/domain/listing/forms/catalogue.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { useAddLots } from '@/features/staff/api/schedule-sale.ts';
import { staffLotsQuery, staffSaleQuery } from '@/features/staff/api/staff-sales.ts';
import { LotsFields } from '@/features/staff/schedule/lots-fields.tsx';
import {
  describeLots,
  type LotsValues,
  lotsCount,
  lotsProblems,
  lotsToAdd,
  newLots,
  refusedLotsPath,
} from '@/features/staff/schedule/lots-form.ts';
import { ApiError } from '@/lib/api-error.ts';
import { Button } from '@/ui/button.tsx';
import { Form } from '@/ui/form/form.tsx';
import { problemResolver } from '@/ui/form/schema-resolver.ts';
import { UploadProgress } from '@/ui/upload/upload-field.tsx';

type Values = { lots: LotsValues };

/** The same press sends the same again, which is added once. */
const isNoAnswer = (error: unknown): boolean => error instanceof ApiError && error.isNoConnection;

function SubmitButton({ pending, failed }: { pending: boolean; failed: boolean }) {
  const count = lotsCount(useWatch<Values, 'lots'>({ name: 'lots' }));
  return (
    <div>
      <Button type="submit" loading={pending}>
        {count === 0 ? 'Add lots' : `${failed ? 'Try again to add' : 'Add'} ${countOf(count, 'lot')}`}
      </Button>
    </div>
  );
}

/**
 * Adds lots to a sale that is not open yet. `numbers`: of the lots that it has; the next free one is offered.
 * `onDone` once this many are in the catalogue.
 */
export function AddLots({
  sale,
  numbers,
  onDone,
}: {
  sale: StaffAuction;
  numbers: readonly string[];
  onDone: (count: number) => void;
}) {
  const client = useQueryClient();
  const kind = sale.kindData.type;
  const add = useAddLots();
  const first = nextNumber(numbers);
  const form = useForm<Values>({
    defaultValues: { lots: newLots(kind, first) },
    resolver: problemResolver(({ lots }) => {
      const problems = lotsProblems(lots, kind);
      return problems.length === 0 && lotsCount(lots) === 0
        ? [{ path: 'lots.none', message: 'Please Enter at least one lot' }]
        : problems;
    }),
    shouldFocusError: false,
  });
  const submit = async ({ lots }: Values) => {
    const toAdd = lotsToAdd(lots);
    if (toAdd === null) return;
    const added = await add.mutateAsync({ auction: sale._id, lots: toAdd });
    void client.invalidateQueries({ queryKey: staffSaleQuery(sale._id).queryKey, exact: true });
    void client.invalidateQueries({ queryKey: staffLotsQuery(sale._id).queryKey });
    onDone(added.lots.length);
  };
  return (
    <Form
      form={form}
      onSubmit={submit}
      describe={describeLots}
      refusedPath={(field) => refusedLotsPath(field, form.getValues('lots'))}
    >
      <div>
        <LotsFields kind={kind} first={first} />
      </div>
      <UploadProgress share={add.sent} label="Sending the file" />
      <SubmitButton pending={add.isPending} failed={isNoAnswer(add.error)} />
    </Form>
  );
}

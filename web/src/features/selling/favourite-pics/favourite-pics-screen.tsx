import { favouritePicOperations } from '@saleyard/contract/operations/favourite-pics.ts';
import {
  EMPTY_VENDOR_PIC,
  tidyVendorPic,
  type VendorPic,
  vendorPicProblems,
  vendorPicSummary,
} from '@saleyard/domain/account/vendor-pic.ts';
import { STATES } from '@saleyard/domain/listing/stock.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { paths } from '@/config/paths.ts';
import { call } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { useDistricts } from '@/lib/states.ts';
import { Button } from '@/ui/button.tsx';
import { MessageDialog } from '@/ui/dialog.tsx';
import { useUrlPage } from '@/ui/filters/url-filters.tsx';
import { ChoiceField, TextField } from '@/ui/form/fields.tsx';
import { FieldGroup, Form } from '@/ui/form/form.tsx';
import { problemResolver } from '@/ui/form/schema-resolver.ts';
import { Row } from '@/ui/layout.tsx';
import { BackLink, Empty, Failed, Loading, Page } from '@/ui/page.tsx';
import { Pager } from '@/ui/pager.tsx';
import { useQuestion } from '@/ui/question-dialog.tsx';
import { type Column, DataTable } from '@/ui/table/data-table.tsx';
import { type FavouritePic, favouritePicsQuery } from './favourite-pics-query.ts';

/** Rows of a page of the table. */
const ROWS = 10;

const CHOOSE = { value: '', label: 'Choose' };
const optionsOf = (values: readonly string[]) => [
  CHOOSE,
  ...values.map((value) => ({ value, label: value })),
];

const pathOf = (field: string): string => (field === '' ? 'root.refused' : field.replace(/^pic\./, ''));

/** Adds a PIC, or changes the one that is being edited. */
function PicForm({ edited, onDone }: { edited: FavouritePic | null; onDone: () => void }) {
  const client = useQueryClient();
  const [wrong, setWrong] = useState<string | null>(null);
  const { _id: _, ...stated } = edited ?? { _id: '', ...EMPTY_VENDOR_PIC };
  const form = useForm<VendorPic, unknown, VendorPic>({
    defaultValues: stated,
    resolver: problemResolver((values) => {
      const problems = vendorPicProblems(values);
      return problems.map(({ field, message }) => ({ path: pathOf(field), message }));
    }),
  });
  const { subscribe, setValue, control } = form;
  const state = useWatch({ control, name: 'state' });
  const districts = useDistricts(state);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (name === 'state') setValue('district', '', { shouldDirty: true });
        },
      }),
    [subscribe, setValue],
  );
  const save = async (pic: VendorPic) => {
    const body = { pic: tidyVendorPic(pic) };
    if (edited === null) await call(favouritePicOperations.addFavouritePic, { body });
    else await call(favouritePicOperations.changeFavouritePic, { params: { pic: edited._id }, body });
    await client.invalidateQueries(favouritePicsQuery);
    form.reset(EMPTY_VENDOR_PIC);
    onDone();
  };
  return (
    <>
      <div
        // A press on the button that can't be carried out is answered by a dialog, too.
        onClickCapture={(event) => {
          if ((event.target as HTMLElement).closest('button[type=submit]') === null) return;
          setWrong(vendorPicSummary(vendorPicProblems(form.getValues())));
        }}
      >
        <Form form={form} onSubmit={save} refusedPath={pathOf}>
          <FieldGroup title={edited === null ? 'Add a PIC' : 'Edit PIC'}>
            <TextField name="vendorName" label="Vendor" letters="capital" />
            <TextField name="pic" label="PIC" letters="upper" />
            <TextField name="vendorPhone" label="Phone" type="tel" />
            <TextField name="vendorEmail" label="Email" type="email" />
            <TextField name="address" label="Address" />
            <TextField name="town" label="Town" letters="upper" />
            <TextField name="postcode" label="Postcode" />
            <ChoiceField name="state" label="State" options={optionsOf(STATES)} />
            <ChoiceField
              name="district"
              label="District"
              options={optionsOf(districts)}
              disabled={districts.length === 0}
            />
          </FieldGroup>
          <Row justify="flex-end">
            {edited !== null && (
              <Button variant="default" onClick={onDone}>
                Cancel
              </Button>
            )}
            <Button type="submit" loading={form.formState.isSubmitting}>
              {edited === null ? 'Add PIC' : 'Save PIC'}
            </Button>
          </Row>
        </Form>
      </div>
      {wrong !== null && (
        <MessageDialog title="Validation Error" message={wrong} onClose={() => setWrong(null)} />
      )}
    </>
  );
}

const nameOf = ({ vendorName, pic, vendorPhone, vendorEmail, town, address }: FavouritePic): string =>
  vendorName || pic || vendorEmail || vendorPhone || address || town || 'this PIC';

function PicTable({ pics, onEdit }: { pics: readonly FavouritePic[]; onEdit: (pic: FavouritePic) => void }) {
  const client = useQueryClient();
  const { ask, question } = useQuestion();
  const [page, setPage] = useUrlPage();
  const remove = useMutation({
    mutationFn: ({ _id: pic }: FavouritePic) =>
      call(favouritePicOperations.deleteFavouritePic, { params: { pic } }),
    onSettled: () => client.invalidateQueries(favouritePicsQuery),
  });
  const pages = Math.max(1, Math.ceil(pics.length / ROWS));
  const shown = Math.min(page, pages);
  const columns: readonly Column<FavouritePic>[] = [
    { id: 'vendorName', header: 'Vendor', rowHeader: true, phone: 'title', cell: nameOf, sortBy: nameOf },
    { id: 'pic', header: 'PIC', cell: ({ pic }) => pic || null, sortBy: ({ pic }) => pic },
    { id: 'phone', header: 'Phone', cell: ({ vendorPhone }) => vendorPhone || null },
    { id: 'email', header: 'Email', cell: ({ vendorEmail }) => vendorEmail || null },
    {
      id: 'place',
      header: 'Place',
      cell: ({ town, state, postcode }) => [town, state, postcode].filter(Boolean).join(' ') || null,
    },
    {
      id: 'actions',
      header: 'Actions',
      actions: true,
      cell: (pic) => (
        <Row gap="xs" nowrap>
          <Button
            size="compact-md"
            variant="default"
            aria-label={`Edit ${nameOf(pic)}`}
            onClick={() => onEdit(pic)}
          >
            Edit
          </Button>
          <Button
            size="compact-md"
            variant="default"
            aria-label={`Delete ${nameOf(pic)}`}
            onClick={() =>
              ask(
                {
                  title: 'Delete',
                  message: `Are you sure you want to delete ${nameOf(pic)}?`,
                  yes: 'Delete',
                  danger: true,
                },
                () => remove.mutate(pic),
              )
            }
          >
            Delete
          </Button>
        </Row>
      ),
    },
  ];
  return (
    <>
      <DataTable
        caption="My favourite PICs"
        columns={columns}
        rows={pics.slice((shown - 1) * ROWS, shown * ROWS)}
        rowKey={({ _id }) => _id}
        empty={<Empty title="You have no favourite PICs yet." />}
      />
      <Pager page={shown} pages={pages} onPage={setPage} labels={['Previous', 'Next']} />
      {question}
      {remove.error && (
        <MessageDialog
          title="Not done"
          message={errorTextOf(remove.error).message}
          onClose={() => remove.reset()}
        />
      )}
    </>
  );
}

/** My Favourite PICs: vendors and their properties, which the lot form fills in. */
export function FavouritePicsScreen() {
  const { data, error, refetch } = useQuery(favouritePicsQuery);
  const [edited, setEdited] = useState<FavouritePic | null>(null);
  return (
    <Page title="My Favourite PICs" before={<BackLink to={paths.myAdmin}>Back to My Admin</BackLink>}>
      <p>Vendors that you list lots for. Choose one in the lot form, and its details are filled in.</p>
      <PicForm key={edited?._id ?? ''} edited={edited} onDone={() => setEdited(null)} />
      <h2>Saved PICs</h2>
      {!data && error === null && <Loading label="Loading your PICs…" />}
      {!data && error !== null && <Failed error={error} onRetry={() => void refetch()} />}
      {data && <PicTable pics={data} onEdit={setEdited} />}
    </Page>
  );
}

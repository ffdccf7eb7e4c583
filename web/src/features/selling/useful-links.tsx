import { FieldGroup, Wide } from '@/ui/form/form.tsx';
import { RowsField, TextCell } from '@/ui/form/rows-field.tsx';

const COLUMNS = [
  { id: 'url', header: 'Link' },
  { id: 'description', header: 'Description' },
] as const;

/** Addresses that the vendor recommends to buyers. */
export function UsefulLinkFields() {
  return (
    <FieldGroup title="Useful Links">
      <Wide>
        <RowsField
          name="usefulLinks"
          caption="Useful Links"
          rowLabel="link"
          newRow={() => ({ url: '', description: '' })}
          columns={COLUMNS.map(({ id, header }) => ({
            id,
            header,
            cell: (name, row) => <TextCell name={`${name}.${id}`} label={`${header}, row ${row + 1}`} />,
          }))}
        />
      </Wide>
    </FieldGroup>
  );
}

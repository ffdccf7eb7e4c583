import type { ListingComparison } from '@saleyard/contract/selling.ts';
import { formatShortDateTime } from '@saleyard/domain/presentation/dates.ts';
import { type Column, DataTable } from '@/ui/table/data-table.tsx';

const SINCE: Readonly<Record<ListingComparison['since'], string>> = {
  approved: 'it was approved',
  sentBack: 'it was sent back',
  submitted: 'it was submitted before',
  offeredBefore: 'it was offered before',
};

type Change = ListingComparison['fields'][number];

const COLUMNS: readonly Column<Change>[] = [
  { id: 'field', header: 'Field', rowHeader: true, phone: 'title', cell: ({ label }) => label },
  { id: 'before', header: 'Before', cell: ({ before }) => (before === '' ? '–' : before) },
  { id: 'after', header: 'Now', cell: ({ after }) => (after === '' ? 'Removed' : <strong>{after}</strong>) },
];

/** What the seller changed since staff saw the lot last, field by field. */
export function ListingChanges({ changes: { since, at, fields } }: { changes: ListingComparison }) {
  const when = `${SINCE[since]}, ${formatShortDateTime(at)}`;
  return (
    <section aria-label="What changed">
      <h2>What changed</h2>
      {fields.length === 0 ? (
        <p>Nothing changed since {when}.</p>
      ) : (
        <>
          <p>Since {when}:</p>
          <DataTable
            caption="What changed"
            columns={COLUMNS}
            rows={fields}
            rowKey={({ label, before, after }) => [label, before, after].join('\n')}
          />
        </>
      )}
    </section>
  );
}

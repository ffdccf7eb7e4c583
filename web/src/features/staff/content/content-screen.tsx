import type { TextEntry } from '@saleyard/contract/content.ts';
import { formatShortDateTime } from '@saleyard/domain/presentation/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { BackLink, Page } from '@/ui/page.tsx';
import { type Column, DataTable } from '@/ui/table/data-table.tsx';
import classes from './content.module.css';
import { textsQuery } from './texts.ts';

const COLUMNS: readonly Column<TextEntry>[] = [
  {
    id: 'title',
    header: 'Text',
    rowHeader: true,
    phone: 'title',
    cell: (text) => <Link to={paths.contentText(text)}>{text.title}</Link>,
  },
  {
    id: 'version',
    header: 'Version',
    align: 'end',
    cell: ({ version }) => <span className="sy-number">{version}</span>,
  },
  {
    id: 'changed',
    header: 'Last published',
    cell: ({ publishedAt, by }) =>
      publishedAt === null
        ? 'As shipped'
        : `${formatShortDateTime(publishedAt)}${by === '' ? '' : `, ${by}`}`,
  },
];

/** What people read about the marketplace, text by text. */
export function ContentScreen() {
  const { data, error, refetch } = useQuery(textsQuery);
  return (
    <Page title="Content" before={<BackLink to={paths.staff}>Back to the Staff Desk</BackLink>}>
      <p className={classes.intro}>
        Each text is in force as soon as it is published, and every version is kept. Banners are on a page of
        their own: <Link to={paths.notifications}>Notifications</Link>.
      </p>
      <DataTable
        caption="Texts"
        columns={COLUMNS}
        rows={data}
        rowKey={({ _id }) => _id}
        loading="Loading texts…"
        error={error}
        onRetry={() => void refetch()}
        empty={null}
      />
    </Page>
  );
}

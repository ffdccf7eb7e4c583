import { Row } from '@/ui/layout.tsx';
import { Button } from './button.tsx';

/** Leads through the pages of a list; nothing where all of its entries are on one page. */
export function Pager({
  page,
  pages,
  onPage,
  labels,
}: {
  /** Counts from 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** Of a list whose newest entries do not come first: the way back and the way on. It shows the number of its page too. */
  labels?: readonly [back: string, on: string];
}) {
  if (pages <= 1) return null;
  return (
    <Row justify="center" mt="md">
      <Button variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {labels?.[0] ?? 'Newer'}
      </Button>
      {labels && (
        <span>
          Page {page} of {pages}
        </span>
      )}
      <Button variant="default" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {labels?.[1] ?? 'Older'}
      </Button>
    </Row>
  );
}

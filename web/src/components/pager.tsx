import { Button } from '@/components/button.tsx';
import { Group } from '@/components/controls.tsx';

/** Leads through the pages of a list whose newest entries come first; nothing where all of them are on one page. */
export function Pager({
  page,
  pages,
  onPage,
}: {
  /** Counts from 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
}) {
  if (pages <= 1) return null;
  return (
    <Group justify="center" mt="md">
      <Button variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Newer
      </Button>
      <Button variant="default" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Older
      </Button>
    </Group>
  );
}

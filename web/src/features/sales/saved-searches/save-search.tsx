import type { SearchCriteria } from '@saleyard/contract/saved-searches.ts';
import { Suspense, useState } from 'react';
import { ICON_SIZES, IconBell } from '@/config/icons.ts';
import { useNeedsServer } from '@/lib/away.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { criteriaText } from '@/lib/saved-searches.ts';
import { useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';

/** Loaded when it is opened: the catalogue needs no form controls before. */
const SaveDialog = lazyPart(async () => (await import('./save-search-dialog.tsx')).SaveDialog);

/** Saves what is searched for, so that new lots that match are reported. Nothing while nothing is searched for. */
export function SaveSearch({ criteria }: { criteria: SearchCriteria }) {
  const me = useMe();
  const needsServer = useNeedsServer();
  const [isOpen, setOpen] = useState(false);
  if (!me || criteriaText({ q: criteria.q, filters: criteria.filters }) === '') return null;
  return (
    <>
      <Button
        variant="default"
        className="sy-no-print"
        leftSection={<IconBell size={ICON_SIZES.md} aria-hidden="true" />}
        onClick={() => setOpen(true)}
        {...needsServer}
      >
        Save this search
      </Button>
      {isOpen && (
        <Suspense>
          <SaveDialog criteria={criteria} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

import { Button } from '@mantine/core';
import type { PracticeSale } from '@saleyard/contract/practice.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '@/components/dialog.tsx';
import { Failed, Loading } from '@/components/states.tsx';
import { wordsOf } from '@/lib/api-error.ts';
import { practiceQuery, useStartPractice } from './api/practice.ts';
import { Summary } from './summary.tsx';

/** Laid over the room when its lots are done: how it went, and once more. */
export function PracticeOver({ auction, onLeave }: { auction: string; onLeave: () => void }) {
  const [aside, setAside] = useState(false);
  const start = useStartPractice();
  const { data, error, refetch } = useQuery({ ...practiceQuery, staleTime: 0 });
  if (aside) return null;
  const practice: PracticeSale | null = data?.auction._id === auction ? data : null;
  const complete = practice !== null && practice.auction.state === 'closed';
  return (
    <Dialog
      title="Practice over"
      onClose={() => setAside(true)}
      actions={
        <>
          <Button variant="default" onClick={() => setAside(true)}>
            Look at the lots
          </Button>
          <Button variant="default" onClick={onLeave}>
            Leave
          </Button>
          <Button
            loading={start.isPending}
            disabled={practice === null}
            onClick={() => practice && start.mutate(practice.level)}
          >
            Practise again
          </Button>
        </>
      }
    >
      {complete && <Summary practice={practice} />}
      {!complete &&
        (error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading label="Adding up…" />)}
      {start.error && <p role="alert">{wordsOf(start.error).message}</p>}
    </Dialog>
  );
}

import { practiceOperations } from '@saleyard/contract/operations/practice.ts';
import { practiserOf } from '@saleyard/domain/auction/ids.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { paths } from '@/config/paths.ts';
import { RoomOf } from '@/features/live-room/live-room-route.tsx';
import { practiceQuery, useStopPractice } from '@/features/live-room/practice/api/practice.ts';
import { PracticeFrame } from '@/features/live-room/practice/practice-frame.tsx';
import { PracticeOver } from '@/features/live-room/practice/practice-results.tsx';
import { usePracticeSource } from '@/features/live-room/practice/use-practice-source.ts';
import { type RoomSetting, RoomSettingProvider } from '@/features/live-room/room/room-context.tsx';
import { startClock } from '@/lib/clock.ts';
import { useLatestCallback } from '@/lib/latest-callback.ts';
import { restCalls } from '@/lib/realtime/rest-calls.ts';
import { SaleSourceProvider } from '@/lib/sale-source.tsx';
import { RealtimeProvider } from '@/ui/notices/realtime-provider.tsx';
import { Failed, Loading, Page } from '@/ui/page.tsx';

/** How often the room checks that its bidders are still there, ms: a process that died took them along. */
const ASK_MS = 15_000;

const { setPracticeAutoBid: set, stopPracticeAutoBid: stop, placePracticeBid } = practiceOperations;
const AUTO_BIDDING = { set, stop };
const CALLS = restCalls(placePracticeBid);

/** Watching a lot for practice: kept as long as the room is open, and nowhere else. */
function useWatchedHere() {
  const [watching, setWatching] = useState<ReadonlySet<string>>(new Set());
  const watch = (lot: string, on: boolean) =>
    setWatching((lots) => new Set(on ? [...lots, lot] : [...lots].filter((other) => other !== lot)));
  return { watching, watch };
}

function Room({ auction, ended }: { auction: string; ended: boolean }) {
  const navigate = useNavigate();
  const stop = useStopPractice();
  const source = usePracticeSource();
  const watched = useWatchedHere();
  const leave = useLatestCallback(() => {
    if (!ended) stop.mutate();
    void navigate(paths.practice);
  });
  const setting = useMemo<RoomSetting>(() => {
    const over = <PracticeOver key={auction} auction={auction} onLeave={leave} />;
    return { kind: 'practice', autoBidding: AUTO_BIDDING, ...watched, leave, over };
  }, [auction, watched, leave]);
  return (
    <PracticeFrame ended={ended} onStop={leave}>
      <SaleSourceProvider source={source}>
        <RoomSettingProvider setting={setting}>
          <RoomOf key={auction} number={auction} />
        </RoomSettingProvider>
      </SaleSourceProvider>
    </PracticeFrame>
  );
}

/** /practice/room: the live room of the viewer's practice sale. Without one that runs, back to where it begins. */
export function PracticeRoom() {
  useEffect(startClock, []);
  const [entered, setEntered] = useState(false);
  const { data, error, isPending, isFetchedAfterMount, refetch } = useQuery({
    ...practiceQuery,
    refetchOnMount: 'always',
    refetchInterval: ASK_MS,
  });
  if (isPending) return <Loading label="Entering the practice sale…" />;
  if (data === undefined)
    return (
      <main>
        <Page title="Practice Sale">
          <Failed error={error} onRetry={() => void refetch()} />
        </Page>
      </main>
    );
  if (data?.running && !entered) setEntered(true);
  // A sale that has ended stays visible to the person who was in it; others begin a new one.
  if (data === null || (!entered && isFetchedAfterMount)) return <Navigate to={paths.practice} replace />;
  if (!entered) return <Loading label="Entering the practice sale…" />;
  return (
    <RealtimeProvider practiser={practiserOf(data.auction._id)} calls={CALLS}>
      <Room auction={data.auction._id} ended={!data.running} />
    </RealtimeProvider>
  );
}

import { useEffect } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { paths } from '@/config/paths.ts';
import { ApiError, isAway } from '@/lib/api-error.ts';
import { startClock } from '@/lib/clock.ts';
import { holdRoom } from '@/lib/live-room-lock.ts';
import { useUserUpdates } from '@/lib/realtime/realtime-context.tsx';
import { useServerStatus } from '@/lib/server-status.ts';
import { saveRedirect, useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { RealtimeProvider } from '@/ui/notices/realtime-provider.tsx';
import { Empty, Failed, Loading, Page } from '@/ui/page.tsx';
import { LiveRoom } from './room/live-room.tsx';
import { RoomPreferencesProvider } from './room/room-context.tsx';
import { SupportLine } from './room/support-line.tsx';
import { useRoom } from './room/use-room.ts';

/** A live room keeps no price: an old one must not be taken for the current one. */
const ROOM_NEEDS_CONNECTION = {
  code: 'no-connection',
  title: 'The live room needs a connection',
  message: 'Prices of a live sale are shown only while you are connected. Please connect and try again.',
};

/** Why a sale can't be shown: it isn't there, it isn't public, or it could not be read. */
function NoRoom({ error, retry }: { error: unknown; retry: () => void }) {
  const signedIn = Boolean(useMe());
  const navigate = useNavigate();
  const status = error instanceof ApiError ? error.status : null;
  const code = error instanceof ApiError ? error.code : (error as { code?: string }).code;
  const hidden = status === 401 || status === 403 || code === 'forbidden' || code === 'unauthorized';
  const missing = status === 404 || code === 'not-found';
  if (isAway(error))
    return (
      <Failed error={new ApiError(0, [ROOM_NEEDS_CONNECTION])} onRetry={retry}>
        <SupportLine />
      </Failed>
    );
  if (!hidden && !missing) return <Failed error={error} onRetry={retry} />;
  const login = () => {
    saveRedirect(`${location.pathname}${location.search}`);
    void navigate(paths.signIn);
  };
  return (
    <Empty title={signedIn ? 'There is no such auction' : 'This auction is not open to visitors'}>
      {signedIn ? (
        <Link to={paths.upcoming}>Upcoming auctions</Link>
      ) : (
        <>
          <p className="sy-dim">Please login to see it, if it is there.</p>
          <Button onClick={login}>Login</Button>
        </>
      )}
    </Empty>
  );
}

function FollowedRoom({ number }: { number: string }) {
  useUserUpdates();
  const { room, error, retry, refresh } = useRoom(number);
  const server = useServerStatus();
  if (server && !server.isLive) return <Navigate to={paths.home} replace />;
  if (error)
    return (
      <main>
        <Page title="Live auction">
          <NoRoom error={error} retry={retry} />
        </Page>
      </main>
    );
  if (!room)
    return (
      <main>
        <Loading label="Entering the auction…" />
      </main>
    );
  return <LiveRoom room={room} refresh={refresh} />;
}

/** The room of one sale, inside a live connection. */
export function RoomOf({ number }: { number: string }) {
  return (
    <RoomPreferencesProvider>
      <FollowedRoom number={number} />
    </RoomPreferencesProvider>
  );
}

/** /auction-live/{number}: the live auction room. */
export function LiveRoomRoute() {
  const { number = '' } = useParams();
  useEffect(startClock, []);
  useEffect(holdRoom, []);
  return (
    <RealtimeProvider>
      <RoomOf key={number} number={number} />
    </RealtimeProvider>
  );
}

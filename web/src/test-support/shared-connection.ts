import { deviceNow } from '@/lib/clock.ts';
import { shareRealtime } from '@/lib/realtime/shared-realtime.ts';
import { FakeSocket } from './fake-socket.ts';

/** Offers the page a live connection, of sockets without a server. `joined`: the newest one, once it joins a sale. */
export async function withSharedConnection(
  body: (joined: (count: number) => Promise<FakeSocket>) => Promise<void>,
): Promise<void> {
  const { waitFor } = await import('@testing-library/react');
  const { Realtime } = await import('@/lib/realtime/realtime.ts');
  const sockets: FakeSocket[] = [];
  const realtime = new Realtime({
    url: 'ws://saleyard.test/realtime',
    now: deviceNow,
    random: () => 0,
    identity: { userId: 'u1' },
    WebSocketCtor: FakeSocket.recordedIn(sockets),
  });
  const stop = realtime.start();
  const withdraw = shareRealtime(realtime);
  try {
    await body((count) =>
      waitFor(() => {
        const socket = sockets[count - 1];
        if (!socket?.asked('join-auction').length) throw new Error(`${sockets.length} sockets`);
        return socket;
      }),
    );
  } finally {
    withdraw();
    stop();
  }
}

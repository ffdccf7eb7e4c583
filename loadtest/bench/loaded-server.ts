import { setTimeout } from 'node:timers/promises';
import type { AuctionHost } from '@saleyard/command-api/engine/auction-host.ts';
import { createGateway, type Gateway, type GatewayDeps } from '@saleyard/gateway/http/create-gateway.ts';
import { LIVE_LIMITS } from '@saleyard/gateway/socket/live-limits.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { openingCommands, ROOM } from './storm.ts';

/** All clients run on one machine, and a few represent many, so sign-in and rate limits are off. */
export const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** The person that a cookie `user=…` names; null for a visitor. */
export const userOf = (cookie = ''): string | null => /user=([\w-]+)/.exec(cookie)?.[1] ?? null;

/** A gateway to be loaded: a cookie signs in the account it names, and no client is too fast. `parts` say the rest. */
export function loadedGateway(
  parts: Pick<GatewayDeps, 'log' | 'bus' | 'leases'> & Partial<GatewayDeps>,
): Gateway {
  return createGateway({
    clock: systemClock,
    newId,
    routes: [],
    sessionOf: async ({ headers }) => {
      const userId = userOf(headers.cookie);
      if (userId === null) return null;
      return { sessionId: `session-of-${userId}`, userId, role: null, status: 'approved-buyer' };
    },
    isRevoked: async () => [],
    auctionIdOf: async () => null,
    failed: (error) => {
      throw error;
    },
    serverState: () => ({ isLive: true, message: '' }),
    isReady: async () => ({ ready: true }),
    limits: {
      ...LIVE_LIMITS,
      messagesPerSecond: UNLIMITED,
      bidsPerSecond: UNLIMITED,
      socketsPerAddress: UNLIMITED,
      joinsOfPerson: UNLIMITED,
      joinsOfAddress: UNLIMITED,
    },
    ...parts,
  });
}

/** ms from scheduling to going live: time to catalogue the lots, on a slow machine too. */
const LEAD_MS = 3_000;
/** ms between two looks whether it is live. */
const POLL_MS = 50;

/** Schedules the sale that is bid in, and waits until it is live. */
export async function openLoadedSale(host: AuctionHost, lots: number): Promise<void> {
  for (const body of openingCommands(lots, systemClock.now() + LEAD_MS)) {
    const actor = { kind: 'staff', id: 'bench' } as const;
    const reply = await host.submit({ auction: ROOM, commandId: newId(), actor, body });
    if (reply.outcome !== 'decided' || !reply.accepted) throw new Error(JSON.stringify(reply));
  }
  while (host.stateOf(ROOM)?.phase !== 'live') await setTimeout(POLL_MS);
}

import { serverOperations } from '@saleyard/contract/operations/server.ts';
import type { Status, StatusPart } from '@saleyard/contract/status.ts';
import type { Upstreams } from '@saleyard/gateway/forward/upstreams.ts';
import type { Readiness } from '@saleyard/gateway/http/http-service.ts';
import { endpoint, type Route, routesOf } from '@saleyard/http/endpoint.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { withTimeout } from '@saleyard/platform/clock/with-timeout.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { lastDelivery } from '@saleyard/platform/mail/delivery-notes.ts';
import { publicFreezes } from '@saleyard/projections/sales/freezes.queries.ts';

/** ms for which an answer is kept: everybody may ask, and it is made for all of them once. */
const KEPT_MS = 2_000;
/** ms that the read models have to answer. */
const READ_MS = 2_000;

/** Other processes, by role, that share the work of this one. Empty: all roles are here. */
export type OtherRoles = Partial<Record<Status['roles'][number]['role'], Upstreams>>;

type Parts = {
  documents: Documents;
  clock: Clock;
  isReady: () => Promise<Readiness>;
  /** Mails are handed to a mail server. */
  sendsMail: boolean;
  others?: OtherRoles;
};

type State = Status['parts'][number]['state'];

/** What does not work without what `/readyz` names. */
const NEEDS: Readonly<Record<Exclude<StatusPart, 'mail'>, readonly string[]>> = {
  bidding: ['clock', 'auctions', 'sales', 'accounts', 'log', 'full', 'bus'],
  record: ['log', 'full'],
  live: ['relay', 'bus'],
  reads: ['documents', 'projections', 'worker'],
};

/** The role that has a part's work, where it is not here. */
const ROLES: Partial<Record<StatusPart, keyof OtherRoles>> = { bidding: 'command-api', reads: 'projections' };

/** The public status: what works, as far as this process can know it. */
export function statusRoutes(parts: Parts): Route[] {
  let kept: { until: number; status: Promise<Status> } | undefined;
  return routesOf(
    [
      endpoint(serverOperations.status, async () => {
        const now = parts.clock.monotonic();
        if (kept === undefined || now >= kept.until)
          kept = { until: now + KEPT_MS, status: currentStatus(parts) };
        return { data: await kept.status };
      }),
    ],
    { viewerOf: () => null },
  );
}

/** What is known now. */
export async function currentStatus(parts: Parts): Promise<Status> {
  const { documents, clock, isReady, others = {} } = parts;
  const read = <T>(reading: Promise<T>): Promise<T | undefined> =>
    withTimeout(clock, READ_MS, reading).catch(() => undefined);
  const [{ ready, why = '' }, freezes, mail] = await Promise.all([
    isReady().catch((): Readiness => ({ ready: false, why: 'log' })),
    read(publicFreezes(documents)),
    mailState(parts, read(lastDelivery(documents))),
  ]);
  const away = new Set(ready ? [] : why.split(', '));
  const stateOf = (part: keyof typeof NEEDS): State => {
    if (NEEDS[part].some((name) => away.has(name))) return 'down';
    const role = ROLES[part];
    const processes = role && others[role];
    if (processes === undefined || processes.ready === processes.all.length) return 'up';
    return processes.ready === 0 ? 'down' : 'reduced';
  };
  return {
    at: clock.now(),
    parts: [
      { part: 'bidding', state: stateOf('bidding'), since: null },
      { part: 'record', state: stateOf('record'), since: null },
      { part: 'live', state: stateOf('live'), since: null },
      { part: 'reads', state: freezes === undefined ? 'down' : stateOf('reads'), since: null },
      { part: 'mail', ...mail },
    ],
    roles: (['command-api', 'projections'] as const).flatMap((role) => {
      const upstreams = others[role];
      return upstreams ? [{ role, ready: upstreams.ready, all: upstreams.all.length }] : [];
    }),
    freezes: freezes ?? null,
  };
}

async function mailState(
  { sendsMail }: Parts,
  reading: Promise<Awaited<ReturnType<typeof lastDelivery>> | undefined>,
): Promise<{ state: State; since: number | null }> {
  if (!sendsMail) return { state: 'off', since: null };
  const last = await reading;
  if (!last) return { state: 'unknown', since: null };
  return { state: last.wasTaken ? 'up' : 'down', since: last.at };
}

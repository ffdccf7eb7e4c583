import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { scheduleWithLead } from '@saleyard/app/client/schedule-with-lead.ts';
import { Session } from '@saleyard/app/client/session.ts';
import { DEMO_PASSWORD, seedAccounts } from '@saleyard/app/demo/demo-accounts.ts';
import { type SaleyardServer, startServer } from '@saleyard/app/server/server.ts';
import type { LotBody } from '@saleyard/contract/lots.ts';
import type { Operation } from '@saleyard/contract/operation.ts';
import type { SaleScheduled } from '@saleyard/contract/staff.ts';
import { HTTP_LIMITS } from '@saleyard/gateway/http/create-gateway.ts';
import { type ConfigFlags, readConfig } from '@saleyard/platform/config/config.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';

/** A target's settings. `publicUrl`: what people type. `data`: a folder that is kept. */
export type TargetSettings = {
  publicUrl?: string;
  data?: string;
  level?: 'silent' | 'error';
  /** Further settings. */
  flags?: ConfigFlags;
  /** Sheds no work on a busy machine, so that tests behave the same on each machine. */
  isSteady?: boolean;
  /** Those that an earlier target scheduled in `data`; left out, it schedules its own. */
  sales?: { sale: SaleScheduled; later: SaleScheduled };
  /** Limits the changes of a person as a marketplace does; left out, an attack tries as many as it has. */
  limitsChanges?: boolean;
};

/** The attackers and their victims. */
const NAMES = ['guest', 'buyer', 'buyer2', 'seller', 'auditor', 'staff'] as const;
export type Name = (typeof NAMES)[number];

const UNLIMITED = 1_000_000;
/** ms from scheduling a sale until it is live. */
const LIVE_IN_MS = 1_000;

/** The answer to a request. `code`: of its first error. */
export type Answer = {
  status: number;
  code: string;
  text: string;
  headers: Headers;
};

export type Asking = {
  method: string;
  /** With `/api/v1`. */
  path: string;
  cookie?: string | undefined;
  headers?: Record<string, string>;
  /** JSON, or as it is where it is a text. */
  body?: unknown;
};

/** A marketplace of its own, in this process: a live sale, and people who are signed in. */
export type Target = {
  server: SaleyardServer;
  port: number;
  base: string;
  people: Readonly<Record<Name, Session>>;
  /** A live sale, its lots, and one that is not open yet. */
  sale: SaleScheduled;
  later: SaleScheduled;
  /** Faults that the server logged. */
  faults: string[];
  /** Sends a request as our own page would, unless its headers differ. */
  ask(asking: Asking): Promise<Answer>;
  close(): Promise<void>;
};

export const emailOf = (name: Name): string => `${name}@saleyard.test`;

export const lotBody = (number: string): LotBody => ({
  number,
  unit: 'head',
  count: 10,
  startCents: 40_000,
  incrementCents: 500,
  vendorName: 'Hillview',
  title: '10 Angus Steers',
  town: 'GUNNEDAH',
  state: 'NSW',
  postcode: '2380',
  breed: 'Angus',
  sex: 'Steers',
  stockCategory: 'Feeder',
  ageMinMonths: 10,
  ageMaxMonths: 12,
  weightAverageKg: 320,
});

const schedule = (staff: Session, liveInMs: number): Promise<SaleScheduled> =>
  scheduleWithLead(
    staff,
    {
      details: { title: 'Gunnedah Store Cattle', kind: 'cattle', public: true },
      terms: { type: 'simultaneous', durationSeconds: 3_600, allowAutoBid: true },
      lots: ['1', '2', '3'].map(lotBody),
    },
    { leadMs: liveInMs, openMs: 100 },
  );

/** Resolves once the page of a sale shows this state. */
export async function reached(staff: Session, sale: string, wanted: 'live' | 'closed'): Promise<void> {
  for (let state = ''; state !== wanted; ) {
    await pause(100);
    // Its page follows a little later.
    const found = await staff
      .call<{ auction: { state: string } }>('GET', `auctions/${sale}`)
      .catch(() => null);
    state = found?.auction.state ?? '';
  }
}

async function signedIn(base: string): Promise<Readonly<Record<Name, Session>>> {
  const sessions = await Promise.all(NAMES.map((name) => Session.signIn(base, emailOf(name), DEMO_PASSWORD)));
  return Object.fromEntries(NAMES.map((name, at) => [name, sessions[at]])) as Record<Name, Session>;
}

/** Starts a target. Without `data` its folder is deleted at the end. */
export async function startTarget(settings: TargetSettings = {}): Promise<Target> {
  const folder = settings.data ?? (await mkdtemp(path.join(tmpdir(), 'saleyard-attack-')));
  const { publicUrl, isSteady = false } = settings;
  const flags = { data: folder, port: 0, publicUrl, shedsWhenLate: !isSteady, ...settings.flags };
  const read = readConfig({}, flags);
  if (read.outcome === 'invalid') throw new Error(read.problems.map(({ message }) => message).join());
  const faults: string[] = [];
  const write = (line: string) => void faults.push(line);
  const logger = createLogger({ level: settings.level ?? 'error', destination: { write } });
  const unlimited = { ...HTTP_LIMITS, changes: { person: UNLIMITED, address: UNLIMITED } };
  const perMinute = settings.limitsChanges ? HTTP_LIMITS : unlimited;
  const server = await startServer({ config: read.config, logger, perMinute });
  const base = `http://127.0.0.1:${server.port}`;
  await seedAccounts({ accounts: server.accounts, secrets: server.stores.secrets });
  const ask = async ({ method, path: target, cookie, headers = {}, body }: Asking): Promise<Answer> => {
    const response = await fetch(`${base}${target}`, {
      method: method.toUpperCase(),
      redirect: 'manual',
      headers: {
        'sec-fetch-site': 'same-origin',
        platform: 'web',
        ...(cookie !== undefined && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const code = /"errors":\[\{"code":"([\w-]+)"/.exec(text)?.[1] ?? '';
    return { status: response.status, code, text, headers: response.headers };
  };
  const close = async (): Promise<void> => {
    await server.close();
    if (settings.data === undefined) await rm(folder, { recursive: true, force: true });
  };
  if (publicUrl !== undefined) {
    const nobody = {} as Readonly<Record<Name, Session>>;
    const none: SaleScheduled = { _id: '', searchNumber: 0, lots: [] } as unknown as SaleScheduled;
    return { server, port: server.port, base, people: nobody, sale: none, later: none, faults, ask, close };
  }
  const people = await signedIn(base);
  if (settings.sales !== undefined)
    return { server, port: server.port, base, people, ...settings.sales, faults, ask, close };
  const later = await schedule(people.staff, 3_600_000);
  const sale = await schedule(people.staff, LIVE_IN_MS);
  await reached(people.staff, sale._id, 'live');
  return { server, port: server.port, base, people, sale, later, faults, ask, close };
}

/** An operation's path with its braces filled: `id` for an account or a token. */
export function pathOf(
  { path: pattern, id }: Operation,
  { sale, later }: Pick<Target, 'sale' | 'later'>,
): string {
  const auction = id.startsWith('addLots') ? later._id : sale._id;
  const lot = sale.lots[0] ?? '';
  const fill: Record<string, string> = { auction, id: auction, lot, lotId: lot, kind: 'goat' };
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => fill[name] ?? 'somebody-0001');
}

import type { Static, TSchema } from 'typebox';
import { ERRORS, type ErrorCode } from './errors.ts';
import { only } from './schema.ts';

export { HEADERS } from './headers.ts';

/** `staff`: admins and auditors, who only read; `admin`: admins. */
export type Caller = 'anyone' | 'signed-in' | 'staff' | 'admin';

/** The role that serves an operation when roles run as separate processes. */
export type Side = 'command-api' | 'projections' | 'gateway';

/** The prefix of every REST path except the health checks. */
export const API = '/api/v1';

/** One operation of REST. Those of the read side (`projections`) wait for the log position that the caller names. */
export type Operation = {
  /** Its name, unique. */
  readonly id: string;
  readonly side: Side;
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** Complete, its parameters in braces. */
  readonly path: string;
  readonly summary: string;
  /** More, in Markdown, where the summary does not say all. */
  readonly more?: string;
  readonly who: Caller;
  /** Basic credentials are taken beside the session. */
  readonly credentials?: true;
  /** What its query may hold. Left out: nothing on the read side; elsewhere a query is not looked at. */
  readonly query?: TSchema;
  /** Headers and queries of its own that no schema names. */
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: 'header' | 'query';
    readonly description: string;
  }[];
  /** A JSON body. */
  readonly body?: TSchema;
  /** The JSON may also come as `text/plain`, or not at all: what a page sends as it is left. */
  readonly plainText?: true;
  /** A CSV file as its body. */
  readonly csv?: true;
  /** A file as its body, sent as one of these media types. It is recognised by its bytes. */
  readonly file?: readonly string[];
  /** Bytes of its body; `BODY_BYTES` when left out. */
  readonly bodyBytes?: number;
  /** Status of success; 200 when left out. */
  readonly status?: 200 | 201 | 204;
  /** The schema of `data` in a successful answer. */
  readonly answer?: TSchema;
  /** The answer is plain text, without an envelope. */
  readonly text?: true;
  /** The answer is a file of one of these media types, without an envelope. */
  readonly download?: readonly string[];
  /** What it may be refused with, beside what `errorsOf` adds for every operation of its kind. */
  readonly errors?: readonly ErrorCode[];
  /** It writes: the answer carries the log position it reached. */
  readonly writes?: true;
  /** A list: the answer carries its page and how many there are. */
  readonly paged?: true;
  /** A GET that changes something: a browser must call it from our own pages. */
  readonly ownPages?: true;
  /**
   * When it is shed under load [G24]: first, never, or `uncounted` (no limit). Default: by whether the caller is signed
   * in.
   */
  readonly shed?: 'first' | 'never' | 'uncounted';
  /** One person calls it as often as they may bid over the live connection, and no more. */
  readonly rate?: 'bids';
};

/** Operations by their names. The values keep their literal types: handlers and clients are typed by them. */
export const operations = <const T extends Readonly<Record<string, Omit<Operation, 'id'>>>>(table: T) =>
  Object.fromEntries(Object.entries(table).map(([id, one]) => [id, { ...one, id }])) as {
    readonly [K in keyof T & string]: T[K] & { readonly id: K };
  };

/** What most reads have in common, and most writes. */
export const READ = { method: 'get', who: 'anyone', side: 'projections' } as const;
export const WRITE = { who: 'signed-in', side: 'command-api', writes: true } as const;

export const Nothing = only({});
const NoQuery = Nothing;

/** What an operation's query must fit; undefined: it is not looked at. */
export const queryOf = ({ query, side }: Operation): TSchema | undefined =>
  query ?? (side === 'projections' ? NoQuery : undefined);

/** Bytes of a body unless its operation says otherwise. */
export const BODY_BYTES = 64 * 1024;

/** What the engine's owner may say instead of a decision. */
export const UNDECIDED = ['duplicate-conflict', 'rate-limited', 'unavailable', 'unknown', 'full'] as const;
/** Why a bid, an auto-bid or a clerk's action may be refused, regardless of its amount. */
export const BID_REFUSALS = [
  ...['lot-frozen', 'auction-frozen', 'waiting-to-start', 'auto-bids-only', 'not-open'],
  ...['lot-closed', 'lot-withdrawn', 'unknown-lot', 'not-permitted', 'own-lot'],
] as const satisfies readonly ErrorCode[];

/** The operation's own errors and those of every operation of its kind, in the order of the catalogue of errors. */
export function errorsOf(operation: Operation): readonly ErrorCode[] {
  const { method, who, side, text, body, csv, file, ownPages, shed, errors = [] } = operation;
  if (text) return [];
  const found = new Set<ErrorCode>(errors);
  if (who !== 'anyone') found.add('unauthorized');
  if (who === 'staff' || who === 'admin') found.add('forbidden');
  if (method !== 'get' || ownPages) found.add('foreign-origin');
  if (body || csv || file)
    for (const code of ['invalid-request', 'too-large', 'too-slow', 'unsupported-type'] as const)
      found.add(code);
  if (queryOf(operation)) found.add('invalid-request');
  // The limit of requests per client is checked before authentication.
  if (shed !== 'uncounted') for (const code of ['busy', 'rate-limited'] as const) found.add(code);
  if (method !== 'get' || side !== 'gateway') found.add('internal-error');
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => found.has(code));
}

/**
 * A file that is answered. `isShown`: a page may show it; otherwise a browser keeps it. `part`: the bytes begin there in
 * a file of that size, and are all that is answered. `more`: what follows the bytes of a file of that size.
 */
export type Download = {
  bytes: Uint8Array;
  type: string;
  name: string;
  isShown: boolean;
  part?: { from: number; size: number };
  more?: { size: number; bytes: AsyncIterable<Uint8Array> };
};

/** The names in the braces of a path. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** What fills an operation's braces, its query, its body, and what its answer holds under `data`. */
export type Params<O extends Operation> = { readonly [Name in NamesIn<O['path']>]: string };
export type Query<O extends Operation> = O extends { query: infer Q extends TSchema } ? Static<Q> : object;
export type Body<O extends Operation> = O extends { csv: true }
  ? string
  : O extends { file: readonly string[] }
    ? Uint8Array
    : O extends { body: infer B extends TSchema }
      ? Static<B>
      : undefined;
export type Answer<O extends Operation> = O extends { download: readonly string[] }
  ? Download
  : O extends { answer: infer A extends TSchema }
    ? Static<A>
    : undefined;

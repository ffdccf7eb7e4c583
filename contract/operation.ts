import type { Static, TSchema } from 'typebox';
import { ERRORS, type ErrorCode } from './errors.ts';
import { strictObject } from './schema.ts';

export { HEADERS } from './headers.ts';

/** `staff`: admins and auditors (who only read); `admin`: admins. */
export type Caller = 'anyone' | 'signed-in' | 'staff' | 'admin';

/** The role that serves an operation when roles run as separate processes. */
export type Side = 'command-api' | 'projections' | 'gateway';

/** The prefix of every REST path except the health checks. */
export const API = '/api/v1';

/**
 * An operation of REST. Those of the read side (`projections`) wait for the log position that the caller requests.
 */
export type Operation = {
  /** Its name, unique. */
  readonly id: string;
  readonly side: Side;
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** The full path, with its parameters in braces. */
  readonly path: string;
  readonly summary: string;
  /** Further details, in Markdown. */
  readonly more?: string;
  readonly who: Caller;
  /** Basic credentials are accepted besides the session. */
  readonly credentials?: true;
  /** The schema of its query. Default: none allowed on the read side; elsewhere the query is ignored. */
  readonly query?: TSchema;
  /** Its own headers and queries that no schema describes. */
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: 'header' | 'query';
    readonly description: string;
  }[];
  /** A JSON body. */
  readonly body?: TSchema;
  /** The members of its body may also be sent within this one: `{data: {…}}`. */
  readonly bodyWithin?: 'data';
  /** The JSON may also be sent as `text/plain`, or not at all: a page being closed sends it so. */
  readonly plainText?: true;
  /** Its body is a CSV file. */
  readonly csv?: true;
  /** Its body is a file with one of these media types, detected from its bytes. */
  readonly file?: readonly string[];
  /** Bytes of its body at most; default: `BODY_BYTES`. */
  readonly bodyBytes?: number;
  /** Status of success; default: 200. */
  readonly status?: 200 | 201 | 204;
  /** The schema of `data` in a successful answer. */
  readonly answer?: TSchema;
  /** The answer is plain text, without an envelope. */
  readonly text?: true;
  /** The answer is a file of one of these media types, without an envelope. */
  readonly download?: readonly string[];
  /** Its errors, besides those that `errorsOf` adds for every operation of its kind. */
  readonly errors?: readonly ErrorCode[];
  /** It writes: the answer includes the log position it reached. */
  readonly writes?: true;
  /** A list: the answer includes its page and the total. */
  readonly paged?: true;
  /** A GET that changes state: a browser must call it from our own pages. */
  readonly ownPages?: true;
  /**
   * When it is shed under load [G24]: first, never, or `uncounted` (no limit). Default: by whether the caller is signed
   * in.
   */
  readonly shed?: 'first' | 'never' | 'uncounted';
  /**
   * It stores much that can wait: a draft, lots, a sale, a template, a text, a document in the outbox. Like an uploaded file it is refused when it would take
   * the disk space kept for the log. `counted`: also for the account, like an uploaded file.
   */
  readonly storesMuch?: 'counted' | 'uncounted';
  /**
   * A rate of its own in place of the one for all requests. `bids`: for each person, as over the socket. `media`: the
   * pictures and videos that a client reads, as those under `/media`.
   */
  readonly rate?: 'bids' | 'media';
  /** Its answer may wait until something changes, so it takes none of the slots of other requests [G29]. */
  readonly held?: true;
};

/** Operations by name. Their literal types are kept, since handlers and clients are typed by them. */
export const operations = <const T extends Readonly<Record<string, Omit<Operation, 'id'>>>>(table: T) =>
  Object.fromEntries(Object.entries(table).map(([id, one]) => [id, { ...one, id }])) as {
    readonly [K in keyof T & string]: T[K] & { readonly id: K };
  };

/** Common to most reads, and to most writes. */
export const READ = { method: 'get', who: 'anyone', side: 'projections' } as const;
export const WRITE = { who: 'signed-in', side: 'command-api', writes: true } as const;

export const Nothing = strictObject({});
const NoQuery = Nothing;

/** The schema of an operation's query; undefined: it is not checked. */
export const queryOf = ({ query, side }: Operation): TSchema | undefined =>
  query ?? (side === 'projections' ? NoQuery : undefined);

/** Whether an operation stores a file or much else that can wait, and is refused when the disk is nearly full. */
export const takesDisk = ({ file, csv, storesMuch }: Operation): boolean =>
  file !== undefined || csv === true || storesMuch !== undefined;

/** Whether an operation stores what is counted for the account, and is refused when the account has too much of it. */
const takesQuota = ({ who, file, storesMuch }: Operation): boolean =>
  who === 'signed-in' && (file !== undefined || storesMuch === 'counted');

/** Bytes of a body at most, unless its operation sets another limit. */
export const BODY_BYTES = 64 * 1024;

/** What the engine's owner may answer instead of a decision. */
export const UNDECIDED = ['duplicate-conflict', 'rate-limited', 'unavailable', 'unknown', 'full'] as const;
/** Why a bid, an auto-bid or a clerk's action may be refused, regardless of its amount. */
export const BID_REFUSALS = [
  ...['lot-frozen', 'auction-frozen', 'waiting-to-start', 'auto-bids-only', 'not-open'],
  ...['lot-closed', 'lot-withdrawn', 'unknown-lot', 'not-permitted', 'own-lot', 'terms-not-accepted'],
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
  if (takesDisk(operation)) found.add('disk-low');
  if (takesQuota(operation)) found.add('quota-reached');
  if (queryOf(operation)) found.add('invalid-request');
  // The request limit per client is checked before authentication.
  if (shed !== 'uncounted') for (const code of ['busy', 'rate-limited'] as const) found.add(code);
  if (method !== 'get' || side !== 'gateway') found.add('internal-error');
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => found.has(code));
}

/**
 * A file in an answer. `isShown`: a page may show it; otherwise the browser downloads it. `part`: only the bytes from
 * there on, of a file of that size. `more`: the rest of the bytes, of a file of that size.
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

/** The types of an operation's path parameters, query and body, and of its answer's `data`. */
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

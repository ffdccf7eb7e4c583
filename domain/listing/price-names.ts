/** Members of a listing that the REST calls name otherwise, each with its name there: `lot[SENT_AS.unit]`. */
export const SENT_AS = {
  unit: 'bidding',
  startCents: 'startPrice',
  incrementCents: 'bidIncrementCents',
} as const;

type Names = typeof SENT_AS;
type OwnNames = { [Own in keyof Names as Names[Own]]: Own };
type SentName<M> = M extends keyof Names ? Names[M] : M;
type OwnName<S> = S extends keyof OwnNames ? OwnNames[S] : S;

const SENT: ReadonlyMap<string, string> = new Map(Object.entries(SENT_AS));
const OWN: ReadonlyMap<string, string> = new Map([...SENT].map(([own, sent]) => [sent, own]));

/** What the REST calls call a member of a listing. */
export const sentName = <M extends string>(member: M) => (SENT.get(member) ?? member) as SentName<M>;

/** Which member of a listing a name of the REST calls means. */
export const ownName = <S extends string>(sent: S) => (OWN.get(sent) ?? sent) as OwnName<S>;

const renamed = (members: object, name: (member: string) => string) =>
  Object.fromEntries(Object.entries(members).map(([member, value]) => [name(member), value]));

/** Members of a listing as the REST calls carry them. */
export const sentPrices = <L extends object>(listing: L) =>
  renamed(listing, sentName) as { [K in keyof L as SentName<K>]: L[K] };

/** Members of a REST call as a listing has them. */
export const ownPrices = <S extends object>(sent: S) =>
  renamed(sent, ownName) as { [K in keyof S as OwnName<K>]: S[K] };

import { openPerson } from '@saleyard/command-api/accounts/personal-data.ts';
import { fullName } from '@saleyard/domain/account/profile.ts';
import { buyerNumberOf } from '@saleyard/domain/auction/ids.ts';
import { foldOf } from '@saleyard/domain/decider.ts';
import { type EventOf, STREAMS, streamOf } from '@saleyard/domain/streams.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import type { SecretsReader } from '@saleyard/platform/secrets/port.ts';
import type { AuditReport, ReportPerson } from './report.ts';

type Sources = { log: EventLog; secrets: Pick<SecretsReader, 'get'> };

/**
 * Names the people of a report, as far as the keys among `secrets` open their profiles. Those who were forgotten, and
 * those whose keys are not there, are left out. So are damaged accounts, and those that the keys of another log do not open:
 * `unnamed` is called with each of them, and why.
 */
export async function readPeople(
  sources: Sources,
  report: Pick<AuditReport, 'lots' | 'sale'>,
  unnamed: (account: string, why: string) => void = () => {},
): Promise<AuditReport['people']> {
  const people: Record<string, ReportPerson> = {};
  for (const id of accountsIn(report)) {
    try {
      const person = await readPerson(sources, id);
      if (person !== null) people[id] = person;
    } catch (error) {
      // The audit goes on without the name.
      unnamed(id, error instanceof Error ? error.message : String(error));
    }
  }
  return people;
}

function accountsIn({ lots, sale }: Pick<AuditReport, 'lots' | 'sale'>): Set<string> {
  const accounts = new Set<string>();
  for (const { actor, bidder, formerBuyer } of [...sale, ...lots.flatMap(({ ladder }) => ladder)]) {
    if (actor.kind !== 'system') accounts.add(actor.id);
    for (const one of [bidder, formerBuyer]) if (one && buyerNumberOf(one) === null) accounts.add(one);
  }
  for (const { winner } of lots) if (winner !== null) accounts.add(winner);
  return accounts;
}

async function readPerson({ log, secrets }: Sources, id: string): Promise<ReportPerson | null> {
  const { decider } = STREAMS.account;
  const fold = foldOf(decider, decider.initial);
  for await (const events of log.read(streamOf(STREAMS.account, id)))
    for (const event of events) fold.apply(event as RecordedEvent<EventOf<'account'>>);
  const { state } = fold;
  const person = state && (await openPerson(secrets, id, state.personal));
  return state && person ? { name: fullName(person), role: state.role, email: person.email } : null;
}

/** The bidders of a report that a text may mean, and the text's meaning: a paddle, an account, an e-mail address, a name. */
export type Named = { bidder: string; shown: string };

/**
 * Finds who is meant by `text`: a paddle, an account's id, `floor` or `vendor`, an e-mail address, a name, or a part of
 * one. The first kind that fits anybody counts; several fit when people share a name.
 */
export function biddersNamed(
  { lots, people, paddles }: Pick<AuditReport, 'lots' | 'people' | 'paddles'>,
  text: string,
): Named[] {
  const bidders = new Set<string>();
  for (const { ladder } of lots) {
    for (const { actor, bidder, formerBuyer } of ladder) {
      for (const one of [bidder, formerBuyer]) if (one) bidders.add(one);
      if (actor.kind === 'user') bidders.add(actor.id);
    }
  }
  const wanted = plain(text);
  // It would match people without a name.
  if (wanted === '') return [];
  const names = (id: string): string => plain(people[id]?.name ?? '');
  const kinds: ((id: string) => boolean)[] = [
    (id) => paddles[id] === text,
    (id) => id === text,
    (id) => plain(people[id]?.email ?? '') === wanted,
    (id) => names(id) === wanted,
    (id) => names(id).split(' ').includes(wanted),
  ];
  for (const fits of kinds) {
    const found = [...bidders].filter(fits);
    if (found.length > 0) return found.map((bidder) => ({ bidder, shown: shownAs(bidder, paddles, people) }));
  }
  return [];
}

const plain = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ');

function shownAs(id: string, paddles: AuditReport['paddles'], people: AuditReport['people']): string {
  const paddle = paddles[id];
  const name = people[id]?.name ?? id;
  return paddle === undefined ? name : `paddle ${paddle} (${name})`;
}

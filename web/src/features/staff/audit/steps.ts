import type { AuditStep, SaleAudit } from '@saleyard/contract/audit.ts';
import { SALE_ZONE } from '@saleyard/domain/days.ts';

/** The date and the time to the millisecond. */
const time = new Intl.DateTimeFormat('en-AU', {
  timeZone: SALE_ZONE,
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});

export const stepTime = (at: number): string => time.format(at);

export const ACT_FILTERS = ['all', 'bids', 'staff', 'refused', 'automatic'] as const;
export type ActFilter = (typeof ACT_FILTERS)[number];

const IS_OF: Readonly<Record<ActFilter, (step: AuditStep) => boolean>> = {
  all: () => true,
  bids: ({ isBid }) => isBid,
  staff: ({ actor }) => actor.kind === 'staff',
  refused: ({ refused }) => refused !== null,
  automatic: ({ actor }) => actor.kind === 'system',
};

/** Steps of one person (or part of Saleyard) and one kind; '' is everyone. */
export const filtered = (steps: readonly AuditStep[], person: string, act: ActFilter): AuditStep[] =>
  steps.filter((step) => (person === '' || step.actor.id === person) && IS_OF[act](step));

const ROLES = { admin: 'staff', auditor: 'auditor' } as const;

/** Who acted: a bidder by paddle and name, staff by name and role, Saleyard by the part that acted. */
export function actorName({ actor }: Pick<AuditStep, 'actor'>, people: SaleAudit['people']): string {
  if (actor.part !== null) return actor.part;
  const { name = '', role = null } = people[actor.id] ?? {};
  const shown = name === '' ? `account ${actor.id}` : name;
  if (actor.kind === 'staff') return `${shown} (${role === null ? 'acting as staff' : ROLES[role]})`;
  return actor.paddle === null ? shown : `Paddle ${actor.paddle}, ${shown}`;
}

/** Everyone who acts in the steps, once each, in order of their first step. */
export function actorsIn(steps: readonly AuditStep[], people: SaleAudit['people']) {
  const named = new Map<string, string>();
  for (const step of steps) if (!named.has(step.actor.id)) named.set(step.actor.id, actorName(step, people));
  return [...named].map(([value, label]) => ({ value, label }));
}

/** When the command was sequenced where that is not when it took effect, and when the gateway received a bid. */
export function timesText({ at, sequencedAt, receivedAt, isBid, actor }: AuditStep): string | null {
  const parts: string[] = [];
  if (sequencedAt !== at) parts.push(`stored with a command sequenced ${stepTime(sequencedAt)}`);
  if (receivedAt !== null) parts.push(`received ${sequencedAt - receivedAt} ms before it was sequenced`);
  else if (isBid && actor.kind === 'user') parts.push('arrival not recorded');
  if (parts.length === 0) return null;
  const line = parts.join('; ');
  return line.charAt(0).toUpperCase() + line.slice(1);
}

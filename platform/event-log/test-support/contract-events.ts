import { newId } from '../../ids/ids.ts';
import type { AppendedEvent, AppendResult, NewEvent, RecordedEvent, SubscriptionItem } from '../port.ts';

/** What a log under test is opened with: prefixes of the streams that it chains. */
export const CHAINED = ['auction-', 'chained-'] as const;

/** An event to append. */
export function event(data: unknown = { n: 0 }, type = 'Noted'): NewEvent {
  const actor = { kind: 'user', id: 'u-1' } as const;
  return { id: newId(), type, data, meta: { at: 1_760_000_000_123, commandId: newId(), actor, schema: 1 } };
}

/** This many of them, each with its number. */
export function numbered(count: number, from = 0): NewEvent[] {
  return Array.from({ length: count }, (_, i) => event({ n: from + i }));
}

/** The result of an append that must have been stored; its events without positions, which a log need not return. */
export function appended(result: AppendResult): Extract<AppendResult, { outcome: 'appended' }> {
  if (result.outcome !== 'appended') throw new Error(`not appended: ${JSON.stringify(result)}`);
  return { ...result, events: unplaced(result.events) };
}

/** Events without their positions. */
export function unplaced(events: readonly (AppendedEvent & { position?: number })[]): AppendedEvent[] {
  return events.map(({ position: _, ...event }) => event);
}

/** Everything a read yields. */
export async function all(batches: AsyncIterable<RecordedEvent[]>): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const batch of batches) events.push(...batch);
  return events;
}

/** Follows a subscription until `enough` says so; every event in order, and the marks. */
export async function follow(
  items: AsyncIterable<SubscriptionItem>,
  enough: (events: RecordedEvent[], item: SubscriptionItem) => boolean,
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const item of items) {
    if (item.kind === 'events') events.push(...item.events);
    if (enough(events, item)) return events;
  }
  throw new Error(`the subscription ended after ${events.length} events`);
}

export const ids = (events: readonly { id: string }[]): string[] => events.map(({ id }) => id);
export const revisions = (events: readonly RecordedEvent[]): number[] =>
  events.map(({ revision }) => revision);
export const isCaughtUp = (_: RecordedEvent[], item: SubscriptionItem): boolean => item.kind === 'caughtUp';
export const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

import type { Me } from '@saleyard/contract/accounts.ts';
import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call, type Transport } from './api-client.ts';
import { useFirstRender } from './first-render.ts';
import { useMe } from './session.ts';
import { useWindowEvent } from './window-events.ts';

/** Filters are kept this long after the last change. ms. */
const KEEP_AFTER_MS = 300;

/** A browser finishes this call after its page is gone. */
const OUTLIVING: Transport = {
  fetch: (address, init) => fetch(address, { ...init, keepalive: true }),
  limitMs: 20_000,
};

type ScreenFilters = Me['filters'][string];

const LISTS = ['location', 'region', 'breed', 'stockCategory', 'sex', 'assessorType'] as const;
const RANGES = ['age', 'weight'] as const;

/** The filters that an address names, as a user keeps them. `texts`: parameters with one value that are kept too. */
export function filtersIn(search: URLSearchParams, texts: readonly string[]): ScreenFilters {
  const filters: Record<string, ScreenFilters[string]> = {};
  for (const name of LISTS) {
    const values = search.getAll(name).filter((value) => value !== '');
    if (values.length > 0) filters[name] = values;
  }
  for (const name of RANGES) {
    const end = (which: 'From' | 'To') => {
      const text = search.get(`${name}${which}`);
      return text === null || !Number.isFinite(Number(text)) ? undefined : Number(text);
    };
    const [from, to] = [end('From'), end('To')];
    if (from !== undefined || to !== undefined)
      filters[name] = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  }
  for (const name of texts) {
    const value = search.get(name);
    if (value) filters[name] = value;
  }
  return filters;
}

/** An address's part with the filters that a user kept, beside what else it says. */
function withFilters(search: URLSearchParams, filters: ScreenFilters): URLSearchParams {
  const written = new URLSearchParams(search);
  for (const [name, value] of Object.entries(filters)) {
    if (Array.isArray(value)) for (const one of value) written.append(name, String(one));
    else if (typeof value === 'object') {
      const { from, to } = value as { from?: number; to?: number };
      if (from !== undefined) written.set(`${name}From`, String(from));
      if (to !== undefined) written.set(`${name}To`, String(to));
    } else written.set(name, String(value));
  }
  return written;
}

const sortedText = (filters: ScreenFilters): string =>
  JSON.stringify(Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1)));
const NONE = sortedText({});

/** What was chosen here last, which is newer than an answer that left the server before it was kept there. */
const chosenKey = (me: Me | null | undefined, screen: string) => ['chosen-filters', me?._id, screen];

/**
 * Keeps the filters of a screen on the user, and brings them back when its address names none. A failure to keep them
 * is silent: the address has them still. False until what was kept is in the address; a list that the server rendered
 * stays in sight meanwhile.
 */
export function useKeptFilters(screen: string, texts: readonly string[] = []): boolean {
  const me = useMe();
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const [phase, setPhase] = useState<'reading' | 'restoring' | 'done'>('reading');
  const first = useFirstRender();
  const [isInSight] = useState(first !== null);
  const filters = filtersIn(search, texts);
  const said = sortedText(filters);
  const kept = client.getQueryData<ScreenFilters>(chosenKey(me, screen)) ?? me?.filters[screen] ?? {};
  const keptText = sortedText(kept);
  useEffect(() => {
    if (phase === 'done' || me === undefined) return;
    if (phase === 'reading' && said === NONE && keptText !== NONE) {
      setPhase('restoring');
      setSearch((now) => withFilters(now, kept), { replace: true, preventScrollReset: true });
    } else if (phase === 'reading' || said !== NONE) setPhase('done');
  }, [phase, me, said, keptText, kept, setSearch]);
  /** What is not kept yet. */
  const pending = useRef<{ screen: string; keep: () => void } | null>(null);
  useEffect(() => {
    if (pending.current !== null && pending.current.screen !== screen) pending.current.keep();
    if (phase !== 'done' || !me || said === keptText) {
      pending.current = null;
      return;
    }
    const keep = () => {
      pending.current = null;
      client.setQueryData(chosenKey(me, screen), filters);
      const body = { user: { filters: { [screen]: filters } } };
      call(accountOperations.changeMe, { body, transport: OUTLIVING }).catch(() => {});
    };
    pending.current = { screen, keep };
    const timer = setTimeout(keep, KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [phase, me, said, keptText, filters, client, screen]);
  // A person who leaves the screen, or the page, before the time is over has chosen all the same.
  useEffect(() => () => pending.current?.keep(), []);
  useWindowEvent('pagehide', () => pending.current?.keep());
  return isInSight || phase === 'done';
}

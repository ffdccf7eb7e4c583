import { countOf, formatDollars } from '@saleyard/domain/presentation/amounts.ts';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { ICON_SIZES, IconLayoutGrid, IconLayoutList, IconList, IconSearch, IconX } from '@/config/icons.ts';
import type { GridState, RoomPreferences } from '@/features/live-room/room/room-context.tsx';
import type { Room } from '@/features/live-room/room/use-room.ts';
import { useAhead } from '@/features/live-room/room/use-room-view.ts';
import type { RoomLot, Viewer } from '@/features/live-room/rules/lot-state.ts';
import { orderPad, type RoomTab, type UrlView } from '@/features/live-room/rules/lots-shown.ts';
import classes from './list-bar.module.css';

/** What the viewer would pay for if every lot closed now. */
export const OrderPadBar = memo(function OrderPadBar({ room }: { room: Room }) {
  if (room.bidder === null) return null;
  const pad = orderPad(room.lots, room.viewer);
  const about = pad.estimated ? '≈ ' : '';
  const cells: readonly (readonly [string, string])[] = [
    ['Winning', countOf(pad.winning, 'lot')],
    ...(pad.won > 0
      ? [['Won', `${countOf(pad.won, 'lot')}, ${about}${formatDollars(pad.wonCents)}`] as const]
      : []),
    ['Head', countOf(pad.head, 'head', 'head')],
    [
      'Average',
      pad.averagePerHeadCents === null ? '–' : `${about}${formatDollars(pad.averagePerHeadCents)} /head`,
    ],
    ['Gross', `${about}${formatDollars(pad.grossCents)}`],
  ];
  return (
    <section
      className={classes.pad}
      aria-label="Order pad"
      data-empty={pad.winning + pad.won === 0 || undefined}
    >
      <dl>
        {cells.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="sy-number">{value}</dd>
          </div>
        ))}
      </dl>
      {pad.unweighed > 0 && <p>{countOf(pad.unweighed, 'lot')} without a weight not in the gross</p>}
    </section>
  );
});

const GRIDS: readonly { state: GridState; label: string; Icon: typeof IconList }[] = [
  { state: 'default', label: 'Cards with pictures', Icon: IconLayoutGrid },
  { state: 'no-image', label: 'Cards without pictures', Icon: IconLayoutList },
  { state: 'list', label: 'List', Icon: IconList },
];

/** The tabs of the sale, each with how many lots it holds. Arrow keys go from tab to tab, Home and End to the first and the last. */
function Tabs({
  tabs,
  current,
  lots,
  viewer,
  choose,
}: {
  tabs: readonly RoomTab[];
  current: RoomTab;
  lots: readonly RoomLot[];
  viewer: Viewer;
  choose: (id: string) => void;
}) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    bar.current
      ?.querySelector(`[data-tab="${current.id}"]`)
      ?.scrollIntoView?.({ inline: 'nearest', block: 'nearest' });
  }, [current.id]);
  const go = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === current.id);
    const places = { ArrowRight: (at + 1) % tabs.length, ArrowLeft: at - 1, Home: 0, End: -1 };
    const next = event.key in places ? tabs.at(places[event.key as keyof typeof places]) : undefined;
    if (!next) return;
    // Home and End would also scroll the page.
    event.preventDefault();
    choose(next.id);
    bar.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return (
    <div ref={bar} role="tablist" aria-label="Lots" className={classes.tabs} onKeyDown={go}>
      {tabs.map((tab) => {
        const count = lots.filter((lot) => tab.holds(lot, viewer)).length;
        return (
          <button
            key={tab.id}
            type="button"
            role="tab"
            data-tab={tab.id}
            className={classes.tab}
            aria-selected={tab.id === current.id}
            aria-controls="lots"
            tabIndex={tab.id === current.id ? 0 : -1}
            title={tab.description || undefined}
            data-urgent={(tab.id === 'losing' && count > 0) || undefined}
            onClick={() => choose(tab.id)}
          >
            {tab.label} <span className={classes.count}>{count}</span>
          </button>
        );
      })}
    </div>
  );
}

/** Above the lots: tabs, a search, the sex of the stock, and how the list looks. */
export function ListBar({
  tabs,
  current,
  lots,
  viewer,
  sexes,
  view,
  change,
  preferences,
  compact = false,
}: {
  tabs: readonly RoomTab[];
  current: RoomTab;
  lots: readonly RoomLot[];
  viewer: Viewer;
  sexes: readonly string[];
  view: UrlView;
  change: (part: Partial<UrlView>) => void;
  preferences: Pick<RoomPreferences, 'grid' | 'setGrid'>;
  /** On a phone the search waits behind a button, unless it narrows what is shown. */
  compact?: boolean;
}) {
  const [opened, setOpened] = useState(false);
  const narrows = view.search !== '' || view.sex !== null;
  const [text, type] = useAhead(view.search, (search) => change({ search }));
  return (
    <>
      <div className={classes.bar}>
        <div className={classes.first}>
          <Tabs tabs={tabs} current={current} lots={lots} viewer={viewer} choose={(tab) => change({ tab })} />
          {compact && (
            <button
              type="button"
              className={classes.find}
              aria-label="Find lots"
              aria-expanded={opened || narrows}
              aria-controls="find-lots"
              disabled={narrows}
              onClick={() => setOpened(!opened)}
            >
              <IconSearch size={ICON_SIZES.lg} aria-hidden="true" />
            </button>
          )}
        </div>
        <search id="find-lots" className={classes.filters} hidden={compact && !opened && !narrows}>
          <label className={classes.search}>
            <IconSearch size={ICON_SIZES.sm} aria-hidden="true" />
            <input
              type="text"
              aria-label="Find lots by number, title or town"
              placeholder="Find lots"
              value={text}
              onChange={({ currentTarget: { value } }) => type(value)}
            />
            {text !== '' && (
              <button type="button" aria-label="Clear the search" onClick={() => type('')}>
                <IconX size={ICON_SIZES.sm} aria-hidden="true" />
              </button>
            )}
          </label>
          {sexes.length > 1 && (
            <select
              aria-label="Sex"
              className={classes.sex}
              value={view.sex ?? ''}
              onChange={({ currentTarget: { value } }) => change({ sex: value === '' ? null : value })}
            >
              <option value="">Any sex</option>
              {sexes.map((sex) => (
                <option key={sex}>{sex}</option>
              ))}
            </select>
          )}
          <fieldset className={classes.grids} aria-label="How lots are shown">
            {GRIDS.map(({ state, label, Icon }) => (
              <button
                key={state}
                type="button"
                aria-label={label}
                title={label}
                aria-pressed={preferences.grid === state}
                onClick={() => preferences.setGrid(state)}
              >
                <Icon size={ICON_SIZES.md} aria-hidden="true" />
              </button>
            ))}
          </fieldset>
        </search>
      </div>
      {current.description !== '' && <p className={classes.description}>{current.description}</p>}
    </>
  );
}

import type { StaffLot } from '@saleyard/contract/lots.ts';
import type { SaleSchedule } from '@saleyard/contract/staff.ts';
import { repeatedNumbers } from '@saleyard/domain/listing/forms/catalogue.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import {
  ICON_SIZES,
  IconArrowDown,
  IconArrowUp,
  IconGripVertical,
  IconPencil,
  IconSortAscending,
} from '@/config/icons.ts';
import { titleOf } from '@/lib/labels.ts';
import { Button, IconButton } from '@/ui/button.tsx';
import { Grid, Row, Text } from '@/ui/layout.tsx';
import classes from './schedule.module.css';

export type PlacedLots = SaleSchedule['lots'];

/** The list with the entry at `from` put at `to`; both from 0. */
export function moved(lots: PlacedLots, from: number, to: number): PlacedLots {
  const [lot] = lots.slice(from, from + 1);
  if (lot === undefined || to < 0 || to >= lots.length || from === to) return lots;
  const rest = lots.filter((_, place) => place !== from);
  return [...rest.slice(0, to), lot, ...rest.slice(to)];
}

/** The ids of lots without a number, and of those whose number another has too. */
export function wrongNumbers(lots: PlacedLots): ReadonlySet<string> {
  const shared = new Set(repeatedNumbers(lots).flatMap(({ row, earlier }) => [row, earlier]));
  const wrong = lots.filter(({ number }, row) => number.trim() === '' || shared.has(row));
  return new Set(wrong.map(({ _id }) => _id));
}

/**
 * The catalogue in its order: lots are moved by dragging, by the arrow keys on their handle, or by buttons, and
 * numbered by hand or all at once. `details`: of each lot, as far as they are read.
 */
export function LotsOrder({
  lots,
  details,
  onChange,
  onEdit,
}: {
  lots: PlacedLots;
  details: ReadonlyMap<string, StaffLot>;
  onChange: (lots: PlacedLots) => void;
  onEdit: (lot: string) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  const help = useId();
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const wrong = wrongNumbers(lots);
  const held = useRef<string | null>(null);
  // A row that moves in the page loses the focus; the handle that was pressed keeps it.
  useEffect(() => {
    if (held.current !== null)
      list.current?.querySelector<HTMLElement>(`[data-handle="${held.current}"]`)?.focus();
    held.current = null;
  });
  const nameOf = ({ _id, number }: PlacedLots[number]) => {
    const lot = details.get(_id);
    return `Lot ${number}${lot ? `, ${titleOf(lot, lot.count)}` : ''}`;
  };
  const move = (from: number, to: number) => {
    const next = moved(lots, from, to);
    const lot = lots[from];
    if (next === lots || lot === undefined) return;
    onChange(next);
    setSaid(`${nameOf(lot)}: now place ${to + 1} of ${lots.length}`);
  };
  const byKey = (event: KeyboardEvent, place: number) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    held.current = lots[place]?._id ?? null;
    move(place, place + step);
  };
  const drop = (place: number) => {
    if (dragged === null) return;
    move(
      lots.findIndex(({ _id }) => _id === dragged),
      place,
    );
  };
  return (
    <Grid single gap="sm" className={classes.order}>
      <Row justify="space-between" gap="sm" across="md">
        <Text id={help} tone="dim">
          Move a lot by dragging, by the arrow keys on its handle, or by its arrows.
        </Text>
        <Button
          variant="default"
          leftSection={<IconSortAscending size={ICON_SIZES.sm} aria-hidden="true" />}
          onClick={() => onChange(lots.map(({ _id }, place) => ({ _id, number: String(place + 1) })))}
        >
          Number from 1
        </Button>
      </Row>
      <Grid as="ol" single gap="xs" ref={list}>
        {lots.map((placed, place) => {
          const { _id, number } = placed;
          const lot = details.get(_id);
          return (
            <li
              key={_id}
              data-dragged={dragged === _id || undefined}
              onDragOver={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                if (dragged !== _id) drop(place);
              }}
              onDrop={(event) => event.preventDefault()}
            >
              <button
                type="button"
                className={classes.handle}
                draggable
                data-handle={_id}
                aria-label={`Move ${nameOf(placed)}`}
                aria-describedby={help}
                onKeyDown={(event) => byKey(event, place)}
                onDragStart={(event) => {
                  setDragged(_id);
                  event.dataTransfer.effectAllowed = 'move';
                  event.dataTransfer.setData('text/plain', _id);
                  const row = event.currentTarget.closest('li');
                  if (row) event.dataTransfer.setDragImage(row, 16, 16);
                }}
                onDragEnd={() => setDragged(null)}
              >
                <IconGripVertical size={ICON_SIZES.md} aria-hidden="true" />
              </button>
              <input
                type="text"
                className={classes.number}
                aria-label={`Number of ${nameOf(placed)}`}
                aria-invalid={wrong.has(_id)}
                value={number}
                autoComplete="off"
                onChange={({ currentTarget: { value } }) =>
                  onChange(lots.map((one) => (one._id === _id ? { _id, number: value } : one)))
                }
              />
              <span className={classes.lotName}>
                <strong>{lot ? titleOf(lot, lot.count) : 'Loading…'}</strong>
                {lot && (
                  <span className="sy-dim">
                    {[
                      countOf(lot.count, 'head', 'head'),
                      lot.vendorName,
                      lot.allocatedSection,
                      lot.withdrawn ? 'withdrawn' : '',
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                )}
              </span>
              <span className={classes.steps}>
                <IconButton
                  aria-label={`Move ${nameOf(placed)} up`}
                  disabled={place === 0}
                  onClick={() => move(place, place - 1)}
                >
                  <IconArrowUp size={ICON_SIZES.md} aria-hidden="true" />
                </IconButton>
                <IconButton
                  aria-label={`Move ${nameOf(placed)} down`}
                  disabled={place === lots.length - 1}
                  onClick={() => move(place, place + 1)}
                >
                  <IconArrowDown size={ICON_SIZES.md} aria-hidden="true" />
                </IconButton>
                {lot && !lot.withdrawn && (
                  <IconButton aria-label={`Change ${nameOf(placed)}`} onClick={() => onEdit(_id)}>
                    <IconPencil size={ICON_SIZES.md} aria-hidden="true" />
                  </IconButton>
                )}
              </span>
            </li>
          );
        })}
      </Grid>
      {wrong.size > 0 && (
        <p role="alert" className={classes.alert}>
          Every lot needs a number of its own.
        </p>
      )}
      <p className="sy-hidden" aria-live="polite">
        {said}
      </p>
    </Grid>
  );
}

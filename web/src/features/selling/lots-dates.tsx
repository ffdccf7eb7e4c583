import { sellingOperations } from '@saleyard/contract/operations/selling.ts';
import type { OwnListing } from '@saleyard/contract/selling.ts';
import { detailChanges } from '@saleyard/domain/listing/forms/detail-changes.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { dayKey } from '@saleyard/domain/presentation/dates.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { titleOf } from '@/lib/labels.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { dayProblem } from '@/ui/form/calendar-days.ts';
import { DayInput } from '@/ui/form/day-input.tsx';

const FIELDS = [
  { name: 'assessmentDate', label: 'Assessment Date' },
  { name: 'earliestDelivery', label: 'Earliest Delivery' },
  { name: 'latestDelivery', label: 'Latest Delivery' },
] as const;

type Typed = Record<(typeof FIELDS)[number]['name'], string>;

/** Why these dates can't be those of a lot; null: they can. A date that is not stated stays as the lot has it. */
function problemOf({ earliestDelivery, latestDelivery }: Typed, { auctionData }: OwnListing): string | null {
  const live = auctionData ? dayKey(auctionData.liveAt) : '';
  const isEarly = (day: string) => day !== '' && day < live;
  if (isEarly(earliestDelivery) || isEarly(latestDelivery)) return 'a delivery is before its auction';
  return null;
}

/** Sets the dates of several drafts at once, each lot saved by itself. */
export function DatesDialog({ lots, onClose }: { lots: readonly OwnListing[]; onClose: () => void }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState<Typed>({ assessmentDate: '', earliestDelivery: '', latestDelivery: '' });
  const stated = Object.fromEntries(Object.entries(typed).filter(([, day]) => day !== ''));
  const save = useMutation({
    mutationFn: async () => {
      const left: string[] = [];
      for (const lot of lots) {
        const name = titleOf(lot, lot.count ?? 0);
        const problem = problemOf(typed, lot);
        if (problem !== null) {
          left.push(`${name}: ${problem}`);
          continue;
        }
        const changes = detailChanges(FORMS[lot.kindData.type], { details: stated });
        await call(sellingOperations.saveListing, {
          params: { auction: lot.auction, lot: lot._id },
          query: {},
          body: { lot: {}, detailsChanges: changes, revision: lot.revision },
        }).catch((error: unknown) => left.push(`${name}: ${errorTextOf(error).message}`));
      }
      return left;
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['selling'] }),
  });
  const wrongDay = (name: keyof Typed): string | false => {
    const day = typed[name];
    const isReversed = name === 'latestDelivery' && day !== '' && day < typed.earliestDelivery;
    return dayProblem(day) || (isReversed && 'This is before the earliest delivery');
  };
  const isWrong = Object.keys(stated).length === 0 || FIELDS.some(({ name }) => wrongDay(name));
  if (save.data)
    return (
      <Dialog title="Set dates" onClose={onClose} actions={<Button onClick={onClose}>OK</Button>}>
        <p role="status">{`${countOf(lots.length - save.data.length, 'lot')} changed.`}</p>
        {save.data.length > 0 && (
          <>
            <p>Not changed:</p>
            <ul>
              {save.data.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </>
        )}
      </Dialog>
    );
  return (
    <Dialog
      title={`Set dates of ${countOf(lots.length, 'lot')}`}
      onClose={onClose}
      withCancel
      actions={
        <Button disabled={isWrong} loading={save.isPending} onClick={() => save.mutate()}>
          Set dates
        </Button>
      }
    >
      <p>A date that is left empty stays as each lot has it.</p>
      {FIELDS.map(({ name, label }) => (
        <DayInput
          key={name}
          label={label}
          value={typed[name]}
          error={wrongDay(name)}
          onChange={(day) => setTyped({ ...typed, [name]: day })}
        />
      ))}
    </Dialog>
  );
}

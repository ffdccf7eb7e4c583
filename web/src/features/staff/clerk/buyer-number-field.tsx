import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { floorBuyersQuery } from '@/features/staff/api/floor-buyers.ts';
import { TextField } from '@/ui/text-field.tsx';

/** The buyer number of the next floor bid or the knock-down, with who has it, so that a number that was misheard is seen before the hammer. */
export function BuyerNumberField({
  auction,
  value,
  onChange,
  ref,
}: {
  auction: string;
  value: string;
  onChange: (typed: string) => void;
  ref: Ref<HTMLInputElement>;
}) {
  const { data } = useQuery(floorBuyersQuery(auction));
  const number = value.trim().toUpperCase();
  const buyer = data?.buyers.find((one) => one.number === number);
  const name = buyer?.name || buyer?.account?.name || '';
  const who =
    number === '' || data === undefined
      ? 'Of the floor; goes with the next floor bid or the knock-down'
      : name || 'Nobody has this number yet. It can be named later.';
  return (
    <div aria-live="polite">
      <TextField
        ref={ref}
        onKeyDown={({ key, currentTarget }) => {
          // The keys of the console work again.
          if (key === 'Enter' || key === 'Escape') currentTarget.blur();
        }}
        label="Buyer number"
        description={who}
        most={6}
        autoComplete="off"
        value={value}
        onChange={onChange}
        problem={null}
      />
    </div>
  );
}

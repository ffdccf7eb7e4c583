import { useQuery } from '@tanstack/react-query';
import { floorBuyersQuery } from '@/features/staff/api/floor-buyers.ts';
import { TextField } from '@/ui/text-field.tsx';

/** The buyer number of the knock-down, with who has it, so that a number that was misheard is seen before the hammer. */
export function BuyerNumberField({
  auction,
  value,
  onChange,
}: {
  auction: string;
  value: string;
  onChange: (typed: string) => void;
}) {
  const { data } = useQuery(floorBuyersQuery(auction));
  const number = value.trim().toUpperCase();
  const buyer = data?.buyers.find((one) => one.number === number);
  const name = buyer?.name || buyer?.account?.name || '';
  const who =
    number === '' || data === undefined
      ? 'Of the floor; used when the lot is knocked down'
      : name || 'Nobody has this number yet. It can be named later.';
  return (
    <div aria-live="polite">
      <TextField
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

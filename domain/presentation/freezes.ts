import type { FreezeCause } from '../auction/freeze-cause.ts';

/** Why a sale or a lot is or was frozen, for everybody. */
export const CAUSES: Readonly<Record<FreezeCause, string>> = {
  outage: 'Bids could not be taken (an outage)',
  power: 'Power or network at the yard',
  system: "The marketplace's own system",
  dispute: 'A bidding dispute',
  safety: 'Animals or safety',
  catalogue: 'A mistake in the catalogue',
  other: 'Another reason',
};

/** The same for a freeze whose cause may not be recorded. */
export const causeText = (cause: FreezeCause | null): string =>
  cause === null ? 'Reason not given' : CAUSES[cause];

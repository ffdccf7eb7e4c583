import type { ErrorCode } from '@saleyard/contract/errors.ts';
import type { ListingContent } from '@saleyard/domain/listing/content.ts';
import type { ListingRefusal } from '@saleyard/domain/listing/decide.ts';
import { sentName } from '@saleyard/domain/listing/price-names.ts';
import type { Listing, ListingState } from '@saleyard/domain/listing/state.ts';
import { REOFFER_DAYS } from '@saleyard/domain/listing/stock.ts';
import { type Refusal, refusal } from '@saleyard/http/failures.ts';
import type { Guard } from '../handle-command.ts';

const CHANGED: ListingRefusal = { code: 'changed-elsewhere', problems: [] };

/** What a command checks of a listing as it is when it is decided. */
export type ListingGuard = Guard<ListingState, ListingRefusal>;

/** Refuses when the listing was changed after the revision that the sender read; undefined: any will do. */
export const unchangedSince =
  (expected: number | undefined): ListingGuard =>
  ({ revision }) =>
    expected === undefined || revision === expected ? null : CHANGED;

/**
 * Refuses a change of whole lists of files that was made from other lists: it would remove what was added meanwhile; and one
 * after the `expected` revision.
 */
export const sameFiles =
  ({ content: read }: Listing, expected?: number): ListingGuard =>
  (found) => {
    const isSame = found.state !== null && filesIn(found.state.content) === filesIn(read);
    return isSame ? unchangedSince(expected)(found) : CHANGED;
  };

/** Refuses a change of a file that the listing does not have. A repeated command gets its first answer before. */
export const fileMissing: ListingGuard = () => ({ code: 'not-found', problems: [] });

const filesIn = ({ documents, media, usefulLinks }: ListingContent): string =>
  JSON.stringify([documents, media, usefulLinks]);

const CODES: Partial<Record<ListingRefusal['code'], ErrorCode>> = {
  'already-started': 'duplicate-conflict',
  'not-owner': 'not-found',
  sold: 'not-editable',
  'already-reoffered': 'not-editable',
};

/** A listing's refusal as a REST error: each invalid field, or the one reason. */
export function listingRefusal({ code, problems }: ListingRefusal): Refusal {
  if (code === 'invalid') {
    const errors = problems.map(({ field, message }) => ({
      code: 'invalid-request',
      message,
      field: sentName(field),
    }));
    return { status: 400, errors };
  }
  const [problem] = problems;
  return refusal(CODES[code] ?? (code as ErrorCode), problem && { message: problem.message });
}

/** Messages for a lot that can't be offered again, where the code's own message is about other lots. */
const REOFFER_SAYS: Partial<Record<ListingRefusal['code'], string>> = {
  sold: 'This lot was sold.',
  'already-reoffered': 'This lot is offered again already.',
  'not-editable': 'Only lots of a closed auction can be reoffered.',
  'too-late': `Lots can be reoffered for ${REOFFER_DAYS} days after their auction closed.`,
};

/** Why a lot can't be offered again, as a REST error. */
export function reofferRefusalOf(refused: ListingRefusal): Refusal {
  const message = REOFFER_SAYS[refused.code];
  if (message === undefined || refused.problems.length > 0) return listingRefusal(refused);
  return refusal(CODES[refused.code] ?? (refused.code as ErrorCode), { message });
}

import type { LotBody } from '@saleyard/contract/lots.ts';
import type { SaleDetailsBody, SaleTermsBody } from '@saleyard/contract/staff.ts';
import { type ScheduleProblem, scheduleProblems } from '@saleyard/domain/auction/scheduling.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import {
  entryProblems,
  type Naming,
  numberKey,
  repeatedNumbers,
} from '@saleyard/domain/listing/forms/catalogue.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';

/** A contradiction in a sale that is valid by its schema. `field` as in the body: "lots[3].startCents". */
export type SaleProblem = { field: string; message: string };

/** API clients need field names, and amounts in cents. */
const NAMING: Naming = { nameOf: ({ name }) => name, amount: String };

/** Problems of a sale's terms. `now`: ms. */
export const termsProblems = (terms: SaleTermsBody, now: number): SaleProblem[] =>
  scheduleProblems(terms, now).map((problem) => ({
    field: `terms.${problem.field}`,
    message: messageOf(problem, terms.type),
  }));

function messageOf({ rule, field }: ScheduleProblem, type: SaleTermsBody['type']): string {
  if (rule === 'future') return 'openAt must be in the future: lots are catalogued before a sale opens';
  if (rule === 'order') return 'liveAt must not be before openAt';
  return `${field} must be more than 0: it is ${AUCTION_TYPES[type].needed[field]}`;
}

/** Problems of a sale's settings: a lot that is live is not edited, so late edits end by then [T18]. */
export function settingsProblems(
  { settings }: SaleDetailsBody,
  { liveAt }: Pick<SaleTermsBody, 'liveAt'>,
): SaleProblem[] {
  if ((settings?.editLotDisabledAt ?? 0) <= liveAt) return [];
  return [
    { field: 'details.settings.editLotDisabledAt', message: 'editLotDisabledAt must not be after liveAt' },
  ];
}

/** Problems of the numbers that one request gives to lots. */
export const numberProblems = (lots: readonly { number?: string | undefined }[]): SaleProblem[] => [
  ...lots.flatMap(({ number }, row) =>
    number?.trim() === '' ? [{ field: `lots[${row}].number`, message: 'number must not be blank' }] : [],
  ),
  ...repeatedNumbers(lots).map(({ row, number, earlier }) => ({
    field: `lots[${row}].number`,
    message: `number ${number} is also that of lots[${earlier}]`,
  })),
];

/**
 * Problems of the lots of a sale of this kind, `lots[0]` being the first. `tabs`: names of the auction's tabs.
 * `taken`: the numbers of the lots that the sale has.
 */
export function lotsProblems(
  kind: KindType,
  lots: readonly LotBody[],
  { tabs, taken = [] }: { tabs?: readonly string[] | undefined; taken?: readonly string[] } = {},
): SaleProblem[] {
  const own = lots.flatMap((lot, index) =>
    entryProblems(FORMS[kind], lot, NAMING, tabs).map(({ field, message }) => ({
      field: `lots[${index}].${field}`,
      message,
    })),
  );
  const known = new Set(taken.map(numberKey));
  const repeated = lots.flatMap(({ number }, row) =>
    number !== undefined && known.has(numberKey(number))
      ? [{ field: `lots[${row}].number`, message: `number ${number} is that of another lot of the sale` }]
      : [],
  );
  return [...own, ...numberProblems(lots), ...repeated];
}

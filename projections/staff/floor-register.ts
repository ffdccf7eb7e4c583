import {
  type FloorPerson,
  floorBuyerKey,
  floorPersonOf,
} from '@saleyard/domain/floor-buyers/floor-buyers.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { OpenTexts } from '../lots/own-texts.ts';
import { readState } from '../state-documents.ts';

export type FloorRegister = ReadonlyMap<string, FloorPerson>;

/** A buyer number with neither a person in the register nor an account. */
export const unnamedFloorBuyer = (number: string): string => `Floor, buyer ${number}`;

/**
 * People by the buyer numbers that the desk gave them; without those who were erased. A number without a person there
 * has the name of the account whose claim was approved. `accountName`: '' when the person was forgotten.
 */
export async function floorRegister(
  documents: Documents,
  { openTexts, accountName }: { openTexts: OpenTexts; accountName: (account: string) => Promise<string> },
  auction: string,
): Promise<FloorRegister> {
  const { buyers, claims } = await readState(documents, STREAMS.floorBuyers, auction);
  const texts = await openTexts(
    buyers.map(({ number, personal }) => ({
      account: floorBuyerKey(auction, number),
      sealed: personal,
      clear: '',
    })),
  );
  const registered = new Map(
    buyers.flatMap(({ number }, at) => {
      const person = floorPersonOf(texts[at]);
      return person === null ? [] : [[number, person] as const];
    }),
  );
  // The last approved claim is in force.
  const accounts = new Map(
    claims.flatMap(({ number, account, state }) =>
      state === 'approved' && !registered.has(number) ? [[number, account] as const] : [],
    ),
  );
  const claimed = await Promise.all(
    [...accounts].map(
      async ([number, account]) =>
        [number, { name: await accountName(account), pic: '', phone: '' }] as const,
    ),
  );
  return new Map([...registered, ...claimed]);
}

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

/** A buyer number whose person is not registered, or was erased. */
export const unnamedFloorBuyer = (number: string): string => `Floor, buyer ${number}`;

/** People by the buyer numbers that the desk gave them; without those who were erased. */
export async function floorRegister(
  documents: Documents,
  openTexts: OpenTexts,
  auction: string,
): Promise<FloorRegister> {
  const { buyers } = await readState(documents, STREAMS.floorBuyers, auction);
  const texts = await openTexts(
    buyers.map(({ number, personal }) => ({
      account: floorBuyerKey(auction, number),
      sealed: personal,
      clear: '',
    })),
  );
  return new Map(
    buyers.flatMap(({ number }, at) => {
      const person = floorPersonOf(texts[at]);
      return person === null ? [] : [[number, person] as const];
    }),
  );
}

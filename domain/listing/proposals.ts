import { isPic } from '../fields/identifiers.ts';
import { type KindType, STATES, type State } from './stock.ts';
import { TOWNS, type Town } from './towns.ts';

// What a lot's form proposes from what is typed already. The seller may change all of it.

const SHEEP_BREEDS = [
  ...['Merino', 'Merino Cross', 'First Cross', 'Second Cross', 'Border Leicester', 'Composite', 'Corriedale'],
  ...['Dohne', 'Dorper', 'Dorset Horn', 'Poll Dorset', 'Poll Merino', 'Suffolk', 'Texel', 'White Suffolk'],
  ...['Australian White', 'Damara', 'Southdown', 'Wiltipoll'],
] as const;

/** Usual breeds of each kind. Any other may be typed. */
export const BREEDS: Readonly<Record<KindType, readonly string[]>> = {
  cattle: [
    ...[
      'Angus',
      'Angus Cross',
      'Angus x Hereford',
      'Bazadaise',
      'Belmont Red',
      'Blonde d’Aquitaine',
      'Brahman',
    ],
    ...['Brahman Cross', 'Brangus', 'British Cross', 'Charbray', 'Charolais', 'Charolais Cross', 'Composite'],
    ...['Crossbred', 'Devon', 'Droughtmaster', 'Euro Cross', 'Friesian', 'Gelbvieh', 'Hereford', 'Jersey'],
    ...['Limousin', 'Limousin Cross', 'Lowline', 'Murray Grey', 'Poll Hereford', 'Red Angus', 'Red Poll'],
    ...['Santa Cross', 'Santa Gertrudis', 'Senepol', 'Shorthorn', 'Simmental', 'South Devon', 'Speckle Park'],
    ...['Square Meater', 'Ultrablack', 'Wagyu', 'Wagyu Cross'],
  ],
  sheep: SHEEP_BREEDS,
  'sheep-abblamb': SHEEP_BREEDS,
  goat: [
    ...['Rangeland', 'Boer', 'Boer Cross', 'Angora', 'Anglo Nubian', 'Cashmere', 'Kalahari Red', 'Saanen'],
  ],
};

/** "40 Angus Steers", from the number of head, the breed and the sex; '' while one of them is missing. */
export function proposedTitle({
  count,
  breed,
  sex,
}: Readonly<Record<'count' | 'breed' | 'sex', unknown>>): string {
  if (typeof count !== 'number' || count < 1) return '';
  if (typeof breed !== 'string' || breed.trim() === '' || typeof sex !== 'string' || sex === '') return '';
  return `${count} ${breed.trim()} ${sex.replace('(s)', count === 1 ? '' : 's')}`;
}

/** The state whose codes are written as this one; null: none, or it may be of several (NSW and ACT share theirs). */
export function stateOfPic(pic: string): State | null {
  const [state] = STATES.filter((one) => one !== 'ACT' && isPic(pic.trim().toUpperCase(), one));
  return state ?? null;
}

/** The listed town of this name. */
export const townNamed = (name: string): Town | undefined => {
  const sought = name.trim().toUpperCase();
  return TOWNS.find((town) => town.name === sought);
};

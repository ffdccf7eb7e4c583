import { between, type Random, whole } from '../random.ts';
import type { Coat, Sex } from '../stock.ts';
import { COATS, type CoatColours } from './coats.ts';

/** An animal drawn in a box of 220 × 160, standing on y = 150, looking left. */
type Drawing = string;

const HOOF = '#2a2320';
const HORN = '#dccfae';
const UDDER = '#d9a08f';

/** What animals of one coat differ by. */
export type Look = { sex: Sex; horned: boolean };

/** Its size beside the others of its species, and whether it is entire, or has an udder. */
type Build = { size: number; entire?: true; udder?: true };
export const BUILDS: Readonly<Record<Sex, Build>> = {
  bull: { size: 1.08, entire: true },
  steer: { size: 1 },
  cow: { size: 1.02, udder: true },
  heifer: { size: 0.88 },
  ram: { size: 1.08, entire: true },
  wether: { size: 1 },
  ewe: { size: 1, udder: true },
  lamb: { size: 0.74 },
  buck: { size: 1.08, entire: true },
  doe: { size: 0.94, udder: true },
};

/** What is between the hind legs, whose nearer one is at `x`, under a belly at `y`. */
const behind = (sex: Sex, x: number, y: number, shade: string): Drawing =>
  (BUILDS[sex].udder ? `<ellipse cx="${x - 14}" cy="${y}" rx="13" ry="9" fill="${UDDER}"/>` : '') +
  (BUILDS[sex].entire ? `<ellipse cx="${x - 26}" cy="${y}" rx="6" ry="11" fill="${shade}"/>` : '');

const horn = (path: string, width: number, colour = HORN): Drawing =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" d="${path}"/>`;

const leg = (x: number, top: number, width: number, colours: CoatColours, far: boolean): string => {
  const colour = far ? colours.shade : colours.legs;
  const knee = top + (146 - top) * 0.52;
  const half = width / 2;
  return (
    `<path fill="${colour}" d="M${x - half} ${top}L${x - half * 0.62} ${knee}L${x - half * 0.5} 146H${x + half * 0.5}L${x + half * 0.66} ${knee}L${x + half} ${top}Z"/>` +
    `<path fill="${far ? colours.shade : colours.socks}" d="M${x - half * 0.58} ${knee + 6}L${x - half * 0.5} 146H${x + half * 0.5}L${x + half * 0.62} ${knee + 6}Z"/>` +
    `<path fill="${HOOF}" d="M${x - half * 0.6} 144H${x + half * 0.56}L${x + half * 0.7} 151H${x - half * 0.8}Z"/>`
  );
};

const dots = (
  random: Random,
  count: number,
  box: readonly [number, number, number, number],
  size: readonly [number, number],
  colour: string,
): string => {
  const [left, top, right, bottom] = box;
  return Array.from({ length: count }, () => {
    const radius = between(random, size[0], size[1]);
    return `<ellipse cx="${between(random, left, right).toFixed(1)}" cy="${between(random, top, bottom).toFixed(1)}" rx="${(radius * 1.25).toFixed(1)}" ry="${radius.toFixed(1)}" fill="${colour}"/>`;
  }).join('');
};

const CATTLE_BODY =
  'M46 56C52 42 70 39 92 41L172 38C190 38 201 47 203 64C205 82 201 98 193 104C178 110 166 103 152 105C126 113 98 113 78 107C62 104 50 96 45 82C41 72 42 64 46 56Z';

/** Beef cattle: deep, square and level. */
function cattle(coat: Coat, random: Random, { sex, horned }: Look): Drawing {
  const colours = COATS[coat];
  const { body, shade, face, muzzle, ears, marks, markColour } = colours;
  const id = `c${whole(random, 0, 999_999)}`;
  const low = random() < 0.3;
  const onBody: Record<CoatColours['marks'], string> = {
    none: '',
    wool: '',
    hump: '',
    brisket: `<path fill="${markColour}" d="M40 62C54 74 60 92 62 112L84 116C100 114 130 116 156 109L150 118H40Z"/>`,
    speckles: dots(random, 26, [60, 44, 200, 104], [1.4, 5], markColour),
    flecks: dots(random, 44, [58, 52, 200, 106], [1, 3.2], markColour),
    patches: dots(random, 5, [70, 46, 190, 96], [10, 20], markColour),
  };
  const hump =
    marks === 'hump' ? `<path fill="${body}" d="M62 46C62 26 76 20 86 26C94 31 98 38 102 44Z"/>` : '';
  const crest =
    BUILDS[sex].entire && marks !== 'hump'
      ? `<path fill="${body}" d="M38 36C52 14 96 16 126 44L60 70Z"/>`
      : '';
  const horns = horned
    ? [
        horn('M37 27C38 16 32 9 24 8', 5, '#bfb08d'),
        horn(sex === 'bull' ? 'M44 27C50 18 47 10 40 8' : 'M44 27C50 14 46 4 36 2', sex === 'bull' ? 7 : 5),
      ]
    : ['', ''];
  const dewlap = marks === 'hump' ? `<path fill="${shade}" d="M30 66C34 86 44 104 58 102L52 72Z"/>` : '';
  const head =
    `<g transform="${low ? 'rotate(-26 52 62) translate(-4 10)' : ''}">` +
    `${horns[0]}<path fill="${body}" d="M66 44C54 38 44 32 34 30L22 52C32 72 42 88 54 92L74 80Z"/>${dewlap}` +
    `<path fill="${ears}" d="M36 28C44 20 52 20 57 25C51 33 44 36 36 35Z"/>` +
    `<path fill="${face}" d="M37 25C42 31 41 42 35 52C29 62 22 71 13 73C5 75 0 70 2 63C7 49 13 36 20 27C25 21 32 20 37 25Z"/>` +
    `<path fill="${muzzle}" d="M14 73C5 75 0 70 2 63C3 60 5 57 6 55C11 57 18 61 21 67C19 70 17 72 14 73Z"/>` +
    `<ellipse cx="25" cy="42" rx="2.3" ry="2.8" fill="#17130f"/>` +
    `<ellipse cx="7.5" cy="65" rx="1.5" ry="1.1" fill="#17130f" opacity=".6"/>` +
    `${horns[1]}</g>`;
  return (
    `<defs><clipPath id="${id}"><path d="${CATTLE_BODY}"/></clipPath></defs>` +
    leg(86, 96, 17, colours, true) +
    leg(166, 94, 20, colours, true) +
    `<path fill="none" stroke="${shade}" stroke-width="4" stroke-linecap="round" d="M200 50C209 62 207 84 206 104"/>` +
    `<ellipse cx="206" cy="110" rx="4" ry="9" fill="${shade}"/>` +
    hump +
    crest +
    behind(sex, 176, 108, shade) +
    `<path fill="${body}" d="${CATTLE_BODY}"/>` +
    `<g clip-path="url(#${id})">${onBody[marks]}<path fill="${shade}" opacity=".5" d="M40 96C80 106 150 92 206 92V120H40Z"/><path fill="#fff" opacity=".1" d="M46 58C70 36 150 40 200 44V54C150 48 90 50 46 66Z"/></g>` +
    leg(68, 94, 19, colours, false) +
    leg(186, 88, 24, colours, false) +
    head
  );
}

const cloud = (circles: readonly (readonly [number, number, number])[], colour: string): string =>
  circles.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>`).join('');

const FLEECE = [
  ...([
    [66, 66, 24],
    [92, 56, 25],
    [120, 54, 26],
    [148, 57, 25],
    [170, 68, 23],
    [176, 86, 20],
  ] as const),
  ...([
    [64, 86, 22],
    [90, 94, 23],
    [118, 98, 24],
    [146, 95, 23],
    [120, 76, 34],
  ] as const),
];

/** Sheep: a cloud on four short legs. Hair breeds are smoother. */
function sheep(coat: Coat, random: Random, { sex, horned }: Look): Drawing {
  const colours = COATS[coat];
  const { body, shade, face, muzzle, ears, marks, markColour } = colours;
  const low = random() < 0.45;
  const woolly = marks === 'wool';
  const fleece = woolly
    ? cloud(
        FLEECE.map(([x, y, r]) => [x, y + 7, r] as const),
        shade,
      ) +
      cloud(FLEECE, body) +
      FLEECE.slice(0, 10)
        .map(
          ([x, y, r]) =>
            `<path fill="none" stroke="${markColour}" stroke-width="3" stroke-linecap="round" d="M${x - r * 0.5} ${y - r * 0.1}q${r * 0.45} ${r * 0.5} ${r * 0.9} 0"/>`,
        )
        .join('')
    : `<path fill="${shade}" d="M50 74C54 46 90 40 124 42C164 42 190 54 190 80C190 106 160 116 120 116C78 116 46 106 50 74Z"/>` +
      `<path fill="${body}" d="M50 68C56 44 92 38 124 39C162 39 188 50 188 74C188 98 160 106 120 106C80 106 46 98 50 68Z"/>`;
  const topknot =
    woolly && coat !== 'blackface'
      ? cloud(
          [
            [40, 34, 9],
            [48, 40, 10],
          ],
          body,
        )
      : '';
  return (
    leg(88, 100, 11, colours, true) +
    leg(160, 100, 12, colours, true) +
    behind(sex, 168, 126, shade) +
    (sex === 'lamb' ? horn('M184 72C197 78 196 96 192 106', 8, shade) : '') +
    fleece +
    leg(74, 104, 12, colours, false) +
    leg(174, 98, 13, colours, false) +
    `<g transform="${low ? 'rotate(-34 62 66) translate(-8 12)' : ''}">` +
    `<path fill="${woolly ? body : face}" d="M70 48C58 40 50 38 42 40L40 62C48 76 58 82 70 80Z"/>` +
    `<path fill="${ears}" d="M46 38C56 32 66 34 70 40C62 46 54 47 46 45Z"/>` +
    `<path fill="${face}" d="M46 32C51 38 50 48 45 56C40 64 33 71 26 72C19 73 16 69 18 63C21 52 26 42 31 35C36 29 42 28 46 32Z"/>` +
    topknot +
    `<path fill="${muzzle}" opacity=".85" d="M26 72C19 73 16 69 18 63C22 64 28 66 31 69C30 71 28 72 26 72Z"/>` +
    `<ellipse cx="37" cy="47" rx="1.9" ry="2.2" fill="#17130f"/>` +
    (horned
      ? horn(
          sex === 'ram' ? 'M44 33C58 18 78 30 72 48C67 60 50 58 54 46' : 'M44 33C52 22 64 26 64 38',
          sex === 'ram' ? 8 : 5,
        )
      : '') +
    '</g>'
  );
}

const GOAT_BODY =
  'M60 58C70 48 96 50 122 50C150 50 172 46 184 54C192 62 190 84 184 94C174 102 156 98 140 98C116 102 92 102 78 98C64 92 56 72 60 58Z';

/** Goats: leggy, lean, with a beard. A buck's horns and beard are the longest. */
function goat(coat: Coat, random: Random, { sex, horned }: Look): Drawing {
  const colours = COATS[coat];
  const { body, shade, face, muzzle, ears, marks, markColour } = colours;
  const id = `g${whole(random, 0, 999_999)}`;
  const floppy = coat !== 'rangeland';
  const patches = marks === 'patches' ? dots(random, 5, [66, 52, 184, 92], [9, 17], markColour) : '';
  const neckColour = floppy && coat === 'boer' ? face : body;
  const isBuck = sex === 'buck';
  const width = isBuck ? 8 : sex === 'doe' ? 4 : 6;
  const beard = isBuck ? 92 : sex === 'doe' ? 74 : 80;
  return (
    `<defs><clipPath id="${id}"><path d="${GOAT_BODY}"/></clipPath></defs>` +
    leg(92, 88, 11, colours, true) +
    leg(164, 86, 13, colours, true) +
    behind(sex, 176, 99, shade) +
    `<path fill="${body}" d="M180 56C188 44 196 38 200 42C200 50 194 60 186 66Z"/>` +
    `<path fill="${body}" d="${GOAT_BODY}"/>` +
    `<g clip-path="url(#${id})">${patches}<path fill="${shade}" opacity=".55" d="M56 88C96 96 150 84 192 84V106H56Z"/></g>` +
    leg(78, 88, 12, colours, false) +
    leg(178, 82, 14, colours, false) +
    (horned ? horn(isBuck ? 'M50 22C56 4 76 0 90 10' : 'M50 22C56 10 68 6 76 10', width, '#6d5d4b') : '') +
    `<path fill="${neckColour}" d="M80 52C70 44 62 34 56 24L38 44C46 62 58 78 70 84Z"/>` +
    `<path fill="${face}" d="M56 20C61 27 59 38 53 46C47 54 39 62 31 63C24 64 21 59 24 54C29 43 34 32 40 24C45 18 52 16 56 20Z"/>` +
    (horned ? horn(isBuck ? 'M46 20C50 0 72 -8 88 0' : 'M46 20C50 6 62 0 71 3', width, '#857360') : '') +
    (floppy
      ? `<path fill="${ears}" d="M54 28C63 32 66 44 62 56C55 54 50 42 50 32Z"/>`
      : `<path fill="${ears}" d="M54 28C64 22 72 24 75 29C68 36 60 37 54 34Z"/>`) +
    `<path fill="${muzzle}" opacity=".7" d="M31 63C24 64 21 59 24 54C28 55 33 58 36 60C34 62 33 63 31 63Z"/>` +
    `<path fill="${shade}" d="M34 62C35 70 34 76 30 ${beard}C28 74 28 67 29 62Z"/>` +
    `<ellipse cx="44" cy="36" rx="1.9" ry="2.2" fill="#17130f"/>`
  );
}

const DRAWN: Readonly<
  Record<'cattle' | 'sheep' | 'goat', (coat: Coat, random: Random, look: Look) => Drawing>
> = { cattle, sheep, goat };

/** One animal of this species, coat and look; no two look quite the same. */
export const drawAnimal = (species: keyof typeof DRAWN, coat: Coat, random: Random, look: Look): Drawing =>
  DRAWN[species](coat, random, look);

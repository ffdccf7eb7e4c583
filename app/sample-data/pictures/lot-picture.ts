import type { KindType } from '@saleyard/domain/auction/terms.ts';
import { speciesOf } from '@saleyard/domain/listing/species.ts';
import { between, pick, type Random, seededRandom, seedOf, whole } from '../random.ts';
import type { Coat } from '../stock.ts';
import { BUILDS, drawAnimal, type Look } from './animals.ts';

const WIDTH = 640;
const HEIGHT = 440;

/** Sky at the top and at the horizon, the far range, the near range, the paddock behind and in front, and grass. */
const LIGHTS = [
  ['#7fb6d6', '#e3f0ef', '#9db7b4', '#7fa06f', '#a9b565', '#8fa34f', '#6f8a3c'],
  ['#9cc3dc', '#f6e7cf', '#b6b29c', '#98a06a', '#d3bd72', '#c2a85a', '#9c8540'],
  ['#f0b98b', '#fbe6c8', '#c39a86', '#93865f', '#c9a75f', '#b08f4b', '#86702f'],
  ['#aebfc9', '#e8ecea', '#a3aeab', '#839a74', '#9db06c', '#86a05a', '#668046'],
] as const;

function ridge(random: Random, base: number, height: number, colour: string): string {
  const points: string[] = [];
  for (let x = 0; x <= WIDTH; x += 80) {
    const y = base - between(random, 0.15, 1) * height;
    points.push(
      x === 0
        ? `M0 ${base + 90}L0 ${y.toFixed(0)}`
        : `S${x - 40} ${y.toFixed(0)} ${x} ${(y + between(random, -6, 14)).toFixed(0)}`,
    );
  }
  return `<path fill="${colour}" d="${points.join('')}L${WIDTH} ${base + 90}Z"/>`;
}

function gumTree(x: number, base: number, size: number, leaf: string): string {
  const trunk = `<path fill="#8d7b66" d="M${x - size * 0.05} ${base}C${x - size * 0.02} ${base - size * 0.4} ${x - size * 0.12} ${base - size * 0.5} ${x - size * 0.2} ${base - size * 0.7}L${x - size * 0.13} ${base - size * 0.7}L${x} ${base - size * 0.45}L${x + size * 0.16} ${base - size * 0.75}L${x + size * 0.22} ${base - size * 0.74}C${x + size * 0.1} ${base - size * 0.5} ${x + size * 0.06} ${base - size * 0.3} ${x + size * 0.06} ${base}Z"/>`;
  const crown = (
    [
      [-0.26, -0.82, 0.26],
      [0.02, -0.98, 0.3],
      [0.3, -0.84, 0.25],
      [0.05, -0.76, 0.24],
    ] as const
  )
    .map(
      ([dx, dy, r]) =>
        `<ellipse cx="${x + dx * size}" cy="${base + dy * size}" rx="${r * size}" ry="${r * size * 0.68}"/>`,
    )
    .join('');
  return `${trunk}<g fill="${leaf}">${crown}</g>`;
}

function fence(y: number, random: Random): string {
  const wires = [0.3, 0.55, 0.8]
    .map(
      (share) =>
        `<path d="M0 ${y - 62 * share}Q${WIDTH / 2} ${y - 62 * share + 4} ${WIDTH} ${y - 62 * share}" fill="none" stroke="#5d5348" stroke-width="1.4" opacity=".7"/>`,
    )
    .join('');
  const first = whole(random, 20, 90);
  const posts = Array.from({ length: 4 }, (_, i) => first + i * 170)
    .map(
      (x) =>
        `<path fill="#6f6052" d="M${x} ${y + 8}L${x + 1} ${y - 66}L${x + 9} ${y - 68}L${x + 10} ${y + 8}Z"/>`,
    )
    .join('');
  return wires + posts;
}

function tufts(random: Random, colour: string): string {
  const blades = Array.from({ length: 26 }, () => {
    const x = whole(random, 0, WIDTH);
    const y = whole(random, 300, HEIGHT);
    const h = Math.round(5 + (y - 300) / 9);
    return `M${x} ${y}q-3 -${h} -6 -${h}M${x} ${y}q1 -${h} 2 -${h + 5}M${x} ${y}q4 -${h} 8 -${h}`;
  });
  return `<path fill="none" stroke="${colour}" stroke-width="2" stroke-linecap="round" opacity=".75" d="${blades.join('')}"/>`;
}

/** Of each five numbers two are clear days, two have clouds, one has rain. */
const SKIES = ['clear', 'clouds', 'clear', 'rain', 'clouds'] as const;

function clouds(random: Random, colour: string): string {
  const banks = Array.from({ length: 4 }, () => {
    const [x, y, r] = [whole(random, 20, 620), whole(random, 34, 110), whole(random, 20, 34)];
    return [-1.3, -0.5, 0.4, 1.2]
      .map(
        (dx, n) =>
          `<ellipse cx="${x + Math.round(dx * r)}" cy="${y - (n % 3 === 0 ? 0 : 9)}" rx="${r}" ry="${Math.round(r * 0.6)}"/>`,
      )
      .join('');
  });
  return `<g fill="${colour}" opacity=".82">${banks.join('')}</g>`;
}

function rain(random: Random): string {
  const drops = Array.from(
    { length: 90 },
    () => `M${whole(random, 0, WIDTH)} ${whole(random, 60, HEIGHT)}l-5 ${whole(random, 14, 24)}`,
  );
  return `<path fill="none" stroke="#f2f6f8" stroke-width="1.6" stroke-linecap="round" opacity=".55" d="${drops.join('')}"/>`;
}

const SIZES = { cattle: 1, sheep: 0.82, goat: 0.86 } as const;
/** Where animals stand: left edge, ground, scale, and whether they look right. The nearest come last. */
const GROUPS: readonly (readonly (readonly [number, number, number, boolean])[])[] = [
  [
    [60, 292, 0.56, true],
    [330, 286, 0.52, false],
    [470, 296, 0.58, false],
    [300, 404, 1.28, false],
  ],
  [
    [30, 290, 0.55, false],
    [420, 300, 0.66, true],
    [70, 408, 1.3, true],
  ],
  [
    [380, 288, 0.54, false],
    [120, 304, 0.7, false],
    [330, 396, 1.16, true],
    [20, 418, 1.2, false],
  ],
  [
    [230, 286, 0.5, true],
    [40, 298, 0.64, true],
    [480, 304, 0.68, false],
    [180, 410, 1.34, false],
  ],
];

/** The look in pictures whose names state none. */
const PLAIN: Readonly<Record<keyof typeof SIZES, Look>> = {
  cattle: { sex: 'steer', horned: false },
  sheep: { sex: 'wether', horned: false },
  goat: { sex: 'wether', horned: true },
};

/**
 * A picture of a lot: its kind, coat and look in a paddock, in a light and a weather that the number decides. The same
 * always gives the same picture.
 */
export function drawLot(
  kind: KindType,
  coat: Coat,
  number: number,
  look: Look = PLAIN[speciesOf(kind)],
): string {
  const random = seededRandom(seedOf(kind, coat, String(number)));
  const species = speciesOf(kind);
  const overhead = SKIES[number % SKIES.length];
  const light = pick(random, LIGHTS);
  const [sky, horizon, far, near, back, front, grass] = overhead === 'rain' ? LIGHTS[3] : light;
  const group = pick(random, GROUPS);
  const sun = `<circle cx="${whole(random, 80, 560)}" cy="${whole(random, 60, 130)}" r="${whole(random, 22, 34)}" fill="#fff6dc" opacity=".75"/>`;
  const trees = Array.from({ length: whole(random, 1, 3) }, () =>
    gumTree(
      whole(random, 20, 620),
      whole(random, 236, 252),
      whole(random, 60, 120),
      pick(random, ['#6d8558', '#7c8f5f', '#5f7a57']),
    ),
  ).join('');
  const animals = group
    .map(([x, ground, scale, right]) => {
      const size = scale * SIZES[species] * BUILDS[look.sex].size;
      const flip = right
        ? `translate(${x + 220 * size} ${ground - 150 * size}) scale(${-size} ${size})`
        : `translate(${x} ${ground - 150 * size}) scale(${size})`;
      const shadow = `<ellipse cx="${x + 112 * size}" cy="${ground}" rx="${92 * size}" ry="${9 * size}" fill="#2f2a1a" opacity=".22"/>`;
      return `${shadow}<g transform="${flip}">${drawAnimal(species, coat, random, look)}</g>`;
    })
    .join('');
  const above = overhead === 'clear' ? '' : clouds(random, overhead === 'rain' ? '#8d9aa1' : '#ffffff');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">` +
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky}"/><stop offset="1" stop-color="${horizon}"/></linearGradient>` +
    `<linearGradient id="ground" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${back}"/><stop offset="1" stop-color="${front}"/></linearGradient></defs>` +
    `<rect width="${WIDTH}" height="270" fill="url(#sky)"/>${overhead === 'rain' ? '' : sun}${above}${ridge(random, 210, 80, far)}${ridge(random, 238, 46, near)}` +
    `<rect y="240" width="${WIDTH}" height="200" fill="url(#ground)"/>${trees}${fence(278, random)}${tufts(random, grass)}${animals}${overhead === 'rain' ? rain(random) : ''}</svg>`
  );
}

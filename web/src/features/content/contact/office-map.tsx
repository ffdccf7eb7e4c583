import { useId, useState } from 'react';
import { Button } from '@/ui/button.tsx';
import classes from './contact.module.css';

/** A place: degrees of longitude and latitude. */
type Place = readonly [lon: number, lat: number];

/** The coast from the Gulf of Carpentaria round Cape York to the Eyre Peninsula, as far as a small map needs it. */
const MAINLAND: readonly Place[] = [
  ...([
    [135, -15.2],
    [137, -16.1],
    [139.3, -17.4],
    [140.9, -17.4],
    [141.4, -15.9],
    [141.7, -12.6],
  ] as const),
  ...([
    [142.5, -10.7],
    [143.5, -14],
    [145.3, -15.4],
    [146.1, -17.9],
    [148.3, -20.1],
    [149.2, -21.2],
  ] as const),
  ...([
    [150.8, -23.2],
    [152.4, -24.8],
    [153.1, -26.6],
    [153.6, -28.7],
    [153.2, -30],
    [153, -31.2],
  ] as const),
  ...([
    [152.5, -32.2],
    [151.8, -32.9],
    [151.3, -33.9],
    [150.8, -34.8],
    [150.3, -35.8],
    [149.9, -37.5],
  ] as const),
  ...([
    [148, -37.9],
    [147, -38.5],
    [146.4, -39.1],
    [145.4, -38.4],
    [144.9, -38],
    [143.5, -38.8],
  ] as const),
  ...([
    [142, -38.4],
    [140.4, -37.9],
    [139.6, -36.2],
    [138.9, -35.6],
    [138.1, -35.6],
    [138.5, -34.9],
  ] as const),
  ...([
    [138.1, -34.2],
    [137.8, -35.2],
    [137, -35.2],
    [137.5, -34],
    [138, -33.1],
    [137.8, -32.5],
  ] as const),
  ...([
    [137.2, -33.6],
    [136, -34.8],
    [135, -33.7],
  ] as const),
];
const TASMANIA: readonly Place[] = [
  ...([
    [144.7, -40.7],
    [146.5, -41.1],
    [148.2, -40.9],
    [148.3, -42],
    [147.4, -43.2],
    [146, -43.5],
  ] as const),
  [145.2, -42.2],
];
const BORDERS: readonly (readonly Place[])[] = [
  [
    [138, -16.7],
    [138, -26],
    [141, -26],
    [141, -38.1],
  ],
  [
    [135, -26],
    [138, -26],
  ],
  [
    [141, -29],
    [149, -29],
    [151.3, -28.8],
    [153.5, -28.2],
  ],
  [
    [141, -34],
    [143.5, -35.4],
    [144.8, -36.1],
    [147, -36.1],
    [148.2, -36.8],
    [149.9, -37.5],
  ],
];

const OFFICES = [
  { name: 'Gunnedah', place: [150.25, -30.98], isRegional: true },
  { name: 'Boggabri', place: [150.04, -30.7], isRegional: false },
] as const;
const TOWNS = [
  { name: 'Brisbane', place: [153.02, -27.47] },
  { name: 'Sydney', place: [151.2, -33.87] },
  { name: 'Melbourne', place: [144.96, -37.81] },
  { name: 'Adelaide', place: [138.6, -34.93] },
] as const;
const NEARBY = [
  { name: 'Narrabri', place: [149.78, -30.33] },
  { name: 'Tamworth', place: [150.93, -31.09] },
  { name: 'Quirindi', place: [150.68, -31.51] },
] as const;

/** Degrees of longitude are shorter than those of latitude: by so much at the offices. */
const SHORTENED = 0.86;
const SCALE = 20;
const pointOf = ([lon, lat]: Place): readonly [x: number, y: number] => [
  Math.round((lon - 135) * SHORTENED * SCALE * 10) / 10,
  Math.round((-10 - lat) * SCALE * 10) / 10,
];
const lineOf = (places: readonly Place[]): string =>
  `M${places.map((place) => pointOf(place).join(' ')).join('L')}`;

/** What of the map is seen: the south-east of the continent, or the country about the offices. */
const VIEWS = {
  wide: { corner: [136.2, -24.5], width: 320, height: 320, dot: 6, text: 12 },
  near: { corner: [149, -29.9], width: 42, height: 44.8, dot: 0.85, text: 1.7 },
} as const;

/**
 * Where the regional office is, on a map of our own: no other site is asked for pictures. The sentence below says the
 * same for those who do not see it.
 */
export function OfficeMap() {
  const [view, setView] = useState<keyof typeof VIEWS>('wide');
  const about = useId();
  const { corner, width, height, dot, text } = VIEWS[view];
  const [left, top] = pointOf(corner);
  const others = view === 'wide' ? TOWNS : NEARBY;
  const offices = view === 'wide' ? OFFICES.filter(({ isRegional }) => isRegional) : OFFICES;
  return (
    <div>
      <svg
        className={classes.map}
        viewBox={`${left} ${top} ${width} ${height}`}
        role="img"
        aria-label="Map of eastern Australia with the regional office"
        aria-describedby={about}
      >
        <path d={`${lineOf(MAINLAND)}Z${lineOf(TASMANIA)}Z`} className={classes.land} />
        {BORDERS.map((border) => (
          <path key={String(border[0])} d={lineOf(border)} className={classes.border} />
        ))}
        {others.map(({ name, place }) => {
          const [x, y] = pointOf(place);
          return (
            <g key={name} className={classes.town}>
              <circle cx={x} cy={y} r={dot / 2} />
              <text x={x - dot} y={y - dot} textAnchor="middle" fontSize={text}>
                {name}
              </text>
            </g>
          );
        })}
        {offices.map(({ name, place }) => {
          const [x, y] = pointOf(place);
          return (
            <g key={name} className={classes.office}>
              <circle cx={x} cy={y} r={dot} />
              <text x={x - dot * 1.4} y={y + dot * 0.6} textAnchor="end" fontSize={text}>
                {name}
              </text>
            </g>
          );
        })}
      </svg>
      <p id={about} className="sy-dim">
        Gunnedah is in the north of New South Wales, about 75 km west of Tamworth. Boggabri is about 40 km
        further north-west.
      </p>
      <Button
        variant="default"
        aria-pressed={view === 'near'}
        onClick={() => setView(view === 'near' ? 'wide' : 'near')}
      >
        Closer view
      </Button>
    </div>
  );
}

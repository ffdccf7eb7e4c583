/** Short forms of stock categories, for narrow lists. */
const CATEGORIES: Readonly<Record<string, string>> = {
  Backgrounders: 'Bkgr',
  Breeders: 'Brd',
  Calves: 'Cal',
  'Calves at Foot': 'CAF',
  'Calves at Foot, Rejoined': 'CAF Rej',
  Feeders: 'Fdr',
  Hoggets: 'Hgt',
  Joined: 'Jnd',
  Kids: 'Kid',
  'Kids at Foot': 'KAF',
  Lambs: 'Lamb',
  'Lambs at Foot': 'LAF',
  Mutton: 'Mutt',
  'Prime Lambs': 'P Lamb',
  Rangeland: 'Rgl',
  'Scanned in Kid': 'SIK',
  'Scanned in Lamb': 'SIL',
  Slaughter: 'Slt',
  Weaners: 'Wnr',
  Yearlings: 'Yrl',
};

/** Short forms of breeds. */
const BREEDS: Readonly<Record<string, string>> = {
  Angus: 'Ang',
  'Border Leicester': 'B Leic',
  Brahman: 'Brah',
  Charolais: 'Char',
  Composite: 'Comp',
  Crossbred: 'X-bred',
  Droughtmaster: 'Drt',
  Hereford: 'Here',
  Limousin: 'Lim',
  'Murray Grey': 'M Grey',
  'Poll Dorset': 'P Dors',
  'Poll Hereford': 'P Here',
  'Santa Gertrudis': 'Santa',
  Shorthorn: 'Shor',
  Simmental: 'Simm',
  'Speckle Park': 'Speck',
  'White Suffolk': 'W Suff',
};

const SHORT: ReadonlyMap<string, string> = new Map([
  ...Object.entries(CATEGORIES),
  ...Object.entries(BREEDS),
]);

/** A stock category or a breed in short; one without a short form stays as it is. */
export const abbreviated = (name: string): string => SHORT.get(name) ?? name;

import { operationAddress } from '@saleyard/contract/operation-address.ts';
import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { auctionOperations } from '@saleyard/contract/operations/auctions.ts';
import type { Plugin, Rolldown } from 'vite';
import { ROUTES } from './src/config/paths.ts';
import { RESULTS_READ, SALES_READ } from './src/lib/first-reads.ts';

/**
 * A screen by the module that is loaded for it, the parts of it that the server renders too, and the reads that its first
 * sight waits for.
 */
type Screen = { module: string; around?: string; parts?: readonly string[]; reads?: readonly string[] };

const SALES = operationAddress(auctionOperations.auctions, { query: SALES_READ });
const RESULTS = operationAddress(auctionOperations.resultAuctions, { query: RESULTS_READ });

/** A read of the sale whose number is a group of the screen's address: `$1`, or `$2` where the kind is before it. */
const ofSale = (path: string, group: '$1' | '$2'): string => path.replace('{auction}', () => group);
const NAMED_SALE = ofSale(auctionOperations.auction.path, '$2');

const signIn: Screen = {
  module: 'src/app/routes/sign-in.tsx',
  parts: ['src/features/account/sign-in/showcase.tsx'],
  reads: [SALES],
};
const upcoming: Screen = { module: 'src/app/routes/upcoming.tsx', reads: [SALES] };
const roomAfter = (read: string): Screen => ({ module: 'src/app/routes/live-room.tsx', reads: [read] });
const LIVE_ONLY = 'src/app/routes/while-live.tsx';

/** Whose view the server renders at an address; null: none. `$&` stands for the address itself. */
type Views = { signedIn: string | null; visitor: string | null };

const OWN_VIEW: Views = { signedIn: '$&', visitor: ROUTES.signIn };
const NO_VIEW: Views = { signedIn: null, visitor: null };

/** Screens that are opened from outside. Those of people who are signed in send a visitor to sign-in. */
const SCREENS: readonly { route: string; signedIn: Screen; visitor: Screen; views: Views }[] = [
  {
    route: ROUTES.home,
    signedIn: upcoming,
    visitor: signIn,
    views: { ...OWN_VIEW, signedIn: ROUTES.upcoming },
  },
  // Where a person goes who is signed in depends on what they wanted.
  { route: ROUTES.signIn, signedIn: upcoming, visitor: signIn, views: { ...OWN_VIEW, signedIn: null } },
  { route: ROUTES.upcoming, signedIn: upcoming, visitor: signIn, views: OWN_VIEW },
  ...[
    {
      route: ROUTES.results,
      signedIn: { module: 'src/features/results/results-list.tsx', around: LIVE_ONLY, reads: [RESULTS] },
    },
    {
      route: ROUTES.catalogue,
      signedIn: {
        module: 'src/features/sales/catalogue/catalogue-screen.tsx',
        around: LIVE_ONLY,
        reads: [NAMED_SALE],
      },
    },
    {
      route: ROUTES.lot,
      signedIn: { module: 'src/app/routes/lot.tsx', around: LIVE_ONLY, reads: [NAMED_SALE] },
    },
  ].map((screen) => ({ ...screen, visitor: signIn, views: OWN_VIEW })),
  {
    route: ROUTES.liveRoom,
    signedIn: roomAfter(ofSale(auctionOperations.auction.path, '$1')),
    // Visitors read what every visitor sees.
    visitor: roomAfter(ofSale(auctionOperations.auctionPublicInfo.path, '$1')),
    views: NO_VIEW,
  },
];

/** The modules of these screens. */
export const SCREEN_MODULES: readonly string[] = [
  ...new Set(SCREENS.flatMap(({ signedIn, visitor }) => [signedIn.module, visitor.module])),
];

/** A part that another screen loads later, of code that is else needed by one screen (`of`) alone. */
export const BORROWED = {
  module: 'src/features/live-room/lot-page/lot-bidding.tsx',
  of: 'src/app/routes/live-room.tsx',
} as const;

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/** The font of texts in English. */
const FONT = /archivo-latin-wght-normal-.*\.woff2$/;

/** Where the build writes what it found; the gateway reads it (`gateway/http/first-page.ts`). */
const FILE = '.vite/first-loads.json';

/**
 * Writes down what the browser needs for the first screen of an address, so that the page can name it: without that, a
 * phone learns of each file and of each read only when the one before it has come.
 */
export const firstLoads = (): Plugin => ({
  name: 'first-loads',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');
      const chunkOf = (module: string): Chunk => {
        const found = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/web/${module}`));
        return found ?? this.error(`${module} has no chunk of its own`);
      };
      const withImports = (chunk: Chunk, all = new Set<Chunk>()): Set<Chunk> => {
        if (all.has(chunk)) return all;
        all.add(chunk);
        for (const name of chunk.imports) {
          const other = bundle[name];
          if (other?.type === 'chunk') withImports(other, all);
        }
        return all;
      };
      const entry = chunks.find(({ isEntry }) => isEntry);
      // Text is shown before the styles that name its font have come.
      const font = Object.keys(bundle).find((name) => FONT.test(name));
      const known = entry ? withImports(entry) : new Set<Chunk>();
      const headOf = ({ module, around, parts = [], reads = [] }: Screen, session: boolean): string => {
        const needed = new Set(
          [module, ...parts, ...(around === undefined ? [] : [around])].flatMap((one) => [
            ...withImports(chunkOf(one)),
          ]),
        );
        const own = [...needed].filter((chunk) => !known.has(chunk));
        const styles = new Set(own.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
        return [
          ...(font === undefined
            ? []
            : [`<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`]),
          ...[...styles].map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
          ...own.map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`),
          ...[...(session ? [accountOperations.signInOrMe.path] : []), ...reads].map(
            (address) =>
              `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${address.replaceAll('&', '&amp;')}">`,
          ),
        ].join('');
      };
      const loads = SCREENS.map(({ route, signedIn, visitor, views }) => ({
        path: `^${route.replaceAll(/:\w+/g, '([\\w-]+)')}$`,
        signedIn: headOf(signedIn, true),
        visitor: headOf(visitor, false),
        views,
      }));
      this.emitFile({ type: 'asset', fileName: FILE, source: JSON.stringify(loads) });
    },
  },
});

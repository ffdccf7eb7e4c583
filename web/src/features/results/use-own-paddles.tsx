import { useQueries, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { ownPaddleQuery, ownPartQuery } from './api/own-part.ts';

// The live connection's code is only for those who took part.
const OwnPaddles = lazy(async () => ({ default: (await import('./own-paddle.tsx')).OwnPaddles }));

/**
 * The viewer's alias in each of these sales (by id), as far as it is known. `asking` has to be rendered: it asks
 * for those that are not known yet, and is null when all are.
 */
export function useOwnPaddles(auctions: readonly string[]): {
  paddles: ReadonlyMap<string, string | null>;
  asking: ReactNode;
} {
  const known = useQueries({ queries: auctions.map((auction) => ownPaddleQuery(auction)) });
  const paddles = new Map<string, string | null>();
  for (const [index, auction] of auctions.entries()) {
    const paddle = known[index]?.data;
    if (paddle !== undefined) paddles.set(auction, paddle);
  }
  const unknown = auctions.filter((auction) => !paddles.has(auction));
  const asking =
    unknown.length === 0 ? null : (
      <Suspense fallback={null}>
        <OwnPaddles auctions={unknown} />
      </Suspense>
    );
  return { paddles, asking };
}

const NO_SALES: readonly string[] = [];

/** The viewer's alias in one sale, null until it is known: asked for by who took part in it only. */
export function useOwnPaddle(auction: string): { paddle: string | null; asking: ReactNode } {
  const own = useQuery(ownPartQuery(auction));
  const tookPart = (own.data?.length ?? 0) > 0;
  const { paddles, asking } = useOwnPaddles(tookPart ? [auction] : NO_SALES);
  return { paddle: paddles.get(auction) ?? null, asking };
}

import path from 'node:path';

/** The files that take longest on a quiet machine, 40 seconds or more each, the longest first. */
export const LONGEST: readonly string[] = [
  'verification/attack/schemathesis.int.ts',
  'verification/attack/attacks/access.int.ts',
  'verification/attack/attacks/input.int.ts',
  'app/e2e/browse-screens.e2e.ts',
  'loadtest/storms/storms.int.ts',
  'app/e2e/room-keyboard.e2e.ts',
  'app/e2e/live-room.e2e.ts',
  'verification/attack/attacks/damage.int.ts',
  'web/src/features/selling/drafts.test.tsx',
  'verification/attack/attacks/load.int.ts',
  'verification/simulation/mutants/mutants.int.ts',
  'app/distributed/distributed.int.ts',
  'verification/recorded/recorded.int.ts',
  'verification/attack/attacks/clock.int.ts',
  'verification/attack/attacks/storage.int.ts',
  'app/e2e/selling.e2e.ts',
  'app/e2e/accounts.e2e.ts',
  'app/e2e/browse.e2e.ts',
  'app/e2e/account-screens.e2e.ts',
  'verification/simulation/simulation.int.ts',
  'app/e2e/practice.e2e.ts',
  'app/e2e/pages.e2e.ts',
  'app/e2e/room-simulated-sale.e2e.ts',
  'app/user/forget.int.ts',
  'projections/query-parity.int.ts',
  'app/check/check.int.ts',
  'verification/attack/slow-bodies.int.ts',
  'app/e2e/tools.e2e.ts',
  'web/src/features/selling/lot-form.test.tsx',
  'app/e2e/room-phone.e2e.ts',
  'app/e2e/reoffers.e2e.ts',
  'app/reference/rest-operations.int.ts',
  'projections/runner/lost-store.int.ts',
  'app/e2e/lot-media.e2e.ts',
  'app/reference/reference.int.ts',
  'app/e2e/app-offers.e2e.ts',
  'app/demo/demo.int.ts',
  'verification/attack/attacks/known-emails.int.ts',
  'app/e2e/documents.e2e.ts',
  'platform/documents/mongodb-failures.int.ts',
  'app/e2e/room-reachable.e2e.ts',
  'web/src/features/live-room/sound/sounds.test.tsx',
  'app/e2e/offline.e2e.ts',
];

/** In the order in which they end soonest: a long file that starts last would run alone at the end. */
export function longestFirst<F extends { file: string }>(files: readonly F[], root: string): F[] {
  const place = ({ file }: F): number => {
    const found = LONGEST.indexOf(path.relative(root, file));
    if (found >= 0) return found;
    return LONGEST.length + (/\.test\.tsx?$/.test(file) ? 1 : 0);
  };
  return [...files].sort((a, b) => place(a) - place(b));
}

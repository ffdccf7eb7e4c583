import type { LotDetails } from '@saleyard/contract/lots.ts';
import { lotView } from '@saleyard/domain/listing/forms/lot-view.ts';
import type { RoomLot, Viewer } from '@/features/live-room/rules/lot-state.ts';
import { exampleLot } from '@/test-support/example-sales.ts';

/** Details of a pen of steers at 400 kg, for tests. */
export const exampleDetails = (over: Partial<LotDetails['publicDetails']> = {}): LotDetails => ({
  ...lotView('cattle', null),
  publicDetails: {
    title: 'Angus Steers',
    agentComment: 'Quiet, weaned and vaccinated.',
    majorBreed: 'Angus',
    sex: 'Steer(s)',
    stockCategory: 'Weaners',
    location: { town: 'GUNNEDAH', state: 'NSW' },
    summary: { age: '8 - 10 months', weight: '400 kg' },
    titleLive: 'Angus Steers, 8 - 10 months',
    age: { min: 8, max: 10, average: 9 },
    weight: { average: 420, curfew: 400, min: 380, max: 450 },
    ...over,
  },
  inlineDetails: {
    ...lotView('cattle', null).inlineDetails,
    postcode: '2380',
    assessorType: 'Agent Assessed',
  },
});

/** A lot of the room for tests: `exampleLot` with details. */
export const exampleRoomLot = (over: Partial<RoomLot> = {}): RoomLot => ({
  ...exampleLot(),
  seq: 1,
  details: exampleDetails(),
  mine: false,
  ...over,
});

/** Bidder 77, who has taken part in nothing yet. */
export const exampleViewer = (over: Partial<Viewer> = {}): Viewer => ({
  paddle: '77',
  participated: new Set(),
  unlisted: new Set(),
  autoBidding: new Set(),
  watching: new Set(),
  ...over,
});

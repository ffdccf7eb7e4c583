import { LotFacts } from '@/components/lot-facts.tsx';
import { LotGallery } from '@/components/lot-gallery.tsx';
import { lotTitle } from '@/features/live-room/list/lot-words.ts';
import type { RoomLot } from '@/features/live-room/rules/room-lot.ts';

/** A lot's pictures, facts and the agent's word. `failed`: the catalogue could not be read so far. */
export function LotDetails({ lot, failed }: { lot: RoomLot; failed: boolean }) {
  if (!lot.details)
    return (
      <p className="sy-dim">
        {failed
          ? 'The details of this lot can not be read at the moment. They come as soon as they can; bids are taken without them.'
          : 'Loading details…'}
      </p>
    );
  return (
    <>
      <LotGallery media={lot.details.media} label={`Lot ${lot.number}, ${lotTitle(lot)}`} />
      <LotFacts details={lot.details} count={lot.count} level={3} />
    </>
  );
}

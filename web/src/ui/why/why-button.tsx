import { Suspense, useState } from 'react';
import { lazyPart } from '@/lib/lazy-part.ts';
import { Button } from '@/ui/button.tsx';

// Few people ask, and only after they bid.
const WhyDialog = lazyPart(async () => (await import('./why-dialog.tsx')).WhyDialog);

type ExplainedLot = { _id: string; number: string };

/** What became of each of the viewer's bids on a lot, and why. */
export function Why(props: { auction: string; lot: ExplainedLot; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <WhyDialog {...props} />
    </Suspense>
  );
}

/** The button for it, where the dialog is shown elsewhere. */
export function ExplainButton({ lot, onOpen }: { lot: ExplainedLot; onOpen: () => void }) {
  return (
    <Button
      variant="default"
      size="sm"
      className="sy-no-print"
      aria-haspopup="dialog"
      aria-label={`Explain my bids on lot ${lot.number}`}
      onClick={onOpen}
    >
      Explain my bids
    </Button>
  );
}

/** Opens what became of each of the viewer's bids on a lot, and why. */
export function WhyButton({ auction, lot }: { auction: string; lot: ExplainedLot }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ExplainButton lot={lot} onOpen={() => setIsOpen(true)} />
      {isOpen && <Why auction={auction} lot={lot} onClose={() => setIsOpen(false)} />}
    </>
  );
}

import { Suspense, useState } from 'react';
import { lazyPart } from '@/lib/lazy-part.ts';
import { Button } from '@/ui/button.tsx';

// Few people ask, and only after they bid.
const WhyDialog = lazyPart(async () => (await import('./why-dialog.tsx')).WhyDialog);

/** Opens what became of each of the viewer's bids on a lot, and why. */
export function WhyButton({ auction, lot }: { auction: string; lot: { _id: string; number: string } }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="sm"
        className="sy-no-print"
        aria-haspopup="dialog"
        aria-label={`Explain my bids on lot ${lot.number}`}
        onClick={() => setIsOpen(true)}
      >
        Explain my bids
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <WhyDialog auction={auction} lot={lot} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

import { SupportPhone } from '@/ui/support-phone.tsx';

/** The specification's words for a failure in the room: support places bids for people who cannot. */
export function SupportLine() {
  return (
    <span>
      Something is wrong. Please try again or contact Support on <SupportPhone /> to place bids on your
      behalf.
    </span>
  );
}

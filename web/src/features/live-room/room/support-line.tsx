import { SUPPORT_PHONE } from '@saleyard/contract/headers.ts';

/** The specification's words for a failure in the room: support places bids for who cannot. */
export function SupportLine() {
  return (
    <span>
      Something is wrong. Please try again or contact Support on{' '}
      <a href={`tel:${SUPPORT_PHONE.replaceAll(' ', '')}`}>{SUPPORT_PHONE}</a> to place bids on your behalf.
    </span>
  );
}

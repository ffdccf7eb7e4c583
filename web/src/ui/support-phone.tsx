import { telLink } from '@saleyard/contract/support-phone.ts';
import { useSupportPhone } from '@/lib/server-status.ts';

/** Support's phone number, to be called. */
export function SupportPhone() {
  const phone = useSupportPhone();
  return <a href={telLink(phone)}>{phone}</a>;
}

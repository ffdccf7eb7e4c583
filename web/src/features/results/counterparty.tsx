import type { OwnResult } from '@saleyard/contract/bids.ts';
import type { ReactNode } from 'react';
import { FactList } from '@/ui/lots/lot-details.tsx';
import type { ClosedLot } from './lot-result.ts';

type Contact = Partial<Pick<OwnResult, Extract<keyof OwnResult, `vendorOrBuyer${string}`>>>;

/** How the other side of a lot is reached, where the server says it: of what a seller sold or bought. */
const contactOf = (lot: ClosedLot): Contact => lot as ClosedLot & Contact;

const mailTo = (email: string) => <a href={`mailto:${email}`}>{email}</a>;
const callTo = (phone: string) => <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>;
const asText = (text: string) => text;

/** What is known of them, by its labels; what is not is left out. */
function contactFacts(lot: ClosedLot): { key: string; label: string; value: ReactNode }[] {
  const contact = contactOf(lot);
  const named = [
    [lot.mine ? 'Buyer' : 'Vendor', contact.vendorOrBuyer, asText],
    ['Number', contact.vendorOrBuyerNumber, asText],
    ['Trading name', contact.vendorOrBuyerTradingName, asText],
    ['Email', contact.vendorOrBuyerEmail, mailTo],
    ['Phone', contact.vendorOrBuyerPhone, callTo],
    ['PIC', contact.vendorOrBuyerPic, asText],
    ['Office address', contact.vendorOrBuyerOfficeAddress, asText],
    ['Agent', contact.vendorOrBuyerAgentName, asText],
    ['Agent trading name', contact.vendorOrBuyerAgentTradingName, asText],
    ['Agent phone', contact.vendorOrBuyerAgentPhone, callTo],
  ] as const;
  return named.flatMap(([label, value = '', shown]) =>
    value === '' ? [] : [{ key: label, label, value: shown(value) }],
  );
}

/** The row that opens under a lot of the person's results with the contact details of its other side. */
export const COUNTERPARTY = {
  label: 'Contact',
  name: ({ number }: ClosedLot) => `Lot ${number}`,
  of: (lot: ClosedLot) => {
    const facts = contactFacts(lot);
    return facts.length === 0 ? null : <FactList facts={facts} />;
  },
};

/** Whether any of these lots says of its other side. Buyers' never do. */
export const namesCounterparty = (lots: readonly ClosedLot[]): boolean =>
  lots.some((lot) => contactFacts(lot).length > 0);

import { PRIVACY_POLICY, TERMS } from './shipped/agreements.ts';
import { ASSESS_STEPS, GETTING_STARTED, LISTING_FEES, TIPS } from './shipped/guides.ts';
import { MANUAL_ASSESSING, MANUAL_BUYING, MANUAL_SELLING } from './shipped/manuals.ts';
import { FAQS } from './shipped/questions.ts';
import type { TextState } from './text.ts';
import { contactsText, type TextForm } from './text-parts.ts';

/** A text that administrators edit. `shipped`: version 1, in force until another one is published. */
type EditableText = { readonly title: string; readonly form: TextForm; readonly shipped: string };

/** The contacts that Saleyard ships. */
const CONTACTS = contactsText({
  callPhone: '02 5550 4180',
  textPhone: '0491 570 156',
  email: 'support@saleyard.example',
  secondaryEmail: 'sales@saleyard.example',
});

/** Every text that administrators edit, by its id, in the order in which they are listed. */
export const TEXTS = {
  contacts: { title: 'Contacts and support phone', form: 'contacts', shipped: CONTACTS },
  terms: { title: 'Terms & Conditions', form: 'sections', shipped: TERMS },
  'privacy-policy': { title: 'Privacy Policy', form: 'sections', shipped: PRIVACY_POLICY },
  faqs: { title: 'FAQs', form: 'questions', shipped: FAQS },
  'getting-started': { title: 'Getting Started', form: 'sections', shipped: GETTING_STARTED },
  'listing-fees': { title: 'Listing Fees, below the tables', form: 'sections', shipped: LISTING_FEES },
  'videos-tips': { title: 'Videos & Tips, below the videos', form: 'sections', shipped: TIPS },
  'how-to-assess': { title: 'How stock is assessed', form: 'sections', shipped: ASSESS_STEPS },
  'manual-buying': { title: 'Manual: Buying at Auction', form: 'manual', shipped: MANUAL_BUYING },
  'manual-selling': { title: 'Manual: Selling at Auction', form: 'manual', shipped: MANUAL_SELLING },
  'manual-assessing': { title: 'Manual: Assessing Stock', form: 'manual', shipped: MANUAL_ASSESSING },
} as const satisfies Readonly<Record<string, EditableText>>;

export type TextId = keyof typeof TEXTS;

export const TEXT_IDS = Object.keys(TEXTS) as readonly TextId[];

export const isTextId = (id: string): id is TextId => Object.hasOwn(TEXTS, id);

/** The text in force. */
export const textInForce = (id: TextId, state: TextState): string => state?.text ?? TEXTS[id].shipped;

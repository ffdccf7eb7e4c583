import type { Signer } from '@saleyard/contract/lot-media.ts';
import { LOT_TITLES } from '@saleyard/domain/listing/lot-titles.ts';

export const SIGNATURE_LABELS: Readonly<Record<Signer, string>> = {
  agent: 'Agent Signature',
  vendor: 'Vendor Signature',
};

/** The titles of a lot's parts, with those of the form that are no single field. */
export const LOT_LABELS: Readonly<Record<string, string>> = {
  ...LOT_TITLES,
  heads: 'Weights of single head',
  optiweigh: 'Readings of the scales',
  usefulLinks: 'Useful links',
  documents: 'Documents',
  media: 'Pictures and Videos',
  agentSignature: SIGNATURE_LABELS.agent,
  vendorSignature: SIGNATURE_LABELS.vendor,
  acceptenceOnTerms: 'Terms & Conditions',
  isLicencedAgent: 'Licensed Agent',
  vendorSignedForm: 'Signed Assessment Form',
  emailToVendor: 'Send Email to Vendor',
};

import { SALE_LIMITS } from '@saleyard/domain/auction/scheduling.ts';
import { BID_ERRORS, type ErrorEntry, filledMessage, NOT_SIGNED_IN } from './bid-errors.ts';

/** An error as it is sent. */
export type WireError = { code: string; title?: string; message: string; field?: string };

/**
 * The error catalogue: every code on the wire, its HTTP status (of a REST answer) and its message, word for word from
 * the specification where it gives one. `wireError` fills the `{…}`.
 */
export const ERRORS = {
  // Decisions of the engine.
  ...BID_ERRORS,
  'wrong-auction-type': { status: 400, message: 'This sale is not run by a clerk.' },
  'already-so': { status: 409, message: 'Nothing changed: it already is.' },
  'already-scheduled': {
    status: 409,
    message: 'The sale has opened or was cancelled, so this can no longer be changed.',
  },
  'not-closed': { status: 409, message: 'The auction is not closed yet.' },
  'practice-running': { status: 409, message: 'You have a practice sale running.' },
  'practice-full': {
    status: 503,
    message: 'Every practice ring is in use. One will be free in a minute or two.',
  },
  'not-scheduled': { status: 404, message: 'Not Found. Server error. Please try again later' },
  'nothing-to-retract': {
    status: 409,
    message: 'There is no floor bid to take back: none was entered, or somebody else has bid since.',
  },
  'not-reopenable': {
    status: 409,
    message:
      'Only the lot that was closed last can be reopened, and only for a short time. Correct it instead.',
  },
  'not-their-bid': {
    status: 409,
    message: 'This bidder can buy the lot only at the highest amount that they bid.',
  },
  'second-person-needed': { status: 403, message: 'Somebody else has to confirm this correction.' },
  'no-proposal': { status: 409, message: 'No correction of this lot is waiting for an answer.' },
  'no-floor-buyer': { status: 409, message: 'This lot was not bought on the floor, or its buyer is named.' },
  'not-exported': {
    status: 403,
    message: 'Please export the results from the screen of the sale: each export is recorded first.',
  },
  'message-limit': {
    status: 409,
    message: `${SALE_LIMITS.messages} messages were sent to everyone in this sale, which is the most there may be.`,
  },
  'number-taken': { status: 409, message: 'Another lot of this sale has this number.' },
  'invalid-terms': { status: 400, message: 'These terms of sale contradict each other.' },
  // Listings.
  'profile-incomplete': { status: 403, message: 'Please complete your profile to Add Lot' },
  'under-review': {
    status: 403,
    message:
      'Your application is under review and should be approved in the next 24-hours. Please contact us if you need immediate access to Add a Lot to an Upcoming Auction.',
  },
  'may-not-sell': {
    status: 403,
    message:
      'Please request permission to Sell by clicking My Admin > Upgrade Account > Register to Buy & Sell.',
  },
  'sale-closed': { status: 409, message: 'This Auction is Closed or unavailable' },
  'other-kind': { status: 400, message: 'This auction sells another kind of stock.' },
  'not-editable': { status: 409, message: 'This lot can no longer be changed.' },
  'not-pending': { status: 409, message: 'This lot is not awaiting approval.' },
  'too-late': { status: 409, message: 'It is too late to change this lot.' },
  'not-withdrawn': { status: 409, message: 'Only withdrawn lots can be copied.' },
  'changed-elsewhere': {
    status: 409,
    message: 'This lot was changed elsewhere. Please reload it.',
  },
  'text-changed': {
    status: 409,
    title: 'Changed elsewhere',
    message: 'Somebody published another version of this text. Please open it again.',
  },
  // Fees.
  'fees-in-force': {
    status: 409,
    message: 'Fees can begin tomorrow at the earliest. A table that is or was in force cannot be changed.',
  },
  'no-fee-table': { status: 404, message: 'No fees begin on this day.' },
  'fees-changed': {
    status: 409,
    title: 'Changed elsewhere',
    message: 'Somebody else changed the fees. Please open them again.',
  },
  // Any request.
  'not-signed-in': NOT_SIGNED_IN,
  unauthorized: {
    status: 401,
    message: 'Unauthorized - Looks like you are not authorized, please try to sign in again',
  },
  'wrong-credentials': {
    status: 401,
    title: 'Failed Login: Incorrect credentials',
    message: 'Sorry incorrect password. Try again or click Forgot Password? below.',
  },
  'invalid-link': { status: 401, message: 'Invalid Link' },
  'second-factor-required': {
    status: 403,
    message: 'Please enter the code of your authenticator app, or use your passkey.',
  },
  'second-factor-setup': {
    status: 403,
    message: 'Administrators sign in with a second factor. Please set up an authenticator app.',
  },
  'second-factor-demanded': { status: 403, message: 'This account needs a second factor.' },
  'wrong-second-factor': {
    status: 400,
    title: 'Wrong code',
    message: 'This code is not valid. Please enter the newest code of your authenticator app.',
  },
  'own-account': {
    status: 400,
    title: 'Your own account',
    message: 'Another administrator has to do this. Nobody does it to their own account.',
  },
  'wrong-passkey': { status: 400, message: 'This passkey could not be used. Please try again.' },
  suspended: {
    status: 403,
    title: 'Account suspended',
    message: `This account is suspended. Please contact support on {phone}`,
  },
  'unknown-email': {
    status: 404,
    title: 'Wrong Email',
    message: 'Email you entered does not belong to any account, please check it and try again',
  },
  'wrong-security-code': {
    status: 404,
    title: 'Wrong Security Code',
    message: 'Security Code you entered is not valid, please check it and try again',
  },
  'wrong-confirmation-code': {
    status: 404,
    title: 'Wrong code',
    message: 'This code is not valid. A code works for 24 hours, until another one is sent.',
  },
  'email-unconfirmed': {
    status: 403,
    title: 'E-mail address not confirmed',
    message: 'Please confirm your own e-mail address first. We e-mail you a link and a code for it.',
  },
  'awaiting-approval': {
    status: 403,
    title: 'Failed Login: Something is wrong',
    message: 'Please allow 24-hours for your account to be verified and approved',
  },
  forbidden: { status: 403, message: 'You do not have permission to do this.' },
  'foreign-origin': { status: 403, message: 'This request did not come from Saleyard.' },
  'not-found': {
    status: 404,
    title: 'Not Found',
    message: 'Not Found. Server error. Please try again later',
  },
  'damaged-file': {
    status: 410,
    title: 'Not available',
    message: 'This file is damaged and cannot be opened. Please upload it again, or call support.',
  },
  'invalid-request': { status: 400, message: 'Invalid {field}: {reason}' },
  duplicateFieldError: { status: 400, message: 'This {field} already belongs to an account.' },
  'wrong-password': { status: 404, message: 'Wrong Password. Password you entered is not valid' },
  'already-may-buy': { status: 409, message: 'You already have buy permissions' },
  'already-may-buy-and-sell': { status: 409, message: 'You already have buy and sell permissions' },
  'already-requested': {
    status: 409,
    message:
      'You have already requested access. Please allow 24 hours for this request to be processed by our team',
  },
  'nothing-requested': { status: 409, message: 'This account has no open request.' },
  'no-stock-type': { status: 400, message: 'Please choose at least one stock type.' },
  'unknown-message': { status: 400, message: 'Unknown message' },
  'unfit-file': { status: 400, message: 'File upload error' },
  'too-large': { status: 413, message: 'This is too large to send.' },
  'too-slow': { status: 408, message: 'This arrived too slowly. Please try again.' },
  'unsupported-type': { status: 415, message: 'This kind of content is not accepted.' },
  'rate-limited': { status: 429, message: 'Too many requests. Please wait a moment.' },
  'slow-consumer': { status: 503, message: 'Your connection is too slow to keep up. Reconnecting.' },
  busy: {
    status: 503,
    title: 'Busy',
    message: 'We’re busy and bids come first. Please try again in a few seconds.',
  },
  unavailable: {
    status: 503,
    title: 'Not available',
    message: 'This is unavailable at the moment, and nothing was done. Please try again shortly.',
  },
  'document-failed': {
    status: 503,
    title: 'Not available',
    message: 'This document could not be made. Please try again shortly.',
  },
  'results-pending': { status: 409, message: 'Results will appear here once the auction is closed.' },
  /** The command may have been executed: resend it with the same commandId. */
  unknown: { status: 503, message: 'We are checking whether this was received.' },
  full: {
    status: 503,
    message: 'Nothing can be recorded at the moment, so nothing was done. Please try again shortly.',
  },
  'quota-reached': {
    status: 409,
    message: 'Your account has as many drafts or files as it may have. Please delete some first.',
  },
  'disk-low': {
    status: 503,
    message: 'This cannot be stored at the moment because the disk is nearly full. Bidding is not affected.',
  },
  'internal-error': { status: 500, message: 'Bad request. Please try again later' },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

/** The catalogue's entry with its placeholders filled; `status` is the HTTP status of a REST answer. */
export function wireError(
  code: ErrorCode,
  fill: Record<string, string> = {},
  field?: string,
): { status: number; error: WireError } {
  const entry: ErrorEntry = ERRORS[code];
  const message = filledMessage(entry, fill);
  return {
    status: entry.status,
    error: { code, ...(entry.title && { title: entry.title }), message, ...(field && { field }) },
  };
}

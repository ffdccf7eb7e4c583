import { Unavailable } from '../unavailable.ts';

/** One text message to one phone. */
export type Sms = {
  /** Names the message: the same id again is the same message. */
  id: string;
  /** The account it is for, so that forgetting the person forgets it; null: nobody's. */
  account: string | null;
  /** The number as it is dialled: digits, a plus sign before them where it is international. */
  to: string;
  text: string;
};

/** Sends text messages. */
export interface SmsSender {
  /**
   * Resolves when the message is accepted for delivery.
   * @throws SmsUnavailable when it can't be sent now; it may have been sent, and may be sent again
   * @throws SmsRefused when it will never be accepted
   */
  send(sms: Sms): Promise<void>;
  close(): Promise<void>;
}

/** The SMS service can't be reached, or is busy. */
export class SmsUnavailable extends Unavailable {
  constructor(cause?: unknown) {
    super('the SMS service', cause);
    this.name = 'SmsUnavailable';
  }
}

/** This message will not be accepted, however often it is sent. */
export class SmsRefused extends Error {
  constructor(why: string) {
    super(`the text message is refused: ${why}`);
    this.name = 'SmsRefused';
  }
}

/** Characters of a message: what ten parts of an SMS hold. */
const TEXT_LIMIT = 1_530;

/** The message, once it is sure that it is one. @throws SmsRefused */
export function checkedSms(sms: Sms): Sms {
  const { id, to, text } = sms;
  if (!/^[\w.-]{1,128}$/.test(id)) throw new SmsRefused('its id');
  if (!/^\+?\d{6,15}$/.test(to)) throw new SmsRefused('its number');
  if (text.trim() === '' || text.length > TEXT_LIMIT) throw new SmsRefused('its text');
  return sms;
}

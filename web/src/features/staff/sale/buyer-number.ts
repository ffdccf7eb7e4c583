/** What a buyer number is: as on the wire, in capitals. */
export const BUYER_NUMBER = /^[0-9A-Z]{1,6}$/;

export const NO_BUYER_NUMBER = 'Please Enter a buyer number of up to six digits or letters';

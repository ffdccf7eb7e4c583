// One number in each process: messages that name it are made in many places, and staff may change it at any time.

let current = '02 5550 4180';

/** Support's phone number as this process last read it, shown where a message has {phone}. At first the shipped one. */
export const supportPhone = (): string => current;

/** Takes the number that staff published, from the log or, in a browser, from the server's state. */
export function setSupportPhone(phone: string): void {
  current = phone;
}

/** The address of a link that calls a number. */
export const telLink = (phone: string): string => `tel:${phone.replaceAll(' ', '')}`;

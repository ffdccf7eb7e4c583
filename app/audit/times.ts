import { SALE_ZONE } from '@saleyard/domain/days.ts';

export const timeOfDay = new Intl.DateTimeFormat('en-AU', {
  timeZone: SALE_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});

export { messagesOf, understand } from '@saleyard/gateway/socket/client-message.ts';

/** No frame is read by a pattern: each is parsed, and validated by the schema. */
export const plainBid = (): undefined => undefined;
export const plainBidId = (): undefined => undefined;

import type { ListingContent } from './content.ts';
import type { Reason } from './events.ts';

/** Version 1 of a new listing's content: there were no personal values. */
type FirstData<Data> = Omit<Data, 'content'> & { content: Omit<ListingContent, 'sealed'> };

/** Lifts version 1 of `ListingStarted` and `ListingEntered` to 2. */
export const nothingSealed = <Data extends { content: ListingContent }>({
  content,
  ...rest
}: FirstData<Data>) => ({
  ...rest,
  content: { ...content, sealed: {} },
});

/** Lifts version 1 of `ListingRefused` and `ListingWithdrawn` to 2: each reason was in clear. */
export const reasonInClear = <Data extends Reason>(data: Omit<Data, 'sealed'>) => ({ ...data, sealed: '' });

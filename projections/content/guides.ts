import type { HowToVideos } from '@saleyard/contract/content.ts';

/** The paths of a video and its captions: files of the web. */
const film = (name: string) => ({ url: `/how-to/${name}.webm`, captionsUrl: `/how-to/${name}.vtt` });

/** Screen recordings of the marketplace, without sound. */
export const HOW_TO_VIDEOS: readonly HowToVideos[] = [
  {
    name: 'Buying',
    videos: [
      {
        title: 'Find and watch a lot',
        description: 'From Upcoming Auctions to your Watch List.',
        subDescription:
          'A buyer opens the catalogue of a sale, opens a lot, reads its weights, and presses Watch. The lot is then on the Watch List.',
        ...film('watch-a-lot'),
      },
      {
        title: 'Bid in the live room',
        description: 'A bid and an auto-bid in a practice sale.',
        subDescription:
          'A buyer starts a practice sale, presses a bid button that names its amount, and then sets an auto-bid, which answers the others up to the amount that was typed in.',
        ...film('bid'),
      },
    ],
  },
  {
    name: 'Your account',
    videos: [
      {
        title: 'Ask for access',
        description: 'From My Admin to the request to buy and sell.',
        subDescription:
          'A guest opens My Admin, presses Upgrade Account, reads the steps, and opens the form Register to Buy & Sell.',
        ...film('ask-for-access'),
      },
    ],
  },
];

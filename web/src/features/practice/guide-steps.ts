/** One step of the guide: what to look at, and what it means. */
type GuideStep = { title: string; text: string };

/** How bidding works, in the order in which a newcomer meets it. */
export const GUIDE: readonly GuideStep[] = [
  {
    title: 'The button names the price',
    text: '“Bid $1,210.00” bids exactly that, per head. +1, +2, +5 and +10 raise it by so many increments. If the price moves before your press arrives, nothing is sent and the button shows the new price.',
  },
  {
    title: 'You are asked once',
    text: 'The button then turns into Confirm, in the same place. Under “How you confirm bids” you can choose two presses or one instead. An unusually large bid is always asked about.',
  },
  {
    title: 'Winning and losing',
    text: 'Your lots say Winning while you lead, and Losing once somebody goes higher: bid again if it is still worth it. “Outbid at once by an auto-bid” means that another had named a higher maximum before.',
  },
  {
    title: 'Let an auto-bid do it',
    text: 'Name the most you would pay under Auto-bid. It bids for you, one increment at a time and only as far as needed. You can set one on lots that are still to come, too.',
  },
  {
    title: 'Late bids add time',
    text: 'A bid in the last 12 seconds leaves the lot 12 seconds again, and its clock says so. Nobody can snatch a lot at the end: there is always time to answer.',
  },
];

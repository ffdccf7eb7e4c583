const SECTIONS: readonly { title: string; paragraphs: readonly string[] }[] = [
  {
    title: 'Introduction',
    paragraphs: [
      'This policy says how Saleyard handles personal information. It is governed by Australian privacy law: the Privacy Act 1988 and the Australian Privacy Principles.',
    ],
  },
  {
    title: 'Kinds of personal information collected',
    paragraphs: [
      'Your names, e-mail address and phone numbers, your trading name, business numbers, PIC and addresses, your bank details if you sell, licences and policies that you upload, and what you do here: bids, auto-bids, lots, watch list and settings.',
    ],
  },
  {
    title: 'How it is collected',
    paragraphs: [
      'From you, when you register, fill in a form, bid, list stock or contact us; and from your browser while you use the marketplace.',
    ],
  },
  {
    title: 'Purposes',
    paragraphs: [
      'To run auctions and prove their outcomes, to check who may buy and sell, to bring buyers and vendors together after a sale, to send the reminders you ask for, and to meet the law.',
    ],
  },
  {
    title: 'Use and disclosure',
    paragraphs: [
      'We use it for the purposes above and for those that you agree to. Other bidders see a paddle number, not your name. We do not sell personal information.',
    ],
  },
  {
    title: 'Cookies',
    paragraphs: [
      'One cookie keeps you signed in. Settings, drafts of forms and sounds are kept in your browser. There are no cookies of advertisers.',
    ],
  },
  {
    title: 'Who it is disclosed to',
    paragraphs: [
      'The other side of a sale, carriers and agents that it needs, those who work for us under a duty of confidence, and authorities where the law demands it.',
    ],
  },
  {
    title: 'De-identified information',
    paragraphs: ['Prices and results without names may be used for market reports and statistics.'],
  },
  {
    title: 'Management and security',
    paragraphs: [
      'Personal fields are encrypted under a key of each account. When a person is forgotten, that key is deleted and nothing personal can be read any more, while the sales stay provable.',
    ],
  },
  {
    title: 'Access and correction',
    paragraphs: [
      'You see and correct your details under My Profile. You may also ask us for access, correction or deletion: we reply within 30 days.',
    ],
  },
  {
    title: 'Updates',
    paragraphs: ['We publish changes of this policy here. This version was published June 2023.'],
  },
];

/** The privacy policy: eleven numbered sections. */
export function PrivacyPolicy() {
  return (
    <>
      {SECTIONS.map(({ title, paragraphs }, index) => (
        <section key={title}>
          <h3>
            {index + 1}. {title}
          </h3>
          {paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </section>
      ))}
    </>
  );
}

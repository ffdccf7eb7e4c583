import {
  type Icon,
  IconBook,
  IconCompass,
  IconCurrencyDollar,
  IconFileText,
  IconHelpCircle,
  IconMovie,
  IconShieldLock,
  IconUserSearch,
} from '@/config/icons.ts';
import { paths } from '@/config/paths.ts';
import { isSeller, useMe } from '@/lib/session.ts';
import { Page } from '@/ui/page.tsx';
import { PlainTag } from '@/ui/tag.tsx';
import { TileList } from '@/ui/tile-list.tsx';

type Tool = { to: string; title: string; text: string; icon: Icon; forSellers?: true };

/** What Tools holds. Those for sellers are listed for everyone too. */
const TOOLS: readonly Tool[] = [
  {
    to: paths.manuals,
    title: 'Manuals',
    text: 'Buying, selling and assessing stock, step by step',
    icon: IconBook,
    forSellers: true,
  },
  {
    to: paths.listingFees,
    title: 'Listing Fees',
    text: 'What listing and settling cost',
    icon: IconCurrencyDollar,
    forSellers: true,
  },
  { to: paths.videosTips, title: 'Videos & Tips', text: 'Short films, and what helps', icon: IconMovie },
  { to: paths.faqs, title: 'FAQs', text: 'Questions that are often asked', icon: IconHelpCircle },
  {
    to: paths.agentSearch,
    title: 'Search for an Agent',
    text: 'Livestock agents by name, place and state',
    icon: IconUserSearch,
  },
  {
    to: paths.terms,
    title: 'Terms & Conditions',
    text: 'What buyers and sellers agree to',
    icon: IconFileText,
  },
  {
    to: paths.privacyPolicy,
    title: 'Privacy Policy',
    text: 'How personal information is handled',
    icon: IconShieldLock,
  },
  {
    to: paths.gettingStarted,
    title: 'Getting Started',
    text: 'From registration to the first sale',
    icon: IconCompass,
  },
];

const SELLER_INTRO = 'Manuals, fees and tips for those who list stock, and answers for those who buy it.';
const OTHER_INTRO = 'How buying at auction works, answers to questions, and agents who sell for others.';

/** Tools: what there is to read, and the search for agents. */
export function ToolsHub() {
  const me = useMe();
  return (
    <Page title="Tools">
      <TileList
        intro={isSeller(me) ? SELLER_INTRO : OTHER_INTRO}
        tiles={TOOLS.map(({ forSellers, ...tool }) =>
          forSellers ? { ...tool, more: <PlainTag>For sellers</PlainTag> } : tool,
        )}
      />
    </Page>
  );
}

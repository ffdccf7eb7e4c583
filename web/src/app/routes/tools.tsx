export { AgentSearchScreen as AgentSearch } from '@/features/tools/agent-search-screen.tsx';
export { ManualsScreen as Manuals } from '@/features/tools/manuals-screen.tsx';
export {
  FaqsScreen as Faqs,
  GettingStartedScreen as GettingStarted,
  ListingFeesScreen as ListingFees,
  PrivacyScreen as Privacy,
  TermsScreen as Terms,
  VideosScreen as VideosTips,
} from '@/features/tools/text-screens.tsx';
export { ToolsHub } from '@/features/tools/tools-hub.tsx';

export { AgentSearchScreen as AgentSearch } from '@/features/content/tools/agent-search-screen.tsx';
export { ManualsScreen as Manuals } from '@/features/content/tools/manuals-screen.tsx';
export {
  FaqsScreen as Faqs,
  GettingStartedScreen as GettingStarted,
  ListingFeesScreen as ListingFees,
  PrivacyScreen as Privacy,
  TermsScreen as Terms,
  VideosScreen as VideosTips,
} from '@/features/content/tools/text-screens.tsx';
export { ToolsHub } from '@/features/content/tools/tools-hub.tsx';

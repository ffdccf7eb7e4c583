export { LateEditScreen } from '@/features/selling/late-edit-screen.tsx';
export { LotFormScreen } from '@/features/selling/lot-form-screen.tsx';
export { SavedLotsScreen, SubmittedLotsScreen } from '@/features/selling/own-lots-screen.tsx';
export { ListingScreen, ListingsScreen } from '@/features/staff-listings/listings-screen.tsx';

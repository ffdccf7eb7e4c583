export { LateEditScreen } from '@/features/selling/late-edit-screen.tsx';
export { LotFormScreen } from '@/features/selling/lot-form-screen.tsx';
export { MyListingsScreen } from '@/features/selling/my-listings-screen.tsx';
export { OwnLotScreen } from '@/features/selling/own-lot-screen.tsx';
export { SavedLotsScreen, SubmittedLotsScreen } from '@/features/selling/own-lots-screen.tsx';
export { ReofferScreen } from '@/features/selling/reoffer-screen.tsx';
export { ReoffersScreen } from '@/features/selling/reoffers-screen.tsx';
export { ListingScreen, ListingsScreen } from '@/features/staff/listings/listings-screen.tsx';
export { SaleFeesScreen } from '@/features/staff/listings/sale-fees-screen.tsx';

export { LateEditScreen } from '@/features/selling/late-edit-screen.tsx';
export { LotFormScreen } from '@/features/selling/lot-form-screen.tsx';
export { SavedLotsScreen, SubmittedLotsScreen } from '@/features/selling/own-lots-screen.tsx';

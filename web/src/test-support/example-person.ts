import type { Me } from '@saleyard/contract/accounts.ts';

const NO_ADDRESS = { address1: '', address2: '', town: '', state: '', postcode: '' };
const NO_REMINDERS = { AuctionOpenReminder: false, OneDayReminder: false, TenDaysReminder: false };

/** A person as `users/me` answers them: a guest, but for what is given. */
export const person = (known: Partial<Me> = {}): Me => ({
  _id: 'u1',
  numericId: 1,
  shortId: 'B1',
  ...{ firstName: 'Ada', lastName: 'Miller', email: 'ada@example.com', phone: '0412345678' },
  ...{ secondaryPhone: '', tradingName: 'Miller Pastoral', profession: 'Producer', otherProfession: '' },
  officeAddress: { ...NO_ADDRESS, state: 'NSW', postcode: '2380' },
  postalAddress: NO_ADDRESS,
  doYouTradeThroughCompany: null,
  customerDetails: { companyName: '', ACN: '', givenName: '', lastName: '', legalNameOfTradingEntity: '' },
  ...{ ABN: '', PIC: '', isPICFromAnotherState: false, anotherStatePIC: '' },
  ...{ areYouUsingAgent: null, agentName: '', agentPhone: '', agencyName: '', jobTitle: '' },
  ...{ yearsInIndustry: '', SSPermitNumber: '', SSPermitNumberOfYears: '', saleConditions: '' },
  ...{ sellerType: '', registeredForGST: null, userRegisteredFrom: 'web' },
  ...{ logo: null, licenseFile: null, policyFile: null, bank: null },
  ...{ status: 'registered', type: 'guest', operationType: null, role: null },
  ...{ isRequestedAsBuyer: false, isRequestedAsSeller: false, stockTypes: [], approvedStockTypes: [] },
  ...{ watchList: [], watchList2: [], filters: {}, closedNotifications: [] },
  ...{ acceptedNewVersionTerms: true, acceptedNewVersionTermsOn: 1, currentVersionAcceptedTo: '1' },
  olderVersionsAcceptedTo: [],
  settings: {
    smsRemindersPermissions: { cattle: NO_REMINDERS, sheep: NO_REMINDERS, goat: NO_REMINDERS },
  },
  ...known,
});

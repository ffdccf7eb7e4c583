import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { takesDisk } from './operation.ts';
import { OPERATIONS } from './operations.ts';

const test = suite('operations that store');

/** Below the disk reserve: files, and what stores much and can wait. */
const REFUSED = [
  ...['uploadLogo', 'uploadLicense', 'uploadPolicy', 'uploadPicture'],
  ...['startListing', 'startListings', 'saveListing', 'copyListing', 'reofferListing', 'saveLotTemplate'],
  ...['uploadLotDocument', 'uploadUsefulPdf', 'uploadLotMedia', 'sendLotMediaPart', 'uploadLotThumbnail'],
  ...['signLot', 'scheduleSale', 'addLots', 'addLotsFromFile', 'publishText', 'startPractice'],
  ...['emailMyResults', 'emailAuctionInfo', 'emailLotInfo', 'emailOwnLot', 'emailManual'],
];

/** Bids, what staff do in a sale or to its schedule, and what is small. */
const PASSING = [
  ...['placeBid', 'setAutoBid', 'stopAutoBid', 'answerOffer'],
  ...['placePracticeBid', 'setPracticeAutoBid', 'stopPracticeAutoBid'],
  ...['runSale', 'changeSale', 'changeLot', 'exportResults', 'previewText', 'recordListingFee'],
  ...['approveListing', 'refuseListing', 'submitListing', 'withdrawListing', 'editListingLate'],
  ...['recallListing', 'editLotDocument', 'writeFloorBuyer', 'decideFloorClaim', 'claimBuyerNumber'],
  ...['setFees', 'withdrawFees', 'showNotification', 'endNotification', 'changeKind', 'registerInterest'],
  ...['registerUser', 'checkUniqueUser', 'changeMe', 'changePassword', 'addProfession', 'setOnlineState'],
  ...['openAccount', 'inviteAccount', 'decideAccess', 'suspendAccount', 'restoreAccount', 'changeRole'],
  ...['resetSecondFactor', 'closeAccount', 'forgotPassword', 'resetPassword', 'acceptInvitation'],
  ...['confirmEmail', 'requestMagicLink', 'confirmTotp', 'removeTotp', 'proveSecondFactor', 'addPasskey'],
  ...['signInByPasskey', 'watchLot', 'addFavouritePic', 'changeFavouritePic', 'saveSearch'],
  ...['closeSearchAlerts', 'stopAlertMails', 'anonymousLeft'],
];

test('each operation with a body says whether it may pass below the disk reserve', () => {
  const withBody = OPERATIONS.filter(({ body, csv, file }) => body ?? csv ?? file);
  const named = (refused: boolean): string[] =>
    withBody
      .filter((one) => takesDisk(one) === refused)
      .map(({ id }) => id)
      .toSorted();
  assert.equal(named(true), REFUSED.toSorted());
  assert.equal(named(false), PASSING.toSorted());
});

test('no operation without a body stores much', () => {
  const withoutBody = OPERATIONS.filter(({ body, csv, file }) => (body ?? csv ?? file) === undefined);
  assert.equal(
    withoutBody.filter(takesDisk).map(({ id }) => id),
    [],
  );
});

test.run();

import type { Operation } from './operation.ts';
import { accountFileOperations } from './operations/account-files.ts';
import { accountOperations } from './operations/accounts.ts';
import { auctionOperations } from './operations/auctions.ts';
import { bidOperations } from './operations/bids.ts';
import { contentOperations } from './operations/content.ts';
import { documentOperations } from './operations/documents.ts';
import { favouritePicOperations } from './operations/favourite-pics.ts';
import { feeOperations } from './operations/fees.ts';
import { floorBuyerOperations } from './operations/floor-buyers.ts';
import { lotFileOperations } from './operations/lot-files.ts';
import { lotMediaOperations } from './operations/lot-media.ts';
import { lotTemplateOperations } from './operations/lot-templates.ts';
import { lotOperations } from './operations/lots.ts';
import { marketOperations } from './operations/market.ts';
import { messageOperations } from './operations/messages.ts';
import { notificationOperations } from './operations/notifications.ts';
import { pictureOperations } from './operations/pictures.ts';
import { practiceOperations } from './operations/practice.ts';
import { referenceOperations } from './operations/reference.ts';
import { savedSearchOperations } from './operations/saved-searches.ts';
import { searchOperations } from './operations/search.ts';
import { secondFactorOperations } from './operations/second-factor.ts';
import { sellingOperations } from './operations/selling.ts';
import { serverOperations } from './operations/server.ts';
import { signInOperations } from './operations/sign-in.ts';
import { staffOperations } from './operations/staff.ts';
import { staffAccountOperations } from './operations/staff-accounts.ts';

/** Every operation of REST, by area, in the order of the reference. */
export const OPERATIONS: readonly Operation[] = [
  accountOperations,
  accountFileOperations,
  staffAccountOperations,
  signInOperations,
  secondFactorOperations,
  bidOperations,
  auctionOperations,
  lotOperations,
  sellingOperations,
  lotFileOperations,
  lotMediaOperations,
  favouritePicOperations,
  lotTemplateOperations,
  searchOperations,
  savedSearchOperations,
  marketOperations,
  documentOperations,
  staffOperations,
  floorBuyerOperations,
  feeOperations,
  pictureOperations,
  messageOperations,
  notificationOperations,
  practiceOperations,
  referenceOperations,
  contentOperations,
  serverOperations,
].flatMap((area): Operation[] => Object.values(area));

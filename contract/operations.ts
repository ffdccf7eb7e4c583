import { accountFileOperations } from './account-files.ts';
import { accountOperations } from './accounts.ts';
import { auctionOperations } from './auctions.ts';
import { bidOperations } from './bids.ts';
import { contentOperations } from './content.ts';
import { documentOperations } from './documents.ts';
import { favouritePicOperations } from './favourite-pics.ts';
import { lotFileOperations } from './lot-files.ts';
import { lotMediaOperations } from './lot-media.ts';
import { lotOperations } from './lots.ts';
import { marketOperations } from './market.ts';
import { messageOperations } from './messages.ts';
import { notificationOperations } from './notifications.ts';
import type { Operation } from './operation.ts';
import { pictureOperations } from './pictures.ts';
import { practiceOperations } from './practice.ts';
import { referenceOperations } from './reference.ts';
import { savedSearchOperations } from './saved-searches.ts';
import { searchOperations } from './search.ts';
import { secondFactorOperations } from './second-factor.ts';
import { sellingOperations } from './selling.ts';
import { serverOperations } from './server.ts';
import { signInOperations } from './sign-in.ts';
import { staffOperations } from './staff.ts';
import { staffAccountOperations } from './staff-accounts.ts';

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
  searchOperations,
  savedSearchOperations,
  marketOperations,
  documentOperations,
  staffOperations,
  pictureOperations,
  messageOperations,
  notificationOperations,
  practiceOperations,
  referenceOperations,
  contentOperations,
  serverOperations,
].flatMap((area): Operation[] => Object.values(area));

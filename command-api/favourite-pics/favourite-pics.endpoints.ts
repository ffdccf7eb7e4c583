import type { FavouritePic } from '@saleyard/contract/favourite-pics.ts';
import { favouritePicOperations } from '@saleyard/contract/operations/favourite-pics.ts';
import { FAVOURITE_PICS_MOST, type FavouritePicCommand } from '@saleyard/domain/account/favourite-pics.ts';
import { tidyVendorPic, type VendorPic, vendorPicProblems } from '@saleyard/domain/account/vendor-pic.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import type { Refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { changeOwn, ownChangeRefusal } from '../accounts/own-account.ts';
import { openText, personalDigest, sealText } from '../accounts/personal-data.ts';

const FULL = {
  field: 'pic',
  message: `You can keep ${FAVOURITE_PICS_MOST} PICs. Please delete one first.`,
};

export type FavouritePicParts = { log: EventLog; clock: Clock; secrets: Secrets };

/** Decrypts a favourite PIC; null when its person was forgotten. */
export async function openVendorPic(
  secrets: Secrets,
  account: string,
  sealed: string,
): Promise<VendorPic | null> {
  const text = await openText(secrets, account, sealed);
  return text === null || text === '' ? null : (JSON.parse(text) as VendorPic);
}

/** A seller's changes of their favourite PICs. Each is encrypted with the account's own key. */
export function favouritePicEndpoints(parts: FavouritePicParts): Endpoint[] {
  const { secrets } = parts;
  const write = async (
    account: string,
    {
      type,
      id,
      commandId,
      stated,
    }: Pick<FavouritePicCommand, 'type'> & {
      type: 'addPic' | 'changePic';
      id: string;
      commandId: string;
      stated: VendorPic;
    },
  ): Promise<{ data: { pic: FavouritePic }; position: number } | Refusal> => {
    const pic = tidyVendorPic(stated);
    const problems = vendorPicProblems(pic);
    if (problems.length > 0) {
      const errors = problems.map(({ field, message }) => ({
        code: 'invalid-request' as const,
        message,
        ...(field !== '' && { field: `pic.${field}` }),
      }));
      return { status: 400, errors };
    }
    const digest = await personalDigest(secrets, account, { type, id, pic });
    const personal = await sealText(secrets, account, JSON.stringify(pic));
    const reply = await changeOwn(parts, {
      id: account,
      commandId,
      digest,
      body: { type, pic: id, personal },
    });
    if (reply.outcome !== 'accepted') return ownChangeRefusal(reply, FULL);
    return { data: { pic: { _id: id, ...pic } }, position: reply.position };
  };

  return [
    endpoint(favouritePicOperations.addFavouritePic, ({ viewer, body, commandId }) =>
      write(viewer._id, { type: 'addPic', id: eventIdOf(commandId, 0), commandId, stated: body.pic }),
    ),
    endpoint(favouritePicOperations.changeFavouritePic, ({ viewer, params, body, commandId }) =>
      write(viewer._id, { type: 'changePic', id: params.pic, commandId, stated: body.pic }),
    ),
    endpoint(favouritePicOperations.deleteFavouritePic, async ({ viewer, params: { pic }, commandId }) => {
      const reply = await changeOwn(parts, { id: viewer._id, commandId, body: { type: 'deletePic', pic } });
      if (reply.outcome !== 'accepted') return ownChangeRefusal(reply, FULL);
      return { data: { _id: pic }, position: reply.position };
    }),
  ];
}

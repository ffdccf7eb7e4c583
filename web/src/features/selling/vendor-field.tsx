import { favouritePicOperations } from '@saleyard/contract/operations/favourite-pics.ts';
import { tidyVendorPic, vendorPicProblems } from '@saleyard/domain/account/vendor-pic.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type UseFormSetValue, useFormContext, useWatch } from 'react-hook-form';
import {
  type FavouritePic,
  favouritePicsQuery,
} from '@/features/selling/favourite-pics/favourite-pics-query.ts';
import { call } from '@/lib/api-client.ts';
import { ApiError, errorTextOf } from '@/lib/api-error.ts';
import { Button } from '@/ui/button.tsx';
import type { FieldProps } from '@/ui/form/fields.tsx';
import { Wide } from '@/ui/form/form.tsx';
import { Row } from '@/ui/layout.tsx';
import type { LotValues } from './lot-values.ts';
import { SuggestedField } from './suggested-field.tsx';

/** The details of a vendor that a favourite PIC fills in, by the fields of the form. */
const FILLED_IN = {
  vendorName: 'vendorName',
  vendorPic: 'pic',
  vendorPhone: 'vendorPhone',
  vendorEmail: 'vendorEmail',
  vendorAddress: 'address',
  town: 'town',
  postcode: 'postcode',
  state: 'state',
  district: 'district',
} as const satisfies Readonly<Record<string, keyof FavouritePic>>;

/** Fills in a saved vendor. */
export function fillVendor(setValue: UseFormSetValue<LotValues>, vendor: FavouritePic): void {
  for (const [filled, from] of Object.entries(FILLED_IN))
    setValue(`details.${filled}`, vendor[from], { shouldDirty: true });
}

/** A vendor's name or PIC, with one's favourites to choose from: a choice fills in the whole vendor. */
export function VendorField({
  of,
  ...shown
}: FieldProps & { of: 'vendorName' | 'pic'; upperCase?: boolean }) {
  const { setValue } = useFormContext<LotValues>();
  const { data: pics = [] } = useQuery(favouritePicsQuery);
  const known = pics.filter((pic) => pic[of] !== '');
  return (
    <SuggestedField
      {...shown}
      suggestions={known.map((pic) => ({
        id: pic._id,
        value: pic[of],
        about: [pic.vendorName, pic.pic, pic.town]
          .filter((text) => text !== '' && text !== pic[of])
          .join(', '),
      }))}
      onChosen={(text) => {
        const chosen = known.find((pic) => pic[of] === text);
        if (chosen !== undefined) fillVendor(setValue, chosen);
      }}
    />
  );
}

/** Saves the vendor of the lot among one's favourites, so that a later lot can start from it. */
export function SaveVendor() {
  const client = useQueryClient();
  const { getValues } = useFormContext<LotValues>();
  const { data: known } = useQuery(favouritePicsQuery);
  const [name, pic] = useWatch<LotValues, ['details.vendorName', 'details.vendorPic']>({
    name: ['details.vendorName', 'details.vendorPic'],
  });
  const save = useMutation({
    mutationFn: async () => {
      const { details } = getValues();
      const text = (field: string) => String(details[field] ?? '');
      const vendor = tidyVendorPic(
        Object.fromEntries(Object.entries(FILLED_IN).map(([field, member]) => [member, text(field)])) as Omit<
          FavouritePic,
          '_id'
        >,
      );
      const [problem] = vendorPicProblems(vendor);
      if (problem !== undefined)
        throw new ApiError(400, [{ code: 'invalid-request', message: problem.message }]);
      await call(favouritePicOperations.addFavouritePic, { body: { pic: vendor } });
    },
    onSettled: () => client.invalidateQueries(favouritePicsQuery),
  });
  const [typedName, typedPic] = [String(name ?? '').trim(), String(pic ?? '').trim()];
  const isKnown =
    known?.some((one) => one.vendorName === typedName && one.pic === typedPic.replaceAll(/\s/g, '')) ?? true;
  if (save.isSuccess && isKnown)
    return (
      <Wide>
        <p role="status">Vendor saved.</p>
      </Wide>
    );
  if (isKnown || typedName === '' || typedPic === '') return null;
  return (
    <Wide>
      <Row gap="sm">
        <Button variant="default" size="compact-md" loading={save.isPending} onClick={() => save.mutate()}>
          Save this vendor
        </Button>
        {save.error && <span role="alert">{errorTextOf(save.error).message}</span>}
      </Row>
    </Wide>
  );
}

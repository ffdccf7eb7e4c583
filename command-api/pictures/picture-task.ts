/** What a worker process makes of a PNG or JPEG. Sides in px. */
export type PictureTask = { bytes: Uint8Array } & (
  | {
      /** Every stored size, as JPEG. `most`: of the longer side of the largest. */
      make: 'sizes';
      most: number;
    }
  | {
      /** One picture, scaled down to `side`; null: as large as it is. `quality`: of a JPEG, 1 to 100. */
      make: 'one';
      side: number | null;
      as: { type: 'image/png' } | { type: 'image/jpeg'; quality: number };
    }
);

/** Why a picture is refused, as a sentence. */
export type UnfitPicture = { outcome: 'unfit'; message: string };

/** `sizes`: in ascending order, at least one. `height`: of the largest, px. */
export type Sizes = { outcome: 'made'; height: number; sizes: readonly { width: number; bytes: Buffer }[] };
export type OnePicture = { outcome: 'made'; bytes: Buffer };

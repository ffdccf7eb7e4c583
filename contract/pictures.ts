/** Bytes of an uploaded picture, at most. */
export const PICTURE_BYTES = 15 * 1024 * 1024;

/** [S381] The minimum width and height of a picture of stock, px. */
export const LEAST_PICTURE = { width: 320, height: 220 } as const;

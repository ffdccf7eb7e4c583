/** The media types of a person's files, and which files there are. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg'] as const;

export const PAPER_TYPES = [...PICTURE_TYPES, 'application/pdf'] as const;

/** Bytes of a logo, and of a licence or a policy, at most. */
export const LOGO_BYTES = 5 * 1024 * 1024;

export const PAPER_BYTES = 10 * 1024 * 1024;

/** The longer side of a stored logo in px, and the most pixels of any picture. */
export const LOGO_SIDE = 800;

export const PICTURE_PIXELS = 50_000_000;

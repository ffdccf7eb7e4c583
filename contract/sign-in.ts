/** ms for which a security code and a sign-in link are valid. */
export const CODE_MS = 10 * 60_000;
/** ms for which an invitation to set a password is valid. */
export const INVITATION_MS = 7 * 24 * 3_600_000;
/** ms for which the code that confirms an e-mail address is valid. */
export const CONFIRM_EMAIL_MS = 24 * 3_600_000;

/** Why a person with the right credentials is not signed in yet, or at all. */
export const NOT_SIGNED_IN = [
  ...(['suspended', 'second-factor-required', 'second-factor-setup'] as const),
  ...(['rate-limited', 'unavailable'] as const),
] as const;

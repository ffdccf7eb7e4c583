/** Why staff froze a sale or a lot [T25], as everybody may read it. What they wrote of it stays with staff. */
export const STAFF_CAUSES = ['power', 'system', 'dispute', 'safety', 'catalogue', 'other'] as const;

/** The same, and `outage` of the freezes that Saleyard made itself after one [T12]. */
export const FREEZE_CAUSES = ['outage', ...STAFF_CAUSES] as const;

export type StaffCause = (typeof STAFF_CAUSES)[number];
export type FreezeCause = (typeof FREEZE_CAUSES)[number];

/** Older events have no cause, and commands may leave it out. */
export type WithCause = { cause?: FreezeCause };

/** The cause of a freeze alone, absent where it has none. */
export const causeOf = ({ cause }: WithCause): WithCause => (cause === undefined ? {} : { cause });

export const isFreezeCause = (value: unknown): value is FreezeCause =>
  (FREEZE_CAUSES as readonly unknown[]).includes(value);

/** Why a command was refused. Stable codes: stored in the log and sent over the wire. */
export type RefusalCode =
  | 'lot-frozen'
  | 'auction-frozen'
  | 'waiting-to-start'
  | 'auto-bids-only'
  | 'not-open'
  | 'lot-closed'
  | 'lot-withdrawn'
  | 'too-low'
  | 'off-increment'
  | 'invalid-amount'
  | 'auto-bid-not-allowed'
  | 'upcoming-not-allowed'
  | 'not-permitted'
  | 'own-lot'
  | 'vendor-bids-exhausted'
  | 'duplicate-conflict'
  // Beyond the published codes: refusals of staff and scheduling commands.
  | 'unknown-lot'
  | 'no-auto-bid'
  | 'wrong-auction-type'
  | 'already-so'
  | 'already-scheduled'
  | 'not-closed'
  | 'not-scheduled'
  | 'invalid-terms'
  // The schedule was changed by somebody else [T24].
  | 'changed-elsewhere'
  | 'number-taken'
  // No more messages to everybody may be sent in this sale [T26].
  | 'message-limit'
  // Of corrections.
  | 'nothing-to-retract'
  | 'not-reopenable'
  | 'not-their-bid'
  | 'second-person-needed'
  | 'no-proposal'
  | 'no-floor-buyer';

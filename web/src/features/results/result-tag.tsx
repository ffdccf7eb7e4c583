import { IconArrowBackUp, IconCircleCheck, IconGavel, IconLock, IconMinus, IconX } from '@tabler/icons-react';
import { LOT_RESULT_LABELS, type LotResult } from './lot-result.ts';
import classes from './result-tag.module.css';

const ICONS = {
  bought: IconCircleCheck,
  sold: IconGavel,
  passed: IconArrowBackUp,
  noBid: IconMinus,
  withdrawn: IconX,
  closed: IconLock,
} as const;

/** What became of a lot: its word, with a shape of its own. */
export function ResultTag({ result }: { result: LotResult }) {
  const Icon = ICONS[result];
  return (
    <span className={classes.tag} data-result={result}>
      <Icon size={14} stroke={2.25} aria-hidden="true" />
      {LOT_RESULT_LABELS[result]}
    </span>
  );
}

import { IconArrowBackUp, IconCircleCheck, IconGavel, IconLock, IconMinus, IconX } from '@/app/icons.ts';
import { Tag } from '@/components/tag.tsx';
import { LOT_RESULT_LABELS, type LotResult } from './lot-result.ts';

const MARKS = {
  bought: { tone: 'strong', icon: IconCircleCheck },
  sold: { tone: 'live', icon: IconGavel },
  soldAfterAuction: { tone: 'live', icon: IconGavel },
  passed: { tone: 'open', icon: IconArrowBackUp },
  noBid: { tone: 'closed', icon: IconMinus },
  withdrawn: { tone: 'closed', icon: IconX },
  soldBeforeAuction: { tone: 'closed', icon: IconLock },
  closed: { tone: 'closed', icon: IconLock },
} as const;

/** What became of a lot: its word, with a shape of its own. */
export function ResultTag({ result }: { result: LotResult }) {
  return <Tag {...MARKS[result]}>{LOT_RESULT_LABELS[result]}</Tag>;
}

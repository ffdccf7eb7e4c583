import { NOTIFICATIONS_SHOWN } from '@saleyard/contract/limits.ts';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@/config/icons.ts';
import { useApproval } from '@/lib/approval.ts';
import { useNotifications } from '@/lib/notifications.ts';
import { type Banner, BannerList } from './banner-list.tsx';

/** The banner of the person's own news, apart from the ids of notifications. */
const APPROVED = 'approved';

/**
 * That one may buy now, and notifications of staff to everybody, the newest first; each can be closed. `isSpoken`: the page reads them out itself, in a live
 * region that it has for everything.
 */
export function NotificationBanners({ isSpoken = false }: { isSpoken?: boolean }) {
  const { shown, close } = useNotifications();
  const approval = useApproval();
  const banners: Banner[] = shown.map(({ _id, text, tone }) => ({
    id: _id,
    Icon: tone === 'warning' ? IconAlertTriangle : IconInfoCircle,
    content: text,
    closes: `Close: ${text}`,
    tone,
  }));
  if (approval.isNew) {
    banners.unshift({
      id: APPROVED,
      Icon: IconCheck,
      content: 'Your request was approved: you may bid and set auto-bids now.',
      closes: 'Close: Your request was approved',
      tone: 'info',
    });
  }
  const onClose = (id: string) => (id === APPROVED ? approval.read() : close(id));
  return (
    <BannerList
      label="Notifications"
      banners={banners.slice(0, NOTIFICATIONS_SHOWN)}
      onClose={onClose}
      isSpoken={isSpoken}
    />
  );
}

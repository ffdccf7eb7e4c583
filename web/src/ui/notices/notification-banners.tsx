import { IconAlertTriangle, IconInfoCircle } from '@/config/icons.ts';
import { useNotifications } from '@/lib/notifications.ts';
import { BannerList } from './banner-list.tsx';

/**
 * Notifications of staff to everybody, the newest first; each can be closed. `isSpoken`: the page reads them out itself, in a live
 * region that it has for everything.
 */
export function NotificationBanners({ isSpoken = false }: { isSpoken?: boolean }) {
  const { shown, close } = useNotifications();
  const banners = shown.map(({ _id, text, tone }) => ({
    id: _id,
    Icon: tone === 'warning' ? IconAlertTriangle : IconInfoCircle,
    content: text,
    closes: `Close: ${text}`,
    tone,
  }));
  return <BannerList label="Notifications" banners={banners} onClose={close} isSpoken={isSpoken} />;
}

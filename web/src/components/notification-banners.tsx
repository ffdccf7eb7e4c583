import { ICON_SIZES, IconAlertTriangle, IconInfoCircle, IconX } from '@/app/icons.ts';
import { useNotifications } from '@/lib/notifications.ts';
import classes from './notification-banners.module.css';

/**
 * What staff tell everybody, the newest first; each can be closed. `isSpoken`: the page reads them out itself, in a live
 * region that it has for everything.
 */
export function NotificationBanners({ isSpoken = false }: { isSpoken?: boolean }) {
  const { shown, close } = useNotifications();
  if (shown.length === 0) return null;
  return (
    <ul
      className={`${classes.list} sy-no-print`}
      aria-label="Notifications"
      aria-live={isSpoken ? undefined : 'polite'}
    >
      {shown.map(({ _id, text, tone }) => {
        const Icon = tone === 'warning' ? IconAlertTriangle : IconInfoCircle;
        return (
          <li key={_id} data-tone={tone}>
            <Icon size={ICON_SIZES.md} aria-hidden="true" />
            <span>{text}</span>
            <button type="button" aria-label={`Close: ${text}`} onClick={() => close(_id)}>
              <IconX size={ICON_SIZES.sm} aria-hidden="true" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

import { createNotificationsStore, Notifications, showNotification } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import { useEffect, useRef, useState } from 'react';
import { ICON_SIZES, IconCheck } from '@/config/icons.ts';
import { ControlTheme } from './controls.tsx';

/** How long a toast stays. ms. */
const STAYS_MS = 5_000;

/** Shows each message once, in the order they come. `messages` only grows. */
export function ToastStack({ messages }: { messages: readonly string[] }) {
  const [store] = useState(createNotificationsStore);
  const shown = useRef(0);
  useEffect(() => {
    for (const message of messages.slice(shown.current))
      showNotification(
        {
          message,
          icon: <IconCheck size={ICON_SIZES.md} aria-hidden="true" />,
          withBorder: true,
          autoClose: STAYS_MS,
        },
        store,
      );
    shown.current = messages.length;
  }, [messages, store]);
  return (
    <ControlTheme>
      <Notifications store={store} position="bottom-left" className="sy-no-print" />
    </ControlTheme>
  );
}

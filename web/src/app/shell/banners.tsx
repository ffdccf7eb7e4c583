import { useNetwork } from '@mantine/hooks';
import { IconAlertTriangle, IconWifiOff } from '@tabler/icons-react';
import { useServerStatus } from '@/lib/server-status.ts';
import classes from './shell.module.css';

/** What everyone must know now: no network, or sales are not running. */
export function Banners() {
  const { online } = useNetwork();
  const server = useServerStatus();
  return (
    <div aria-live="assertive" className="sy-no-print">
      {!online && (
        <p className={classes.banner} data-tone="offline" style={{ margin: 0 }}>
          <IconWifiOff size={18} aria-hidden="true" />
          No Network Available
        </p>
      )}
      {server && !server.isLive && (
        <p className={classes.banner} data-tone="warning" style={{ margin: 0 }}>
          <IconAlertTriangle size={18} aria-hidden="true" />
          {server.message}
        </p>
      )}
    </div>
  );
}

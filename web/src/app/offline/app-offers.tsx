import { useEffect, useState, useSyncExternalStore } from 'react';
import { roomIsOpen } from '@/lib/live-room-lock.ts';
import { useMe } from '@/lib/session.ts';
import { WORKER_ADDRESS, type WorkerMessage } from '@/service-worker/messages.ts';
import { Button } from '@/ui/button.tsx';
import classes from './offline.module.css';

/** How often a page that stays open looks for a new version. ms. */
const LOOK_AGAIN_MS = 30 * 60_000;
/** How often a version that waits for the end of a live sale is looked at. ms. */
const ROOM_CHECK_MS = 15_000;
/** How long a worker is waited for that should say whose version it is. ms. */
const ANSWER_MS = 2_000;

const NO_INSTALL = 'saleyard-no-install';

/** What Chromium's browsers give a page that can be installed. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> };

const post = (worker: ServiceWorker, message: WorkerMessage, ports: MessagePort[] = []) =>
  worker.postMessage(message, ports);

/** Whether this page is of the version of a worker already. A worker that does not answer is of another. */
function isOfVersion(worker: ServiceWorker): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]');
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
    setTimeout(() => resolve(false), ANSWER_MS);
  });
  post(worker, { type: 'is-yours', script: script ? new URL(script.src).pathname : '' }, [port2]);
  return answer.finally(() => port1.close());
}

const pageHasLoaded = () =>
  new Promise<void>((resolve) => {
    if (document.readyState === 'complete') resolve();
    else addEventListener('load', () => resolve(), { once: true });
  });

/** Registers the service worker. Answers the worker of a newer version, once it waits to take over. */
function useNewVersion(isWanted: boolean): ServiceWorker | null {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null);
  useEffect(() => {
    // Only a build has a worker; browsers have them on secure pages.
    if (!isWanted || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    let again: ReturnType<typeof setInterval> | undefined;
    let isOver = false;
    const found = async (worker: ServiceWorker | null) => {
      // The first worker of all takes over by itself.
      if (worker === null || navigator.serviceWorker.controller === null) return;
      if (await isOfVersion(worker)) post(worker, { type: 'take-over' });
      else if (!isOver) setWaiting(worker);
    };
    void (async () => {
      await pageHasLoaded();
      const registration = await navigator.serviceWorker.register(WORKER_ADDRESS);
      if (isOver) return;
      await found(registration.waiting);
      registration.addEventListener('updatefound', () => {
        const worker = registration.installing;
        worker?.addEventListener('statechange', () => {
          if (worker.state === 'installed') void found(worker);
        });
      });
      // A look that fails is followed by another.
      again = setInterval(() => void registration.update().catch(() => undefined), LOOK_AGAIN_MS);
    })().catch(() => undefined);
    return () => {
      isOver = true;
      clearInterval(again);
    };
  }, [isWanted]);
  return waiting;
}

/** Offers the new version, never while a live room is open in any window: reloading would interrupt bidding there. */
function NewVersion({ worker }: { worker: ServiceWorker }) {
  const [mayReload, setMayReload] = useState(false);
  useEffect(() => {
    const look = async () => setMayReload(!(await roomIsOpen()));
    void look();
    const again = setInterval(() => void look(), ROOM_CHECK_MS);
    return () => clearInterval(again);
  }, []);
  if (!mayReload) return null;
  const reload = async () => {
    // A room may have been opened since.
    if (await roomIsOpen()) return setMayReload(false);
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    post(worker, { type: 'take-over' });
  };
  return (
    <div className={`${classes['offer']} sy-no-print`} role="status">
      <span>A new version is ready.</span>
      <Button size="xs" onClick={() => void reload()}>
        Reload
      </Button>
    </div>
  );
}

let prompt: InstallPrompt | null = null;
const listeners = new Set<() => void>();
const hasPrompt = (now: InstallPrompt | null) => {
  prompt = now;
  for (const listener of listeners) listener();
};
globalThis.addEventListener?.('beforeinstallprompt', (event) => {
  // The browser's own banner would cover the page.
  event.preventDefault();
  hasPrompt(event as InstallPrompt);
});
globalThis.addEventListener?.('appinstalled', () => hasPrompt(null));

/** Offers to install, where the browser can, until somebody says no. */
function Install() {
  const offered = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => prompt,
  );
  const [isRefused, setRefused] = useState(() => localStorage.getItem(NO_INSTALL) !== null);
  if (offered === null || isRefused) return null;
  const refuse = () => {
    localStorage.setItem(NO_INSTALL, '1');
    setRefused(true);
  };
  return (
    <section className={`${classes['offer']} sy-no-print`} aria-label="Install Saleyard">
      <span>Install Saleyard on this device: it opens without a connection to what you last saw.</span>
      <Button
        size="xs"
        onClick={() => {
          hasPrompt(null);
          void offered.prompt();
        }}
      >
        Install
      </Button>
      <Button size="xs" variant="default" onClick={refuse}>
        Not now
      </Button>
    </section>
  );
}

/** What the application offers about itself to a person who is signed in: its new version, or to be installed. */
export function AppOffers() {
  const me = useMe();
  const worker = useNewVersion(Boolean(me));
  if (worker !== null) return <NewVersion worker={worker} />;
  return me ? <Install /> : null;
}

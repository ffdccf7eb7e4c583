import { useEffect, useRef, useState } from 'react';
import {
  type Announcement,
  announcements,
  coalesce,
  type Heard,
} from '@/features/live-room/rules/announcements.ts';
import { useNow } from '@/lib/use-now.ts';
import classes from './room.module.css';
import type { Room } from './use-room.ts';

/** News is gathered for this long before it is spoken, ms. */
const GATHER_MS = 1_000;

/** Two live regions for screen readers: news of the viewer's own lots only, gathered into one sentence. */
export function Announcer({ room }: { room: Room }) {
  const now = useNow();
  const heard = useRef(new Map<string, Heard>());
  const gathered = useRef<Announcement[]>([]);
  const [words, setWords] = useState({ polite: '', assertive: '' });

  useEffect(() => {
    gathered.current.push(...announcements(room.lots, room.auction, room.viewer, heard.current, now));
  }, [room, now]);

  useEffect(() => {
    const timer = setInterval(() => {
      if (gathered.current.length === 0) return;
      setWords(coalesce(gathered.current));
      gathered.current = [];
    }, GATHER_MS);
    return () => clearInterval(timer);
  }, []);

  return (
    <div className={classes.unseen}>
      <div aria-live="polite" data-testid="polite">
        {words.polite}
      </div>
      <div aria-live="assertive" data-testid="assertive">
        {words.assertive}
      </div>
    </div>
  );
}

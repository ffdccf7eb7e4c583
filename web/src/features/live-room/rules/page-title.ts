import type { Connection } from '@/lib/realtime/connection.ts';

/** What the window's title tells of the room. */
export type TitleFacts = {
  /** What the sale is called. */
  name: string;
  timer: string;
  connection: Connection['state'];
  winning: number;
  losing: number;
};

/** The window's title: what needs the viewer most comes first, as tabs cut titles short. */
export function pageTitle({ name, timer, connection, winning, losing }: TitleFacts): string {
  const parts = [
    connection === 'Offline' || connection === 'Reconnecting' ? connection : null,
    losing > 0 ? `Losing ${losing}` : null,
    winning > 0 ? `Winning ${winning}` : null,
    timer,
    name,
  ];
  return parts.filter((part) => part !== null && part !== '').join(' · ');
}

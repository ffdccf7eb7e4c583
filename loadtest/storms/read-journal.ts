import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type {
  BidRecord,
  FaultRecord,
  JournalRecord,
  PageRecord,
  SeenRecord,
  SocketRecord,
  ViewRecord,
} from './journal.ts';

/** A storm's journal, by kind, in the order it was written. */
export type Journal = {
  bids: BidRecord[];
  views: ViewRecord[];
  seen: SeenRecord[];
  sockets: SocketRecord[];
  pages: PageRecord[];
  faults: FaultRecord[];
  /** Lines that are no records: what a script that broke has printed. */
  strange: string[];
};

export const emptyJournal = (): Journal => ({
  bids: [],
  views: [],
  seen: [],
  sockets: [],
  pages: [],
  faults: [],
  strange: [],
});

/** Adds one line of the file to a journal. */
export function addLine(journal: Journal, line: string): void {
  const entry = parsed(line);
  switch (entry?.k) {
    case 'bid':
      journal.bids.push(entry);
      return;
    case 'view':
      journal.views.push(entry);
      return;
    case 'seen':
      journal.seen.push(entry);
      return;
    case 'socket':
      journal.sockets.push(entry);
      return;
    case 'page':
      journal.pages.push(entry);
      return;
    case 'fault':
      journal.faults.push(entry);
      return;
    default:
      if (line.trim() !== '') journal.strange.push(line);
  }
}

function parsed(line: string): JournalRecord | undefined {
  try {
    return JSON.parse(line) as JournalRecord;
  } catch {
    return undefined;
  }
}

/** Reads the journal that k6 left. */
export async function readJournal(file: string): Promise<Journal> {
  const journal = emptyJournal();
  for await (const line of createInterface({ input: createReadStream(file) })) addLine(journal, line);
  return journal;
}

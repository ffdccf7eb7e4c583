import type { ServerMessage, ServerPush } from '@saleyard/contract/realtime.ts';

export type Channel = ServerPush['channel'];
export type PushOf<C extends Channel> = Extract<ServerPush, { channel: C }>;
export type Answer = Exclude<ServerMessage, ServerPush>;

/** The messages of one frame, in order. Anything that is not a frame of messages yields none. */
export function parseFrame(text: string): ServerMessage[] {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return [];
  }
  return Array.isArray(frame) ? frame.filter(isMessage) : [];
}

const isMessage = (value: unknown): value is ServerMessage =>
  typeof value === 'object' && value !== null && ('channel' in value || 'id' in value);

export const isPush = (message: ServerMessage): message is ServerPush => 'channel' in message;

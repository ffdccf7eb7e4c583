import type { EventLog } from './port.ts';

/**
 * A log that hands each call on to the one that is current then. Spread it to replace one of its calls, or to put
 * another log in its place.
 */
export const forwardedLog = (current: () => EventLog): EventLog => ({
  append: (stream, expected, events) => current().append(stream, expected, events),
  read: (stream, options) => current().read(stream, options),
  subscribe: (options) => current().subscribe(options),
  setAside: () => current().setAside(),
  identity: () => current().identity(),
  identify: (id, replaced) => current().identify(id, replaced),
  keyRing: () => current().keyRing(),
  nameKeyRing: (id, replaced) => current().nameKeyRing(id, replaced),
  lastPosition: () => current().lastPosition(),
  lastRevision: (stream) => current().lastRevision(stream),
  clockSkewMs: () => current().clockSkewMs(),
  close: () => current().close(),
});

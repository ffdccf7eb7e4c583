import { ENGINE_LIMITS } from '@saleyard/command-api/engine/limits.ts';
import { REFUSED_COMMAND_BYTES } from '@saleyard/command-api/engine/recorded-command.ts';
import { CLERK_CONFIRM_MS, CLIENT_TIMES, REALTIME_LIMITS } from '@saleyard/contract/limits.ts';
import { PART_BYTES } from '@saleyard/contract/lot-media.ts';
import { BODY_BYTES } from '@saleyard/contract/operation.ts';
import { OTHER_PROTOCOL_CLOSE, PROTOCOL_VERSION } from '@saleyard/contract/realtime-protocol.ts';
import { EXPORT_MINUTES, LOTS_BYTES } from '@saleyard/contract/staff.ts';
import { SALE_LIMITS } from '@saleyard/domain/auction/scheduling.ts';
import { NEAR_RESERVE_PERCENT } from '@saleyard/domain/auction/standing.ts';
import { SEQUENTIAL } from '@saleyard/domain/auction/types/sequential.ts';
import { SIMULTANEOUS } from '@saleyard/domain/auction/types/simultaneous.ts';
import { LOT_LIMITS } from '@saleyard/domain/listing/stock.ts';
import { FORWARD_LIMITS } from '@saleyard/gateway/forward/forward-limits.ts';
import { HTTP_LIMITS } from '@saleyard/gateway/http/create-gateway.ts';
import { VIEW_LIMITS } from '@saleyard/gateway/http/first-views.ts';
import { STOP_MS } from '@saleyard/gateway/http/http-service.ts';
import { TRANSFER_LIMITS } from '@saleyard/gateway/http/slow-transfers.ts';
import { VIEW_IDLE_MS } from '@saleyard/gateway/live/live-auctions.ts';
import { CLIENT_LIMITS } from '@saleyard/gateway/shedding/client-limits.ts';
import { MEDIA_LIMITS } from '@saleyard/gateway/shedding/media-rate.ts';
import { SHEDDING_LIMITS } from '@saleyard/gateway/shedding/work.ts';
import { FLUSH_SHARE, LONGEST_WAIT_MS, SLICE_MS } from '@saleyard/gateway/socket/flush-timer.ts';
import { LIVE_LIMITS } from '@saleyard/gateway/socket/live-limits.ts';
import { SETTINGS } from '@saleyard/platform/config/config.ts';
import { RESERVE_BYTES } from '@saleyard/platform/disk-space.ts';
import { EVENTSTORE_LIMITS } from '@saleyard/platform/event-log/eventstore-limits.ts';
import { OWNER_REQUEST_LIMITS } from '@saleyard/platform/leases/owner-request.ts';
import { LEASE_MS } from '@saleyard/platform/leases/port.ts';
import { AUDITED_SALES } from '../check/audit-sample.ts';
import { NOTE_EVERY_MS } from '../server/log-continuity.ts';
import { DRAIN_MS } from '../server/role-server.ts';

const count = (value: number): string => value.toLocaleString('en');
const time = (ms: number): string => {
  if (ms < 1_000) return `${ms} ms`;
  return ms < 60_000 || ms % 60_000 !== 0 ? `${ms / 1_000} s` : `${ms / 60_000} min`;
};
const size = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`;

/** The numbers that rules and guides name, as the constants of the code have them. */
const NUMBERS: Readonly<Record<string, string>> = {
  messageBytes: size(REALTIME_LIMITS.messageBytes),
  fragments: count(REALTIME_LIMITS.fragments),
  messagesPerSecond: count(REALTIME_LIMITS.messagesPerSecond),
  bidsPerSecond: count(REALTIME_LIMITS.bidsPerSecond),
  flushMs: time(REALTIME_LIMITS.flushMs),
  waitingBytes: size(REALTIME_LIMITS.waitingBytes),
  waitingBytesClose: size(REALTIME_LIMITS.waitingBytesClose),
  waitingMsClose: time(REALTIME_LIMITS.waitingMsClose),
  pingMs: time(REALTIME_LIMITS.pingMs),
  revokedMs: time(REALTIME_LIMITS.revokedMs),
  socketsPerSession: count(LIVE_LIMITS.socketsPerSession),
  socketsPerAddress: count(LIVE_LIMITS.socketsPerAddress),
  heldReadsPerSession: count(LIVE_LIMITS.heldReadsPerSession),
  heldReadsPerAddress: count(LIVE_LIMITS.heldReadsPerAddress),
  heldReads: count(LIVE_LIMITS.heldReads),
  liveReadsPerPerson: count(LIVE_LIMITS.liveReadsPerPerson),
  liveReadsOfPerson: count(LIVE_LIMITS.liveReadsOfPerson),
  liveReadsPerAddress: count(LIVE_LIMITS.liveReadsPerAddress),
  liveReadsOfAddress: count(LIVE_LIMITS.liveReadsOfAddress),
  liveReadBytes: size(LIVE_LIMITS.liveReadBytes),
  visitorReadMs: time(LIVE_LIMITS.visitorReadMs),
  heldReadMs: time(REALTIME_LIMITS.heldReadMs),
  auctionsPerSocket: count(LIVE_LIMITS.auctionsPerSocket),
  joinsPerSecond: count(LIVE_LIMITS.joinsPerSecond),
  joinsPerPerson: count(LIVE_LIMITS.joinsPerPerson),
  joinsOfPerson: count(LIVE_LIMITS.joinsOfPerson),
  joinsPerAddress: count(LIVE_LIMITS.joinsPerAddress),
  joinsOfAddress: count(LIVE_LIMITS.joinsOfAddress),
  bidsUnderWay: count(LIVE_LIMITS.bidsUnderWay),
  backpressureMs: time(LIVE_LIMITS.backpressureMs),
  floodMessages: count(LIVE_LIMITS.floodMessages),
  bidTimeoutMs: time(LIVE_LIMITS.bidTimeoutMs),
  stopBidsMs: time(LIVE_LIMITS.stopBidsMs),
  closeHandshakeMs: time(LIVE_LIMITS.closeHandshakeMs),
  flushShare: `1/${FLUSH_SHARE}`,
  longestWaitMs: time(LONGEST_WAIT_MS),
  sliceMs: time(SLICE_MS),
  viewIdleMs: time(VIEW_IDLE_MS),
  bodyBytes: size(BODY_BYTES),
  lotsBytes: size(LOTS_BYTES),
  anonymousGets: count(HTTP_LIMITS.reads.address),
  personGets: count(HTTP_LIMITS.reads.person),
  anonymousChanges: count(HTTP_LIMITS.changes.address),
  personChanges: count(HTTP_LIMITS.changes.person),
  personPictures: count(MEDIA_LIMITS.rates.person.capacity),
  personPicturesPerSecond: count(MEDIA_LIMITS.rates.person.perSecond),
  addressPictures: count(MEDIA_LIMITS.rates.address.capacity),
  addressPicturesPerSecond: count(MEDIA_LIMITS.rates.address.perSecond),
  pictureBytes: size(MEDIA_LIMITS.pictureBytes),
  personViews: count(VIEW_LIMITS.rates.person.capacity),
  personViewsPerSecond: count(VIEW_LIMITS.rates.person.perSecond),
  addressViews: count(VIEW_LIMITS.rates.address.capacity),
  addressViewsPerSecond: count(VIEW_LIMITS.rates.address.perSecond),
  clientViewsUnderWay: count(VIEW_LIMITS.underWayOfClient),
  viewsUnderWay: count(VIEW_LIMITS.underWay),
  accountDrafts: count(Number(SETTINGS.accountDrafts.fallback)),
  accountMegabytes: `${count(Number(SETTINGS.accountMegabytes.fallback))} MiB`,
  accountParts: count(Number(SETTINGS.accountParts.fallback)),
  partBytes: size(PART_BYTES),
  clientBodies: count(CLIENT_LIMITS.bodies),
  clientRequests: count(CLIENT_LIMITS.requests),
  clientWaiting: count(CLIENT_LIMITS.waiting),
  clientWaitingPictures: count(CLIENT_LIMITS.waitingPictures),
  clientWaitMs: time(CLIENT_LIMITS.waitMs),
  headersMs: time(TRANSFER_LIMITS.headersMs),
  bytesPerSecond: size(TRANSFER_LIMITS.bytesPerSecond),
  graceMs: time(TRANSFER_LIMITS.graceMs),
  bodyMs: time(TRANSFER_LIMITS.bodyMs),
  unreadMs: time(TRANSFER_LIMITS.unreadMs),
  droppedBytes: size(TRANSFER_LIMITS.droppedBytes),
  lingerMs: time(TRANSFER_LIMITS.lingerMs),
  bodyReceivedBytes: size(FORWARD_LIMITS.bodyReceivedBytes),
  httpStopMs: time(STOP_MS),
  askEveryMs: time(FORWARD_LIMITS.askEveryMs),
  drainMs: time(DRAIN_MS),
  sheddingSliceMs: time(SHEDDING_LIMITS.sliceMs),
  sheddingCalmMs: time(SHEDDING_LIMITS.calmMs),
  sheddingWaitMs: time(SHEDDING_LIMITS.waitMs),
  waitingBids: count(ENGINE_LIMITS.waitingBids),
  waitingMs: time(ENGINE_LIMITS.waitingMs),
  outageGraceMs: time(ENGINE_LIMITS.outageGraceMs),
  clockSkewMs: time(ENGINE_LIMITS.clockSkewMs),
  clockJumpMs: time(ENGINE_LIMITS.clockJumpMs),
  leaseMs: time(LEASE_MS),
  ownerAnswerMs: time(OWNER_REQUEST_LIMITS.answerMs),
  appendDeadlineMs: time(EVENTSTORE_LIMITS.appendDeadlineMs),
  diskReserveBytes: size(RESERVE_BYTES),
  noteEveryMs: time(NOTE_EVERY_MS),
  lotValueCents: `$${count(LOT_LIMITS.valueCents / 100)}`,
  kgPerHead: `${count(LOT_LIMITS.kgPerHead)} kg`,
  vendorBids: count(LOT_LIMITS.vendorBids),
  nearReservePercent: `${NEAR_RESERVE_PERCENT} %`,
  auditedSales: count(AUDITED_SALES),
  refusedCommandBytes: `${count(REFUSED_COMMAND_BYTES / 1024)} kB`,
  announcement: count(SALE_LIMITS.announcement),
  exportMinutes: count(EXPORT_MINUTES),
  messages: count(SALE_LIMITS.messages),
  precloseSimultaneousMs: time(SIMULTANEOUS.precloseMs ?? 0),
  precloseSequentialMs: time(SEQUENTIAL.precloseMs ?? 0),
  protocolVersion: count(PROTOCOL_VERSION),
  otherProtocolClose: String(OTHER_PROTOCOL_CLOSE),
  reconnectMinMs: time(CLIENT_TIMES.reconnectMinMs),
  reconnectMaxMs: time(CLIENT_TIMES.reconnectMaxMs),
  clerkConfirmMs: time(CLERK_CONFIRM_MS),
};

/** A number in a page: `<!--name-->`, its text, `<!---->`. */
export const MARKED = /<!--(\w+)-->[^<]*<!---->/g;

/** A page with its marked numbers as the code has them. @throws Error for a name that is unknown */
export function withNumbers(page: string): string {
  return page.replace(MARKED, (_, name: string) => {
    const text = NUMBERS[name];
    if (text === undefined) throw new Error(`no constant is called ${name}`);
    return `<!--${name}-->${text}<!---->`;
  });
}

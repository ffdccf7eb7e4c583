import type { TextHistoryEntry } from '@saleyard/contract/content.ts';
import { contentOperations } from '@saleyard/contract/operations/content.ts';
import { revisionOfVersion, type TextState, versionOf } from '@saleyard/domain/content/text.ts';
import { textProblem } from '@saleyard/domain/content/text-parts.ts';
import { isTextId, TEXT_IDS, TEXTS, type TextId } from '@saleyard/domain/content/texts.ts';
import { type EventOf, STREAMS, streamOf } from '@saleyard/domain/streams.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { type Refusal, refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import type { AccountDirectory } from '../accounts/account-directory.ts';
import { retrySoon } from '../engine-replies.ts';
import { handleCommand, loadAggregate } from '../handle-command.ts';
import { actorName, newestEvents } from '../history.ts';

type Parts = { log: EventLog; clock: Clock; directory: Pick<AccountDirectory, 'personOf'> };
type Published = RecordedEvent<EventOf<'text'>>;

const KIND = STREAMS.text;

/** Version 1, which no event published. */
const SHIPPED: TextHistoryEntry = {
  version: 1,
  publishedAt: null,
  by: '',
  note: '',
  restores: null,
  mustAccept: false,
};

const wrong = (field: string, message: string): Refusal => refusal('invalid-request', { field, message });

/** Administrators publish texts; staff read every version, from the log itself. */
export function textEndpoints(parts: Parts): Endpoint[] {
  const { log, directory } = parts;

  const nameOf = ({ meta }: Published): Promise<string> => actorName(directory, meta.actor);

  const published = (id: TextId, limit: number, from?: number): Promise<Published[]> =>
    newestEvents(log, 'text', id, { limit, from });

  /** The event of a version; undefined for the shipped version, null when there is no such version. */
  const eventOf = async (id: TextId, version: number, state: TextState) => {
    if (version > versionOf(state)) return null;
    return version === 1 ? undefined : (await published(id, 1, revisionOfVersion(version)))[0];
  };

  const entryOf = async (id: TextId, version: number, event: Published | undefined) => ({
    _id: id,
    title: TEXTS[id].title,
    version,
    publishedAt: event?.data.at ?? null,
    by: event === undefined ? '' : await nameOf(event),
  });

  return [
    endpoint(contentOperations.editableTexts, async () => {
      const texts = TEXT_IDS.map(async (id) => {
        const [last] = await published(id, 1);
        return entryOf(id, last?.data.version ?? 1, last);
      });
      return { data: { texts: await Promise.all(texts) } };
    }),
    endpoint(contentOperations.editableText, async ({ params: { text: id }, query }) => {
      if (!isTextId(id)) return refusal('not-found');
      const { state } = await loadAggregate(parts, KIND, id);
      const inForce = versionOf(state);
      const version = query.version ?? inForce;
      const event = await eventOf(id, version, state);
      if (event === null) return refusal('not-found');
      const { form, shipped } = TEXTS[id];
      const entry = await entryOf(id, version, event);
      return { data: { text: { ...entry, inForce, form, text: event?.data.text ?? shipped } } };
    }),
    endpoint(contentOperations.textVersions, async ({ params: { text: id }, query: { page, limit } }) => {
      if (!isTextId(id)) return refusal('not-found');
      const last = await log.lastRevision(streamOf(KIND, id));
      const from = last - (page - 1) * limit;
      const found = from < 0 ? [] : await published(id, limit, from);
      const versions: TextHistoryEntry[] = await Promise.all(
        found.map(async (event) => {
          const { version, at, note, restores = null, mustAccept } = event.data;
          const isRequired = mustAccept?.version === version;
          return {
            version,
            publishedAt: at,
            by: await nameOf(event),
            note,
            restores,
            mustAccept: isRequired,
          };
        }),
      );
      // The shipped version comes after the oldest event.
      if (from >= -1 && found.length < limit && from - found.length === -1) versions.push(SHIPPED);
      return { data: { versions }, paging: { page, limit, total: last + 2 } };
    }),
    endpoint(contentOperations.publishText, async ({ viewer, params: { text: id }, body, commandId }) => {
      if (!isTextId(id)) return refusal('not-found');
      const { version, restores, note = '', mustAccept = false } = body;
      if (mustAccept && id !== 'terms') return wrong('mustAccept', 'Only the terms are accepted.');
      let text = body.text?.replaceAll('\r\n', '\n').trim();
      if (restores !== undefined) {
        if (text !== undefined) return wrong('text', 'An older version is published as it was.');
        const { state } = await loadAggregate(parts, KIND, id);
        const event = await eventOf(id, restores, state);
        if (event === null) return wrong('restores', 'There is no such version.');
        text = event?.data.text ?? TEXTS[id].shipped.trim();
      }
      if (text === undefined) return wrong('text', 'Please enter the text.');
      const problem = textProblem(TEXTS[id].form, text);
      if (problem !== null) return wrong('text', problem);
      const reply = await handleCommand(parts, KIND, {
        id,
        commandId,
        actor: { kind: 'staff', id: viewer._id },
        body: {
          type: 'publish',
          base: version,
          text,
          note: note.trim(),
          mustAccept,
          ...(restores !== undefined && { restores }),
        },
      });
      if (reply.outcome === 'refused') return refusal(reply.refusal.code);
      if (reply.outcome !== 'accepted') return retrySoon(reply.outcome);
      return { data: { version: versionOf(reply.state) }, position: reply.position };
    }),
  ];
}

import { lotTemplateOperations } from '@saleyard/contract/operations/lot-templates.ts';
import type { ListingChange, LotTemplate } from '@saleyard/contract/selling.ts';
import { carriedOver } from '@saleyard/domain/listing/carried-over.ts';
import { type ContentChange, changed, emptyContent } from '@saleyard/domain/listing/content.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';
import { type LotTemplateCommand, TEMPLATES_MOST } from '@saleyard/domain/listing/templates.ts';
import { draftProblems } from '@saleyard/domain/listing/validation.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { openText, personalDigest, sealText } from '../accounts/personal-data.ts';
import { retrySoon } from '../engine-replies.ts';
import { handleCommand } from '../handle-command.ts';

const FULL = `You can keep ${TEMPLATES_MOST} templates. Please delete one first.`;

type SealedTemplate = Pick<LotTemplate, 'name' | 'lot'>;

/** Decrypts a template; null when its person was forgotten. */
export async function openLotTemplate(
  secrets: Secrets,
  account: string,
  sealed: string,
): Promise<SealedTemplate | null> {
  const text = await openText(secrets, account, sealed);
  return text === null || text === '' ? null : (JSON.parse(text) as SealedTemplate);
}

/** What of a lot is kept in a template, and what is wrong with it. */
function templateOf(kind: KindType, sent: ListingChange) {
  const form = FORMS[kind];
  const content = changed(emptyContent(form.countWeighed), sent as ContentChange);
  return {
    lot: carriedOver(form, content) as LotTemplate['lot'],
    problems: draftProblems(form, content),
  };
}

/** A seller's templates. Each is encrypted with the account's own key. */
export function lotTemplateEndpoints(parts: { log: EventLog; clock: Clock; secrets: Secrets }): Endpoint[] {
  const { secrets } = parts;
  const run = (account: string, command: { commandId: string; digest?: string; body: LotTemplateCommand }) =>
    handleCommand(parts, STREAMS.templates, {
      id: account,
      actor: { kind: 'user', id: account },
      ...command,
    });
  return [
    endpoint(lotTemplateOperations.saveLotTemplate, async ({ viewer, body, commandId }) => {
      const { kindType } = body;
      const name = body.name.trim();
      if (name === '') return refusal('invalid-request', { field: 'name', message: 'Please enter a name' });
      const { lot, problems } = templateOf(kindType, body.lot);
      if (problems.length > 0) {
        const errors = problems.map((one) => ({ code: 'invalid-request' as const, ...one }));
        return { status: 400, errors };
      }
      const _id = eventIdOf(commandId, 0);
      const reply = await run(viewer._id, {
        commandId,
        digest: await personalDigest(secrets, viewer._id, { kindType, name, lot }),
        body: {
          type: 'saveTemplate',
          template: _id,
          kind: kindType,
          sealed: await sealText(secrets, viewer._id, JSON.stringify({ name, lot })),
        },
      });
      if (reply.outcome === 'refused') return refusal('invalid-request', { field: 'name', message: FULL });
      if (reply.outcome !== 'accepted') return retrySoon(reply.outcome);
      return { data: { template: { _id, name, kindType, lot } }, position: reply.position };
    }),
    endpoint(lotTemplateOperations.deleteLotTemplate, async ({ viewer, params: { template }, commandId }) => {
      const reply = await run(viewer._id, { commandId, body: { type: 'deleteTemplate', template } });
      if (reply.outcome === 'refused') return refusal('invalid-request');
      if (reply.outcome !== 'accepted') return retrySoon(reply.outcome);
      return { data: { _id: template }, position: reply.position };
    }),
  ];
}

import { lotTemplateOperations } from '@saleyard/contract/operations/lot-templates.ts';
import type { LotTemplate } from '@saleyard/contract/selling.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { readState } from '../state-documents.ts';

/** Decrypts a template; null when its person was forgotten. */
export type OpenLotTemplate = (
  account: string,
  sealed: string,
) => Promise<Pick<LotTemplate, 'name' | 'lot'> | null>;

/** The templates of a seller. */
export const lotTemplateEndpoints = (documents: Documents, openTemplate: OpenLotTemplate): Endpoint[] => [
  endpoint(lotTemplateOperations.lotTemplates, async ({ viewer }) => {
    const { templates } = await readState(documents, STREAMS.templates, viewer._id);
    const opened = await Promise.all(
      templates.map(async ({ id, kind, sealed }) => {
        const template = await openTemplate(viewer._id, sealed);
        return template === null ? [] : [{ _id: id, kindType: kind, ...template }];
      }),
    );
    return { data: { templates: opened.flat() } };
  }),
];

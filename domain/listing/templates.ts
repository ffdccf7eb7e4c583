import type { Decider } from '../decider.ts';
import type { KindType } from './stock.ts';

/** Templates that one account keeps. One more is refused (`too-many`). */
export const TEMPLATES_MOST = 30;
/** Characters of a template's name. */
export const TEMPLATE_NAME_MOST = 60;

/** A template of an account. `sealed`: its name and what a new lot takes over from it, as JSON under the account's key. */
type LotTemplate = { readonly id: string; readonly kind: KindType; readonly sealed: string };

/** The templates of an account, the one saved last comes last. Its stream has the account's id. */
export type LotTemplates = { readonly templates: readonly LotTemplate[] };

export type LotTemplateCommand =
  | { type: 'saveTemplate'; template: string; kind: KindType; sealed: string }
  | { type: 'deleteTemplate'; template: string };

/** Storage formats. `at`: ms since the epoch. */
export type LotTemplateEvent =
  | { type: 'TemplateSaved'; data: { at: number; template: string; kind: KindType; sealed: string } }
  | { type: 'TemplateDeleted'; data: { at: number; template: string } };

export type LotTemplateRefusal = { code: 'too-many' };

/** What sellers keep to start new lots from. */
export const lotTemplatesDecider: Decider<
  LotTemplates,
  LotTemplateCommand,
  LotTemplateEvent,
  LotTemplateRefusal
> = {
  initial: { templates: [] },
  decide({ templates }, { at, body }) {
    const isKnown = templates.some(({ id }) => id === body.template);
    if (body.type === 'deleteTemplate') {
      const { template } = body;
      return {
        outcome: 'accepted',
        events: isKnown ? [{ type: 'TemplateDeleted', data: { at, template } }] : [],
      };
    }
    if (isKnown) return { outcome: 'accepted', events: [] };
    if (templates.length >= TEMPLATES_MOST) return { outcome: 'refused', code: 'too-many' };
    const { template, kind, sealed } = body;
    return { outcome: 'accepted', events: [{ type: 'TemplateSaved', data: { at, template, kind, sealed } }] };
  },
  evolve({ templates }, { type, data }) {
    switch (type) {
      case 'TemplateSaved':
        return { templates: [...templates, { id: data.template, kind: data.kind, sealed: data.sealed }] };
      case 'TemplateDeleted':
        return { templates: templates.filter(({ id }) => id !== data.template) };
    }
  },
};

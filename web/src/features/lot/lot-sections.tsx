import type { LotPage } from '@saleyard/contract/lots.ts';
import { lotFields } from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import type { ReactNode } from 'react';
import { ICON_SIZES, IconLock } from '@/app/icons.ts';
import { countOf } from '@/lib/money.ts';
import classes from './lot-sections.module.css';

type Group = LotPage['details']['values'][number];
type DetailField = Group['values'][number];

/** The first groups' fields that the top of the page words by itself. */
const SHOWN_ABOVE: ReadonlySet<string> = new Set([
  'title',
  'additionalTitle',
  'agentComment',
  'assessorType',
]);
/** [B317] Longer names of documents are cut. Characters. */
const NAME_SHOWN = 30;
/** The helpdesk of the National Livestock Identification System, where stock that changed hands is transferred. */
const NLIS = { phone: '1800 683 111', site: 'www.integritysystems.com.au' } as const;

const kg = (value: number): string => `${Math.round(value * 100) / 100} kg`;

/** What stands under a heading of the page. */
function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={classes.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** What the head that were weighed are called; null for stock that is not weighed one by one. */
function headWeighedLabel({ kindData, countWeighed }: LotPage): string | null {
  if (countWeighed <= 0) return null;
  if (kindData.type === 'sheep') return 'Head Weighed';
  return kindData.type === 'goat' ? 'Head Weighed / Weight Estimated' : null;
}

/** How many there are, how old and how heavy. The weight now is that by curfew, else the live weight with its gain. */
function summaryOf(lot: LotPage): [string, string][] {
  const { summary, weight } = lot.publicDetails;
  const { average, curfew, min, max } = weight;
  const headWeighed = headWeighedLabel(lot);
  const all: ([string, string] | null)[] = [
    ['Head', countOf(lot.count, 'head', 'head')],
    ['Age', summary.age],
    average === null ? null : ['Average weight', kg(average)],
    curfew !== null
      ? ['Curfew weight', kg(curfew)]
      : average === null
        ? null
        : ['Live weight', kg(average + lot.weightGainTotal)],
    min === null || max === null ? null : ['Weight range', `${kg(min)} to ${kg(max)}`],
    ['Assessed by', lot.inlineDetails.assessorType],
    headWeighed === null ? null : [headWeighed, countOf(lot.countWeighed, 'head', 'head')],
  ];
  return all.filter((fact) => fact !== null && fact[1] !== '').map((fact) => fact as [string, string]);
}

/** The lot in a few numbers, what to allow for its delivery, and the agent's word. */
export function LotSummary({ lot }: { lot: LotPage }) {
  const comment = lot.publicDetails.agentComment;
  return (
    <div className={classes.summary}>
      {lot.additionalTitle && <p className={classes.lead}>{lot.additionalTitle}</p>}
      <dl className={classes.facts}>
        {summaryOf(lot).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="sy-number">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="sy-dim">Buyers please allow an additional -1% for trucking every 200 kms</p>
      {comment !== '' && (
        <section aria-label="Agent comment">
          <h2 className={classes.small}>Agent comment</h2>
          <p className={classes.text}>{comment}</p>
        </section>
      )}
    </div>
  );
}

/** Addresses that the vendor recommends. */
export function UsefulLinks({ links }: { links: LotPage['usefulLinks'] }) {
  if (links.length === 0) return null;
  return (
    <Section title="Useful Links">
      <ul className={classes.list}>
        {links.map(({ url, description, isPdf }) => (
          <li key={`${url} ${description}`}>
            <a href={url} target="_blank" rel="noopener noreferrer">
              {description || url}
            </a>
            {isPdf && <span className="sy-dim"> (PDF)</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const cut = (name: string): string =>
  name.length > NAME_SHOWN ? `${name.slice(0, NAME_SHOWN).trimEnd()}…` : name;

/** Files that come with the lot: each to be viewed or taken along. */
export function LotDocuments({ documents }: Pick<LotPage, 'documents'>) {
  return (
    <Section title="Documents">
      {documents.length === 0 ? (
        <p className="sy-dim">No Documents</p>
      ) : (
        <ul className={classes.list}>
          {documents.map(({ name, uri, description }) => (
            <li key={`${uri} ${name}`} className={classes.document}>
              <span title={name}>{cut(name)}</span>
              {description && <span className="sy-dim">{description}</span>}
              <a href={uri} target="_blank" rel="noopener noreferrer" aria-label={`View ${name}`}>
                View
              </a>
              <a href={uri} download={name} aria-label={`Download ${name}`}>
                Download
              </a>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** A value as the form means it, with its unit. */
function valueText({ value, publicId }: DetailField, kind: LotPage['kindData']['type']): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.join(', ');
  const field = lotFields(FORMS[kind]).find((one) => (one.publicId ?? one.name) === publicId);
  const unit = field?.unit === undefined ? '' : ` ${field.unit}`;
  return value === null ? '' : `${value}${unit}`;
}

/** The lot's details under the groups of its form. What buyers do not read comes to the owner, and is marked. */
export function DetailGroups({ lot }: { lot: LotPage }) {
  const groups = lot.details.values
    .map((group) => ({ ...group, values: group.values.filter(({ publicId }) => !SHOWN_ABOVE.has(publicId)) }))
    .filter(({ values }) => values.length > 0);
  if (groups.length === 0) return null;
  return (
    <Section title="Lot Details">
      <div className={classes.groups}>
        {groups.map(({ publicId, title, values }) => (
          <section key={publicId} aria-label={title} className="sy-panel">
            <h3>{title}</h3>
            <dl className={classes.facts}>
              {values.map((field) => (
                <div key={field.publicId}>
                  <dt>
                    {field.title}
                    {!field.isPublic && (
                      <span title="Buyers do not see this" className={classes.private}>
                        <IconLock size={ICON_SIZES.sm} aria-hidden="true" />
                        <span className="sy-hidden">Buyers do not see this</span>
                      </span>
                    )}
                  </dt>
                  <dd>{valueText(field, lot.kindData.type)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Section>
  );
}

/** The special conditions that the lot is sold on. */
export function AdditionalInformation({ saleConditions }: Pick<LotPage, 'saleConditions'>) {
  if (saleConditions === '') return null;
  return (
    <Section title="Additional Information">
      <p className={classes.text}>{saleConditions}</p>
    </Section>
  );
}

/** Where the buyer of closed lots gets help with their transfer. */
export function ClosedNote() {
  return (
    <p className={`${classes.note} sy-panel`}>
      For help with transferring livestock, call the National Livestock Identification System (NLIS) helpdesk
      on <a href={`tel:${NLIS.phone.replaceAll(' ', '')}`}>{NLIS.phone}</a> or see{' '}
      <a href={`https://${NLIS.site}`} target="_blank" rel="noopener noreferrer">
        {NLIS.site}
      </a>
      .
    </p>
  );
}

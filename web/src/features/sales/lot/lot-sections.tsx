import type { LotPage } from '@saleyard/contract/lots.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { detailText } from '@saleyard/domain/presentation/field-text.ts';
import { ICON_SIZES, IconLock } from '@/config/icons.ts';
import { Figures, Grid, Text } from '@/ui/layout.tsx';
import { AdditionalInformation, LotSection } from '@/ui/lots/lot-attachments.tsx';
import { FactList } from '@/ui/lots/lot-details.tsx';
import classes from './lot.module.css';

type Group = LotPage['details']['values'][number];
type DetailField = Group['values'][number];

/** The first groups' fields that the top of the page words by itself. */
const SHOWN_ABOVE: ReadonlySet<string> = new Set([
  'title',
  'additionalTitle',
  'agentComment',
  'assessorType',
]);
/** The helpdesk of the National Livestock Identification System, where stock that changed hands is transferred. */
const NLIS = { phone: '1800 683 111', site: 'www.integritysystems.com.au' } as const;

const kg = (value: number): string => `${Math.round(value * 100) / 100} kg`;

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
    <Grid single gap="md" className={classes.summary}>
      {lot.additionalTitle && <p className={classes.lead}>{lot.additionalTitle}</p>}
      <Figures boxed figures={summaryOf(lot).map(([label, value]) => ({ label, value }))} />
      <p className="sy-dim">Buyers please allow an additional -1% for trucking every 200 kms</p>
      {comment !== '' && (
        <section aria-label="Agent comment">
          <Text as="h2" size="md" mb="xs">
            Agent comment
          </Text>
          <p className={classes.text}>{comment}</p>
        </section>
      )}
    </Grid>
  );
}

/** A field's title, marked where buyers do not read it. */
function FieldTitle({ field: { title, isPublic } }: { field: DetailField }) {
  return (
    <>
      {title}
      {!isPublic && (
        <span title="Buyers do not see this" className={classes.private}>
          <IconLock size={ICON_SIZES.sm} aria-hidden="true" />
          <span className="sy-hidden">Buyers do not see this</span>
        </span>
      )}
    </>
  );
}

/** The lot's details under the groups of its form. What buyers do not read comes to the owner, and is marked. */
export function DetailGroups({ lot }: { lot: LotPage }) {
  const groups = lot.details.values
    .map((group) => ({ ...group, values: group.values.filter(({ publicId }) => !SHOWN_ABOVE.has(publicId)) }))
    .filter(({ values }) => values.length > 0);
  if (groups.length === 0) return null;
  return (
    <LotSection title="Lot Details">
      <div className={classes.groups}>
        {groups.map(({ publicId, title, values }) => (
          <section key={publicId} aria-label={title} className="sy-panel">
            <Text as="h3" size="md" mb="sm">
              {title}
            </Text>
            <FactList
              facts={values.map((field) => ({
                key: field.publicId,
                label: <FieldTitle field={field} />,
                value: detailText(lot.kindData.type, field),
              }))}
            />
          </section>
        ))}
      </div>
    </LotSection>
  );
}

/** The special conditions that the lot is sold on. Its seller sees all fields, and so the signatures. */
export function Conditions({ lot }: { lot: LotPage }) {
  return (
    <AdditionalInformation signed={lot.mine ? lot : null}>
      {lot.saleConditions && <p className={classes.text}>{lot.saleConditions}</p>}
    </AdditionalInformation>
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

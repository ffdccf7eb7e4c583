import { documentKey } from '@saleyard/contract/lot-files.ts';
import type { LotPage } from '@saleyard/contract/lots.ts';
import type { ReactNode } from 'react';
import { Grid, Text } from '@/ui/layout.tsx';
import classes from './lot-attachments.module.css';

/** [B317] Longer names of documents are cut. Characters. */
const NAME_SHOWN = 30;

/** What is under a heading of the page. */
export function LotSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={classes.section}>
      <Text as="h2" size="lg" mb="sm">
        {title}
      </Text>
      {children}
    </section>
  );
}

/** The conditions of sale, with the signatures under them for people who see all fields. */
export function AdditionalInformation({
  signed,
  children,
}: {
  /** What was signed; null: the viewer sees no signatures. */
  signed: Pick<LotPage, 'agentSignature' | 'vendorSignature'> | null;
  children: ReactNode;
}) {
  const signatures = [
    ['Agent Signature', signed?.agentSignature?.url],
    ['Vendor Signature', signed?.vendorSignature?.url],
  ].filter(([, url]) => url);
  if (!children && signatures.length === 0) return null;
  return (
    <LotSection title="Additional Information">
      {children}
      {signatures.map(([title, url]) => (
        <figure key={title} className={classes.signature}>
          <figcaption>{title}</figcaption>
          <img src={url} alt={title} loading="lazy" width={320} height={112} />
        </figure>
      ))}
    </LotSection>
  );
}

/** Addresses that the vendor recommends. */
export function UsefulLinks({ links }: { links: LotPage['usefulLinks'] }) {
  if (links.length === 0) return null;
  return (
    <LotSection title="Useful Links">
      <Grid as="ul" single gap="xs">
        {links.map(({ url, description, isPdf }) => (
          <li key={`${url} ${description}`}>
            <a href={url} target="_blank" rel="noopener noreferrer">
              {description || (documentKey(url) === null ? url : 'Document')}
            </a>
            {isPdf && <span className="sy-dim"> (PDF)</span>}
          </li>
        ))}
      </Grid>
    </LotSection>
  );
}

const cut = (name: string): string =>
  name.length > NAME_SHOWN ? `${name.slice(0, NAME_SHOWN).trimEnd()}…` : name;

/** Files that come with the lot: each to be viewed or taken along. */
export function LotDocuments({ documents }: Pick<LotPage, 'documents'>) {
  return (
    <LotSection title="Documents">
      {documents.length === 0 ? (
        <p className="sy-dim">No Documents</p>
      ) : (
        <Grid as="ul" single gap="xs">
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
        </Grid>
      )}
    </LotSection>
  );
}

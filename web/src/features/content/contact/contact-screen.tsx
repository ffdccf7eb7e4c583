import { referenceOperations } from '@saleyard/contract/operations/reference.ts';
import { telLink } from '@saleyard/contract/support-phone.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Component, type ReactNode, Suspense } from 'react';
import { call } from '@/lib/api-client.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { untilLoaded } from '@/lib/query-client.ts';
import { Grid } from '@/ui/layout.tsx';
import { Failed, Loading, Page } from '@/ui/page.tsx';
import classes from './contact.module.css';

const contactsQuery = queryOptions({
  queryKey: ['contacts'],
  queryFn: ({ signal }) => call(referenceOperations.contacts, { signal }),
  staleTime: 600_000,
  refetchInterval: untilLoaded,
});

const OFFICES = [
  { name: 'Main office', place: 'Boggabri NSW 2382' },
  { name: 'Regional office', place: 'Gunnedah NSW 2380' },
] as const;

const NETWORKS = [
  { name: 'Saleyard on Facebook', url: 'https://facebook.example/saleyard' },
  { name: 'Saleyard on LinkedIn', url: 'https://linkedin.example/company/saleyard' },
] as const;

// Phones and addresses stand before the map is there.
const OfficeMap = lazyPart(async () => (await import('./office-map.tsx')).OfficeMap);

/** Shows what says where the office is; where that cannot be loaded, it says so. */
class WithFallback extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (this.state.hasFailed) return <p role="status">Location not available</p>;
    return <Suspense fallback={<Loading label="Loading the map…" />}>{this.props.children}</Suspense>;
  }
}

/** The help centre: whom to call, text and write to, and where the offices are. */
export function ContactScreen() {
  const { data, error, refetch } = useQuery(contactsQuery);
  return (
    <Page title="Contact Us">
      <div className={classes.parts}>
        <section className="sy-panel" aria-label="Reach us">
          {data ? (
            <dl>
              <dt>Calls</dt>
              <dd>
                <a href={telLink(data.callPhone)}>{data.callPhone}</a>
              </dd>
              <dt>Texts</dt>
              <dd>
                <a href={`sms:${data.textPhone.replaceAll(' ', '')}`}>{data.textPhone}</a>
              </dd>
              <dt>E-mail</dt>
              {[data.email, data.secondaryEmail].map((email) => (
                <dd key={email}>
                  <a href={`mailto:${email}`}>{email}</a>
                </dd>
              ))}
            </dl>
          ) : error ? (
            <Failed error={error} onRetry={() => void refetch()} />
          ) : (
            <Loading label="Loading contacts…" />
          )}
          <Grid as="ul" single gap="xs" aria-label="Networks">
            {NETWORKS.map(({ name, url }) => (
              <li key={url}>
                <a href={url} target="_blank" rel="noopener noreferrer">
                  {name}
                </a>
              </li>
            ))}
          </Grid>
        </section>
        <section className="sy-panel" aria-label="Offices">
          <dl>
            {OFFICES.map(({ name, place }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{place}</dd>
              </div>
            ))}
          </dl>
          <WithFallback>
            <OfficeMap />
          </WithFallback>
        </section>
      </div>
    </Page>
  );
}

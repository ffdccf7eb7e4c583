import { contentOperations } from '@saleyard/contract/operations/content.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '@/lib/api-client.ts';
import { Grid } from '@/ui/layout.tsx';
import { Failed, Loading } from '@/ui/page.tsx';
import { Prose } from '@/ui/prose.tsx';
import classes from './agreements.module.css';

/** The texts of the pages of Tools, section by section. */
export const toolsQuery = queryOptions({
  queryKey: ['tools'],
  queryFn: async ({ signal }) => (await call(contentOperations.tools, { signal })).tools,
  staleTime: 600_000,
});

/** The privacy policy: numbered sections. `heading`: the level of their headings. */
export function PrivacyPolicy({ heading: Heading = 'h3' }: { heading?: 'h2' | 'h3' }) {
  const { data, error, refetch } = useQuery(toolsQuery);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading label="Loading the policy…" />;
  return (
    <Grid single gap="sm" className={classes.sections}>
      {data
        .filter(({ page }) => page === 'privacy-policy')
        .map(({ categoryName, content, html }, index) => (
          <section key={categoryName}>
            <Heading>
              {index + 1}. {categoryName}
            </Heading>
            <Prose html={html} text={content} />
          </section>
        ))}
    </Grid>
  );
}

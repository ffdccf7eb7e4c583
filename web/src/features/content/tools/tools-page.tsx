import type { ToolPage } from '@saleyard/contract/content.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { formOf, paths } from '@/config/paths.ts';
import { toolsQuery } from '@/ui/agreements/privacy-policy.tsx';
import { BackLink, Failed, Loading, Page } from '@/ui/page.tsx';
import { Prose } from '@/ui/prose.tsx';
import classes from './tools.module.css';

/** A page of Tools. Its link back leads to Tools, or to the form of access from which it was opened. */
export function ToolsPage({ title, children }: { title: string; children: ReactNode }) {
  const [search] = useSearchParams();
  const form = formOf(search);
  const back =
    form === null ? (
      <BackLink to={paths.tools}>Back to Tools</BackLink>
    ) : (
      <BackLink to={form}>Back to Form</BackLink>
    );
  return (
    <Page title={title} before={back}>
      {children}
    </Page>
  );
}

type Read<T> = { data: T | undefined; error: unknown; refetch: () => unknown };

/** What was read from the server, once it is there. `what` names it while it is on its way. */
export function Shown<T>({
  read: { data, error, refetch },
  what,
  children,
}: {
  read: Read<T>;
  what: string;
  children: (data: T) => ReactNode;
}) {
  if (data !== undefined) return children(data);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  return <Loading label={`Loading ${what}…`} />;
}

/** The sections of a page whose text is the server's. */
export function ToolSections({ page }: { page: ToolPage }) {
  const read = useQuery(toolsQuery);
  return (
    <Shown read={read} what="the page">
      {(tools) => (
        <div className={classes.sections}>
          {tools
            .filter((section) => section.page === page)
            .map(({ categoryName, content, html }) => (
              <section key={categoryName}>
                <h2>{categoryName}</h2>
                <Prose html={html} text={content} />
              </section>
            ))}
        </div>
      )}
    </Shown>
  );
}

import type { Manual } from '@saleyard/contract/content.ts';
import { contentOperations } from '@saleyard/contract/operations/content.ts';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ICON_SIZES, IconDownload, IconMail } from '@/config/icons.ts';
import { call } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { Button } from '@/ui/button.tsx';
import { EmailDialog } from '@/ui/documents/email-dialog.tsx';
import { saveDocument } from '@/ui/documents/file-download.ts';
import { Row } from '@/ui/layout.tsx';
import { Empty } from '@/ui/page.tsx';
import classes from './tools.module.css';
import { Shown, ToolsPage } from './tools-page.tsx';

const manualsQuery = queryOptions({
  queryKey: ['manuals'],
  queryFn: ({ signal }) => call(contentOperations.manuals, { signal }),
  staleTime: 600_000,
});

/** One manual: what it is about, and its PDF to be saved or sent. */
function ManualCard({ manual: { _id, name, description, document } }: { manual: Manual }) {
  const [isSending, setSending] = useState(false);
  const heading = useId();
  const saving = useMutation({
    mutationFn: () =>
      saveDocument(contentOperations.downloadFile, {
        params: { key: document.key },
        query: { fileName: `${name}.pdf` },
      }),
  });
  return (
    <li className={`${classes.card} sy-panel`}>
      <h2 id={heading}>{name}</h2>
      <p>{description}</p>
      <Row align="stretch" gap="sm">
        <Button
          variant="default"
          leftSection={<IconMail size={ICON_SIZES.md} aria-hidden="true" />}
          aria-describedby={heading}
          onClick={() => setSending(true)}
        >
          Email
        </Button>
        <Button
          leftSection={<IconDownload size={ICON_SIZES.md} aria-hidden="true" />}
          aria-describedby={heading}
          loading={saving.isPending}
          onClick={() => saving.mutate()}
        >
          Download PDF
        </Button>
      </Row>
      {saving.error && <p role="alert">{errorTextOf(saving.error).message}</p>}
      {isSending && (
        <EmailDialog
          title={`Email ${name}`}
          hasDetails={false}
          send={(recipient) =>
            call(contentOperations.emailManual, {
              params: { manual: _id },
              body: { manualId: _id, data: recipient },
            })
          }
          onClose={() => setSending(false)}
        />
      )}
    </li>
  );
}

/** The manuals that are offered. */
export function ManualsScreen() {
  const read = useQuery(manualsQuery);
  return (
    <ToolsPage title="Manuals">
      <Shown read={read} what="manuals">
        {(manuals) => {
          const listed = manuals.filter((manual) => !manual.delete);
          if (listed.length === 0) return <Empty title="There are no manuals yet." />;
          return (
            <ul className={classes.cards}>
              {listed.map((manual) => (
                <ManualCard key={manual._id} manual={manual} />
              ))}
            </ul>
          );
        }}
      </Shown>
    </ToolsPage>
  );
}

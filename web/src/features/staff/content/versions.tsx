import type { TextHistoryEntry, TextVersion } from '@saleyard/contract/content.ts';
import { formatShortDateTime } from '@saleyard/domain/presentation/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Grid, Row, Text } from '@/ui/layout.tsx';
import { Failed, Loading } from '@/ui/page.tsx';
import { Pager } from '@/ui/pager.tsx';
import { TitledPanel } from '@/ui/titled-panel.tsx';
import classes from './content.module.css';
import { Preview } from './preview.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { textQuery, versionsQuery } from './texts.ts';

const described = ({ publishedAt, by, restores, mustAccept }: TextHistoryEntry): string =>
  [
    publishedAt === null ? 'As shipped' : formatShortDateTime(publishedAt),
    by,
    restores === null ? '' : `restored version ${restores}`,
    mustAccept ? 'everyone had to accept it' : '',
  ]
    .filter(Boolean)
    .join(', ');

/** An older version as it was shown. */
function OldVersion({ id, version, onClose }: { id: string; version: number; onClose: () => void }) {
  const { data, error } = useQuery(textQuery(id, version));
  return (
    <Dialog title={`Version ${version}`} onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      {data ? (
        <Preview id={id} text={data.text.trim()} />
      ) : error ? (
        <Failed error={error} />
      ) : (
        <Loading label="Loading the version…" />
      )}
    </Dialog>
  );
}

/** Every version: who published it and when. An administrator restores an older one as a new version. */
export function Versions({
  inForce,
  mayRestore,
  onRestored,
}: {
  inForce: TextVersion;
  /** Not while the text has changes that would be lost. */
  mayRestore: boolean;
  onRestored: (version: number) => void;
}) {
  const { _id: id, inForce: current } = inForce;
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<number | null>(null);
  const [restored, setRestored] = useState<number | null>(null);
  const { data, error, refetch } = useQuery(versionsQuery(id, page));
  return (
    <TitledPanel title="Versions">
      {data ? (
        <>
          <Grid as="ul" single gap="sm" className={classes.versions}>
            {data.data.versions.map((entry) => {
              const { version, note } = entry;
              return (
                <li key={version}>
                  <div>
                    <strong>
                      Version {version}
                      {version === current && ' (in force)'}
                    </strong>
                    <Text size="sm" tone="dim" anywhere>
                      {described(entry)}
                    </Text>
                    {note !== '' && (
                      <Text size="sm" tone="dim" anywhere>
                        {note}
                      </Text>
                    )}
                  </div>
                  {version !== current && (
                    <Row gap="sm">
                      <Button
                        variant="default"
                        aria-label={`View version ${version}`}
                        onClick={() => setShown(version)}
                      >
                        View
                      </Button>
                      {mayRestore && (
                        <Button
                          variant="default"
                          aria-label={`Restore version ${version}`}
                          onClick={() => setRestored(version)}
                        >
                          Restore…
                        </Button>
                      )}
                    </Row>
                  )}
                </li>
              );
            })}
          </Grid>
          <Pager page={page} pages={data.totalPages} onPage={setPage} />
        </>
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading the versions…" />
      )}
      {shown !== null && <OldVersion id={id} version={shown} onClose={() => setShown(null)} />}
      {restored !== null && (
        <PublishDialog
          inForce={inForce}
          change={{ restores: restored }}
          onPublished={(version) => {
            setRestored(null);
            onRestored(version);
          }}
          onClose={() => setRestored(null)}
        />
      )}
    </TitledPanel>
  );
}

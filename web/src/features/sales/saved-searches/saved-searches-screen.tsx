import { savedSearchOperations } from '@saleyard/contract/operations/saved-searches.ts';
import { type SavedSearch, SEARCH_NAME_LENGTH } from '@saleyard/contract/saved-searches.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { call } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { criteriaText, savedSearchesQuery, saveSearch, searchAddress } from '@/lib/saved-searches.ts';
import { Button } from '@/ui/button.tsx';
import { Switch } from '@/ui/choices.tsx';
import { Grid, Row, Text } from '@/ui/layout.tsx';
import { BackLink, Empty, Failed, Loading, Page } from '@/ui/page.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';
import classes from './saved-searches.module.css';

function Rename({
  name,
  busy,
  onDone,
}: {
  name: string;
  busy: boolean;
  /** null: the name stays. */
  onDone: (name: string | null) => void;
}) {
  const { field, submit } = useSmallForm({
    initial: { name },
    checks: { name: (text) => (text.trim() === '' ? 'Please give the search a name.' : null) },
    onSubmit: (values) => !busy && onDone(values.name.trim()),
  });
  return (
    <Grid as="form" single gap="sm" noValidate onSubmit={submit}>
      <TextField label="Name" most={SEARCH_NAME_LENGTH} {...field('name')} />
      <Row align="stretch" gap="sm" across="lg">
        <Button type="submit" loading={busy}>
          Save name
        </Button>
        <Button variant="default" onClick={() => onDone(null)}>
          Cancel
        </Button>
      </Row>
    </Grid>
  );
}

function Search({
  search,
  busy,
  onChange,
  onDelete,
}: {
  search: SavedSearch;
  busy: boolean;
  /** `onSaved`: called once the change is saved and the list is read again. */
  onChange: (search: SavedSearch, onSaved?: () => void) => void;
  onDelete: () => void;
}) {
  const [isRenaming, setRenaming] = useState(false);
  const { name, criteria, alertBy, isPaused } = search;
  return (
    <li className={`${classes.search} sy-panel`}>
      {isRenaming ? (
        <Rename
          name={name}
          busy={busy}
          onDone={(next) => {
            const close = () => setRenaming(false);
            if (next === null || next === name) close();
            else onChange({ ...search, name: next }, close);
          }}
        />
      ) : (
        <Text as="h2" anywhere>
          {name}
        </Text>
      )}
      <Text anywhere tone="dim">
        {criteriaText(criteria)}
      </Text>
      <Row align="stretch" gap="sm" across="lg">
        <Switch
          label="Banner"
          disabled={busy}
          checked={alertBy.banner}
          onChange={({ currentTarget }) =>
            onChange({ ...search, alertBy: { ...alertBy, banner: currentTarget.checked } })
          }
        />
        <Switch
          label="E-mail"
          disabled={busy}
          checked={alertBy.email}
          onChange={({ currentTarget }) =>
            onChange({ ...search, alertBy: { ...alertBy, email: currentTarget.checked } })
          }
        />
        <Switch
          label="Paused"
          disabled={busy}
          checked={isPaused}
          onChange={({ currentTarget }) => onChange({ ...search, isPaused: currentTarget.checked })}
        />
      </Row>
      <Row align="stretch" gap="sm" across="lg">
        <Link to={searchAddress(criteria)} aria-label={`Search now: ${name}`}>
          Search now
        </Link>
        {!isRenaming && (
          <Button
            size="compact-md"
            variant="default"
            aria-label={`Rename ${name}`}
            onClick={() => setRenaming(true)}
          >
            Rename
          </Button>
        )}
        <Button
          size="compact-md"
          variant="default"
          disabled={busy}
          aria-label={`Delete ${name}`}
          onClick={onDelete}
        >
          Delete
        </Button>
      </Row>
    </li>
  );
}

/** /main/manage/saved-searches: what a person saved, how matches are reported, and what was just deleted. */
export function SavedSearchesScreen() {
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(savedSearchesQuery);
  const [deleted, setDeleted] = useState<SavedSearch | null>(null);
  const read = () => client.invalidateQueries(savedSearchesQuery);
  // One mutation for all: its error is that of the last press.
  const act = useMutation({
    mutationFn: ({ what, search }: { what: 'change' | 'delete' | 'undo'; search: SavedSearch }) =>
      what === 'delete'
        ? call(savedSearchOperations.deleteSavedSearch, { params: { search: search._id } })
        : saveSearch(search),
    onSuccess: async (_, { what, search }) => {
      if (what === 'change')
        client.setQueryData(savedSearchesQuery.queryKey, (list) =>
          list?.map((one) => (one._id === search._id ? search : one)),
        );
      else setDeleted(what === 'delete' ? search : null);
      await read();
    },
  });
  const { error: failed, isPending: busy } = act;
  return (
    <Page title="Saved Searches" before={<BackLink to={paths.myAdmin}>Back to My Admin</BackLink>}>
      <p className="sy-dim">We'll let you know when a matching lot is listed.</p>
      <div aria-live="polite">
        {deleted && (
          <p className={classes.deleted}>
            <Text as="span" anywhere>
              “{deleted.name}” was deleted.
            </Text>
            <Button
              size="compact-md"
              variant="default"
              disabled={busy}
              loading={busy && act.variables.what === 'undo'}
              onClick={() => act.mutate({ what: 'undo', search: deleted })}
            >
              Undo
            </Button>
          </p>
        )}
      </div>
      {failed && <p role="alert">{errorTextOf(failed).message}</p>}
      {isPending ? (
        <Loading label="Loading your saved searches…" />
      ) : data === undefined ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data.length === 0 ? (
        <Empty title="You have not saved a search.">
          <Link to={paths.search}>Find lots, and save what you look for</Link>
        </Empty>
      ) : (
        <Grid as="ul" single gap="md">
          {data.map((search) => (
            <Search
              key={search._id}
              search={search}
              busy={busy}
              onChange={(changed, onSuccess) =>
                act.mutate({ what: 'change', search: changed }, { ...(onSuccess && { onSuccess }) })
              }
              onDelete={() => act.mutate({ what: 'delete', search })}
            />
          ))}
        </Grid>
      )}
    </Page>
  );
}

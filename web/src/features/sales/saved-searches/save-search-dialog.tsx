import { SEARCH_NAME_LENGTH, type SearchCriteria } from '@saleyard/contract/saved-searches.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { deviceNow } from '@/lib/clock.ts';
import { newCommandId } from '@/lib/random.ts';
import { criteriaText, savedSearchesQuery, saveSearch } from '@/lib/saved-searches.ts';
import { Button } from '@/ui/button.tsx';
import { Switch } from '@/ui/choices.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Grid, Text } from '@/ui/layout.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';

/** Names a search, chooses how its alerts are sent, and saves it. */
export function SaveDialog({ criteria, onClose }: { criteria: SearchCriteria; onClose: () => void }) {
  const client = useQueryClient();
  const [id] = useState(newCommandId);
  const [alertBy, setAlertBy] = useState({ banner: true, email: true });
  const save = useMutation({
    mutationFn: (name: string) =>
      saveSearch({ _id: id, name, criteria, alertBy, isPaused: false, savedAt: deviceNow() }),
    onSuccess: () => client.invalidateQueries(savedSearchesQuery),
  });
  const said = criteriaText(criteria);
  const { field, submit } = useSmallForm({
    initial: { name: said.slice(0, SEARCH_NAME_LENGTH) },
    checks: { name: (name) => (name.trim() === '' ? 'Please give the search a name.' : null) },
    onSubmit: ({ name }) => !save.isPending && save.mutate(name.trim()),
  });
  if (save.isSuccess)
    return (
      <Dialog title="Search saved" onClose={onClose} actions={<Button onClick={onClose}>OK</Button>}>
        <p>
          We'll let you know when a matching lot is listed. Your searches are under{' '}
          <Link to={paths.savedSearches}>Saved Searches</Link> in My Admin.
        </p>
      </Dialog>
    );
  return (
    <Dialog
      title="Save this search"
      onClose={onClose}
      withCancel
      actions={
        <Button type="submit" form={`save-${id}`} loading={save.isPending}>
          Save
        </Button>
      }
    >
      <Grid as="form" single gap="md" noValidate id={`save-${id}`} onSubmit={submit}>
        <Text anywhere tone="dim">
          {said}
        </Text>
        <TextField label="Name" most={SEARCH_NAME_LENGTH} {...field('name')} />
        <Switch
          label="Show a banner when a lot matches"
          checked={alertBy.banner}
          onChange={({ currentTarget: { checked: banner } }) => setAlertBy({ ...alertBy, banner })}
        />
        <Switch
          label="Send an e-mail when a lot matches"
          checked={alertBy.email}
          onChange={({ currentTarget: { checked: email } }) => setAlertBy({ ...alertBy, email })}
        />
        {save.error && (
          <Text anywhere role="alert">
            {errorTextOf(save.error).message}
          </Text>
        )}
      </Grid>
    </Dialog>
  );
}

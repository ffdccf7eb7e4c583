import type { TextVersion } from '@saleyard/contract/content.ts';
import { TEXT_MOST } from '@saleyard/domain/content/text.ts';
import {
  CONTACT_LINES,
  contactsOf,
  contactsText,
  type TextForm,
  textProblem,
} from '@saleyard/domain/content/text-parts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { paths } from '@/config/paths.ts';
import { isStaff } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { HeldPage, useHeldMe } from '@/ui/held-page.tsx';
import { Textarea, TextInput } from '@/ui/inputs.tsx';
import { Grid, Row, Stack } from '@/ui/layout.tsx';
import { BackLink, Failed, Loading, Page } from '@/ui/page.tsx';
import { UnsavedGuard } from '@/ui/unsaved-guard.tsx';
import classes from './content.module.css';
import { Preview } from './preview.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { textQuery } from './texts.ts';
import { Versions } from './versions.tsx';

const HINTS: Readonly<Record<TextForm, string>> = {
  sections: 'Markdown. Each part begins with ## and its heading.',
  questions:
    'Markdown. ## begins a category, and "(for buyers)" or "(for sellers)" after it limits it. ### begins a question.',
  manual: 'Markdown. # is the name, the sentence below it the description, and ## begins a part.',
  contacts: '',
};

function Contacts({
  text,
  readOnly,
  onChange,
}: {
  text: string;
  readOnly: boolean;
  onChange: (text: string) => void;
}) {
  const [typed, setTyped] = useState(() => contactsOf(text));
  // The fields keep the spaces at their ends, the text has none.
  const contacts = contactsText(typed) === text ? typed : contactsOf(text);
  return (
    <Grid single gap="md">
      {CONTACT_LINES.map(({ name, label, rule }) => (
        <TextInput
          key={name}
          label={label}
          value={contacts[name]}
          most={60}
          readOnly={readOnly}
          error={rule(contacts[name].trim())}
          onChange={({ currentTarget }) => {
            const next = { ...contacts, [name]: currentTarget.value };
            setTyped(next);
            onChange(contactsText(next));
          }}
        />
      ))}
    </Grid>
  );
}

/** The text beside its preview, and its versions. Nothing is published before it is confirmed. */
function Editor({
  shown,
  mayAct,
  isPublished,
  onPublished,
}: {
  shown: TextVersion;
  mayAct: boolean;
  /** This version was published from here. */
  isPublished: boolean;
  onPublished: (version: number) => void;
}) {
  const { _id: id, form } = shown;
  const [text, setText] = useState(shown.text.trim());
  const [isAsking, setAsking] = useState(false);
  const isChanged = text.trim() !== shown.text.trim();
  const problem = text.trim() === '' ? 'Please enter the text.' : textProblem(form, text.trim());
  return (
    <Grid single gap="lg">
      {mayAct && <HeldPage />}
      <div className={classes.editor}>
        <Stack gap="md">
          {form === 'contacts' ? (
            <Contacts text={text} readOnly={!mayAct} onChange={setText} />
          ) : (
            <Textarea
              label="Text"
              description={HINTS[form]}
              className={classes.text}
              value={text}
              most={TEXT_MOST}
              readOnly={!mayAct}
              spellCheck
              error={isChanged ? problem : null}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
          )}
          {mayAct && (
            <Row gap="sm">
              <Button disabled={!isChanged || problem !== null} onClick={() => setAsking(true)}>
                Publish…
              </Button>
              <Button variant="default" disabled={!isChanged} onClick={() => setText(shown.text.trim())}>
                Undo changes
              </Button>
              <span role="status">{isChanged ? 'Not published yet' : isPublished && 'Published'}</span>
            </Row>
          )}
        </Stack>
        <Preview id={id} text={text.trim()} />
      </div>
      <Versions inForce={shown} mayRestore={mayAct && !isChanged} onRestored={onPublished} />
      {isAsking && (
        <PublishDialog
          inForce={shown}
          change={{ text: text.trim() }}
          onPublished={(version) => {
            setAsking(false);
            onPublished(version);
          }}
          onClose={() => setAsking(false)}
        />
      )}
      <UnsavedGuard isUnsaved={isChanged && mayAct} title="Leave without publishing?">
        Your changes to this text will be lost.
      </UnsavedGuard>
    </Grid>
  );
}

/** One text: edited beside its preview, with its versions. Auditors read it. */
export function TextScreen() {
  const { id = '' } = useParams();
  const mayAct = isStaff(useHeldMe());
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(textQuery(id));
  const [published, setPublished] = useState<number | null>(null);
  const back = <BackLink to={paths.content}>Back to Content</BackLink>;
  if (!data) {
    return (
      <Page title="Content" before={back}>
        {error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading label="Loading the text…" />
        )}
      </Page>
    );
  }
  // The published text is not read yet: what is shown is the version before it.
  const isBehind = published !== null && published > data.inForce;
  return (
    <Page title={data.title} before={back}>
      {isBehind && error && (
        <>
          <p role="status">Published as version {published}, which could not be loaded.</p>
          <Failed error={error} onRetry={() => void refetch()} />
        </>
      )}
      <Editor
        key={`${data._id} ${data.inForce}`}
        shown={data}
        mayAct={mayAct && !isBehind}
        isPublished={published === data.inForce}
        onPublished={(version) => {
          setPublished(version);
          // Every page that shows a text reads it again.
          void client.invalidateQueries();
        }}
      />
    </Page>
  );
}

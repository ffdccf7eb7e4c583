import type { KeptMessage } from '@saleyard/contract/messages.ts';
import { formatShortDateTime } from '@saleyard/domain/presentation/dates.ts';
import { Grid, Text } from '@/ui/layout.tsx';
import classes from './kept-messages.module.css';

const ADDRESS = /(https?:\/\/[^\s<>"]+)/g;

/** A text whose addresses can be followed. */
function LinkedText({ text }: { text: string }) {
  return (
    <pre className={classes.text}>
      {text.split(ADDRESS).map((part, index) =>
        /^https?:\/\//.test(part) ? (
          <a key={`${index} ${part}`} href={part}>
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </pre>
  );
}

/** E-mails and text messages that were kept instead of being sent, the newest first. */
export function KeptMessages({
  messages,
  fileAddress,
}: {
  messages: readonly KeptMessage[];
  /** Where a file that came with a message is downloaded, by its place from 0. */
  fileAddress: (message: string, place: number) => string;
}) {
  return (
    <Grid as="ul" single gap="md" className={classes.messages} aria-label="Messages">
      {messages.map(({ _id, channel, at, to, subject, text, attachments }) => (
        <li key={_id}>
          <article className="sy-panel" aria-label={subject ?? 'Text message'}>
            <header>
              <Text as="h2" size="lg">
                {subject ?? 'Text message'}
              </Text>
              <p>
                {channel === 'mail' ? 'E-mail' : 'SMS'} to {to}, {formatShortDateTime(at)}
              </p>
            </header>
            <LinkedText text={text} />
            {attachments.length > 0 && (
              <ul aria-label="Attachments">
                {attachments.map(({ name, size }, place) => (
                  <li key={name}>
                    <a href={fileAddress(_id, place)} download>
                      {name}
                    </a>{' '}
                    <span className="sy-dim">{Math.ceil(size / 1024)} kB</span>
                  </li>
                ))}
              </ul>
            )}
          </article>
        </li>
      ))}
    </Grid>
  );
}

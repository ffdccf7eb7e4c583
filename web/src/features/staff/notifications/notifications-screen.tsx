import { notificationOperations } from '@saleyard/contract/operations/notifications.ts';
import {
  NOTIFICATION_TEXT_MOST,
  NOTIFICATION_TONES,
  type NotificationTone,
} from '@saleyard/domain/notification/notification.ts';
import { formatShortDateTime, SALE_ZONE_NAME } from '@saleyard/domain/presentation/dates.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '@/config/paths.ts';
import { call, callForPage } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { useNow } from '@/lib/clock.ts';
import { fromDateTimeField } from '@/lib/date-fields.ts';
import { notificationsQuery } from '@/lib/notifications.ts';
import { isFirstRead, rowsOf } from '@/lib/query-client.ts';
import { isStaff, useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { useUrlPage } from '@/ui/filters/url-filters.tsx';
import { DateTimeInput } from '@/ui/form/day-input.tsx';
import { Select } from '@/ui/inputs.tsx';
import { Grid, Row, Text } from '@/ui/layout.tsx';
import { BackLink, Empty, Page, ReadRows } from '@/ui/page.tsx';
import { Pager } from '@/ui/pager.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';
import classes from './notifications.module.css';

const LIST = ['staff', 'notifications'];

const TONE_LABELS: Readonly<Record<NotificationTone, string>> = { info: 'Information', warning: 'Warning' };

/** Everything that shows notifications is read again. */
function useChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: LIST }),
      client.invalidateQueries(notificationsQuery),
    ]);
  };
}

const EMPTY: { text: string; tone: NotificationTone; until: string } = { text: '', tone: 'info', until: '' };

/** A notification that is to be shown to everybody. */
function NewNotification({ onShown }: { onShown: (isShown: boolean) => void }) {
  const changed = useChanged();
  const show = useMutation({
    mutationFn: ({ text, tone, until }: typeof EMPTY) => {
      const end = fromDateTimeField(until);
      const body = { text: text.trim(), tone, ...(end !== null && { until: end }) };
      return call(notificationOperations.showNotification, { body });
    },
    onSuccess: changed,
  });
  const { field, submit, startNext } = useSmallForm({
    initial: EMPTY,
    checks: {
      text: (text) => (text.trim() === '' ? 'Please Enter Text' : null),
      until: (until) =>
        until === '' || fromDateTimeField(until) !== null ? null : 'This must be a date and a time',
    },
    onSubmit: (values) => {
      if (show.isPending) return;
      const onSuccess = () => {
        startNext(values);
        onShown(true);
      };
      onShown(false);
      show.mutate(values, { onSuccess });
    },
  });
  const { problem: _, ...tone } = field('tone');
  const { problem, ref, ...until } = field('until');
  return (
    <form noValidate onSubmit={submit} className={`${classes.form} sy-panel`} aria-label="New notification">
      <TextField label="Text" most={NOTIFICATION_TEXT_MOST} {...field('text')} />
      <Row align="end" gap="md">
        <Select
          label="Kind"
          {...tone}
          options={NOTIFICATION_TONES.map((value) => ({ value, label: TONE_LABELS[value] }))}
          onChange={({ currentTarget }) => tone.onChange(currentTarget.value as NotificationTone)}
        />
        <DateTimeInput
          label={`Until (${SALE_ZONE_NAME}, optional)`}
          {...until}
          inputRef={ref}
          error={problem}
        />
        <Button type="submit" loading={show.isPending}>
          Show to everybody
        </Button>
      </Row>
      {show.error && <Text role="alert">{errorTextOf(show.error).message}</Text>}
    </form>
  );
}

/** Notifications of staff: those that are shown, and those that are over. */
export function NotificationsScreen() {
  const mayAct = isStaff(useMe());
  const now = useNow(30_000);
  const changed = useChanged();
  const [page, setPage] = useUrlPage();
  const [wasShown, setWasShown] = useState(false);
  const query = useQuery({
    queryKey: [...LIST, page],
    queryFn: ({ signal }) =>
      callForPage(notificationOperations.staffNotifications, { query: { page }, signal }),
    placeholderData: rowsOf(...LIST),
  });
  const data = isFirstRead(query) ? undefined : query.data;
  const end = useMutation({
    mutationFn: (notification: string) =>
      call(notificationOperations.endNotification, { params: { notification }, body: {} }),
    onSuccess: changed,
  });
  return (
    <Page title="Notifications" before={<BackLink to={paths.staff}>Back to the Staff Desk</BackLink>}>
      {mayAct && <NewNotification onShown={setWasShown} />}
      {wasShown && <p role="status">It is shown within a minute wherever a page is open.</p>}
      {end.error && <p role="alert">{errorTextOf(end.error).message}</p>}
      <ReadRows query={query} label="Loading notifications…">
        {({ data: { notifications } }) =>
          notifications.length === 0 ? (
            <Empty title="No notification was shown yet" />
          ) : (
            <Grid as="ul" single gap="sm" className={classes.list}>
              {notifications.map(({ _id, text, tone, shownAt, until, endedAt }) => {
                const isOver = endedAt !== null || (until !== null && until <= now);
                return (
                  <Row
                    key={_id}
                    as="li"
                    justify="space-between"
                    gap="sm"
                    across="md"
                    className="sy-panel"
                    data-over={isOver || undefined}
                  >
                    <div>
                      <strong>{text}</strong>
                      <Text size="sm" tone="dim" mt="xs">
                        {TONE_LABELS[tone]}, since {formatShortDateTime(shownAt)}
                        {endedAt !== null
                          ? `, ended ${formatShortDateTime(endedAt)}`
                          : until !== null && `, until ${formatShortDateTime(until)}`}
                      </Text>
                    </div>
                    {mayAct && !isOver && (
                      <Button
                        variant="default"
                        aria-label={`End: ${text}`}
                        loading={end.isPending && end.variables === _id}
                        onClick={() => end.mutate(_id)}
                      >
                        End
                      </Button>
                    )}
                  </Row>
                );
              })}
            </Grid>
          )
        }
      </ReadRows>
      {data && <Pager page={page} pages={data.totalPages} onPage={setPage} />}
    </Page>
  );
}

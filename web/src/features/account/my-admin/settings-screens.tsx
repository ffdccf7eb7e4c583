import type { Me } from '@saleyard/contract/accounts.ts';
import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import type { Reminder, ReminderKind } from '@saleyard/domain/account/events.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '@/config/paths.ts';
import { call } from '@/lib/api-client.ts';
import { meQuery, useMe } from '@/lib/session.ts';
import { useStoredValue } from '@/lib/stored-value.ts';
import { Switch } from '@/ui/choices.tsx';
import { Grid } from '@/ui/layout.tsx';
import { BackLink, Loading, Page } from '@/ui/page.tsx';
import classes from './settings.module.css';

function SettingsPage({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  return (
    <Page title={title} before={<BackLink to={paths.myAdmin}>Back to My Admin</BackLink>}>
      <p className={classes.intro}>{intro}</p>
      {children}
    </Page>
  );
}

/** The flags of the live room's sounds, as they are kept in this browser. */
const SOUNDS = [
  { flag: 'bidSound', label: 'Bid', text: 'A bid is placed in the auction' },
  { flag: 'outBidSound', label: 'Outbid', text: 'Somebody bids more than you' },
  { flag: 'wonSound', label: 'Won', text: 'A lot is yours' },
  { flag: 'autoBidSound', label: 'Auto-Bid', text: 'Your auto-bid places a bid' },
  {
    flag: 'countdownSound',
    label: 'Countdown',
    text: 'A lot of yours closes in 30 seconds (10 where lots are sold in turn)',
  },
] as const;

function SoundSwitch({ flag, label, text }: (typeof SOUNDS)[number]) {
  const [on, setOn] = useStoredValue<boolean>(flag, true);
  return (
    <Switch
      label={label}
      description={text}
      checked={on}
      onChange={({ currentTarget }) => setOn(currentTarget.checked)}
    />
  );
}

/** Which sounds the live room plays on this device. */
export function SoundsScreen() {
  return (
    <SettingsPage title="Sounds" intro="What you hear in a live auction, on this device.">
      <Grid single gap="md">
        {SOUNDS.map((sound) => (
          <SoundSwitch key={sound.flag} {...sound} />
        ))}
      </Grid>
    </SettingsPage>
  );
}

const KINDS: readonly { kind: ReminderKind; title: string }[] = [
  { kind: 'cattle', title: 'Cattle' },
  { kind: 'sheep', title: 'Sheep' },
  { kind: 'goat', title: 'Goat' },
];
const REMINDERS: readonly { reminder: Reminder; label: string }[] = [
  { reminder: 'OneDayReminder', label: 'Auction is Live' },
  { reminder: 'AuctionOpenReminder', label: 'Auto-Bids are Open' },
  { reminder: 'TenDaysReminder', label: 'Ten days before' },
];

type Permissions = Me['settings']['smsRemindersPermissions'];

/** Which reminders are sent to the person's phone, by kind of stock. */
export function TextsScreen() {
  const me = useMe();
  const client = useQueryClient();
  const { mutate, variables, isPending } = useMutation({
    // A change that fails is only logged: the switch shows what is stored.
    mutationFn: (smsRemindersPermissions: Permissions) =>
      call(accountOperations.changeMe, { body: { user: { settings: { smsRemindersPermissions } } } }),
    onSuccess: ({ user }) => client.setQueryData(meQuery.queryKey, user),
  });
  if (!me) return <Loading label="Loading your reminders…" />;
  const shown = isPending ? variables : me.settings.smsRemindersPermissions;
  return (
    <SettingsPage title="Texts" intro="Reminders that we send to your phone by text message.">
      {KINDS.map(({ kind, title }) => (
        <fieldset key={kind} className={`${classes.kind} sy-panel`}>
          <legend>{title}</legend>
          <Grid single gap="md">
            {REMINDERS.map(({ reminder, label }) => (
              <Switch
                key={reminder}
                label={label}
                disabled={isPending}
                checked={shown[kind][reminder]}
                onChange={({ currentTarget }) =>
                  mutate({ ...shown, [kind]: { ...shown[kind], [reminder]: currentTarget.checked } })
                }
              />
            ))}
          </Grid>
        </fieldset>
      ))}
    </SettingsPage>
  );
}

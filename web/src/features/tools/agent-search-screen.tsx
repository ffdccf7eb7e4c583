import { accountOperations } from '@saleyard/contract/accounts.ts';
import { STATES } from '@saleyard/domain/listing/stock.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ICON_SIZES, IconSearch } from '@/app/icons.ts';
import { Button } from '@/components/button.tsx';
import { NativeSelect } from '@/components/controls.tsx';
import { Empty, Loading } from '@/components/page.tsx';
import { TextField } from '@/components/text-field.tsx';
import { call } from '@/lib/api-client.ts';
import classes from './tools.module.css';
import { ToolsPage } from './tools-page.tsx';

type Sought = { state: '' | (typeof STATES)[number]; name: string; location: string };
const NOTHING: Sought = { state: '', name: '', location: '' };
const isEmpty = ({ state, name, location }: Sought): boolean => `${state}${name}${location}`.trim() === '';

/** Agents who fit what was asked for last. A search that fails says nothing: it can be asked again. */
function useAgents(sought: Sought | null) {
  return useQuery({
    queryKey: ['agents', sought],
    queryFn: async ({ signal }) => {
      const { state, name, location } = sought ?? NOTHING;
      return (
        await call(accountOperations.agentSearch, {
          query: {
            ...(state && { state }),
            ...(name.trim() && { name: name.trim() }),
            ...(location.trim() && { location: location.trim() }),
          },
          signal,
        })
      ).users;
    },
    enabled: sought !== null,
    retry: false,
  });
}

/** Looks for livestock agents by state, name, and town or postcode. */
export function AgentSearchScreen() {
  const [typed, setTyped] = useState(NOTHING);
  const [sought, setSought] = useState<Sought | null>(null);
  const [isRefused, setRefused] = useState(false);
  const { data, isFetching } = useAgents(sought);
  const set = (change: Partial<Sought>) => setTyped((known) => ({ ...known, ...change }));
  const search = (event: FormEvent) => {
    event.preventDefault();
    setRefused(isEmpty(typed));
    if (!isEmpty(typed)) setSought(typed);
  };
  return (
    <ToolsPage title="Search for an Agent">
      <form className={classes.search} noValidate onSubmit={search} aria-label="Search for an agent">
        <NativeSelect
          label="State"
          data={[
            { value: '', label: 'Any state' },
            ...STATES.map((state) => ({ value: state, label: state })),
          ]}
          value={typed.state}
          onChange={({ currentTarget }) => set({ state: currentTarget.value as Sought['state'] })}
        />
        <TextField
          label="Agent name"
          most={60}
          value={typed.name}
          fault={null}
          onChange={(name) => set({ name })}
        />
        <TextField
          label="Town or postcode"
          most={60}
          value={typed.location}
          fault={null}
          onChange={(location) => set({ location })}
        />
        <Button type="submit" leftSection={<IconSearch size={ICON_SIZES.md} aria-hidden="true" />}>
          Search
        </Button>
      </form>
      {isRefused && <p role="alert">Please enter a state, a name, or a town or postcode.</p>}
      <div aria-live="polite">
        {isFetching && <Loading label="Looking for agents…" />}
        {!isFetching && data?.length === 0 && <Empty title="No agents found" />}
        {!isFetching && data && data.length > 0 && (
          <ul className={classes.cards}>
            {data.map(({ tradingName, firstName, lastName, phone, officeAddress }) => (
              <li key={`${phone} ${firstName} ${lastName} ${tradingName}`} className={classes.card}>
                <h2>{tradingName}</h2>
                <p>
                  {firstName} {lastName}
                </p>
                <p>
                  <a href={`tel:${phone}`}>{phone}</a>
                </p>
                <p className="sy-dim">
                  {[officeAddress.town, officeAddress.postcode, officeAddress.state]
                    .filter(Boolean)
                    .join(' ')}
                </p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </ToolsPage>
  );
}

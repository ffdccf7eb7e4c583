import { AGENT_SEARCH_LENGTH } from '@saleyard/contract/accounts.ts';
import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { STATES } from '@saleyard/domain/listing/stock.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ICON_SIZES, IconSearch } from '@/config/icons.ts';
import { call } from '@/lib/api-client.ts';
import { Button } from '@/ui/button.tsx';
import { Select } from '@/ui/inputs.tsx';
import { Empty, Loading } from '@/ui/page.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';
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
  const [sought, setSought] = useState<Sought | null>(null);
  const { data, isFetching } = useAgents(sought);
  const { set, field, submit } = useSmallForm({
    initial: NOTHING,
    checks: {
      state: (_, typed) => (isEmpty(typed) ? 'Please enter a state, a name, or a town or postcode.' : null),
    },
    onSubmit: setSought,
  });
  const { problem, ...state } = field('state');
  return (
    <ToolsPage title="Search for an Agent">
      <form className={classes.search} noValidate onSubmit={submit} aria-label="Search for an agent">
        <Select
          label="State"
          options={[
            { value: '', label: 'Any state' },
            ...STATES.map((state) => ({ value: state, label: state })),
          ]}
          {...state}
          onChange={({ currentTarget }) => set({ state: currentTarget.value as Sought['state'] })}
        />
        <TextField label="Agent name" most={AGENT_SEARCH_LENGTH} {...field('name')} />
        <TextField label="Town or postcode" most={AGENT_SEARCH_LENGTH} {...field('location')} />
        <Button type="submit" leftSection={<IconSearch size={ICON_SIZES.md} aria-hidden="true" />}>
          Search
        </Button>
      </form>
      {problem && <p role="alert">{problem}</p>}
      <div aria-live="polite">
        {isFetching && <Loading label="Looking for agents…" />}
        {!isFetching && data?.length === 0 && <Empty title="No agents found" />}
        {!isFetching && data && data.length > 0 && (
          <ul className={classes.cards}>
            {data.map(({ tradingName, firstName, lastName, phone, officeAddress }) => (
              <li
                key={`${phone} ${firstName} ${lastName} ${tradingName}`}
                className={`${classes.card} sy-panel`}
              >
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

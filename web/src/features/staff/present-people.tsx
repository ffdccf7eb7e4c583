import { staffOperations } from '@saleyard/contract/operations/staff.ts';
import { countOf, formatCount } from '@saleyard/domain/presentation/amounts.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { call } from '@/lib/api-client.ts';
import { Text } from '@/ui/layout.tsx';
import { personName } from './person-name.ts';
import classes from './present-people.module.css';

/** Presence is read this often. ms. */
const RENEW_MS = 10_000;

/** Who has a sale's live room open now, or any live page: numbers, and the names of those who are signed in. */
export function PresentPeople({ auction }: { auction: string | null }) {
  const { data, isError } = useQuery({
    queryKey: ['staff', 'presence', auction],
    queryFn: ({ signal }) =>
      auction === null
        ? call(staffOperations.peopleOnline, { signal })
        : call(staffOperations.roomPresence, { params: { auction }, signal }),
    refetchInterval: RENEW_MS,
  });
  const where = auction === null ? 'Online' : 'In the room';
  if (data === undefined) {
    return isError ? (
      <p className="sy-dim">Who is {where.toLowerCase()} cannot be read at the moment.</p>
    ) : null;
  }
  const { signedIn, visitors, people } = data;
  const unnamed = signedIn - people.length;
  return (
    <details className={classes.presence}>
      <summary>
        {where}: {formatCount(signedIn)} signed in, {countOf(visitors, 'visitor')}
      </summary>
      {auction === null && (
        <Text mt="xs" tone="dim">
          Everybody with a page of a sale or a lot, or this desk, open now.
        </Text>
      )}
      <ul>
        {people.map((person) => (
          <li key={person._id}>
            <Link to={paths.staffAccount(person)}>{personName(person.name)}</Link>{' '}
            <span className="sy-dim">ID {person.shortId}</span>
          </li>
        ))}
        {unnamed > 0 && <li className="sy-dim">and {formatCount(unnamed)} more</li>}
      </ul>
    </details>
  );
}

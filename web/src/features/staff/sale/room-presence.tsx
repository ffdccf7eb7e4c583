import type { StaffAuction } from '@saleyard/contract/auctions.ts';
import { staffOperations } from '@saleyard/contract/operations/staff.ts';
import { countOf, formatCount } from '@saleyard/domain/presentation/amounts.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { personName } from '@/features/staff/person-name.ts';
import { call } from '@/lib/api-client.ts';
import classes from './sale.module.css';

/** How often the people in the room are read. ms. */
const RENEW_MS = 10_000;

/** The people who have the sale's live room open now: numbers, and the names of those who are signed in. */
export function RoomPresence({ sale }: { sale: Pick<StaffAuction, '_id'> }) {
  const { data, isError } = useQuery({
    queryKey: ['staff', 'auctions', sale._id, 'presence'],
    queryFn: ({ signal }) => call(staffOperations.roomPresence, { params: { auction: sale._id }, signal }),
    refetchInterval: RENEW_MS,
  });
  if (data === undefined) {
    return isError ? <p className="sy-dim">Who is in the room cannot be read at the moment.</p> : null;
  }
  const { signedIn, visitors, people } = data;
  const unnamed = signedIn - people.length;
  return (
    <details className={classes.presence}>
      <summary>
        In the room: {formatCount(signedIn)} signed in, {countOf(visitors, 'visitor')}
      </summary>
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

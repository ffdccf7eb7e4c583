import { Link } from 'react-router';
import { Page } from '@/components/page.tsx';

export function NotFound() {
  return (
    <Page title="404 not found">
      <p>
        There is nothing at this address. <Link to="/">Go to the auctions</Link>
      </p>
    </Page>
  );
}

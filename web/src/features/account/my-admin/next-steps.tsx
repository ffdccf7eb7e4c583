import type { Me } from '@saleyard/contract/accounts.ts';
import type { AccountStatus } from '@saleyard/domain/account/status.ts';
import { formatShortDateTime } from '@saleyard/domain/presentation/dates.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { Button } from '@/ui/button.tsx';
import { Row } from '@/ui/layout.tsx';
import classes from './hub.module.css';

/** A guest's next steps, the one to bid first. */
function Choices() {
  return (
    <>
      <p>You can look at every sale. To bid or to sell, register once; it takes a few minutes.</p>
      <Row align="stretch" gap="sm">
        <Button component={Link} to={paths.requestToBuy}>
          Register to Buy
        </Button>
        <Button component={Link} to={paths.requestToSell} variant="default">
          Register to Buy & Sell
        </Button>
        <Button component={Link} to={paths.practice} variant="subtle">
          Practise bidding first
        </Button>
      </Row>
    </>
  );
}

/** What to do until staff decide. */
function Meanwhile({ children }: { children: ReactNode }) {
  return (
    <Row align="stretch" gap="sm">
      {children}
      <Button component={Link} to={paths.practice} variant="subtle">
        Practise bidding meanwhile
      </Button>
    </Row>
  );
}

/** What staff wait for before they decide. */
function Incomplete() {
  return (
    <>
      <p>
        We need a few more details before you can bid or sell. Our team decides once your profile is complete.
      </p>
      <Meanwhile>
        <Button component={Link} to={paths.profile}>
          Complete your profile
        </Button>
      </Meanwhile>
    </>
  );
}

/** What a person who has asked reads until staff have decided. */
function Waiting({ since }: { since: number | null }) {
  return (
    <>
      <p>
        <strong>
          {since === null
            ? 'Your request is under review.'
            : `Your request is under review since ${formatShortDateTime(since)} Sydney.`}
        </strong>{' '}
        Most are decided within 24 hours. This page changes by itself when yours is.
      </p>
      <Meanwhile>
        <Button component={Link} to={paths.upcoming} variant="default">
          See the sales
        </Button>
      </Meanwhile>
    </>
  );
}

function stepsOf({ status, requestedAt }: Me) {
  switch (status as AccountStatus) {
    case 'registered':
      return <Choices />;
    case 'partially-approved':
      return <Incomplete />;
    case 'registered-updated':
    case 'partially-approved:updated':
      return <Waiting since={requestedAt} />;
    default:
      return null;
  }
}

/** What a person who may not bid yet can do next, at the head of My Admin; nothing for the others. */
export function NextSteps({ me }: { me: Me }) {
  const steps = stepsOf(me);
  return (
    steps && (
      <section className={`sy-panel ${classes.next}`} aria-label="What you can do next">
        {steps}
      </section>
    )
  );
}

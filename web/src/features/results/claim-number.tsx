import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { OwnFloorClaim } from '@saleyard/contract/floor-buyers.ts';
import { BUYER_NUMBER } from '@saleyard/domain/auction/ids.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { Button } from '@/ui/button.tsx';
import { Grid, Row, Text } from '@/ui/layout.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';
import { floorClaimsQuery, useClaimNumber } from './api/floor-claims.ts';
import classes from './auction-results.module.css';

function Claimed({ claim }: { claim: OwnFloorClaim }) {
  const { number, state, reason } = claim;
  if (state === 'waits') return <li>Buyer {number}: the office is checking your claim.</li>;
  if (state === 'refused')
    return (
      <li>
        Buyer {number}: the office refused your claim. Reason: {reason}
      </li>
    );
  return (
    <li>
      Buyer {number} is you. Its lots are in <Link to={paths.myResults}>My Auction Results</Link>.
    </li>
  );
}

function ClaimForm({ auction, onDone }: { auction: string; onDone: () => void }) {
  const claim = useClaimNumber(auction);
  const { field, submit } = useSmallForm({
    initial: { number: '' },
    checks: {
      number: (typed) =>
        BUYER_NUMBER.test(typed.trim().toUpperCase())
          ? null
          : 'Please Enter the number on your card: up to six digits or letters',
    },
    onSubmit: ({ number }) =>
      !claim.isPending && claim.mutate(number.trim().toUpperCase(), { onSuccess: onDone }),
  });
  return (
    <Row as="form" align="end" gap="sm" noValidate onSubmit={submit}>
      <TextField label="Your buyer number" most={6} autoComplete="off" {...field('number')} />
      <Button type="submit" loading={claim.isPending}>
        Send claim
      </Button>
      <Button variant="default" onClick={onDone}>
        Cancel
      </Button>
      {claim.error && <Text role="alert">{errorTextOf(claim.error).message}</Text>}
    </Row>
  );
}

/** "I was buyer 214 in this sale": what the viewer claimed, and a form for another number. */
export function ClaimNumber({ auction: { _id } }: { auction: Pick<AuctionSummary, '_id'> }) {
  const { data: claims } = useQuery(floorClaimsQuery(_id));
  const [isOpen, setOpen] = useState(false);
  if (claims === undefined) return null;
  return (
    <Grid
      as="section"
      single
      gap="sm"
      mb="md"
      aria-label="Bought on the floor"
      className={`${classes.claims} sy-no-print`}
    >
      {claims.length > 0 && (
        <ul>
          {claims.map((claim) => (
            <Claimed key={`${claim.number} ${claim.at}`} claim={claim} />
          ))}
        </ul>
      )}
      {isOpen ? (
        <ClaimForm auction={_id} onDone={() => setOpen(false)} />
      ) : (
        <Text>
          {claims.length === 0 &&
            'Bought on the floor? Claim your buyer number to have its lots in your results. '}
          <Button variant="default" onClick={() => setOpen(true)}>
            {claims.length === 0 ? 'Claim a buyer number' : 'Claim another number'}
          </Button>
        </Text>
      )}
    </Grid>
  );
}

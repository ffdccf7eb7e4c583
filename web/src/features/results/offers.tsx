import type { OwnOffer } from '@saleyard/contract/bids.ts';
import { countOf, formatDollars, formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { titleOf } from '@saleyard/domain/presentation/lots.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { offersQuery } from '@/lib/offers.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog, MessageDialog } from '@/ui/dialog.tsx';
import { Grid, Row, Text } from '@/ui/layout.tsx';
import { Failed } from '@/ui/page.tsx';
import { toast } from '@/ui/toasts.tsx';
import { type OfferAnswer, useAnswerOffer } from './api/answer-offer.ts';
import classes from './my-results.module.css';

const priceOf = ({ cents, bidding }: OwnOffer): string => formatPriceWithUnit(cents, bidding);

/** What the lot comes to: "10 head, $4,200.00 in all"; the head alone where a weight is missing. */
function amountText({ count, grossCents, estimated }: OwnOffer): string {
  const head = countOf(count, 'head', 'head');
  if (grossCents === null) return `${head}. The weight at delivery decides what it comes to.`;
  return `${head}, ${estimated ? 'about ' : ''}${formatDollars(grossCents)} in all`;
}

/** Confirms once more before an answer is sent: it is final. */
function AnswerDialog({
  answer,
  isPending,
  onAnswer,
  onClose,
}: {
  answer: OfferAnswer;
  isPending: boolean;
  onAnswer: () => void;
  onClose: () => void;
}) {
  const { offer, accepts } = answer;
  return (
    <Dialog
      title={accepts ? `Buy Lot ${offer.number} at ${priceOf(offer)}?` : `Decline Lot ${offer.number}?`}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Back
          </Button>
          <Button color={accepts ? undefined : 'ochre'} disabled={isPending} onClick={onAnswer}>
            {accepts ? 'Buy this lot' : 'Decline'}
          </Button>
        </>
      }
    >
      <p>
        {titleOf(offer.title, offer.count)}: {amountText(offer)}
      </p>
      <p className="sy-dim">
        {accepts
          ? 'You buy the lot, as if it had been knocked down to you.'
          : "You owe nothing. You can't accept this offer later."}
      </p>
    </Dialog>
  );
}

/** The lots that are offered to the viewer after a correction, to accept or decline; nothing where there is none. */
export function Offers() {
  const { data: offers = [], error: unread, refetch } = useQuery(offersQuery);
  const [answer, setAnswer] = useState<OfferAnswer | null>(null);
  const { mutate, isPending, error, reset } = useAnswerOffer();
  if (unread && offers.length === 0) return <Failed error={unread} onRetry={() => void refetch()} />;
  const refusal = error ? errorTextOf(error) : null;
  const send = (sent: OfferAnswer) =>
    mutate(sent, {
      onSuccess: () => toast(`Lot ${sent.offer.number} ${sent.accepts ? 'bought' : 'declined'}`),
      onSettled: () => setAnswer(null),
    });
  return (
    <>
      {answer && (
        <AnswerDialog
          answer={answer}
          isPending={isPending}
          onAnswer={() => send(answer)}
          onClose={() => setAnswer(null)}
        />
      )}
      {refusal && <MessageDialog title={refusal.title} message={refusal.message} onClose={reset} />}
      {offers.length > 0 && (
        <section aria-labelledby="offers" className={`sy-panel ${classes.offers}`}>
          <Text as="h2" size="lg" mb="sm" id="offers">
            Offered to you
          </Text>
          <Grid as="ul" single gap="md">
            {offers.map((offer) => (
              <Row key={offer.lot} as="li" justify="space-between" gap="sm" across="lg">
                <div>
                  <p>
                    <b>
                      Lot {offer.number}, {titleOf(offer.title, offer.count)}, at {priceOf(offer)}
                    </b>
                  </p>
                  <p>
                    {amountText(offer)}
                    {offer.highestBidCents !== null &&
                      `. Your highest bid: ${formatPriceWithUnit(offer.highestBidCents, offer.bidding)}`}
                  </p>
                  <p className="sy-dim">
                    <Link to={paths.auctionResults(offer.auctionData)}>{offer.auctionData.title}</Link>.
                    Reason: {offer.reason}
                  </p>
                </div>
                <Row nowrap align="stretch" gap="sm">
                  <Button
                    aria-label={`Accept Lot ${offer.number}`}
                    onClick={() => setAnswer({ offer, accepts: true })}
                  >
                    Accept
                  </Button>
                  <Button
                    variant="default"
                    aria-label={`Decline Lot ${offer.number}`}
                    onClick={() => setAnswer({ offer, accepts: false })}
                  >
                    Decline
                  </Button>
                </Row>
              </Row>
            ))}
          </Grid>
        </section>
      )}
    </>
  );
}

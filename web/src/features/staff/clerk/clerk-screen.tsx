import type { StaffAuction } from '@saleyard/contract/auctions.ts';
import type { StaffLot } from '@saleyard/contract/lots.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { type ComponentProps, type MouseEvent, useState } from 'react';
import { paths } from '@/config/paths.ts';
import { CorrectSaleDialog } from '@/features/staff/sale/correct-sale.tsx';
import {
  isCorrectable,
  isReopenable,
  mayRetract,
  reinstatementOf,
  reopeningOf,
  retractionOf,
} from '@/features/staff/sale/corrections.ts';
import { PhoneBidDialog } from '@/features/staff/sale/phone-bid.tsx';
import { stopOf, useReasonedOrders, withdrawalOf } from '@/features/staff/sale/reasoned-orders.tsx';
import { SaleLoader } from '@/features/staff/sale/sale-loader.tsx';
import { SaleTimer } from '@/features/staff/sale/sale-timer.tsx';
import { useStaffSale } from '@/features/staff/sale/use-staff-sale.ts';
import { useNow } from '@/lib/clock.ts';
import { useConnection } from '@/lib/realtime/realtime-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Switch } from '@/ui/choices.tsx';
import { Row } from '@/ui/layout.tsx';
import { BackLink, Empty, Failed, Loading, Page } from '@/ui/page.tsx';
import { Actions, Pad } from './actions.tsx';
import { BidLog } from './bid-log.tsx';
import { BuyerNumberField } from './buyer-number-field.tsx';
import classes from './clerk.module.css';
import { CurrentLot } from './current-lot.tsx';
import { KeysHelp } from './keys-help.tsx';
import { LotQueue } from './lot-queue.tsx';
import { useClerk } from './use-clerk.ts';

/** The console may be looking at an old price: said loudly, and the server still decides. */
function ConnectionNotice() {
  const { state, stale } = useConnection();
  if (!stale) return null;
  return (
    <p role="alert" className={classes.stale}>
      {state === 'Offline' ? 'No Network Available.' : 'Reconnecting.'} Prices here may be old.
    </p>
  );
}

/** A press leaves the focus alone, and a dialog gives it back to the page: the keys of the console work at once again. */
const ConsoleButton = (props: ComponentProps<typeof Button>) => (
  <Button variant="default" onMouseDown={(event: MouseEvent) => event.preventDefault()} {...props} />
);

function ClerkConsole({ sale, lots }: { sale: StaffAuction; lots: readonly StaffLot[] }) {
  const { lot, console, message, help, setHelp, keys, setKeys, sending, choose, act, buyer } = useClerk(
    sale._id,
    lots,
  );
  const now = useNow();
  const [correcting, setCorrecting] = useState<string | null>(null);
  const [phoning, setPhoning] = useState<string | null>(null);
  const { ask, dialogs } = useReasonedOrders(sale._id);
  if (lot === null) return <Empty title="This sale has no lots yet" />;
  const over = lot.withdrawn || lot.state === 'closed';
  const corrected = lots.find(({ _id }) => _id === correcting);
  const phoned = lots.find(({ _id }) => _id === phoning);
  const last = lots.find((one) => isReopenable(sale, one, now));
  return (
    <>
      <ConnectionNotice />
      {dialogs}
      {corrected && (
        <CorrectSaleDialog
          auction={sale._id}
          lot={corrected}
          byClerk={AUCTION_TYPES[sale.auctionType].byClerk}
          onClose={() => setCorrecting(null)}
        />
      )}
      {phoned && <PhoneBidDialog auction={sale._id} lot={phoned} onClose={() => setPhoning(null)} />}
      {help && <KeysHelp onClose={() => setHelp(false)} />}
      <div className={classes.desk}>
        <div className={classes.hand}>
          <CurrentLot
            lot={lot}
            auctionType={sale.auctionType}
            console={console}
            message={message}
            sending={sending}
          />
          <Actions lot={lot} console={console} sending={sending} onAct={act} />
          <Pad onAct={act} />
          <Row gap="sm" across="md">
            <BuyerNumberField
              auction={sale._id}
              value={buyer.buyerNumber}
              onChange={buyer.setBuyerNumber}
              ref={buyer.buyerInput}
            />
            <ConsoleButton disabled={over} onClick={() => setPhoning(lot._id)}>
              Phone bid
            </ConsoleButton>
            <ConsoleButton disabled={!mayRetract(lot)} onClick={() => ask(retractionOf(lot))}>
              Take back the floor bid
            </ConsoleButton>
            {last && (
              <ConsoleButton
                onClick={() => {
                  choose(last._id);
                  ask(reopeningOf(last));
                }}
              >
                Reopen Lot {last.number}
              </ConsoleButton>
            )}
            {lot.withdrawn && (
              <ConsoleButton onClick={() => ask(reinstatementOf(lot))}>
                Put Lot {lot.number} back
              </ConsoleButton>
            )}
            {isCorrectable(lot) && (
              <ConsoleButton onClick={() => setCorrecting(lot._id)}>Correct Lot {lot.number}</ConsoleButton>
            )}
          </Row>
          <Row gap="sm" across="md">
            <Switch
              label="Keyboard"
              checked={keys}
              onChange={({ currentTarget }) => setKeys(currentTarget.checked)}
            />
            <ConsoleButton variant="subtle" onClick={() => setHelp(true)}>
              Keys (?)
            </ConsoleButton>
            <ConsoleButton onClick={() => ask(stopOf(sale.frozenTime === null ? 'freeze' : 'resume'))}>
              {sale.frozenTime === null ? 'Freeze the sale' : 'Resume the sale'}
            </ConsoleButton>
            <ConsoleButton disabled={over} onClick={() => ask(withdrawalOf(lot))}>
              Withdraw Lot {lot.number}
            </ConsoleButton>
          </Row>
        </div>
        <BidLog lot={lot} />
        <LotQueue lots={lots} chosen={lot._id} auctionType={sale.auctionType} onChoose={choose} />
      </div>
    </>
  );
}

function Clerk({ read }: { read: StaffAuction }) {
  const { auction: sale, lots, error, retry } = useStaffSale(read);
  return (
    <Page
      title={`Clerk: ${sale.title}`}
      before={<BackLink to={paths.staffSale(sale)}>Back to the sale</BackLink>}
      aside={<SaleTimer auction={sale} />}
    >
      {!AUCTION_TYPES[sale.auctionType].byClerk && <Empty title="This sale is not run by a clerk." />}
      {AUCTION_TYPES[sale.auctionType].byClerk &&
        lots === null &&
        (error ? <Failed error={error} onRetry={retry} /> : <Loading label="Loading lots…" />)}
      {AUCTION_TYPES[sale.auctionType].byClerk && lots && <ClerkConsole sale={sale} lots={lots} />}
    </Page>
  );
}

/** The clerk's console of an interfaced sale. */
export function ClerkScreen() {
  return <SaleLoader>{(sale) => <Clerk key={sale._id} read={sale} />}</SaleLoader>;
}

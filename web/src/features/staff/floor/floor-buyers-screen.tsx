import type { FloorBuyer } from '@saleyard/contract/floor-buyers.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { floorBuyersQuery, useFloorBuyerChange } from '@/features/staff/api/floor-buyers.ts';
import { SaleLoader } from '@/features/staff/sale/sale-loader.tsx';
import { errorTextOf } from '@/lib/api-error.ts';
import { isStaff, useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Row } from '@/ui/layout.tsx';
import { BackLink, Empty, Page, ReadRows } from '@/ui/page.tsx';
import { useQuestion } from '@/ui/question-dialog.tsx';
import { type Column, DataTable } from '@/ui/table/data-table.tsx';
import { BuyerForm } from './buyer-form.tsx';
import { Claims } from './claims.tsx';

const COLUMNS: readonly Column<FloorBuyer>[] = [
  {
    id: 'number',
    header: 'Buyer number',
    rowHeader: true,
    phone: 'title',
    cell: ({ number, name }) => (name === '' ? `${number}: to be named` : number),
  },
  { id: 'name', header: 'Name', cell: ({ name }) => name, sortBy: ({ name }) => name },
  { id: 'pic', header: 'PIC', cell: ({ pic }) => pic },
  { id: 'phone', header: 'Phone', cell: ({ phone }) => phone },
  {
    id: 'account',
    header: 'Account',
    cell: ({ account }) =>
      account && <Link to={paths.staffAccount(account)}>{account.name || `ID ${account.shortId}`}</Link>,
  },
  { id: 'lots', header: 'Lots bought', align: 'end', cell: ({ lots }) => lots, sortBy: ({ lots }) => lots },
];

/** The number after the highest one that was given: 215 after 214. */
export function nextNumber(buyers: readonly FloorBuyer[]): string {
  const given = buyers.map(({ number }) => Number(number)).filter(Number.isSafeInteger);
  const next = Math.max(0, ...given) + 1;
  return next > 999_999 ? '' : String(next);
}

function Register({ auction }: { auction: string }) {
  const mayAct = isStaff(useMe());
  const query = useQuery(floorBuyersQuery(auction));
  const erase = useFloorBuyerChange(auction);
  const { ask, question } = useQuestion();
  const [changed, setChanged] = useState<string | null>(null);
  const actions: Column<FloorBuyer> = {
    id: 'actions',
    header: 'Actions',
    actions: true,
    // Two buttons are higher than the lines of a short card.
    phone: 'plain',
    cell: ({ number, name }) => (
      <Row as="span" align="stretch" gap="sm">
        <Button
          variant="default"
          aria-label={name === '' ? `Name buyer ${number}` : `Change buyer ${number}`}
          onClick={() => setChanged(number)}
        >
          {name === '' ? 'Name' : 'Change'}
        </Button>
        {name !== '' && (
          <Button
            variant="subtle"
            aria-label={`Erase buyer ${number}`}
            onClick={() =>
              ask(
                {
                  title: `Erase buyer ${number}?`,
                  message: `Name, PIC and phone of ${name} are deleted for ever. What the number bought stays.`,
                  yes: 'Erase',
                  danger: true,
                },
                () => erase.mutate({ do: 'erase', number }),
              )
            }
          >
            Erase
          </Button>
        )}
      </Row>
    ),
  };
  return (
    <>
      {question}
      {erase.error && <p role="alert">{errorTextOf(erase.error).message}</p>}
      <ReadRows query={query} label="Loading buyer numbers…">
        {({ buyers, claims }) => {
          const named = buyers.filter(({ name }) => name !== '');
          const taken = new Map(named.map(({ number, name }) => [number, name]));
          const buyer = buyers.find(({ number }) => number === changed);
          return (
            <>
              <Claims auction={auction} claims={claims} buyers={buyers} mayAct={mayAct} />
              {buyer && (
                <BuyerForm
                  key={buyer.number}
                  auction={auction}
                  taken={taken}
                  buyer={buyer}
                  onDone={() => setChanged(null)}
                />
              )}
              {mayAct && (
                // What is half typed stays while a buyer is changed.
                <div hidden={buyer !== undefined}>
                  <BuyerForm auction={auction} taken={taken} next={nextNumber(buyers)} />
                </div>
              )}
              <DataTable
                caption="Buyer numbers of this sale"
                columns={mayAct ? [...COLUMNS, actions] : COLUMNS}
                rows={buyers}
                rowKey={({ number }) => number}
                empty={<Empty title="No buyer number was given yet." />}
              />
            </>
          );
        }}
      </ReadRows>
    </>
  );
}

/** Buyer numbers of a sale with a floor: whom the desk gave them to, and the accounts that claim them. */
export function FloorBuyersScreen() {
  return (
    <SaleLoader>
      {(sale) => (
        <Page
          title={`Buyer numbers: ${sale.title}`}
          before={<BackLink to={paths.staffSale(sale)}>Back to the sale</BackLink>}
        >
          {AUCTION_TYPES[sale.auctionType].byClerk ? (
            <Register auction={sale._id} />
          ) : (
            <Empty title="This sale has no floor, so it has no buyer numbers." />
          )}
        </Page>
      )}
    </SaleLoader>
  );
}

import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { ERRORS } from '@saleyard/contract/errors.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import type { Form } from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { formatDateTime } from '@saleyard/domain/presentation/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { paths } from '@/config/paths.ts';
import { ApiError } from '@/lib/api-error.ts';
import { addLotRefusal } from '@/lib/selling.ts';
import { isLastSeen, useMe } from '@/lib/session.ts';
import { Text } from '@/ui/layout.tsx';
import { Empty, Failed, Loading, NoPermission, Page } from '@/ui/page.tsx';
import { LotForm } from './lot-form.tsx';
import classes from './selling.module.css';
import { ownLotQuery, saleQuery } from './selling-queries.ts';

/** Answers that may be others when the same is requested again: signing in, a timeout, too many requests. */
const PASSING: readonly number[] = [401, 408, 429];

/** Whether the server refused to show the sale or the lot, so that trying again would change nothing. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && !PASSING.includes(error.status);

/** The form of a new lot, or of a draft, opened at the address it was opened at. */
function OpenedForm({ onMoved }: { onMoved: (path: string) => void }) {
  const now = useMe();
  // A session that ends, or a server that is away, leaves the form as it is: the person signs in again in it. Of a person
  // who is only known from before, most is blank.
  const [me, setMe] = useState(now);
  const isOthers = !!me && !!now && me._id !== now._id;
  if (now && now !== me && !isOthers && !(me && isLastSeen(now))) setMe(now);
  const [isShown, setShown] = useState(false);
  // The sale that was chosen in the form since.
  const [chosen, setChosen] = useState<AuctionSummary | null>(null);
  // The address follows the form from here on.
  const [{ auctionNumber = '', draftNumericId }] = useState(useParams());
  const isDraft = draftNumericId !== undefined;
  const draft = useQuery({ ...ownLotQuery(draftNumericId ?? ''), enabled: isDraft });
  // A draft may have been moved since its address was made.
  const [moved, setMoved] = useState<string | null>(null);
  const sale = useQuery(saleQuery(moved ?? auctionNumber));
  const inSale = draft.data?.auctionData?.searchNumber;
  if (inSale !== undefined && moved === null) setMoved(String(inSale));
  // Another person signed in: the lot, and what is kept of it on this device, are not theirs.
  if (isOthers) return <Navigate to={paths.myAdmin} replace />;
  // A form that is open stays, also where a later read is refused.
  const errors = [sale, ...(isDraft ? [draft] : [])].filter(({ data }) => !data).map(({ error }) => error);
  if (errors.some(isRefused)) return <Navigate to={paths.myAdmin} replace />;
  const error = errors.find((one) => one !== null);
  if (error)
    return (
      <Page title="Add New Lot">
        <Failed
          error={error}
          onRetry={() => void Promise.all([sale.refetch(), isDraft && draft.refetch()])}
        />
      </Page>
    );
  if (!me || !sale.data || (isDraft && !draft.data))
    return (
      <Page title="Add New Lot">
        <Loading label="Loading the form…" />
      </Page>
    );
  const { data: auction } = sale;
  const title = isDraft ? 'Edit Lot' : 'Add New Lot';
  const form: Form | undefined = FORMS[auction.kindData.type];
  if (form === undefined)
    return (
      <Page title={title}>
        <Empty title="Wrong format of form" />
      </Page>
    );
  // A form that is shown stays: what may not be saved any more is refused and said by the server.
  const why = isShown ? null : addLotRefusal(me, auction);
  if (why === null && !isShown) setShown(true);
  if (why !== null)
    return (
      <Page title={title}>
        <NoPermission>
          {ERRORS[why].message} {why === 'profile-incomplete' && <Link to={paths.profile}>Update</Link>}
        </NoPermission>
      </Page>
    );
  const lot = draft.data ?? null;
  const current = chosen ?? auction;
  if (lot !== null && !lot.draft) return <Navigate to={paths.submittedLots} replace />;
  return (
    <Page title={title} tight>
      <div className={classes.sale}>
        {current.logo.url !== '' && <img src={current.logo.url} alt="" />}
        <strong>{current.title}</strong>
        <span>No. {current.number}</span>
        <span>{formatDateTime(current.liveAt)} Sydney</span>
        <span>{AUCTION_TYPES[current.auctionType].shortLabel}</span>
      </div>
      {lot === null && (
        <Text size="sm" mb="sm">
          Many lots? <Link to={paths.lotsSheet(current)}>Add them from a spreadsheet</Link>
        </Text>
      )}
      {lot?.phase === 'refused' && <p role="note">Sent back by our team: {lot.reason}</p>}
      <div className={classes.tapped}>
        <LotForm
          me={me}
          form={form}
          sale={auction}
          opened={lot}
          onMoved={(path, to) => {
            setChosen(to);
            onMoved(path);
          }}
        />
      </div>
    </Page>
  );
}

/** /main/add/new/{kindTitle}/{auctionNumber}/{draftNumericId?}: a lot is written. */
export function LotFormScreen() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  // The form stays while its own address changes; another address is another form.
  const [own, setOwn] = useState({ key: pathname, paths: [pathname] });
  if (!own.paths.includes(pathname)) setOwn({ key: pathname, paths: [pathname] });
  const onMoved = useCallback(
    (path: string) => {
      setOwn((known) => ({ ...known, paths: [...known.paths, path] }));
      void navigate(path, { replace: true, preventScrollReset: true });
    },
    [navigate],
  );
  return <OpenedForm key={own.key} onMoved={onMoved} />;
}

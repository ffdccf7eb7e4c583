import { messageOperations } from '@saleyard/contract/operations/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { paths } from '@/config/paths.ts';
import { callForPage, fileAddress } from '@/lib/api-client.ts';
import { isFirstRead, rowsOf } from '@/lib/query-client.ts';
import { useUrlPage } from '@/ui/filters/url-filters.tsx';
import { KeptMessages } from '@/ui/notices/kept-messages.tsx';
import { BackLink, Empty, Page, ReadRows } from '@/ui/page.tsx';
import { Pager } from '@/ui/pager.tsx';

/** E-mails and text messages that were kept because no server is set that sends them. */
export function OutboxScreen() {
  const [page, setPage] = useUrlPage();
  const query = useQuery({
    queryKey: ['staff', 'outbox', page],
    queryFn: ({ signal }) => callForPage(messageOperations.outbox, { query: { page }, signal }),
    placeholderData: rowsOf('staff', 'outbox'),
  });
  const data = isFirstRead(query) ? undefined : query.data;
  return (
    <Page title="Outbox" before={<BackLink to={paths.staffAccounts}>Back to Accounts</BackLink>}>
      <ReadRows query={query} label="Loading messages…">
        {({ data: { messages } }) =>
          messages.length === 0 ? (
            <Empty title="No messages were kept" />
          ) : (
            <KeptMessages
              messages={messages}
              fileAddress={(message, place) =>
                fileAddress(messageOperations.outboxFile, { params: { message, place: String(place) } })
              }
            />
          )
        }
      </ReadRows>
      {data && <Pager page={page} pages={data.totalPages} onPage={setPage} />}
    </Page>
  );
}

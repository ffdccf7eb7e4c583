import { sellingOperations } from '@saleyard/contract/operations/selling.ts';
import type { WaitingListing } from '@saleyard/contract/selling.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.ts';
import { ApiError, errorTextOf } from '@/lib/api-error.ts';
import { isDoubtful } from '@/lib/call-with-retry.ts';
import { titleOf } from '@/lib/labels.ts';
import { Button } from '@/ui/button.tsx';
import { Row } from '@/ui/layout.tsx';
import { useQuestion } from '@/ui/question-dialog.tsx';
import { toast } from '@/ui/toasts.tsx';

/** `isUnknown`: no answer came, so the lot may be approved. */
type Failure = { lot: WaitingListing; why: string; isUnknown: boolean };

/** Lots with what went wrong with each; nothing where there is none. */
const Failures = ({ title, failures }: { title: string; failures: readonly Failure[] }) =>
  failures.length > 0 && (
    <div role="alert">
      <p>{title}</p>
      <ul>
        {failures.map(({ lot, why, isUnknown }) => (
          <li key={lot._id}>
            {nameOf(lot)}
            {!isUnknown && `: ${why}`}
          </li>
        ))}
      </ul>
    </div>
  );

const nameOf = (lot: WaitingListing): string => `${lot.searchNumericId}, ${titleOf(lot, lot.count ?? 0)}`;

/**
 * Approves the chosen lots one after another, each at the revision that the list shows: one that its seller changed
 * since is not approved, and is named. `lots`: those of the page, from which all may be chosen at once.
 */
export function ApproveMany({
  lots,
  chosen,
  onChoose,
}: {
  lots: readonly WaitingListing[];
  chosen: readonly WaitingListing[];
  onChoose: (lots: readonly WaitingListing[]) => void;
}) {
  const client = useQueryClient();
  const { ask, question } = useQuestion();
  const approval = useMutation({
    mutationFn: async (approved: readonly WaitingListing[]): Promise<readonly Failure[]> => {
      const failures: Failure[] = [];
      for (const lot of approved) {
        const sent = { params: { lot: lot._id }, body: { revision: lot.revision } };
        await call(sellingOperations.approveListing, sent).catch((error: unknown) =>
          failures.push({
            lot,
            why: errorTextOf(error).message,
            isUnknown: error instanceof ApiError && isDoubtful(error),
          }),
        );
      }
      return failures;
    },
    onSuccess: (failures, approved) => {
      const done = approved.length - failures.length;
      if (done > 0) toast(`${countOf(done, 'lot')} approved`);
      onChoose([]);
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['staff', 'listings'] });
      void client.invalidateQueries({ queryKey: ['staff', 'waiting'] });
    },
  });
  const what = countOf(chosen.length, 'lot');
  const failures = approval.data ?? [];
  const isAll = chosen.length === lots.length;
  return (
    <>
      {question}
      <Row gap="sm" mb="md">
        <Button
          disabled={chosen.length === 0}
          loading={approval.isPending}
          onClick={() =>
            ask(
              {
                title: `Approve ${what}?`,
                message:
                  chosen.length === 1
                    ? 'It enters the catalogue of its auction as it is now. Buyers see it at once.'
                    : 'They enter the catalogues of their auctions as they are now. Buyers see them at once.',
                yes: `Approve ${what}`,
              },
              () => approval.mutate(chosen),
            )
          }
        >
          {chosen.length === 0 ? 'Approve the chosen lots' : `Approve ${what}`}
        </Button>
        {lots.length > 1 && (
          <Button variant="default" disabled={approval.isPending} onClick={() => onChoose(isAll ? [] : lots)}>
            {isAll ? 'Choose none' : `Choose all ${lots.length}`}
          </Button>
        )}
      </Row>
      <Failures title="Not approved:" failures={failures.filter(({ isUnknown }) => !isUnknown)} />
      <Failures
        title="No answer came. These lots may be approved, look before you try again:"
        failures={failures.filter(({ isUnknown }) => isUnknown)}
      />
    </>
  );
}

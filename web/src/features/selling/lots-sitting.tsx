import { sellingOperations } from '@saleyard/contract/operations/selling.ts';
import type { OwnListing, WholeListing } from '@saleyard/contract/selling.ts';
import type { Form } from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { submitProblems } from '@saleyard/domain/listing/validation.ts';
import { countOf, formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { dayKey } from '@saleyard/domain/presentation/dates.ts';
import { deliveryText } from '@saleyard/domain/presentation/field-text.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { call } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { serverNow } from '@/lib/clock.ts';
import { titleOf } from '@/lib/labels.ts';
import { newCommandId } from '@/lib/random.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { FieldGroup, Wide } from '@/ui/form/form.tsx';
import { Failed, Loading } from '@/ui/page.tsx';
import { contentOf, type LotValues, valuesOf } from './lot-values.ts';
import { revisionAfter } from './merge.ts';
import classes from './selling.module.css';
import { ownLotQuery } from './selling-queries.ts';
import { changedSignatures, sendSignature } from './send-files.ts';
import { SignatureField } from './signature-fields.tsx';
import { UNDECIDED, UNSAVED, useSubmission } from './submission.ts';
import { SignedFields, useByAgent } from './terms-fields.tsx';

/** What became of a lot in the sitting. `unknown`: no answer came to its submission. */
type Outcome = 'submitted' | 'skipped' | 'unknown';

/** What a seller must see of a lot before it is signed for. */
function LotFacts({ lot }: { lot: WholeListing }) {
  const { details } = lot.content;
  const text = (name: string) => String(details[name as 'title'] ?? '');
  const { average } = lot.publicDetails.weight;
  const price = (cents: number | null) =>
    lot.bidding === null ? '–' : formatPriceWithUnit(cents, lot.bidding);
  const facts: [string, string][] = [
    ['Vendor', [text('vendorName'), text('vendorPic')].filter(Boolean).join(', ')],
    ['Place', [text('town'), text('state'), text('postcode')].filter(Boolean).join(' ')],
    [
      'Stock',
      [countOf(lot.count ?? 0, 'head', 'head'), text('breed'), text('sex'), text('stockCategory')].join(', '),
    ],
    [
      'Weight',
      average === null ? 'not weighed' : `${average} kg on average, ${lot.countWeighed ?? 0} weighed`,
    ],
    ['Price', `start ${price(lot.startPrice)}, reserve ${price(lot.reserveCents)}`],
    ['Delivery', deliveryText(text('earliestDelivery'), text('latestDelivery'))],
    ['Pictures', String(lot.media.length)],
  ];
  return (
    <dl className={classes.signedFacts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value || '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

type Declarations = Pick<LotValues, 'acceptenceOnTerms' | 'isLicencedAgent' | 'vendorSignedForm'>;
type Saved = { revision: number; content: ReturnType<typeof contentOf> };
/** The save of the declarations: of which ones at which revision. */
type Declaring = { of: string; commandId: string; isSaved?: true };

/** One lot of the sitting: what it says, its own declarations and signatures, and its submission. */
function SignedLot({
  lot,
  form,
  onEnded,
}: {
  lot: WholeListing;
  form: Form;
  onEnded: (outcome: Outcome) => void;
}) {
  const values = valuesOf(form, '', lot.content);
  const lotForm = useForm<LotValues, unknown, LotValues>({ defaultValues: values });
  const saved = contentOf(form, values);
  // What the server has of the lot by now: another try goes on from there.
  const server = useRef<Saved>({ revision: lot.revision, content: saved });
  const declaring = useRef<Declaring | null>(null);
  const declared = { acceptenceOnTerms: true, isLicencedAgent: true, vendorSignedForm: true };
  const days = { today: dayKey(serverNow()), live: lot.auctionData && dayKey(lot.auctionData.liveAt) };
  const byAgent = useByAgent();
  const submission = useSubmission();
  const [isWaiting, setWaiting] = useState(false);
  const [isUndecided, setUndecided] = useState(false);
  const problems = submitProblems(form, { ...saved, ...declared }, days, { byAgent });
  const address = lot.auctionData && { ...lot.auctionData, kindData: lot.kindData };
  /** Saves the declarations. A save without an answer is sent again as the same command. */
  const declare = async (declarations: Declarations) => {
    const { content, revision } = server.current;
    const of = JSON.stringify([declarations, revision]);
    if (declaring.current?.of !== of) declaring.current = { of, commandId: newCommandId() };
    if (declaring.current.isSaved) return;
    const answer = await call(sellingOperations.saveListing, {
      params: { auction: lot.auction, lot: lot._id },
      query: {},
      body: { lot: declarations, revision, commandId: declaring.current.commandId },
    });
    server.current = { revision: answer.revision, content };
    declaring.current = {
      of: JSON.stringify([declarations, answer.revision]),
      commandId: declaring.current.commandId,
      isSaved: true,
    };
  };
  /** Saves the declarations and signatures. What the server has already is not sent again. */
  const saveSigned = async () => {
    const { acceptenceOnTerms, isLicencedAgent, vendorSignedForm } = lotForm.getValues();
    for (const signer of changedSignatures(lotForm.getValues(), server.current.content, true)) {
      const { url, revision } = await sendSignature(lotForm, lot._id, signer);
      const { revision: known, content } = server.current;
      server.current = {
        revision: revisionAfter(known, revision),
        content: { ...content, [`${signer}Signature`]: url },
      };
    }
    const declarations = { acceptenceOnTerms, isLicencedAgent, vendorSignedForm };
    if (form.signed) await declare(declarations);
  };
  const submit = useMutation({
    mutationFn: async () => {
      if (!(await submission.save(saveSigned, () => setWaiting(true)))) return false;
      setWaiting(false);
      const { revision } = server.current;
      return submission.submit(lot._id, revision, () => setUndecided(true));
    },
    // Where it is closed before the outcome is known, nobody is here to read it.
    onSuccess: (isSubmitted) => isSubmitted && onEnded('submitted'),
    onError: () => {
      setWaiting(false);
      setUndecided(false);
    },
  });
  return (
    <FormProvider {...lotForm}>
      <LotFacts lot={lot} />
      {problems.length > 0 ? (
        <div role="note">
          <p>This lot can't be submitted yet:</p>
          <ul>
            {problems.slice(0, 8).map(({ field, message }) => (
              <li key={`${field} ${message}`}>{message}</li>
            ))}
            {problems.length > 8 && <li>and {problems.length - 8} more</li>}
          </ul>
          {address && <Link to={paths.newLot(address, lot)}>Open the lot</Link>}
        </div>
      ) : (
        form.signed && (
          <>
            <FieldGroup title="Special Conditions of Sale">
              <Wide>{lot.saleConditions === '' ? 'None' : lot.saleConditions}</Wide>
              <SignatureField signer="agent" />
            </FieldGroup>
            <SignedFields />
          </>
        )
      )}
      {isWaiting && <p role="status">{UNSAVED.message}</p>}
      {isUndecided && <p role="status">{UNDECIDED.message}</p>}
      {submit.error && <p role="alert">{errorTextOf(submit.error).message}</p>}
      <div className={classes.controls}>
        <Button variant="default" onClick={() => onEnded(isUndecided ? 'unknown' : 'skipped')}>
          {isUndecided ? 'Go on without the answer' : 'Skip this lot'}
        </Button>
        {problems.length === 0 && (
          <Button loading={submit.isPending} onClick={() => submit.mutate()}>
            Submit this lot
          </Button>
        )}
      </div>
    </FormProvider>
  );
}

/** Reads a lot of the sitting. Another one has another instance, so that no signature goes with the wrong lot. */
function ReadLot({ lot, onEnded }: { lot: OwnListing; onEnded: (outcome: Outcome) => void }) {
  const { data, error, refetch } = useQuery(ownLotQuery(String(lot.searchNumericId)));
  if (data) return <SignedLot lot={data} form={FORMS[data.kindData.type]} onEnded={onEnded} />;
  return error ? (
    <Failed error={error} onRetry={() => void refetch()} />
  ) : (
    <Loading label="Loading the lot…" />
  );
}

/** Several lots are submitted in one sitting: each is shown, declared and signed for by itself. */
export function SittingDialog({ lots, onClose }: { lots: readonly OwnListing[]; onClose: () => void }) {
  const client = useQueryClient();
  // The list behind the dialog changes as lots leave it.
  const [all] = useState(lots);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const lot = all[outcomes.length];
  const end = () => {
    onClose();
    void client.invalidateQueries({ queryKey: ['selling'] });
  };
  if (lot === undefined) {
    const submitted = outcomes.filter((outcome) => outcome === 'submitted').length;
    const of = (wanted: Outcome) =>
      all
        .filter((_, at) => outcomes[at] === wanted)
        .map((one) => titleOf(one, one.count ?? 0))
        .join('; ');
    const [skipped, unknown] = [of('skipped'), of('unknown')];
    return (
      <Dialog title="Submit lots" onClose={end} actions={<Button onClick={end}>OK</Button>}>
        <p role="status">
          {submitted === 0
            ? unknown === ''
              ? 'No lot was submitted.'
              : 'No lot is known to be submitted.'
            : `${countOf(submitted, 'lot')} submitted. Allow 24 hrs until live in Catalogue.`}
        </p>
        {skipped !== '' && <p>{`Still drafts: ${skipped}.`}</p>}
        {unknown !== '' && (
          <p>{`Not known yet: ${unknown}. Look in My Submitted Lots: it is there if it was submitted, else it is still a draft.`}</p>
        )}
      </Dialog>
    );
  }
  return (
    <Dialog
      title={`Lot ${outcomes.length + 1} of ${all.length}: ${titleOf(lot, lot.count ?? 0)}`}
      onClose={end}
      actions={
        <Button variant="default" onClick={end}>
          Stop here
        </Button>
      }
    >
      <ReadLot key={lot._id} lot={lot} onEnded={(outcome) => setOutcomes([...outcomes, outcome])} />
    </Dialog>
  );
}

import { EVERY_LOT } from '@saleyard/contract/audit.ts';
import { formatCount, formatDollars } from '@saleyard/domain/presentation/amounts.ts';
import { bidderName, outageText, stepTime } from '@saleyard/domain/presentation/audit.ts';
import { RESULTS_IN_SENTENCES } from '@saleyard/domain/presentation/lots.ts';
import * as assert from 'uvu/assert';
import { summaryOf } from '../audit/answer-audit.ts';
import type { AuditReport, Rung } from '../audit/report.ts';
import { ReportSteps } from '../audit/steps.ts';
import { lotsText, reportText } from '../audit/text.ts';

type Common = Pick<Rung, 'revision' | 'at' | 'sequencedAt' | 'act' | 'cents'> & {
  ruling: readonly string[];
  refused: string | null;
};
const common = ({ revision, at, sequencedAt, act, ruling, cents, refused }: Common) => ({
  ...{ revision, at, sequencedAt, act, ruling, cents, refused },
});

const ALL = { skip: 0, limit: Number.POSITIVE_INFINITY };

const VERDICTS = { proven: 'PROVEN', different: 'NOT PROVEN', unreadable: 'COULD NOT BE READ' } as const;

const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Fails unless the text, the JSON and the page have the same verdict, results of lots, and outages. */
function assertSameSummary(report: AuditReport, json: AuditReport): void {
  const page = asJson(summaryOf({ report, at: 0 }));
  const lines = reportText(report).split('\n');
  assert.ok(lines.some((line) => line.startsWith(`${VERDICTS[page.verdict]}  `)));
  const { found, revision, what } = json.difference ?? {};
  assert.equal(page.difference, json.difference && { found, revision, what });
  assert.equal(
    [page.verdict === 'proven', page.differenceCount, page.events, page.chained, page.decidedAgain],
    [json.proven, json.differenceCount, json.events, json.chained, json.decidedAgain],
  );
  assert.ok(lines.includes(`Head hash   ${page.headHash}`));
  assert.is(page.headHash, json.headHash);
  const paddleOf = (buyer: string | null) => (buyer === null ? null : (json.paddles[buyer] ?? null));
  assert.equal(
    page.lots,
    json.lots.map(({ ladder, knockedDown: first, ...lot }) => ({
      ...lot,
      ...(first && {
        knockedDown: {
          result: first.result,
          priceCents: first.cents,
          winner: first.buyer,
          paddle: paddleOf(first.buyer),
        },
      }),
      steps: ladder.length,
    })),
  );
  const head = lines.findIndex((line) => /^ *Lot {2}Title/.test(line));
  for (const [place, lot] of page.lots.entries()) {
    const row = lines[head + 1 + place] ?? '';
    const price = lot.priceCents === null ? '' : `${formatDollars(lot.priceCents)}/${lot.unit}`;
    const result = lot.result === 'open' ? 'open' : RESULTS_IN_SENTENCES[lot.result as 'sold'];
    for (const part of [lot.number, result, price, lot.paddle ?? lot.winner ?? ''])
      assert.ok(row.includes(part), `${row} has no ${part}`);
    const counts = [lot.bidders, lot.accepted, lot.refused].map((count) => formatCount(count));
    assert.equal(row.split(/ {2,}/).slice(-3), counts);
    const own = report.lots.filter((one) => one.lot === lot.lot);
    const text = lotsText(report, own).split('\n');
    const outcome = text[text.findIndex((line) => line.includes(', increment $')) + 1] ?? '';
    for (const end of [lot, ...(lot.knockedDown ? [lot.knockedDown] : [])]) {
      if (end.winner !== null) assert.match(outcome, bidderName(end.winner, end.paddle));
      if (end.priceCents !== null) assert.match(outcome, `${formatDollars(end.priceCents)}/${lot.unit}`);
    }
  }
  assert.equal(
    page.outages.map(({ actor, ...outage }) => [outage, actor.kind, actor.id]),
    json.outages.map(({ actor, ...outage }) => [outage, actor.kind, actor.id]),
  );
  let rest = lines.join('\n');
  for (const outage of page.outages) {
    // Who did it has a name in one and not in the other.
    const [before = '', after = ''] = outageText({ ...outage, by: '|' }).split('|');
    const at = rest.indexOf(before);
    assert.ok(at >= 0 && rest.indexOf(after, at) >= at, `the text has no ${before}…${after}`);
    rest = rest.slice(at + before.length);
  }
}

/**
 * Fails unless the text, the JSON and the pages of an audit have the same verdict, results, outages and steps: the same events in the same order, each
 * with the same times, actor, act, ruling, amount and refusal. Each has the rule that decided it.
 */
export function assertAgreement(report: AuditReport): void {
  const json = asJson(report);
  assertSameSummary(report, json);
  const pages = new ReportSteps(report);
  const check = (rungs: readonly Rung[], lot: string | undefined, text: string): void => {
    const found = pages.find(lot === undefined ? {} : { lot }, ALL);
    assert.equal(
      found.steps.map(({ actor, receivedAt, clockOffsetMs, seenCents, ...step }) => ({
        ...common(step),
        actor: [actor.kind, actor.id, actor.paddle],
        arrival: [receivedAt, clockOffsetMs, seenCents],
      })),
      rungs.map(({ actor, arrival, ...step }) => ({
        ...common(step),
        actor: [actor.kind, actor.id, actor.paddle],
        arrival: [
          arrival?.receivedAt ?? null,
          arrival?.clockOffsetMs ?? null,
          arrival?.seenCents === undefined ? 'not recorded' : arrival.seenCents,
        ],
      })),
    );
    const lines = text.split('\n');
    let from = 0;
    for (const [place, rung] of rungs.entries()) {
      const { at: when, act, actor, cents, what, revision, ruling, arrival } = rung;
      const at = lines.findIndex(
        (line, i) => i >= from && line.includes(act) && line.endsWith(`#${revision}`),
      );
      assert.ok(at >= from, `the text has no ${act} #${revision}`);
      const line = lines[at] ?? '';
      const isRuled = ruling.some((words) => /\[[A-Z]\d+\]|^Refused: /.test(words));
      assert.ok(isRuled, `${line} has no rule: ${ruling.join(' | ')}`);
      assert.ok(line.startsWith(stepTime(when)), `${line} has another time`);
      if (actor.kind !== 'system')
        assert.ok(line.includes(actor.paddle ?? actor.id), `${line} has another actor`);
      // What a lot closed or was corrected with is in the ruling or the act.
      const isShown = cents !== null && what !== 'closed' && what !== 'corrected';
      if (isShown) assert.ok(line.includes(formatDollars(cents)), `${line} has another amount`);
      assert.equal(
        lines.slice(at + 1, at + 1 + ruling.length).map((line) => line.trim()),
        ruling
          .flatMap((line) => line.split('\n'))
          .map((line) => line.trim())
          .slice(0, ruling.length),
      );
      const seen = arrival?.seenCents;
      // Both say when a bid of a person came, and of the same steps.
      const isTimed = actor.kind === 'user' && found.steps[place]?.isBid === true;
      const height = ruling.length === 0 ? 0 : ruling.join('\n').split('\n').length;
      const below = (lines[at + 1 + height] ?? '').trim();
      assert.is(/^(Received|Sequenced) /.test(below), isTimed, `${line} ${below}`);
      if (isTimed) {
        assert.match(below, arrival === null ? 'arrival not recorded' : 'Received ');
        if (typeof seen === 'number') assert.match(below, `showed ${formatDollars(seen)}`);
      }
      from = at + 1;
    }
  };
  check(json.sale, undefined, reportText(report));
  for (const lot of json.lots)
    check(
      lot.ladder,
      lot.lot,
      lotsText(
        report,
        report.lots.filter((one) => one.lot === lot.lot),
      ),
    );
  // One after the other, the pages are the whole; each event of a lot or of the sale is there.
  const whole = pages.find({ lot: EVERY_LOT }, ALL);
  const size = Math.max(1, Math.ceil(whole.total / 3));
  const paged = [0, 1, 2].flatMap(
    (page) => pages.find({ lot: EVERY_LOT }, { skip: page * size, limit: size }).steps,
  );
  assert.equal(paged, whole.steps);
  const revisions = new Set(whole.steps.map(({ revision }) => revision));
  for (const { revision } of [...json.sale, ...json.lots.flatMap(({ ladder }) => ladder)])
    assert.ok(revisions.has(revision));
}

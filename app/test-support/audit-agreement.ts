import { EVERY_LOT } from '@saleyard/contract/audit.ts';
import { formatDollars } from '@saleyard/domain/presentation/amounts.ts';
import { stepTime } from '@saleyard/domain/presentation/audit.ts';
import * as assert from 'uvu/assert';
import { BIDS } from '../audit/ladder.ts';
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

/**
 * Fails unless the text, the JSON and the pages of an audit have the same steps: the same events in the same order, each
 * with the same times, actor, act, ruling, amount and refusal.
 */
export function assertAgreement(report: AuditReport): void {
  const json = JSON.parse(JSON.stringify(report)) as AuditReport;
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
    for (const { at: when, act, actor, cents, what, revision, ruling, arrival } of rungs) {
      const at = lines.findIndex(
        (line, i) => i >= from && line.includes(act) && line.endsWith(`#${revision}`),
      );
      assert.ok(at >= from, `the text has no ${act} #${revision}`);
      const line = lines[at] ?? '';
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
      if (actor.kind === 'user' && BIDS.has(what)) {
        const below = lines.slice(at + 1, at + 2 + ruling.join('\n').split('\n').length).join('\n');
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

import 'server-only';
import * as z from 'zod';
import { countUnassignedExceptions } from '#lib/exceptions/index.ts';
import { tStatementRefusals } from '#lib/messages/statements.ts';
import { Problem } from '#lib/values/errors.ts';
import { describePoint } from '../model/describe-point.ts';
import type { StatementLine } from '../model/lines.ts';
import { exceptionDays } from '../model/lines.ts';
import type { ChecklistFact, CloseObstacle, Proof, StatementFigures } from '../schema.ts';
import type { FiguresInput, Run } from './figures.ts';
import { findOpenDay, findRange, readAgreed, readExpiredLines, readFigures } from './figures.ts';
import { readProofs } from './proofs.ts';

const findLine = (figures: StatementFigures, name: StatementLine) =>
  figures.lines.find((line) => line.name === name) ?? { count: 0, amount: null };

/** A callback may wait for a moment for the records of another one. */
const waitingSql = `SELECT
  (SELECT count(*)::int FROM callback_message WHERE business_id = $1::uuid AND (verdict = 'quarantined'
      OR verdict = 'received' AND first_received_at < now() - interval '1 minute')) AS callbacks,
  (SELECT count(*)::int FROM payment_intent WHERE business_id = $1::uuid AND state = 'UNKNOWN') AS "unknownOutcomes",
  (SELECT count(*)::int FROM bank_line b LEFT JOIN bank_match m ON m.business_id = b.business_id AND m.match_id = b.match_id
    WHERE b.business_id = $1::uuid AND b.currency = $2 AND b.removed_at IS NULL AND b.import_id IS NOT NULL
      AND b.day BETWEEN $3::date AND $4::date AND (m.match_id IS NULL OR m.state = 'suggested')) AS unmatched`;
const waitingRows = z.tuple([
  z.object({ callbacks: z.number(), unknownOutcomes: z.number(), unmatched: z.number() }),
]);

/** Returns the open points that stand against a close. */
export async function readChecklist(
  run: Run,
  businessId: FiguresInput['businessId'],
  figures: StatementFigures,
  proofs: readonly Proof[],
): Promise<readonly ChecklistFact[]> {
  const { currency, from, to } = figures;
  const [waiting] = waitingRows.parse(await run(waitingSql, [businessId, currency, from, to]));
  const isUnproven = (name: Proof['name']) =>
    proofs.some((proof) => proof.name === name && proof.state !== 'good');
  const settlements = findLine(figures, 'settlements').count;
  const facts: readonly ChecklistFact[] = [
    { item: 'callbacks', count: waiting.callbacks },
    { item: 'unknownOutcomes', count: waiting.unknownOutcomes },
    { item: 'exceptions', count: await countUnassignedExceptions(run, businessId, exceptionDays) },
    {
      item: 'notReported',
      count:
        findLine(figures, 'depositsNotReported').count + findLine(figures, 'withdrawalsNotReported').count,
    },
    { item: 'basis', count: findLine(figures, 'reported').count },
    { item: 'withoutCurrency', count: figures.withoutCurrency },
    { item: 'opening', count: figures.opening === null ? 1 : 0 },
    { item: 'settlements', count: settlements === 0 ? 1 : 0 },
    { item: 'unmatched', count: waiting.unmatched },
    { item: 'lines', count: isUnproven('lines') ? 1 : 0 },
    // Without an opening position there is no ledger, which is a point of its own.
    { item: 'ledger', count: figures.opening !== null && isUnproven('ledger') ? 1 : 0 },
    // Without a bank statement and without settlements there is no cash.
    { item: 'cash', count: settlements > 0 && isUnproven('cash') ? 1 : 0 },
  ];
  return facts.filter(({ count }) => count > 0);
}

type Obstacle = { readonly obstacle: CloseObstacle | null; readonly nextDay: string | null };

/** Returns why these days can't be closed now, with the day on which a close begins instead. */
export async function readObstacle(
  run: Run,
  input: FiguresInput,
  endsAt: string,
  now: number,
): Promise<Obstacle> {
  const { agreed } = input;
  const { from, to } = input.days;
  const openDay = findOpenDay(agreed);
  const opening = agreed.opening === null || agreed.opening.day < (openDay ?? '') ? null : agreed.opening.day;
  const nextDay = openDay ?? opening;
  if (agreed.closes.some((close) => close.from === from && close.to === to))
    return { obstacle: 'closed', nextDay };
  if (openDay !== null && from !== openDay) return { obstacle: 'notNext', nextDay };
  // A change before the first close would be in no closing position, and neither would a position within a period.
  if (opening !== null && from > opening) return { obstacle: 'notNext', nextDay };
  if (opening !== null && from < opening && opening <= to)
    return { obstacle: 'hasOpening', nextDay: opening };
  if (Date.parse(endsAt) > now) return { obstacle: 'notOver', nextDay };
  // A close stores the row of each record.
  const expired = await readExpiredLines(run, await findRange(run, input));
  return { obstacle: expired.length > 0 ? 'expired' : null, nextDay };
}

/** A period with the settings that apply to it now. */
export type ClosingInput = Omit<FiguresInput, 'agreed'>;

/** Returns true if a closed period could not be closed again after it was reopened, because records of it have expired. */
export async function hasExpiredRecords(run: Run, period: ClosingInput): Promise<boolean> {
  const { businessId, currency, days } = period;
  const agreed = await readAgreed(run, businessId, currency);
  const closes = agreed.closes.filter(({ from, to }) => from !== days.from || to !== days.to);
  const range = await findRange(run, { ...period, agreed: { ...agreed, closes } });
  return (await readExpiredLines(run, range)).length > 0;
}

/** Reads the figures of a period and what stands against its close, in one transaction. */
export async function readClosingFacts(run: Run, period: ClosingInput, now: number) {
  const { businessId, currency } = period;
  const agreed = await readAgreed(run, businessId, currency);
  const input = { ...period, agreed };
  const figures = await readFigures(run, input);
  const proofs = await readProofs(run, { ...input, figures });
  const checklist = await readChecklist(run, businessId, figures, proofs);
  return { input, figures, checklist, ...(await readObstacle(run, input, figures.endsAt, now)) };
}

/** @throws Problem 'conflict' when the period can't be closed at all */
export function refuseObstacle({ obstacle, nextDay }: Obstacle): void {
  if (obstacle === null) return;
  throw new Problem('conflict', tStatementRefusals(obstacle, { day: nextDay ?? '' }));
}

/** @throws Problem 'conflict' when a point of the checklist is new since it was signed, or counts more */
export function refuseNewPoints(present: readonly ChecklistFact[], signed: readonly ChecklistFact[]): void {
  const news = present.filter(
    ({ item, count }) => count > (signed.find((one) => one.item === item)?.count ?? 0),
  );
  if (news.length === 0) return;
  const points = news.map((fact) => describePoint(fact)).join('; ');
  throw new Problem('conflict', tStatementRefusals('newPoints', { points }));
}

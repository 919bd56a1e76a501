import type { Days } from '#lib/statements/model/period.ts';
import type { GrossParts, GrossPosting } from '#lib/statements/schema.ts';
import type { SignedAmount } from '#lib/values/amount.ts';
import { addSigned, negateSigned, signedAmount } from '#lib/values/signed.ts';
import type { Movement, Posting } from './journal.ts';
import type { JournalProblem } from './targets.ts';

/** A run of other days, as it posted. Null: it is a bank statement, which has no parts of gross posting. */
type PostedDays = Days & {
  readonly posting: Posting | null;
  /** It has sums of days, so no part of a single deposit. */
  readonly isSummed: boolean;
};

type PostedPart = Pick<Movement, 'kind' | 'recordId' | 'day' | 'amount'>;

/** Amounts that active runs of other days posted. */
export type PostedRuns = {
  readonly runs: readonly PostedDays[];
  /** The parts of gross posting that they hold. */
  readonly parts: readonly PostedPart[];
};

const none: GrossParts = { serviceFee: signedAmount('0'), difference: signedAmount('0') };

const subtract = (one: GrossParts, other: GrossParts): GrossParts => ({
  serviceFee: addSigned(one.serviceFee, negateSigned(other.serviceFee)),
  difference: addSigned(one.difference, negateSigned(other.difference)),
});

const sumKind = (parts: readonly PostedPart[], kind: PostedPart['kind']): SignedAmount =>
  parts.reduce((sum, part) => (part.kind === kind ? addSigned(sum, part.amount) : sum), signedAmount('0'));

/** Returns true if a movement is a part that gross posting adds. */
export const isGrossPart = ({ kind }: Pick<Movement, 'kind'>): boolean =>
  kind === 'serviceFee' || kind === 'grossDifference';

const toMovements = (
  record: Pick<Movement, 'line' | 'recordId' | 'day' | 'bookedOn'>,
  { serviceFee, difference }: GrossParts,
  euro: GrossParts | null,
): readonly Movement[] => [
  { ...record, kind: 'serviceFee', amount: serviceFee, value: euro?.serviceFee ?? null, fees: null },
  { ...record, kind: 'grossDifference', amount: difference, value: euro?.difference ?? null, fees: null },
];

/**
 * Returns the change of each part of an adjusted deposit: its present amount, without what other runs posted for it. Without
 * what a closed period books, too, if no run has posted it yet. Null: a part is not reported.
 */
function adjust(
  { recordId, parts, closed }: GrossPosting['adjusted'][number],
  closedTo: string,
  posted: PostedRuns,
): GrossParts | null {
  const held = posted.parts.filter((part) => part.recordId === recordId && part.day <= closedTo);
  let change =
    parts &&
    subtract(parts, {
      serviceFee: sumKind(held, 'serviceFee'),
      difference: sumKind(held, 'grossDifference'),
    });
  for (const close of closed) {
    const runs = posted.runs.filter(({ from, to }) => from <= close.to && to >= close.from);
    if (runs.some(({ posting, isSummed }) => posting === 'gross' && !isSummed)) continue;
    // A deposit that was posted net is adjusted net.
    if (runs.some(({ posting }) => posting === 'net')) return none;
    // A close without one of them can't be posted gross.
    change = change && subtract(change, close.parts ?? none);
  }
  return change;
}

/**
 * Returns what gross posting books besides the credited amounts: service fees, and differences from the amounts received. A
 * deposit without one of them is a problem, because revenue would be wrong. An adjustment of a closed period is the change
 * of each part.
 */
export function toGrossMovements(
  { deposits, adjusted, closedTo }: Pick<GrossPosting, 'deposits' | 'adjusted' | 'closedTo'>,
  posted: PostedRuns,
): { readonly movements: readonly Movement[]; readonly problems: readonly JournalProblem[] } {
  const found = [
    ...deposits,
    ...adjusted.map((one) => ({
      line: 'adjustments' as const,
      recordId: one.recordId,
      day: one.day,
      bookedOn: one.bookedOn,
      parts: adjust(one, closedTo ?? '', posted),
      euro: null,
    })),
  ];
  return {
    movements: found.flatMap(({ parts, euro, ...record }) =>
      parts === null ? [] : toMovements(record, parts, euro),
    ),
    problems: found.flatMap(({ parts, recordId }) =>
      parts === null ? [{ problem: 'grossUnknown' as const, entryId: null, value: recordId }] : [],
    ),
  };
}

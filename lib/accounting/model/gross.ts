import type { Days } from '#lib/statements/model/period.ts';
import type { ClosedDays, GrossParts, GrossPosting } from '#lib/statements/schema.ts';
import type { SignedAmount } from '#lib/values/amount.ts';
import { addSigned, negateSigned, signedAmount } from '#lib/values/signed.ts';
import type { Movement, Posting } from './journal.ts';
import { isSum } from './journal.ts';
import type { JournalProblem } from './targets.ts';

/** A run of other days, as it posted. Null: it is a bank statement, which has no parts of gross posting. */
type PostedDays = Days & {
  readonly posting: Posting | null;
  /** It has sums of days, so no part of a single deposit. */
  readonly isSummed: boolean;
};

type PostedPart = Pick<Movement, 'kind' | 'recordId' | 'day' | 'bookedOn' | 'amount'>;

/** Amounts that active runs of other days posted. */
export type PostedRuns = {
  /** In the order in which they were made. */
  readonly runs: readonly PostedDays[];
  /** The parts of gross posting that they hold. */
  readonly parts: readonly PostedPart[];
};

const none: GrossParts = { serviceFee: signedAmount('0'), difference: signedAmount('0') };

const subtract = (one: GrossParts, other: GrossParts): GrossParts => ({
  serviceFee: addSigned(one.serviceFee, negateSigned(other.serviceFee)),
  difference: addSigned(one.difference, negateSigned(other.difference)),
});

const sumKind = (parts: readonly Pick<Movement, 'kind' | 'amount'>[], kind: Movement['kind']): SignedAmount =>
  parts.reduce((sum, part) => (part.kind === kind ? addSigned(sum, part.amount) : sum), signedAmount('0'));

const sumParts = (parts: readonly Pick<Movement, 'kind' | 'amount'>[]): GrossParts => ({
  serviceFee: sumKind(parts, 'serviceFee'),
  difference: sumKind(parts, 'grossDifference'),
});

/** Returns true if a movement is a part that gross posting adds. */
export const isGrossPart = ({ kind }: Pick<Movement, 'kind'>): boolean =>
  kind === 'serviceFee' || kind === 'grossDifference';

/**
 * Returns the same with parts as runs hold them, for deposits that have changed since the close of their day, if the close stored no
 * amount received. The change of a part is an adjustment.
 */
export function keepHeld(
  gross: GrossPosting,
  closes: readonly ClosedDays[],
  held: readonly Movement[],
): GrossPosting {
  const toKey = ({ recordId, bookedOn }: Pick<Movement, 'recordId' | 'bookedOn'>) =>
    `${recordId} ${bookedOn}`;
  const byKey = Map.groupBy(
    held.filter((movement) => movement.line !== 'adjustments' && !isSum(movement)),
    toKey,
  );
  const closedParts = new Map<string, Days & { readonly parts: GrossParts }>();
  const deposits = gross.deposits.map((deposit) => {
    const { recordId, bookedOn, isSigned, changedAt } = deposit;
    const close = closes.find(({ from, to }) => from <= bookedOn && bookedOn <= to);
    const own = byKey.get(toKey(deposit));
    if (isSigned || close === undefined || own === undefined) return deposit;
    if (changedAt !== null && changedAt <= close.closedAt) return deposit;
    const parts = sumParts(own);
    const values = own.flatMap((one) => (one.value === null ? [] : [{ ...one, amount: one.value }]));
    closedParts.set(recordId, { ...close, parts });
    return { ...deposit, parts, euro: values.length === own.length ? sumParts(values) : null };
  });
  const adjusted = gross.adjusted.map((one) => ({
    ...one,
    closed: one.closed.map((close) => {
      const found = closedParts.get(one.recordId);
      return found?.from === close.from && found.to === close.to ? { ...close, parts: found.parts } : close;
    }),
  }));
  return { ...gross, deposits, adjusted };
}

const toMovements = (
  record: Pick<Movement, 'line' | 'recordId' | 'day' | 'bookedOn'>,
  { serviceFee, difference }: GrossParts,
  euro: GrossParts | null,
): readonly Movement[] => [
  { ...record, kind: 'serviceFee', amount: serviceFee, value: euro?.serviceFee ?? null, fees: null },
  { ...record, kind: 'grossDifference', amount: difference, value: euro?.difference ?? null, fees: null },
];

/**
 * Returns the change of each part of an adjusted deposit: its present amount, without what other runs posted for it. It also
 * leaves out what a closed period books, if no run has posted it yet, so that files are the same in any order. Null: a part is
 * not reported.
 */
function adjust(
  { recordId, parts, isSigned, closed }: GrossPosting['adjusted'][number],
  closedTo: string,
  posted: PostedRuns,
): GrossParts | null {
  // Closes signed it without later changes, which later files may hold.
  const held = posted.parts.filter(
    (part) => part.recordId === recordId && (isSigned ? part.bookedOn : part.day) <= closedTo,
  );
  let change = parts && subtract(parts, sumParts(held));
  for (const close of closed) {
    const runs = posted.runs.filter(({ from, to }) => from <= close.to && to >= close.from);
    // A period may have been posted net between. Its last run decides.
    const last = [...Map.groupBy(runs, ({ from }) => from).values()].map((some) => some.at(-1));
    if (last.some((one) => one?.posting === 'gross' && !one.isSummed)) continue;
    // A deposit that was posted net is adjusted net.
    const isNet = last.some((one) => one?.posting === 'net');
    if (isNet && !close.isAdjustment) return none;
    // A close without one of them can't be posted gross.
    if (!isNet) change = change && subtract(change, close.parts ?? none);
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

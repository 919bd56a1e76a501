import 'server-only';
import { readSettledDeposits } from '#lib/statements/index.ts';
import { findExchange, settlementKinds } from './model/exchange.ts';
import type { Movement } from './model/journal.ts';
import type { listActiveRuns, RunReads, RunScope } from './store.ts';
import { parseHeld, readOtherHeld } from './store.ts';

const isSettlement = ({ kind }: Movement): boolean => settlementKinds.some((one) => one === kind);

/** Returns the exchange differences of the settlements of a period, whose other movements a run is about to hold. */
export async function prepareExchange(
  { readFacts, readRuns }: RunReads,
  scope: RunScope,
  {
    base,
    reported,
    movements,
    runs,
    closedAt,
  }: {
    /** The base currency of the books. */
    readonly base: string;
    /** The movements of the period, as the statement has them. */
    readonly reported: readonly Movement[];
    /** The movements that the run adds, with their values. */
    readonly movements: readonly Movement[];
    /** The runs of the period beside it. */
    readonly runs: Awaited<ReturnType<typeof listActiveRuns>>;
    readonly closedAt: number | null;
  },
): Promise<readonly Movement[]> {
  const settlements = reported.filter(isSettlement);
  if (settlements.length === 0) return [];
  const lineIds = [...new Set(settlements.map(({ recordId }) => recordId))];
  const settled = await readSettledDeposits(readFacts, scope.businessId, lineIds);
  const deposits = settled.flatMap((match) => match.deposits);
  const days = [...deposits, ...settlements].map(({ day }) => day);
  const other = await readOtherHeld(readRuns, scope, {
    recordIds: [...lineIds, ...deposits.map(({ depositId }) => depositId)],
    kinds: ['deposit', ...settlementKinds, 'exchange'],
    base,
    // No run holds a record before its day.
    since: days.reduce<string | null>(
      (first, day) => (first === null || day === null || day < first ? day : first),
      days[0] ?? null,
    ),
  });
  const isExchange = ({ kind }: Movement) => kind === 'exchange';
  const listHeld = (some: typeof runs) => some.flatMap((one) => parseHeld(one, base));
  const held = listHeld(runs);
  // As with gross posting, the first file since a close decides, and later changes are adjustments.
  const fixed = new Set(
    listHeld(runs.filter(({ createdAt }) => closedAt !== null && createdAt > closedAt))
      .filter(isSettlement)
      .map(({ recordId }) => recordId),
  );
  return findExchange(settlements, {
    settled,
    booked: [...other, ...held, ...movements],
    elsewhere: other.filter(isExchange),
    held: held.filter(isExchange),
    isFixed: (lineId) => fixed.has(lineId),
    isInEuro: base === 'EUR',
  });
}

import 'server-only';
import { readLineChanges, readSettledDeposits, readSignedMatches } from '#lib/statements/index.ts';
import type { ClosedDays } from '#lib/statements/schema.ts';
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
    replaced,
    closes,
  }: {
    /** The base currency of the books. */
    readonly base: string;
    /** The movements of the period, as the statement has them. */
    readonly reported: readonly Movement[];
    /** The movements that the run adds, with their values. */
    readonly movements: readonly Movement[];
    /** The runs of the period beside it. */
    readonly runs: Awaited<ReturnType<typeof listActiveRuns>>;
    readonly replaced: Awaited<ReturnType<typeof listActiveRuns>>[number] | undefined;
    readonly closes: readonly ClosedDays[];
  },
): Promise<readonly Movement[]> {
  const settlements = reported.filter(isSettlement);
  if (settlements.length === 0) return [];
  const lineIds = [...new Set(settlements.map(({ recordId }) => recordId))];
  const settled = await readSettledDeposits(readFacts, scope.businessId, lineIds);
  const isExchange = ({ kind }: Movement) => kind === 'exchange';
  const listHeld = (some: typeof runs) => some.flatMap((one) => parseHeld(one, base));
  const held = listHeld(runs);
  const changes = await readLineChanges(readFacts, scope.businessId, lineIds);
  const findClose = (day: string) => closes.find(({ from, to }) => from <= day && day <= to);
  // As with gross posting, the first file since a close decides, also for matches made after it.
  const decided = new Map<string, number>();
  for (const one of runs)
    for (const { recordId } of parseHeld(one, base).filter(isSettlement))
      decided.set(recordId, Math.max(decided.get(recordId) ?? 0, one.sawCloseAt));
  const heldByAll = replaced === undefined ? held : listHeld([...runs, replaced]);
  const heldIds = new Set(heldByAll.filter(isSettlement).map(({ recordId }) => recordId));
  const isFixed = ({ recordId, bookedOn }: Movement): boolean => {
    const close = findClose(bookedOn);
    if (close === undefined || !heldIds.has(recordId)) return false;
    return (
      (decided.get(recordId) ?? 0) >= close.closedAt ||
      (changes.get(recordId) ?? close.closedAt) > close.closedAt
    );
  };
  // A replacement books these again, at its own rate, so their difference has that rate too. Their match may have changed.
  const ownIds = new Set(held.filter(isSettlement).map(({ recordId }) => recordId));
  const isAnew = (movement: Movement): boolean =>
    movement.line !== 'adjustments' && !ownIds.has(movement.recordId) && isFixed(movement);
  const signed = await readSignedMatches(readFacts, scope.businessId, {
    closeIds: closes.map(({ closeId }) => closeId),
    lineIds: settlements.filter(isAnew).map(({ recordId }) => recordId),
  });
  const deposits = [...settled, ...signed.settled].flatMap((match) => match.deposits);
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
  return findExchange(settlements, {
    settled,
    signed,
    booked: [...other, ...held, ...movements],
    elsewhere: other.filter(isExchange),
    held: held.filter(isExchange),
    heldByAll: heldByAll.filter(isExchange),
    findClosedTo: (day) => findClose(day)?.to ?? null,
    isFixed,
    isInEuro: base === 'EUR',
  });
}

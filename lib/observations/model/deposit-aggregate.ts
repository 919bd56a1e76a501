import type { Amount, Total } from '#lib/values/amount.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { compareAmounts } from '#lib/values/subtract.ts';
import { minus, plus, zeroTotal } from '#lib/values/total.ts';
import type { FieldValue, FieldValues } from './registers.ts';

/**
 * Totals of a payment’s deposits, from which its state is derived. One more deposit is added without reading the
 * others. A payment with many deposits stores it in its row.
 */
export type DepositAggregate = {
  /** Sorted by key. Each group has at least one deposit. */
  readonly groups: readonly DepositGroup[];
  /** The latest receipt of a confirmed deposit, in UNIX seconds. */
  readonly latest: number | null;
  /** The number of confirmed deposits without a time of receipt. */
  readonly untimed: number;
  /** The greatest amounts that callbacks reported for confirmed deposits without an amount of their own. */
  readonly greatest: Amounts;
};

type Amounts = { readonly display: Amount | null; readonly deposit: Amount | null };

/** The origin of a deposit’s amount: its own record, or a callback, whose amount can be cumulative. */
export type AmountOrigin = 'own' | 'reported' | null;

/** The values that deposits of one group have in common. */
type Kind = {
  readonly status: string | null;
  readonly refundStatus: string | null;
  readonly depositCurrency: string | null;
  readonly network: string | null;
  readonly displayCurrency: string | null;
  readonly displayFrom: AmountOrigin;
  readonly depositFrom: AmountOrigin;
};

export type DepositGroup = Kind & {
  readonly count: number;
  /** Totals in the currencies of the group. */
  readonly display: Total;
  readonly deposit: Total;
};

type Contribution = { readonly kind: Kind; readonly at: number | null } & Amounts;

/** The aggregate of a payment without deposits. */
export const noDeposits: DepositAggregate = {
  groups: [],
  latest: null,
  untimed: 0,
  greatest: { display: null, deposit: null },
};

/** Returns whether a deposit or group is CONFIRMED. */
export const isConfirmed = ({ status }: Pick<Kind, 'status'>): boolean => status === 'CONFIRMED';

/** Counts the deposits of all groups. */
export const countDeposits = (aggregate: DepositAggregate): number =>
  aggregate.groups.reduce((sum, { count }) => sum + count, 0);

const toText = (value: FieldValue | undefined): string | null => (value === undefined ? null : String(value));

const toAmount = (value: FieldValue | undefined): Amount | null =>
  typeof value === 'string' ? parseAmount(value) : null;

function pickAmount(
  own: FieldValue | undefined,
  reported: FieldValue | undefined,
): { amount: Amount | null; from: AmountOrigin } {
  const [ownAmount, reportedAmount] = [toAmount(own), toAmount(reported)];
  if (ownAmount !== null) return { amount: ownAmount, from: 'own' };
  return { amount: reportedAmount, from: reportedAmount === null ? null : 'reported' };
}

function toContribution(values: FieldValues): Contribution {
  const display = pickAmount(values['displayAmount'], values['callbackDisplayAmount']);
  const deposit = pickAmount(values['depositAmount'], values['callbackDepositAmount']);
  const at = values['depositReceivedAt'];
  return {
    kind: {
      status: toText(values['status']),
      refundStatus: toText(values['refundStatus']),
      depositCurrency: toText(values['depositCurrency']),
      network: toText(values['network']),
      displayCurrency: toText(values['displayCurrency']),
      displayFrom: display.from,
      depositFrom: deposit.from,
    },
    at: typeof at === 'number' ? at : null,
    display: display.amount,
    deposit: deposit.amount,
  };
}

const toGroupKey = (kind: Kind): string =>
  JSON.stringify([
    kind.status,
    kind.refundStatus,
    kind.depositCurrency,
    kind.network,
    kind.displayCurrency,
    kind.displayFrom,
    kind.depositFrom,
  ]);

const sortGroups = (groups: ReadonlyMap<string, DepositGroup>): DepositGroup[] =>
  [...groups].sort(([remaining], [right]) => (remaining < right ? -1 : 1)).map(([, group]) => group);

const maxAmount = (remaining: Amount | null, right: Amount | null): Amount | null => {
  if (remaining === null || right === null) return remaining ?? right;
  return compareAmounts(remaining, right) < 0 ? right : remaining;
};

const readReportedAmounts = ({ kind, display, deposit }: Contribution): Amounts => ({
  display: kind.displayFrom === 'reported' ? display : null,
  deposit: kind.depositFrom === 'reported' ? deposit : null,
});

function addToGroups(groups: Map<string, DepositGroup>, { kind, display, deposit }: Contribution): void {
  const key = toGroupKey(kind);
  const group = groups.get(key) ?? { ...kind, count: 0, display: zeroTotal, deposit: zeroTotal };
  groups.set(key, {
    ...group,
    count: group.count + 1,
    display: display === null ? group.display : plus(group.display, display),
    deposit: deposit === null ? group.deposit : plus(group.deposit, deposit),
  });
}

function addContribution(aggregate: DepositAggregate, contribution: Contribution): DepositAggregate {
  const groups = new Map(aggregate.groups.map((group) => [toGroupKey(group), group]));
  addToGroups(groups, contribution);
  return { groups: sortGroups(groups), ...updateExtremes(aggregate, contribution) };
}

function updateExtremes(
  { latest, untimed, greatest }: Omit<DepositAggregate, 'groups'>,
  contribution: Contribution,
): Omit<DepositAggregate, 'groups'> {
  if (!isConfirmed(contribution.kind)) return { latest, untimed, greatest };
  const reported = readReportedAmounts(contribution);
  return {
    latest: contribution.at === null ? latest : Math.max(latest ?? contribution.at, contribution.at),
    untimed: untimed + (contribution.at === null ? 1 : 0),
    greatest: {
      display: maxAmount(greatest.display, reported.display),
      deposit: maxAmount(greatest.deposit, reported.deposit),
    },
  };
}

/** Aggregates all deposits of a payment. */
export function aggregateDeposits(deposits: Iterable<FieldValues>): DepositAggregate {
  const groups = new Map<string, DepositGroup>();
  let rest: Omit<DepositAggregate, 'groups'> = noDeposits;
  for (const values of deposits) {
    const contribution = toContribution(values);
    addToGroups(groups, contribution);
    const { latest, untimed, greatest } = updateExtremes(rest, contribution);
    rest = { latest, untimed, greatest };
  }
  return { groups: sortGroups(groups), latest: rest.latest, untimed: rest.untimed, greatest: rest.greatest };
}

/**
 * Returns the aggregate with one deposit replaced. `before` is null for a new deposit, `after` for a removed one.
 * Returns null if the deposit was the greatest or latest of all: the caller must then aggregate all deposits again.
 */
export function replaceDeposit(
  aggregate: DepositAggregate,
  before: FieldValues | null,
  after: FieldValues | null,
): DepositAggregate | null {
  const [previous, next] = [before && toContribution(before), after && toContribution(after)];
  if (previous === null) return next === null ? aggregate : addContribution(aggregate, next);
  const rest = removeContribution(aggregate, previous, next);
  if (rest === null || next === null) return rest;
  return addContribution(rest, next);
}

function removeContribution(
  aggregate: DepositAggregate,
  previous: Contribution,
  next: Contribution | null,
): DepositAggregate | null {
  const key = toGroupKey(previous.kind);
  const groups = new Map(aggregate.groups.map((group) => [toGroupKey(group), group]));
  const group = groups.get(key);
  if (group === undefined) return null;
  if (group.count === 1) groups.delete(key);
  else
    groups.set(key, {
      ...group,
      count: group.count - 1,
      display: previous.display === null ? group.display : minus(group.display, previous.display),
      deposit: previous.deposit === null ? group.deposit : minus(group.deposit, previous.deposit),
    });
  const remaining = sortGroups(groups);
  if (!isConfirmed(previous.kind)) return { ...aggregate, groups: remaining };
  if (!remaining.some(isConfirmed)) return { ...noDeposits, groups: remaining };
  if (isExtreme(aggregate, previous) && !(next !== null && coversExtremes(next, previous))) return null;
  return { ...aggregate, groups: remaining, untimed: aggregate.untimed - (previous.at === null ? 1 : 0) };
}

const areEqual = (remaining: Amount | null, right: Amount | null): boolean =>
  remaining !== null && right !== null && compareAmounts(remaining, right) === 0;

function isExtreme({ latest, greatest }: DepositAggregate, contribution: Contribution): boolean {
  const { display, deposit } = readReportedAmounts(contribution);
  return (
    (contribution.at !== null && contribution.at === latest) ||
    areEqual(display, greatest.display) ||
    areEqual(deposit, greatest.deposit)
  );
}

/**
 * Returns whether the new values are at least as great and late as the old ones, so no other deposit can be the extreme now.
 */
function coversExtremes(next: Contribution, previous: Contribution): boolean {
  const [now, then] = [readReportedAmounts(next), readReportedAmounts(previous)];
  const atLeast = (remaining: Amount | null, right: Amount | null) =>
    right === null || (remaining !== null && compareAmounts(remaining, right) >= 0);
  return (
    isConfirmed(next.kind) &&
    (previous.at === null || (next.at !== null && next.at >= previous.at)) &&
    atLeast(now.display, then.display) &&
    atLeast(now.deposit, then.deposit)
  );
}

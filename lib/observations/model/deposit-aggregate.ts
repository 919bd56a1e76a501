import type { Amount, Total } from '#lib/values/amount.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { compareAmounts } from '#lib/values/arithmetic.ts';
import { minus, nothing, plus } from '#lib/values/total.ts';
import type { Value, Values } from './registers.ts';

/**
 * What a payment's deposits come to, as far as anything is made of them: one more is added without reading the others.
 * A payment with many deposits keeps it in its row.
 */
export type DepositAggregate = {
  /** In the order of their keys, each with at least one deposit. */
  readonly groups: readonly Group[];
  /** Of confirmed deposits: the latest receipt in UNIX seconds, and how many tell of none. */
  readonly latest: number | null;
  readonly untimed: number;
  /** Of confirmed deposits whose own amount is not known: the greatest that a callback reported. */
  readonly greatest: Amounts;
};

type Amounts = { readonly display: Amount | null; readonly deposit: Amount | null };

/** From where a deposit's amount is known: it is its own, or a callback's, which may be cumulative. */
export type From = 'own' | 'reported' | null;

/** Deposits that are alike in all that matters beside their amounts and times. */
type Kind = {
  readonly status: string | null;
  readonly refundStatus: string | null;
  readonly depositCurrency: string | null;
  readonly network: string | null;
  readonly displayCurrency: string | null;
  readonly displayFrom: From;
  readonly depositFrom: From;
};

export type Group = Kind & {
  readonly count: number;
  /** Sums in the currencies of the group. */
  readonly display: Total;
  readonly deposit: Total;
};

type Share = { readonly kind: Kind; readonly at: number | null } & Amounts;

export const noDeposits: DepositAggregate = {
  groups: [],
  latest: null,
  untimed: 0,
  greatest: { display: null, deposit: null },
};

export const isConfirmed = ({ status }: Pick<Kind, 'status'>): boolean => status === 'CONFIRMED';

export const countDeposits = (tally: DepositAggregate): number =>
  tally.groups.reduce((sum, { count }) => sum + count, 0);

const textIn = (value: Value | undefined): string | null => (value === undefined ? null : String(value));

const amountIn = (value: Value | undefined): Amount | null =>
  typeof value === 'string' ? parseAmount(value) : null;

function amountOf(
  own: Value | undefined,
  reported: Value | undefined,
): { amount: Amount | null; from: From } {
  const [mine, told] = [amountIn(own), amountIn(reported)];
  if (mine !== null) return { amount: mine, from: 'own' };
  return { amount: told, from: told === null ? null : 'reported' };
}

function shareOf(values: Values): Share {
  const display = amountOf(values['displayAmount'], values['callbackDisplayAmount']);
  const deposit = amountOf(values['depositAmount'], values['callbackDepositAmount']);
  const at = values['depositReceivedAt'];
  return {
    kind: {
      status: textIn(values['status']),
      refundStatus: textIn(values['refundStatus']),
      depositCurrency: textIn(values['depositCurrency']),
      network: textIn(values['network']),
      displayCurrency: textIn(values['displayCurrency']),
      displayFrom: display.from,
      depositFrom: deposit.from,
    },
    at: typeof at === 'number' ? at : null,
    display: display.amount,
    deposit: deposit.amount,
  };
}

const keyOf = (kind: Kind): string =>
  JSON.stringify([
    kind.status,
    kind.refundStatus,
    kind.depositCurrency,
    kind.network,
    kind.displayCurrency,
    kind.displayFrom,
    kind.depositFrom,
  ]);

const inOrder = (groups: ReadonlyMap<string, Group>): Group[] =>
  [...groups].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, group]) => group);

const greater = (left: Amount | null, right: Amount | null): Amount | null => {
  if (left === null || right === null) return left ?? right;
  return compareAmounts(left, right) < 0 ? right : left;
};

const reportedIn = ({ kind, display, deposit }: Share): Amounts => ({
  display: kind.displayFrom === 'reported' ? display : null,
  deposit: kind.depositFrom === 'reported' ? deposit : null,
});

function added(groups: Map<string, Group>, { kind, display, deposit }: Share): void {
  const key = keyOf(kind);
  const group = groups.get(key) ?? { ...kind, count: 0, display: nothing, deposit: nothing };
  groups.set(key, {
    ...group,
    count: group.count + 1,
    display: display === null ? group.display : plus(group.display, display),
    deposit: deposit === null ? group.deposit : plus(group.deposit, deposit),
  });
}

function withShare(tally: DepositAggregate, share: Share): DepositAggregate {
  const groups = new Map(tally.groups.map((group) => [keyOf(group), group]));
  added(groups, share);
  return { groups: inOrder(groups), ...extremes(tally, share) };
}

function extremes(
  { latest, untimed, greatest }: Omit<DepositAggregate, 'groups'>,
  share: Share,
): Omit<DepositAggregate, 'groups'> {
  if (!isConfirmed(share.kind)) return { latest, untimed, greatest };
  const reported = reportedIn(share);
  return {
    latest: share.at === null ? latest : Math.max(latest ?? share.at, share.at),
    untimed: untimed + (share.at === null ? 1 : 0),
    greatest: {
      display: greater(greatest.display, reported.display),
      deposit: greater(greatest.deposit, reported.deposit),
    },
  };
}

export function aggregateDeposits(deposits: Iterable<Values>): DepositAggregate {
  const groups = new Map<string, Group>();
  let rest: Omit<DepositAggregate, 'groups'> = noDeposits;
  for (const values of deposits) {
    const share = shareOf(values);
    added(groups, share);
    const { latest, untimed, greatest } = extremes(rest, share);
    rest = { latest, untimed, greatest };
  }
  return { groups: inOrder(groups), latest: rest.latest, untimed: rest.untimed, greatest: rest.greatest };
}

/**
 * The tally with one deposit as it was (null: it was not there) replaced by what it is (null: it is gone). Null where
 * the greatest or latest of all is taken away: then the others must be looked at.
 */
export function replaceDeposit(
  tally: DepositAggregate,
  before: Values | null,
  after: Values | null,
): DepositAggregate | null {
  const [was, is] = [before && shareOf(before), after && shareOf(after)];
  if (was === null) return is === null ? tally : withShare(tally, is);
  const rest = without(tally, was, is);
  if (rest === null || is === null) return rest;
  return withShare(rest, is);
}

function without(tally: DepositAggregate, was: Share, is: Share | null): DepositAggregate | null {
  const key = keyOf(was.kind);
  const groups = new Map(tally.groups.map((group) => [keyOf(group), group]));
  const group = groups.get(key);
  if (group === undefined) return null;
  if (group.count === 1) groups.delete(key);
  else
    groups.set(key, {
      ...group,
      count: group.count - 1,
      display: was.display === null ? group.display : minus(group.display, was.display),
      deposit: was.deposit === null ? group.deposit : minus(group.deposit, was.deposit),
    });
  const left = inOrder(groups);
  if (!isConfirmed(was.kind)) return { ...tally, groups: left };
  if (!left.some(isConfirmed)) return { ...noDeposits, groups: left };
  if (isExtreme(tally, was) && !(is !== null && outdoes(is, was))) return null;
  return { ...tally, groups: left, untimed: tally.untimed - (was.at === null ? 1 : 0) };
}

const same = (left: Amount | null, right: Amount | null): boolean =>
  left !== null && right !== null && compareAmounts(left, right) === 0;

function isExtreme({ latest, greatest }: DepositAggregate, share: Share): boolean {
  const { display, deposit } = reportedIn(share);
  return (
    (share.at !== null && share.at === latest) ||
    same(display, greatest.display) ||
    same(deposit, greatest.deposit)
  );
}

/** Whether what a deposit is stands for all that it was: then no other can have become the latest or greatest. */
function outdoes(is: Share, was: Share): boolean {
  const [now, then] = [reportedIn(is), reportedIn(was)];
  const atLeast = (left: Amount | null, right: Amount | null) =>
    right === null || (left !== null && compareAmounts(left, right) >= 0);
  return (
    isConfirmed(is.kind) &&
    (was.at === null || (is.at !== null && is.at >= was.at)) &&
    atLeast(now.display, then.display) &&
    atLeast(now.deposit, then.deposit)
  );
}

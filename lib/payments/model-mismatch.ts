/** The coin and network that the payer chose. */
type Chosen = {
  readonly currencyMismatch: boolean | null;
  readonly depositCurrency: string | null;
  readonly expectedNetwork: string | null;
};
/** The fields of a deposit that are compared. */
type Arrived = {
  readonly status: string | null;
  readonly depositCurrency: string | null;
  readonly network: string | null;
};

/** How money differs from what the payer chose. A wrong coin has no network to compare. */
export const mismatchKinds = ['wrong-coin', 'wrong-network'] as const;
export type Mismatch = (typeof mismatchKinds)[number];

const differs = (chosen: string | null, arrived: string | null) =>
  chosen !== null && arrived !== null && chosen !== arrived;

/** Returns how a settled deposit differs from the payment, or null. `derived-state.ts` has the same rule. */
export function findDepositMismatch(payment: Chosen, deposit: Arrived): Mismatch | null {
  if (deposit.status === null || deposit.status === 'UNCONFIRMED') return null;
  if (differs(payment.depositCurrency, deposit.depositCurrency)) return 'wrong-coin';
  return differs(payment.expectedNetwork, deposit.network) ? 'wrong-network' : null;
}

/** Lists the deposits that differ from the payment. */
export const listMismatched = <Deposit extends Arrived>(
  payment: Chosen,
  deposits: readonly Deposit[],
): readonly Deposit[] => deposits.filter((deposit) => findDepositMismatch(payment, deposit) !== null);

/** Lists how the deposits differ from the payment. Empty if none of these deposits does. */
export function listMismatches(payment: Chosen, deposits: readonly Arrived[]): readonly Mismatch[] {
  if (payment.currencyMismatch !== true) return [];
  const found = new Set(deposits.map((deposit) => findDepositMismatch(payment, deposit)));
  return mismatchKinds.filter((mismatch) => found.has(mismatch));
}

/** Replaces the general state of a list by the states that the deposits show. */
export const specifyMismatch = <State extends string>(
  states: readonly State[],
  mismatches: readonly Mismatch[],
): readonly (State | Mismatch)[] =>
  states.flatMap<State | Mismatch>((state) =>
    state === 'mismatch' && mismatches.length > 0 ? mismatches : [state],
  );

/**
 * Returns the coin of the payment's received amount: the chosen one where only the network is wrong. Null if a deposit is
 * in another coin, or isn't among these deposits.
 */
export function findReceivedCoin(
  payment: Chosen & { readonly depositCount: number },
  deposits: readonly Arrived[],
): string | null {
  if (payment.currencyMismatch !== true) return payment.depositCurrency;
  const [only, ...others] = listMismatches(payment, deposits);
  const isComplete = deposits.length >= payment.depositCount;
  return isComplete && only === 'wrong-network' && others.length === 0 ? payment.depositCurrency : null;
}

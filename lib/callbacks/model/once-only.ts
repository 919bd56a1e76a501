/**
 * Returns true for a kind of which each callback may come only once. The service repeats deposit callbacks for 24 hours
 * (§6.1) and says nothing of the others (§6.3).
 */
export const mayComeOnce = (kind: string): boolean => kind !== 'deposit-received';

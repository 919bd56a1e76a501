/**
 * Why an amount may differ from what moved: a callback may report the whole payment, and an estimate is no payout.
 */
export const provisionals = ['callback', 'estimate'] as const;
export type Provisional = (typeof provisionals)[number];

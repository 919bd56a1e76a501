/** Why an amount may not be what moved: a callback may mean the whole payment, and an estimate is no payout. */
export const provisionals = ['callback', 'estimate'] as const;
export type Provisional = (typeof provisionals)[number];

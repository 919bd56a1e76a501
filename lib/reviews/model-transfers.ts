/** The records that move money. The service and the merchant's rules flag them. */
export const transferKinds = ['deposit', 'withdrawal'] as const;
export type TransferKind = (typeof transferKinds)[number];

import 'server-only';
import type { RetentionKind } from './model.ts';

/** The table of each kind and its ID. Both have an index on business, last change and ID. */
export const recordTables: Readonly<
  Record<RetentionKind, { readonly table: string; readonly column: string }>
> = {
  payment: { table: 'payment', column: 'payment_id' },
  withdrawal: { table: 'withdrawal', column: 'withdrawal_id' },
};

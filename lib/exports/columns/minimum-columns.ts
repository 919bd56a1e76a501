import 'server-only';
import type { Minimum } from '#lib/minimums/schema.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Column } from '../column.ts';
import { outsideColumn } from '../column.ts';

/** Minimums come only from the service's answer. An unreported minimum has no row, because it is not 0. */
export const minimumColumns: readonly Column<Minimum & { readonly readAt: Instant | null }>[] = [
  outsideColumn('coin', (row) => row.coin),
  outsideColumn('network', (row) => row.network),
  { name: 'minimum', kind: 'amount', cell: (row) => row.amount },
  outsideColumn('minimum_currency', (row) => row.currency),
  { name: 'minimum_source', cell: () => 'read' },
  { name: 'read_at', kind: 'time', cell: ({ readAt }, time) => (readAt === null ? '' : time(readAt)) },
];

import type { ListAnnotations } from '#lib/annotations/model.ts';
import { labelFilter } from '#lib/lists/model/choice-filter.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { tWithdrawals } from '#lib/messages/withdrawals.ts';
import { listRowFields } from '#lib/records/model/field.ts';
import { toFilters, toSorts } from '#lib/records/model/filters.ts';
import { withdrawalFields } from '#lib/records/model/withdrawal.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Conflict, Provenance } from '#lib/values/provenance.ts';
import type { RecordFromFields } from '#lib/values/record-fields.ts';

export const withdrawalRowFields = listRowFields(withdrawalFields);

/** A row with its labels and notes. */
export type WithdrawalRow = RecordFromFields<typeof withdrawalRowFields> & ListAnnotations;

/** The filters and sorts of the withdrawals list, by their names in the URL. */
export const withdrawalList = {
  name: 'withdrawals',
  filters: {
    ...toFilters(withdrawalFields),
    derived: {
      kind: 'choice',
      label: tWithdrawals('filters.derived'),
      choices: [
        { value: 'no-transaction', label: tWithdrawals('derived.no-transaction') },
        { value: 'changed', label: tWithdrawals('derived.changed') },
        { value: 'conflict', label: tWithdrawals('derived.conflict') },
      ],
    },
    label: labelFilter,
    receivedAt: { kind: 'days', label: withdrawalFields.firstReceivedAt.label, orders: 'own' },
    toAddress: { kind: 'exact', label: withdrawalFields.toAddress.label },
  },
  sorts: toSorts(withdrawalFields),
} as const satisfies ListSpec;

/** A withdrawal with the source of each value. */
export type WithdrawalDetail = RecordFromFields<typeof withdrawalFields> & {
  readonly provenance: Provenance;
  readonly conflicts: readonly Conflict[];
};

/** The owner of the address, as screened by the service (§6.2). It is risk detail. */
export type WithdrawalRisk = {
  readonly ownerName: string | null;
  readonly ownerCategory: string | null;
  /** When the owner last changed. Null for rows written before changes were timed. */
  readonly changedAt: Instant | null;
};

/** The owner of the address with the source of each value. */
export type SourcedWithdrawalRisk = WithdrawalRisk & { readonly provenance: Provenance };

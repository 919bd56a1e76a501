import type { ListSpec } from '#lib/lists/model/query.ts';
import { tRefundFilters, tRefunds } from '#lib/messages/refunds.ts';
import { depositFields, refundFields } from '#lib/records/model/deposit.ts';
import { toFilters, toSorts } from '#lib/records/model/filters.ts';
import type { RecordFromFields } from '#lib/values/record-fields.ts';

/** The fields that a row of the list shows. A refund has no ID, so its deposit's ID identifies it (§2.6). */
export const refundRowFields = {
  depositId: depositFields.depositId,
  paymentId: depositFields.paymentId,
  ...refundFields,
  changedAt: depositFields.changedAt,
} as const;

export type RefundRow = RecordFromFields<typeof refundRowFields> & {
  readonly clientPaymentId: string | null;
};

const { status, reason, ...others } = toFilters(refundFields);

/** The filters and sorts of the refunds list, by their names in the URL. */
export const refundList = {
  name: 'refunds',
  filters: {
    status,
    reason,
    ...others,
    derived: {
      kind: 'choice',
      label: tRefundFilters('derived'),
      choices: [
        { value: 'no-transaction', label: tRefunds('derived.no-transaction') },
        { value: 'no-amount', label: tRefunds('derived.no-amount') },
      ],
    },
    firstSeenAt: { kind: 'days', label: refundFields.refundFirstSeenAt.label, orders: 'own' },
    changedAt: { kind: 'days', label: tRefundFilters('changedAt'), orders: 'filtered' },
  },
  sorts: toSorts(refundFields),
} as const satisfies ListSpec;

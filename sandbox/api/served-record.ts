import { depositRecord } from '#lib/service/contract/deposit.ts';
import { paymentRecord } from '#lib/service/contract/payment.ts';
import type { PaymentState } from '../lifecycle/payment-state.ts';

const paymentFields = Object.keys(paymentRecord.shape);
const depositFields = Object.keys(depositRecord.shape);

/** Orders the fields as in the interface's table, because people read records too. */
function inOrder(fields: readonly string[], record: object): Record<string, unknown> {
  const values = new Map<string, unknown>(Object.entries(record));
  return Object.fromEntries(
    fields.filter((name) => values.has(name)).map((name) => [name, values.get(name)] as const),
  );
}

/** Returns a payment (§2.3) as the operations serve it. */
export const toServedRecord = ({ record }: PaymentState): Record<string, unknown> => ({
  ...inOrder(paymentFields, record),
  deposits: record.deposits.map((deposit) => inOrder(depositFields, deposit)),
});

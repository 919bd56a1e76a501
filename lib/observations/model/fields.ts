import { depositFields, refundFields } from '#lib/records/model/deposit.ts';
import type { FieldTable } from '#lib/records/model/field.ts';
import { listServiceFields } from '#lib/records/model/field.ts';
import { paymentFields } from '#lib/records/model/payment.ts';
import { withdrawalFields } from '#lib/records/model/withdrawal.ts';
import type { FieldKind } from '#lib/values/record-fields.ts';

/** The fields that the fold stores, each in a register of its own. Only risk detail has JSON. */
export type RegisterTable = Readonly<Record<string, { readonly kind: FieldKind | 'json' }>>;

const listRegisters = (fields: FieldTable): FieldTable =>
  Object.fromEntries(Object.entries(listServiceFields(fields)).filter(([, { isKey }]) => !isKey));

export const paymentRegisters = listRegisters(paymentFields);
export const depositRegisters = listRegisters({ ...depositFields, ...refundFields });
export const withdrawalRegisters = listRegisters(withdrawalFields);
export const depositRiskRegisters = {
  riskScore: { kind: 'text' },
  assessment: { kind: 'json' },
} as const satisfies RegisterTable;
export const withdrawalRiskRegisters = {
  ownerName: { kind: 'text' },
  ownerCategory: { kind: 'text' },
} as const satisfies RegisterTable;

/** The deposit fields from which a payment’s aggregate is made (`deposit-aggregate.ts`). */
export const aggregatedFields = {
  status: depositFields.status,
  refundStatus: refundFields.refundStatus,
  depositCurrency: depositFields.depositCurrency,
  network: depositFields.network,
  displayCurrency: depositFields.displayCurrency,
  displayAmount: depositFields.displayAmount,
  callbackDisplayAmount: depositFields.callbackDisplayAmount,
  depositAmount: depositFields.depositAmount,
  callbackDepositAmount: depositFields.callbackDepositAmount,
  depositReceivedAt: depositFields.depositReceivedAt,
} as const satisfies RegisterTable;

/** Returns the fields of all records with this flag, each as `name` writes it. */
const listFlagged = (
  flag: 'isFixed' | 'isAddress',
  name: (record: string, field: string) => string,
): ReadonlySet<string> =>
  new Set(
    Object.entries({
      payment: paymentRegisters,
      deposit: depositRegisters,
      withdrawal: withdrawalRegisters,
    }).flatMap(([record, table]) =>
      Object.entries(table).flatMap(([field, settings]) => (settings[flag] ? [name(record, field)] : [])),
    ),
  );

/** Fields that never change, such as `payment.type`. Two different values are stored as a conflict. */
export const fixedFields = listFlagged('isFixed', (record, field) => `${record}.${field}`);

/** Fields with an address. Two spellings of one address are no conflict. */
export const addressFields = listFlagged('isAddress', (_, field) => field);

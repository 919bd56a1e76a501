import 'server-only';
import { inPlainTransaction } from '#lib/database/statements.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { BusinessId, ClientPaymentId, DepositId, PaymentId } from '#lib/values/ids.ts';
import { clientPaymentId } from '#lib/values/ids.ts';
import type { WithheldField } from '../model/imported-fields.ts';
import { dropWithheldFields, listWithheldFields } from '../model/imported-fields.ts';
import type { DepositState } from '../model/record-state.ts';
import type { FieldValues, Registers } from '../model/registers.ts';
import type { RefusedAnswer } from '../parse/read-answer.ts';
import { readAnswer } from '../parse/read-answer.ts';
import { loadPayment } from './load-snapshot.ts';

/** A field of the record. `depositId` is null for a field of the payment. */
type ImportChange = {
  readonly depositId: DepositId | null;
  readonly field: string;
  readonly offered: string;
  /** The present value, which the import doesn’t change. Null when the import fills the field. */
  readonly held: string | null;
};

type ImportPreview =
  | RefusedAnswer
  | {
      readonly kind: 'readable';
      readonly paymentId: PaymentId;
      readonly clientPaymentId: ClientPaymentId | null;
      /** True if the payment is not stored yet. */
      readonly isNew: boolean;
      readonly fills: readonly ImportChange[];
      /** Fields with a different present value, which stays. */
      readonly keeps: readonly ImportChange[];
      /** Statuses and totals that would mark something as paid. An import can’t set them. */
      readonly withheld: readonly WithheldField[];
      readonly flaws: readonly Flaw[];
    };

/**
 * Returns what an import of these bytes would change, without writing anything. Risk fields are compared only for
 * people who can see them, because the comparison reveals stored values.
 * @throws Any database error.
 */
export async function previewImport(input: {
  readonly businessId: BusinessId;
  readonly body: Uint8Array;
  readonly maySeeRisk: boolean;
}): Promise<ImportPreview> {
  const parsed = readAnswer({ ...input, source: 'import' });
  if (parsed.kind === 'refused') return parsed;
  const { paymentId } = parsed;
  const statement = dropWithheldFields(parsed.statement);
  const depositIds = statement.deposits.map(({ depositId }) => depositId);
  const snapshot = await inPlainTransaction((statements) =>
    loadPayment(statements, { businessId: input.businessId, paymentId, depositIds }, 'named'),
  );
  const changes = [
    ...listChanges(null, statement.values, snapshot.payments.get(paymentId)?.state.registers),
    ...statement.deposits.flatMap(({ depositId, values, risk }) => {
      const stored = snapshot.deposits.get(depositId)?.state;
      return [
        ...listChanges(depositId, values, stored?.registers),
        ...(input.maySeeRisk
          ? listChanges(depositId, toInterfaceNames(risk), stored && readRiskRegisters(stored))
          : []),
      ];
    }),
  ];
  const clientId = statement.values['clientPaymentId'];
  return {
    kind: 'readable',
    paymentId,
    clientPaymentId: typeof clientId === 'string' ? clientPaymentId(clientId) : null,
    isNew: !snapshot.payments.has(paymentId),
    fills: changes.filter(({ held }) => held === null),
    keeps: changes.filter(({ held, offered }) => held !== null && held !== offered),
    withheld: listWithheldFields(parsed.statement),
    flaws: parsed.statement.flaws,
  };
}

/** Returns risk fields under the names of the interface (§2.4). */
const toInterfaceNames = ({ riskScore, assessment }: FieldValues): FieldValues => ({
  ...(riskScore === undefined ? {} : { riskScore }),
  ...(assessment === undefined ? {} : { addressRiskAssessment: assessment }),
});

const readRiskRegisters = ({ risk }: DepositState): Registers => ({
  ...risk,
  values: toInterfaceNames(risk.values),
});

const listChanges = (
  depositId: DepositId | null,
  statement: FieldValues,
  stored: Registers | undefined,
): ImportChange[] =>
  Object.entries(statement)
    .filter(([field]) => !(depositId !== null && field === 'paymentId'))
    .map(([field, value]) => {
      const storedValue = stored?.values[field];
      return {
        depositId,
        field,
        offered: String(value),
        held: storedValue === undefined ? null : String(storedValue),
      };
    });

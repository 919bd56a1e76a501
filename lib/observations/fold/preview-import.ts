import 'server-only';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { BusinessId, ClientPaymentId, DepositId, PaymentId } from '#lib/values/ids.ts';
import { clientPaymentId } from '#lib/values/ids.ts';
import type { Withheld } from '../model/imported-fields.ts';
import { importable, listWithheld } from '../model/imported-fields.ts';
import type { DepositState } from '../model/record-state.ts';
import type { Registers, Values } from '../model/registers.ts';
import type { RefusedAnswer } from '../parse/read-answer.ts';
import { readAnswer } from '../parse/read-answer.ts';
import { loadPayment } from '../store/payment.ts';

/** A field that the record tells: of the payment, or of the deposit with this id. */
type ImportChange = {
  readonly depositId: DepositId | null;
  readonly field: string;
  readonly offered: string;
  /** What is known already, from where; the import does not change it. Null: nothing is, so the import fills it. */
  readonly held: string | null;
};

type ImportPreview =
  | RefusedAnswer
  | {
      readonly kind: 'readable';
      readonly paymentId: PaymentId;
      readonly clientPaymentId: ClientPaymentId | null;
      /** Nothing was known of this payment. */
      readonly isNew: boolean;
      readonly fills: readonly ImportChange[];
      /** Known already with another value, which stays. */
      readonly keeps: readonly ImportChange[];
      /** Statuses and totals that would mark something as paid: an import can't. */
      readonly withheld: readonly Withheld[];
      readonly flaws: readonly Flaw[];
    };

/**
 * What importing these bytes would change. Risk fields are compared for a person who may see them only: what is stored of
 * them would show. Nothing is written. Throws what the database throws.
 */
export async function previewImport(given: {
  readonly businessId: BusinessId;
  readonly body: Uint8Array;
  readonly maySeeRisk: boolean;
}): Promise<ImportPreview> {
  const read = readAnswer({ ...given, source: 'import' });
  if (read.kind === 'refused') return read;
  const { paymentId } = read;
  const said = importable(read.said);
  const named = said.deposits.map(({ depositId }) => depositId);
  const known = await inTransaction((transaction) =>
    loadPayment(transaction, { businessId: given.businessId, paymentId, named }),
  );
  const changes = [
    ...changesOf(null, said.values, known.payments.get(paymentId)?.state.registers),
    ...said.deposits.flatMap(({ depositId, values, risk }) => {
      const held = known.deposits.get(depositId)?.state;
      return [
        ...changesOf(depositId, values, held?.registers),
        ...(given.maySeeRisk ? changesOf(depositId, renamed(risk), held && riskOf(held)) : []),
      ];
    }),
  ];
  const client = said.values['clientPaymentId'];
  return {
    kind: 'readable',
    paymentId,
    clientPaymentId: typeof client === 'string' ? clientPaymentId(client) : null,
    isNew: !known.payments.has(paymentId),
    fills: changes.filter(({ held }) => held === null),
    keeps: changes.filter(({ held, offered }) => held !== null && held !== offered),
    withheld: listWithheld(read.said),
    flaws: read.said.flaws,
  };
}

/** Risk fields under the names of the interface (§2.4). */
const renamed = ({ riskScore, assessment }: Values): Values => ({
  ...(riskScore === undefined ? {} : { riskScore }),
  ...(assessment === undefined ? {} : { addressRiskAssessment: assessment }),
});

const riskOf = ({ risk }: DepositState): Registers => ({ ...risk, values: renamed(risk.values) });

const changesOf = (depositId: DepositId | null, said: Values, held: Registers | undefined): ImportChange[] =>
  Object.entries(said)
    .filter(([field]) => !(depositId !== null && field === 'paymentId'))
    .map(([field, value]) => {
      const there = held?.values[field];
      return { depositId, field, offered: String(value), held: there === undefined ? null : String(there) };
    });

import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import { callbackKeyset, callbackSelect, readCallbackRow } from '#lib/callbacks/index.ts';
import type { CallbackRow } from '#lib/callbacks/schema-list.ts';
import {
  clientPaymentIdSourceSelect,
  depositDetailSelect,
  depositKeyset,
  depositRiskOf,
  readClientPaymentIdSource,
  readDepositRow,
} from '#lib/deposits/index.ts';
import { exceptionSource } from '#lib/exceptions/index.ts';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import { paymentDetailSelect, paymentKeyset, readPaymentRow } from '#lib/payments/index.ts';
import { readAll } from '#lib/platform/keyset.ts';
import type { RawRow } from '#lib/platform/record-columns.ts';
import { refundKeyset } from '#lib/refunds/index.ts';
import type { PersonId } from '#lib/values/ids.ts';
import type { ListQuery } from '#lib/values/list-query.ts';
import {
  readWithdrawalRow,
  withdrawalDetailSelect,
  withdrawalKeyset,
  withdrawalRiskOf,
} from '#lib/withdrawals/index.ts';
import type { ExportedDeposit } from './columns/deposit-columns.ts';
import type { ExportedPayment } from './columns/payment-columns.ts';
import type { ExportedWithdrawal } from './columns/withdrawal-columns.ts';

/** The rows of a list in batches, each as whole as its export needs it. The caller has checked the permission. */
type Batches<Row> = AsyncGenerator<readonly Row[]>;

export const paymentBatches = ({ businessId }: Scope, query: ListQuery): Batches<ExportedPayment> =>
  readAll(paymentKeyset, { businessId, query, select: paymentDetailSelect, read: readPaymentRow });

const given = {
  select: `${depositDetailSelect}, ${clientPaymentIdSourceSelect}`,
  read: (row: RawRow) => ({ ...readDepositRow(row), clientPaymentIdSource: readClientPaymentIdSource(row) }),
} as const;

/** Risk detail is read only for those who may see it, by a query of its own. */
export async function* depositBatches(scope: Scope, query: ListQuery): Batches<ExportedDeposit> {
  const { businessId } = scope;
  for await (const rows of readAll(depositKeyset, { businessId, query, ...given })) {
    if (!scope.may('risk.read')) {
      yield rows;
      continue;
    }
    const risks = await depositRiskOf(
      businessId,
      rows.map((row) => row.depositId),
    );
    const byDeposit = new Map(risks.map((risk) => [risk.depositId, risk]));
    yield rows.map((row) => ({ ...row, risk: byDeposit.get(row.depositId) ?? null }));
  }
}

export const refundBatches = ({ businessId }: Scope, query: ListQuery): Batches<ExportedDeposit> =>
  readAll(refundKeyset, { businessId, query, ...given });

export async function* withdrawalBatches(scope: Scope, query: ListQuery): Batches<ExportedWithdrawal> {
  const { businessId } = scope;
  const all = readAll(withdrawalKeyset, {
    businessId,
    query,
    select: withdrawalDetailSelect,
    read: readWithdrawalRow,
  });
  for await (const rows of all) {
    if (!scope.may('risk.read')) {
      yield rows;
      continue;
    }
    const risks = await withdrawalRiskOf(
      businessId,
      rows.map((row) => row.withdrawalId),
    );
    yield rows.map((row) => ({ ...row, risk: risks.get(row.withdrawalId) ?? null }));
  }
}

export const callbackBatches = ({ businessId }: Scope, query: ListQuery): Batches<CallbackRow> =>
  readAll(callbackKeyset, { businessId, query, select: callbackSelect, read: readCallbackRow });

export function exceptionBatches(
  { businessId }: Scope,
  query: ListQuery,
  me: PersonId,
): Batches<ExceptionRow> {
  const { keyset, select, read } = exceptionSource(me);
  return readAll(keyset, { businessId, query, select, read });
}

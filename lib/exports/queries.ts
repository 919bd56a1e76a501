import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import { callbackKeyset, callbackSelect, readCallbackRow } from '#lib/callbacks/index.ts';
import type { CallbackRow } from '#lib/callbacks/schema-list.ts';
import { depositKeyset, depositRiskOf, depositTexts } from '#lib/deposits/index.ts';
import { exceptionSource } from '#lib/exceptions/index.ts';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import { paymentKeyset, paymentTexts } from '#lib/payments/index.ts';
import type { Keyset } from '#lib/platform/keyset.ts';
import { readAll, readAllTexts } from '#lib/platform/keyset.ts';
import { refundKeyset } from '#lib/refunds/index.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { ListQuery } from '#lib/values/list-query.ts';
import { withdrawalKeyset, withdrawalRiskOf, withdrawalTexts } from '#lib/withdrawals/index.ts';
import type { AssessedDeposit } from './columns/deposit-columns.ts';
import type { AssessedWithdrawal } from './columns/withdrawal-columns.ts';
import { RowWithRisk, StoredRow } from './stored-row.ts';

/** The rows of a list in batches, each as whole as its export needs it. The caller has checked the permission. */
type Batches<Row> = AsyncGenerator<readonly Row[]>;

/** What to select of a row: SQL by the field's name. */
type Texts = Readonly<Record<string, string>>;

async function* storedBatches(keyset: Keyset, texts: Texts, { businessId }: Scope, query: ListQuery) {
  const layout = new Map(Object.keys(texts).map((field, at) => [field, at]));
  const select = Object.values(texts).join(', ');
  for await (const rows of readAllTexts(keyset, { businessId, query, select })) yield { rows, layout };
}

async function* plainBatches(...given: Parameters<typeof storedBatches>): Batches<StoredRow> {
  for await (const { rows, layout } of storedBatches(...given))
    yield rows.map((row) => new StoredRow(row, layout));
}

/** Risk detail is read only for those who may see it, by a query of its own. */
async function* riskBatches<Risk>(
  keyset: Keyset,
  texts: Texts,
  scope: Scope,
  query: ListQuery,
  risk: {
    readonly of: (businessId: BusinessId, ids: readonly string[]) => Promise<ReadonlyMap<string, Risk>>;
    readonly id: string;
  },
): Batches<RowWithRisk<Risk>> {
  for await (const { rows, layout } of storedBatches(keyset, texts, scope, query)) {
    const at = layout.get(risk.id) ?? -1;
    const ids = rows.map((row) => row[at] ?? '');
    const risks = scope.may('risk.read') ? await risk.of(scope.businessId, ids) : null;
    yield rows.map((row) => new RowWithRisk(row, layout, risks?.get(row[at] ?? '') ?? null));
  }
}

export const paymentBatches = (scope: Scope, query: ListQuery): Batches<StoredRow> =>
  plainBatches(paymentKeyset, paymentTexts(), scope, query);

export const depositBatches = (scope: Scope, query: ListQuery): Batches<AssessedDeposit> =>
  riskBatches(depositKeyset, depositTexts(), scope, query, { of: depositRiskOf, id: 'depositId' });

export const refundBatches = (scope: Scope, query: ListQuery): Batches<StoredRow> =>
  plainBatches(refundKeyset, depositTexts(), scope, query);

export const withdrawalBatches = (scope: Scope, query: ListQuery): Batches<AssessedWithdrawal> =>
  riskBatches(withdrawalKeyset, withdrawalTexts(), scope, query, {
    of: withdrawalRiskOf,
    id: 'withdrawalId',
  });

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

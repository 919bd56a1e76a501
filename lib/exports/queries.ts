import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import { callbackKeyset, callbackSelect, readCallbackRow } from '#lib/callbacks/index.ts';
import type { CallbackRow } from '#lib/callbacks/schema-list.ts';
import { depositKeyset, depositRiskOf, depositTexts } from '#lib/deposits/index.ts';
import { exceptionSource } from '#lib/exceptions/index.ts';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import { paymentKeyset, paymentTexts } from '#lib/payments/index.ts';
import type { Batch, Keyset, Place } from '#lib/platform/keyset.ts';
import { readAll, readAllTexts } from '#lib/platform/keyset.ts';
import { refundKeyset } from '#lib/refunds/index.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { ListQuery } from '#lib/values/list-query.ts';
import { withdrawalKeyset, withdrawalRiskOf, withdrawalTexts } from '#lib/withdrawals/index.ts';
import type { AssessedDeposit } from './columns/deposit-columns.ts';
import type { AssessedWithdrawal } from './columns/withdrawal-columns.ts';
import { RowWithRisk, StoredRow } from './stored-row.ts';

/** The rows of a list in batches, each as whole as its export needs it. The caller has checked the permission. */
type Batches<Row> = AsyncGenerator<Batch<Row>>;

/** Which rows, and behind which of them to begin. */
export type Asked = { readonly query: ListQuery; readonly from: Place | null };

/** What to select of a row: SQL by the field's name. */
type Texts = Readonly<Record<string, string>>;

async function* storedBatches(keyset: Keyset, texts: Texts, { businessId }: Scope, asked: Asked) {
  const layout = new Map(Object.keys(texts).map((field, at) => [field, at]));
  const select = Object.values(texts).join(', ');
  for await (const batch of readAllTexts(keyset, { businessId, select, ...asked }))
    yield { ...batch, layout };
}

async function* plainBatches(...given: Parameters<typeof storedBatches>): Batches<StoredRow> {
  for await (const { rows, layout, last } of storedBatches(...given))
    yield { rows: rows.map((row) => new StoredRow(row, layout)), last };
}

/** Risk detail is read only for those who may see it, by a query of its own. */
async function* riskBatches<Risk>(
  keyset: Keyset,
  texts: Texts,
  scope: Scope,
  asked: Asked,
  risk: {
    readonly of: (businessId: BusinessId, ids: readonly string[]) => Promise<ReadonlyMap<string, Risk>>;
    readonly id: string;
  },
): Batches<RowWithRisk<Risk>> {
  for await (const { rows, layout, last } of storedBatches(keyset, texts, scope, asked)) {
    const at = layout.get(risk.id) ?? -1;
    const ids = rows.map((row) => row[at] ?? '');
    const risks = scope.may('risk.read') ? await risk.of(scope.businessId, ids) : null;
    yield { rows: rows.map((row) => new RowWithRisk(row, layout, risks?.get(row[at] ?? '') ?? null)), last };
  }
}

export const paymentBatches = (scope: Scope, asked: Asked): Batches<StoredRow> =>
  plainBatches(paymentKeyset, paymentTexts(), scope, asked);

export const depositBatches = (scope: Scope, asked: Asked): Batches<AssessedDeposit> =>
  riskBatches(depositKeyset, depositTexts(), scope, asked, { of: depositRiskOf, id: 'depositId' });

export const refundBatches = (scope: Scope, asked: Asked): Batches<StoredRow> =>
  plainBatches(refundKeyset, depositTexts(), scope, asked);

export const withdrawalBatches = (scope: Scope, asked: Asked): Batches<AssessedWithdrawal> =>
  riskBatches(withdrawalKeyset, withdrawalTexts(), scope, asked, {
    of: withdrawalRiskOf,
    id: 'withdrawalId',
  });

export const callbackBatches = ({ businessId }: Scope, asked: Asked): Batches<CallbackRow> =>
  readAll(callbackKeyset, { businessId, ...asked, select: callbackSelect, read: readCallbackRow });

export function exceptionBatches({ businessId }: Scope, asked: Asked, me: PersonId): Batches<ExceptionRow> {
  const { keyset, select, read } = exceptionSource(me);
  return readAll(keyset, { businessId, ...asked, select, read });
}

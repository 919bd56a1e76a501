import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import { annotationTexts } from '#lib/annotations/index.ts';
import { callbackKeyset, callbackKeysetFor, callbackSelect, readCallbackRow } from '#lib/callbacks/index.ts';
import type { CallbackRow } from '#lib/callbacks/schema-list.ts';
import { depositKeyset, depositRiskOf, depositTexts } from '#lib/deposits/index.ts';
import { exceptionSource } from '#lib/exceptions/index.ts';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import { paymentKeyset, paymentTexts } from '#lib/payments/index.ts';
import type { Keyset, TextRow } from '#lib/platform/keyset.ts';
import { readAll, readAllTexts, readChosen, readChosenTexts } from '#lib/platform/keyset.ts';
import type { RawRow } from '#lib/platform/record-columns.ts';
import { refundKeyset } from '#lib/refunds/index.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { ListQuery } from '#lib/values/list-query.ts';
import { withdrawalKeyset, withdrawalRiskOf, withdrawalTexts } from '#lib/withdrawals/index.ts';
import type { AssessedDeposit } from './columns/deposit-columns.ts';
import type { AssessedWithdrawal } from './columns/withdrawal-columns.ts';
import type { ExportName } from './schema.ts';
import { RowWithRisk, StoredRow } from './stored-row.ts';

/** The rows of a list in batches, each as whole as its export needs it. The caller has checked the permission. */
type Batches<Row> = AsyncGenerator<readonly Row[]>;

/** Which rows: all that a query finds, each as it was at one moment; or those chosen before, as they are now. */
export type Asked = { readonly query: ListQuery } | { readonly ids: readonly string[] };

/** What to select of a row: SQL by the field's name. */
type Texts = Readonly<Record<string, string>>;

/** At which place of a row each field stands. */
const layoutOf = (texts: Texts) => new Map(Object.keys(texts).map((field, at) => [field, at]));

async function* storedBatches(
  keyset: Keyset,
  texts: Texts,
  { businessId }: Scope,
  asked: Asked,
): Batches<TextRow> {
  const select = Object.values(texts).join(', ');
  if ('ids' in asked) yield await readChosenTexts(keyset, { businessId, select, ...asked });
  else yield* readAllTexts(keyset, { businessId, select, ...asked });
}

async function* plainBatches(...given: Parameters<typeof storedBatches>): Batches<StoredRow> {
  const layout = layoutOf(given[1]);
  for await (const rows of storedBatches(...given)) yield rows.map((row) => new StoredRow(row, layout));
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
  const layout = layoutOf(texts);
  const at = layout.get(risk.id) ?? -1;
  for await (const rows of storedBatches(keyset, texts, scope, asked)) {
    const ids = rows.map((row) => row[at] ?? '');
    const risks = scope.may('risk.read') ? await risk.of(scope.businessId, ids) : null;
    yield rows.map((row) => new RowWithRisk(row, layout, risks?.get(row[at] ?? '') ?? null));
  }
}

export async function* paymentBatches(scope: Scope, asked: Asked): Batches<StoredRow> {
  const added = await annotationTexts('payment', scope.businessId, 'p.business_id', 'p.payment_id');
  yield* plainBatches(paymentKeyset, { ...paymentTexts(), ...added }, scope, asked);
}

export async function* depositBatches(scope: Scope, asked: Asked): Batches<AssessedDeposit> {
  const added = await annotationTexts('deposit', scope.businessId, 'd.business_id', 'd.deposit_id');
  const texts = { ...depositTexts(), ...added };
  yield* riskBatches(depositKeyset, texts, scope, asked, { of: depositRiskOf, id: 'depositId' });
}

export const refundBatches = (scope: Scope, asked: Asked): Batches<StoredRow> =>
  plainBatches(refundKeyset, depositTexts(), scope, asked);

export async function* withdrawalBatches(scope: Scope, asked: Asked): Batches<AssessedWithdrawal> {
  const added = await annotationTexts('withdrawal', scope.businessId, 'w.business_id', 'w.withdrawal_id');
  const texts = { ...withdrawalTexts(), ...added };
  yield* riskBatches(withdrawalKeyset, texts, scope, asked, { of: withdrawalRiskOf, id: 'withdrawalId' });
}

/** Rows of lists that are read as objects. */
async function* readBatches<Row>(
  { keyset, ...how }: { keyset: Keyset; select: string; read: (row: RawRow) => Row },
  { businessId }: Scope,
  asked: Asked,
): Batches<Row> {
  if ('ids' in asked) yield await readChosen(keyset, { businessId, ...how, ...asked });
  else yield* readAll(keyset, { businessId, ...how, ...asked });
}

export const callbackBatches = (scope: Scope, asked: Asked): Batches<CallbackRow> =>
  readBatches(
    { keyset: callbackKeyset(scope), select: callbackSelect, read: readCallbackRow(scope) },
    scope,
    asked,
  );

export const exceptionBatches = (scope: Scope, asked: Asked, me: PersonId): Batches<ExceptionRow> =>
  readBatches(exceptionSource(me), scope, asked);

/** The list of which a file is, for whoever asks. */
export function keysetOf(list: ExportName, me: PersonId, withRisk: boolean): Keyset {
  switch (list) {
    case 'payments':
      return paymentKeyset;
    case 'deposits':
      return depositKeyset;
    case 'refunds':
      return refundKeyset;
    case 'withdrawals':
      return withdrawalKeyset;
    case 'exceptions':
      return exceptionSource(me).keyset;
    case 'callbacks':
      return callbackKeysetFor(withRisk);
  }
}

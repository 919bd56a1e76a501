import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import { annotationTexts } from '#lib/annotations/index.ts';
import { createAuditSource } from '#lib/audit/index.ts';
import type { AuditEntry } from '#lib/audit/schema.ts';
import {
  callbackDefinition,
  callbackSelect,
  readCallbackRow,
  selectCallbackDefinition,
} from '#lib/callbacks/index.ts';
import type { CallbackRow } from '#lib/callbacks/schema/list.ts';
import type { RawRow } from '#lib/database/record-columns.ts';
import {
  depositDefinition,
  depositTextColumns,
  listDepositRisk,
  listPaymentReferences,
} from '#lib/deposits/index.ts';
import type { DepositRisk } from '#lib/deposits/schema.ts';
import { exceptionSource } from '#lib/exceptions/index.ts';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import type { ListDefinition, TextRow } from '#lib/lists/read-page.ts';
import { readAll, readAllTexts, readRowsById, readTextsById } from '#lib/lists/read-page.ts';
import { paymentDefinition, paymentTexts } from '#lib/payments/index.ts';
import { noSecrets } from '#lib/platform/mask-secrets.ts';
import { refundDefinition } from '#lib/refunds/index.ts';
import { caseRowSource } from '#lib/reviews/index.ts';
import type { QueueRow } from '#lib/reviews/queue/schema.ts';
import { listCallbackSecrets } from '#lib/service/index.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { listWithdrawalRisk, withdrawalDefinition, withdrawalTextColumns } from '#lib/withdrawals/index.ts';
import type { SourcedWithdrawalRisk } from '#lib/withdrawals/schema.ts';
import type { AssessedDeposit } from './columns/deposit-columns.ts';
import type { AssessedWithdrawal } from './columns/withdrawal-columns.ts';
import type { ExportName } from './schema.ts';
import { RowWithRisk, StoredRow } from './stored-row.ts';

/** The rows of a list in batches, each as whole as its export needs it. The caller has checked the permission. */
type Batches<Row> = AsyncGenerator<readonly Row[]>;

/** Which rows: all that a query finds, each as it was at one moment; or those chosen before, as they are now. */
export type RequestedRows = { readonly query: ListQuery } | { readonly ids: readonly string[] };

/** Who takes the file, and when: lists have parts that are somebody's own, or that move with the time. */
export type ExportReader = { readonly me: PersonId; readonly at: Instant };

/** What to select of a row: SQL by the field's name. */
type Texts = Readonly<Record<string, string>>;

/** At which place of a row each field stands. */
const toLayout = (texts: Texts) => new Map(Object.keys(texts).map((field, at) => [field, at]));

async function* storedBatches(
  keyset: ListDefinition,
  texts: Texts,
  { businessId }: Scope,
  asked: RequestedRows,
): Batches<TextRow> {
  const select = Object.values(texts).join(', ');
  if ('ids' in asked) yield await readTextsById(keyset, { businessId, select, ...asked });
  else yield* readAllTexts(keyset, { businessId, select, ...asked });
}

/** What is read in addition to each batch, while the batch before it is written. */
async function* withRelatedRows<Rows, More>(
  batches: AsyncGenerator<Rows>,
  read: (rows: Rows) => Promise<More>,
) {
  let held: Promise<More> | null = null;
  for await (const rows of batches) {
    const next = read(rows);
    // Nobody may wait for it any more when it fails.
    next.catch(() => undefined);
    if (held) yield await held;
    held = next;
  }
  if (held) yield await held;
}

type Risks<Risk> = {
  readonly of: (businessId: BusinessId, ids: readonly string[]) => Promise<ReadonlyMap<string, Risk>>;
  readonly id: string;
};

/** By the row's id, for those who may see risk detail only: by a query of its own. */
async function risksOf<Risk>(
  { businessId, may }: Scope,
  { of, id }: Risks<Risk>,
  layout: ReadonlyMap<string, number>,
  rows: readonly TextRow[],
): Promise<(row: TextRow) => Risk | null> {
  const at = layout.get(id) ?? -1;
  if (!may('risk.read')) return () => null;
  const risks = await of(
    businessId,
    rows.map((row) => row[at] ?? ''),
  );
  return (row) => risks.get(row[at] ?? '') ?? null;
}

const referenceFields = ['clientPaymentId', 'clientPaymentIdSource'];

/** A deposit's texts, and behind them its payment's client id with where the payment has it from. */
const layoutWithReference = (texts: Texts) =>
  new Map([
    ...toLayout(texts),
    ...referenceFields.map((name, at) => [name, Object.keys(texts).length + at] as const),
  ]);

async function withReferences(
  businessId: BusinessId,
  layout: ReadonlyMap<string, number>,
  rows: readonly TextRow[],
): Promise<readonly TextRow[]> {
  const at = layout.get('paymentId') ?? -1;
  // Behind what was asked for a row tells its place in the list.
  const asked = layout.size - referenceFields.length;
  const references = await listPaymentReferences(businessId, [...new Set(rows.map((row) => row[at] ?? ''))]);
  return rows.map((row) => {
    const reference = references.get(row[at] ?? '');
    const values = row.slice(0, asked);
    values.push(reference?.clientPaymentId ?? null, reference?.source ?? null);
    return values;
  });
}

export async function* paymentBatches(scope: Scope, asked: RequestedRows): Batches<StoredRow> {
  const added = await annotationTexts('payment', scope.businessId, 'p.business_id', 'p.payment_id');
  const texts = { ...paymentTexts(), ...added };
  const layout = toLayout(texts);
  for await (const rows of storedBatches(paymentDefinition, texts, scope, asked))
    yield rows.map((row) => new StoredRow(row, layout));
}

export async function* depositBatches(scope: Scope, asked: RequestedRows): Batches<AssessedDeposit> {
  const added = await annotationTexts('deposit', scope.businessId, 'd.business_id', 'd.deposit_id');
  const texts = { ...depositTextColumns(), ...added };
  const layout = layoutWithReference(texts);
  const risks: Risks<DepositRisk> = { of: listDepositRisk, id: 'depositId' };
  yield* withRelatedRows(storedBatches(depositDefinition, texts, scope, asked), async (rows) => {
    const [referred, riskOf] = await Promise.all([
      withReferences(scope.businessId, layout, rows),
      risksOf(scope, risks, layout, rows),
    ]);
    return referred.map((row) => new RowWithRisk(row, layout, riskOf(row)));
  });
}

export async function* refundBatches(scope: Scope, asked: RequestedRows): Batches<StoredRow> {
  const texts = depositTextColumns();
  const layout = layoutWithReference(texts);
  yield* withRelatedRows(storedBatches(refundDefinition, texts, scope, asked), async (rows) =>
    (await withReferences(scope.businessId, layout, rows)).map((row) => new StoredRow(row, layout)),
  );
}

export async function* withdrawalBatches(scope: Scope, asked: RequestedRows): Batches<AssessedWithdrawal> {
  const added = await annotationTexts('withdrawal', scope.businessId, 'w.business_id', 'w.withdrawal_id');
  const texts = { ...withdrawalTextColumns(), ...added };
  const layout = toLayout(texts);
  const risks: Risks<SourcedWithdrawalRisk> = { of: listWithdrawalRisk, id: 'withdrawalId' };
  yield* withRelatedRows(storedBatches(withdrawalDefinition, texts, scope, asked), async (rows) => {
    const riskOf = await risksOf(scope, risks, layout, rows);
    return rows.map((row) => new RowWithRisk(row, layout, riskOf(row)));
  });
}

/** Rows of lists that are read as objects. */
async function* readBatches<Row>(
  { keyset, ...how }: { keyset: ListDefinition; select: string; read: (row: RawRow) => Row },
  { businessId }: Scope,
  asked: RequestedRows,
): Batches<Row> {
  if ('ids' in asked) yield await readRowsById(keyset, { businessId, ...how, ...asked });
  else yield* readAll(keyset, { businessId, ...how, ...asked });
}

export const callbackBatches = (scope: Scope, asked: RequestedRows): Batches<CallbackRow> =>
  readBatches(
    { keyset: callbackDefinition(scope), select: callbackSelect(scope), read: readCallbackRow(scope) },
    scope,
    asked,
  );

export const exceptionBatches = (
  scope: Scope,
  asked: RequestedRows,
  { me }: ExportReader,
): Batches<ExceptionRow> => readBatches(exceptionSource(me), scope, asked);

export const caseBatches = (scope: Scope, asked: RequestedRows, taker: ExportReader): Batches<QueueRow> =>
  readBatches(caseRowSource(taker), scope, asked);

export async function* auditBatches(scope: Scope, asked: RequestedRows): Batches<AuditEntry> {
  yield* readBatches(createAuditSource(await listCallbackSecrets()), scope, asked);
}

/** The list of which a file is. */
export function selectDefinition(list: ExportName, taker: ExportReader, withRisk: boolean): ListDefinition {
  switch (list) {
    case 'payments':
      return paymentDefinition;
    case 'deposits':
      return depositDefinition;
    case 'refunds':
      return refundDefinition;
    case 'withdrawals':
      return withdrawalDefinition;
    case 'exceptions':
      return exceptionSource(taker.me).keyset;
    case 'callbacks':
      return selectCallbackDefinition(withRisk);
    case 'reviews':
      return caseRowSource(taker).keyset;
    case 'audit':
      return createAuditSource(noSecrets).keyset;
  }
}

import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import { selectAnnotationTexts } from '#lib/annotations/index.ts';
import { createAuditSource, selectAuditDefinition } from '#lib/audit/index.ts';
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
import type { ListDefinition } from '#lib/lists/definition.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import type { TextRow } from '#lib/lists/read-all.ts';
import { readAll, readAllTexts, readRowsById, readTextsById } from '#lib/lists/read-all.ts';
import {
  paymentDefinition,
  selectExceptionTexts,
  selectPaymentTexts,
  settledSumTextsSql,
} from '#lib/payments/index.ts';
import { refundDefinition } from '#lib/refunds/index.ts';
import { caseRowSource, reportRowSource } from '#lib/reviews/index.ts';
import type { QueueRow } from '#lib/reviews/queue/schema.ts';
import type { ReportRow } from '#lib/reviews/reports/schema-list.ts';
import { listCallbackSecrets } from '#lib/service/index.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { listWithdrawalRisk, withdrawalDefinition, withdrawalTextColumns } from '#lib/withdrawals/index.ts';
import type { SourcedWithdrawalRisk } from '#lib/withdrawals/schema.ts';
import type { AssessedDeposit } from './columns/deposit-columns.ts';
import type { AssessedWithdrawal } from './columns/withdrawal-columns.ts';
import type { ExportName } from './schema.ts';
import { RowWithRisk, StoredRow } from './stored-row.ts';

/** The business and the rights with which records are read. */
type RecordScope = Pick<Scope, 'businessId' | 'may'>;

/** The rows of a list in batches, with all fields that the export needs. The caller checks the permission. */
type Batches<Row> = AsyncGenerator<readonly Row[]>;

/** The requested rows: all rows of a query, each as of one moment, or selected rows by id, as they are now. */
export type RequestedRows = { readonly query: ListQuery } | { readonly ids: readonly string[] };

/** The person and time of the export. Some lists depend on them. */
export type ExportRequester = { readonly me: PersonId; readonly at: Instant };

/** The SQL to select, by field name. */
type FieldSql = Readonly<Record<string, string>>;

/** Returns the index of each field in a row. */
const createLayout = (texts: FieldSql) => new Map(Object.keys(texts).map((field, at) => [field, at]));

async function* storedBatches(
  definition: ListDefinition,
  texts: FieldSql,
  { businessId }: RecordScope,
  request: RequestedRows,
): Batches<TextRow> {
  const select = Object.values(texts).join(', ');
  if ('ids' in request) yield await readTextsById(definition, { businessId, select, ...request });
  else yield* readAllTexts(definition, { businessId, select, ...request });
}

/** Reads additional data for each batch while the previous one is written. */
async function* readAlongside<Rows, More>(
  batches: AsyncGenerator<Rows>,
  read: (rows: Rows) => Promise<More>,
) {
  let pending: Promise<More> | null = null;
  for await (const rows of batches) {
    const next = read(rows);
    // The consumer may have stopped before a later failure.
    next.catch(() => undefined);
    if (pending) yield await pending;
    pending = next;
  }
  if (pending) yield await pending;
}

type RiskSource<Risk> = {
  readonly of: (businessId: BusinessId, ids: readonly string[]) => Promise<ReadonlyMap<string, Risk>>;
  readonly id: string;
};

/** Reads risk detail by row id in a query of its own, only for roles that may read it. */
async function readRisks<Risk>(
  { businessId, may }: RecordScope,
  { of, id }: RiskSource<Risk>,
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

/** Adds the reference of the payment and its source after the deposit's fields. */
const layoutWithReference = (texts: FieldSql) =>
  new Map([
    ...createLayout(texts),
    ...referenceFields.map((name, at) => [name, Object.keys(texts).length + at] as const),
  ]);

async function withReferences(
  businessId: BusinessId,
  layout: ReadonlyMap<string, number>,
  rows: readonly TextRow[],
): Promise<readonly TextRow[]> {
  const at = layout.get('paymentId') ?? -1;
  const references = await listPaymentReferences(businessId, [...new Set(rows.map((row) => row[at] ?? ''))]);
  return rows.map((row) => {
    const reference = references.get(row[at] ?? '');
    return [...row, reference?.clientPaymentId ?? null, reference?.source ?? null];
  });
}

export async function* readPaymentBatches(
  scope: RecordScope,
  request: RequestedRows,
  withSums: boolean,
): Batches<StoredRow> {
  const sums: FieldSql = withSums ? settledSumTextsSql : {};
  const added = await selectAnnotationTexts('payment', scope.businessId, 'p.business_id', 'p.payment_id');
  const texts = {
    ...selectPaymentTexts(),
    ...added,
    ...(await selectExceptionTexts(scope.businessId)),
    ...sums,
  };
  const layout = createLayout(texts);
  for await (const rows of storedBatches(paymentDefinition, texts, scope, request))
    yield rows.map((row) => new StoredRow(row, layout));
}

export async function* readDepositBatches(
  scope: RecordScope,
  request: RequestedRows,
): Batches<AssessedDeposit> {
  const added = await selectAnnotationTexts('deposit', scope.businessId, 'd.business_id', 'd.deposit_id');
  const texts = { ...depositTextColumns(), ...added };
  const layout = layoutWithReference(texts);
  const risks: RiskSource<DepositRisk> = { of: listDepositRisk, id: 'depositId' };
  yield* readAlongside(storedBatches(depositDefinition, texts, scope, request), async (rows) => {
    const [withReference, findRisk] = await Promise.all([
      withReferences(scope.businessId, layout, rows),
      readRisks(scope, risks, layout, rows),
    ]);
    return withReference.map((row) => new RowWithRisk(row, layout, findRisk(row)));
  });
}

export async function* readRefundBatches(scope: RecordScope, request: RequestedRows): Batches<StoredRow> {
  const texts = depositTextColumns();
  const layout = layoutWithReference(texts);
  yield* readAlongside(storedBatches(refundDefinition, texts, scope, request), async (rows) =>
    (await withReferences(scope.businessId, layout, rows)).map((row) => new StoredRow(row, layout)),
  );
}

export async function* readWithdrawalBatches(
  scope: RecordScope,
  request: RequestedRows,
): Batches<AssessedWithdrawal> {
  const added = await selectAnnotationTexts(
    'withdrawal',
    scope.businessId,
    'w.business_id',
    'w.withdrawal_id',
  );
  const texts = { ...withdrawalTextColumns(), ...added };
  const layout = createLayout(texts);
  const risks: RiskSource<SourcedWithdrawalRisk> = { of: listWithdrawalRisk, id: 'withdrawalId' };
  yield* readAlongside(storedBatches(withdrawalDefinition, texts, scope, request), async (rows) => {
    const findRisk = await readRisks(scope, risks, layout, rows);
    return rows.map((row) => new RowWithRisk(row, layout, findRisk(row)));
  });
}

/** Reads rows of lists that have row objects. */
async function* readBatches<Row>(
  { definition, ...options }: { definition: ListDefinition; select: string; read: (row: RawRow) => Row },
  { businessId }: RecordScope,
  request: RequestedRows,
): Batches<Row> {
  if ('ids' in request) yield await readRowsById(definition, { businessId, ...options, ...request });
  else yield* readAll(definition, { businessId, ...options, ...request });
}

export const readCallbackBatches = (scope: Scope, request: RequestedRows): Batches<CallbackRow> =>
  readBatches(
    { definition: callbackDefinition(scope), select: callbackSelect(scope), read: readCallbackRow(scope) },
    scope,
    request,
  );

export const readExceptionBatches = (
  scope: RecordScope,
  request: RequestedRows,
  { me }: { readonly me: PersonId | null },
): Batches<ExceptionRow> => readBatches(exceptionSource(me), scope, request);

export const readCaseBatches = (
  scope: Scope,
  request: RequestedRows,
  requester: ExportRequester,
): Batches<QueueRow> => readBatches(caseRowSource(requester), scope, request);

export const readReportBatches = (
  scope: Scope,
  request: RequestedRows,
  { me }: ExportRequester,
): Batches<ReportRow> => readBatches(reportRowSource(me), scope, request);

export async function* readAuditBatches(scope: Scope, request: RequestedRows): Batches<AuditEntry> {
  yield* readBatches(createAuditSource(scope, await listCallbackSecrets()), scope, request);
}

/** Returns the definition of the exported list. */
export function selectDefinition(
  list: ExportName,
  requester: ExportRequester,
  withRisk: boolean,
): ListDefinition {
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
      return exceptionSource(requester.me).definition;
    case 'callbacks':
      return selectCallbackDefinition(withRisk);
    case 'reviews':
      return caseRowSource(requester).definition;
    case 'case-reports':
      return reportRowSource(requester.me).definition;
    case 'audit':
      return selectAuditDefinition(withRisk);
  }
}

import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { millisecondsSql } from '#lib/database/columns.ts';
import { readPageSnapshot } from '#lib/database/page-reads.ts';
import { tReconciliation, tReconciliationRefusals } from '#lib/messages/reconciliation.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { listStatementChoices } from '#lib/statements/index.ts';
import { parsePeriod } from '#lib/statements/model/period.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { importLimits } from '../model/choices.ts';
import { bankFormats, entryProblems, fileFailures } from '../model/entries.ts';
import type { RuleRun } from '../model/rules.ts';
import { readReconciliationSettings } from '../reconciliation-setting.ts';
import type { CandidatesView, ImportView, ReconciliationQuery, ReconciliationView } from '../schema.ts';
import { listLines, listRecords, readMatches, readTransit, totalLines, totalRecords } from './items.ts';
import type { Run } from './terms.ts';
import { readMatchTerms } from './terms.ts';

const importProblems = z.array(
  z.object({ place: z.number(), problem: z.enum(entryProblems), value: z.string() }),
);

const importRows = z.array(
  z.object({
    importId: z.string(),
    fileName: z.string(),
    state: z.enum(['uploading', 'waiting', 'done', 'failed', 'removed']),
    format: z.enum(bankFormats).nullable(),
    linesRead: z.number(),
    linesTotal: z.number().nullable(),
    added: z.number(),
    repeated: z.number(),
    skipped: z.number(),
    refused: z.number(),
    matched: z.number(),
    problems: importProblems,
    failure: z.enum(fileFailures).nullable(),
    createdBy: z.string(),
    createdAt: z.coerce.number().transform(instant),
  }),
);

const importsSql = `
  SELECT i.import_id::text AS "importId", i.file_name AS "fileName", i.state, i.format, i.lines_read AS "linesRead",
         i.lines_total AS "linesTotal", i.added, i.repeated, i.skipped, i.refused, i.matched,
         jsonb_path_query_array(i.problems, '$[0 to ${importLimits.shown - 1}]') AS problems, i.failure,
         p.name AS "createdBy", ${millisecondsSql('i.created_at')} AS "createdAt"
    FROM bank_import i JOIN person p ON p.id = i.created_by
   WHERE i.business_id = $1::uuid ORDER BY i.created_at DESC LIMIT 20`;

const listImports = async (run: Run, businessId: BusinessId): Promise<readonly ImportView[]> =>
  importRows.parse(await run(importsSql, [businessId]));

const isWaiting = (ruleRuns: readonly RuleRun[]): boolean =>
  ruleRuns.some(({ state }) => state === 'waiting');

const readSnapshot = <Result>(
  context: Context<PersonActor>,
  read: (run: Run) => Promise<Result>,
): Promise<Result> => readPageSnapshot(context.signal, read);

/** Lists the last files with their progress, and returns whether rules wait to be applied. @throws Problem 'not-found' or 'forbidden'. */
export async function readImports(
  context: Context<PersonActor>,
  business: string,
): Promise<{ readonly imports: readonly ImportView[]; readonly isMatching: boolean }> {
  const { businessId } = requirePermission(context, business, 'read');
  const { ruleRuns } = await readReconciliationSettings(businessId);
  return readSnapshot(context, async (run) => ({
    imports: await listImports(run, businessId),
    isMatching: isWaiting(ruleRuns),
  }));
}

const refusedRows = z.array(z.object({ problems: importProblems }));

/**
 * Returns the refused lines of a file, the first 10,000, as a table of texts.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readRefusedLines(
  context: Context<PersonActor>,
  business: string,
  importId: string,
): Promise<readonly (readonly string[])[]> {
  const { businessId } = requirePermission(context, business, 'read');
  if (!isUuid(importId)) throw new Problem('not-found', tReconciliationRefusals('file.notFound'));
  const [found] = await readSnapshot(context, async (run) =>
    refusedRows.parse(
      await run('SELECT problems FROM bank_import WHERE business_id = $1::uuid AND import_id = $2::uuid', [
        businessId,
        importId,
      ]),
    ),
  );
  if (found === undefined) throw new Problem('not-found', tReconciliationRefusals('file.notFound'));
  return [
    ['line', 'problem', 'value'],
    ...found.problems.map(({ place, problem, value }) => [
      ...[String(place), tReconciliation(`imports.problem.${problem}`, { value }), value],
    ]),
  ];
}

/** Items on a page. */
const pageSize = 100;
/** Records in transit on a page. */
const transitSize = 200;
/** Unmatched items on each side of a match by a person. */
const candidateSize = 200;

const lineCursor = /^(\d{4}-\d{2}-\d{2}) ([0-9a-f-]{36})$/;
const recordCursor = /^(\d{4}-\d{2}-\d{2} [0-9:.+-]{8,24}) ([0-9a-f-]{36})$/;

function parseCursor(text: string | null, shape: RegExp): readonly [string, string] | null {
  const [, first, second] = shape.exec(text ?? '') ?? [];
  return first === undefined || second === undefined ? null : [first, second];
}

async function chooseItems(
  context: Context<PersonActor>,
  businessId: BusinessId,
  query: ReconciliationQuery,
) {
  const choices = await listStatementChoices(context, businessId);
  const currency = query.currency ?? choices.currencies[0] ?? 'EUR';
  const period = query.period ?? parsePeriod(choices.period);
  if (period === null) throw new RangeError(`not a period: ${choices.period}`);
  const { currencies } = choices;
  return {
    currency,
    period,
    currencies: currencies.includes(currency) ? currencies : [...currencies, currency],
  };
}

/**
 * Returns the page about matched and unmatched lines and records of a period.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readReconciliation(
  context: Context<PersonActor>,
  business: string,
  query: ReconciliationQuery,
): Promise<ReconciliationView> {
  const { businessId, may } = requirePermission(context, business, 'read');
  const { currency, currencies, period } = await chooseItems(context, businessId, query);
  const { rules, ruleRuns } = await readReconciliationSettings(businessId);
  const ruleRun = ruleRuns.find((run) => run.currency === currency) ?? null;
  const { show, state, q } = query;
  return readSnapshot(context, async (run) => {
    const terms = await readMatchTerms(run, businessId);
    const input = { businessId, currency, days: period, terms };
    const page = { ...input, state, q, limit: pageSize + 1 };
    const after = parseCursor(query.after, show === 'lines' ? lineCursor : recordCursor);
    const lines = show === 'lines' ? await listLines(run, { ...page, after }) : [];
    const records = show === 'records' ? await listRecords(run, { ...page, after }) : [];
    const shownLines = lines.slice(0, pageSize);
    const shownRecords = records.slice(0, pageSize);
    const lastLine = lines.length > pageSize ? shownLines.at(-1) : undefined;
    const lastRecord = records.length > pageSize ? shownRecords.at(-1) : undefined;
    const names = new Map(rules.map(({ ruleId, name }) => [ruleId, name]));
    const matchIds = [...shownLines, ...shownRecords].flatMap(({ matchId }) => matchId ?? []);
    const transitAfter = parseCursor(query.transitAfter, recordCursor);
    const transit = await readTransit(run, { ...input, after: transitAfter, limit: transitSize + 1 });
    const shownTransit = transit.rows.slice(0, transitSize);
    const lastTransit = transit.rows.length > transitSize ? shownTransit.at(-1) : undefined;
    return {
      currency,
      currencies,
      period,
      timeZone: terms.timeZone,
      show,
      state,
      lineTotals: await totalLines(run, input),
      recordTotals: await totalRecords(run, input),
      lines: shownLines,
      records: shownRecords.map(({ cursor: _cursor, ...record }) => record),
      matches: await readMatches(run, businessId, matchIds, names),
      isFirst: after === null,
      next:
        lastLine !== undefined
          ? `${lastLine.day} ${lastLine.lineId}`
          : lastRecord !== undefined
            ? `${lastRecord.cursor} ${lastRecord.recordId}`
            : null,
      transit: {
        count: transit.count,
        amount: transit.amount,
        isFirst: transitAfter === null,
        rows: shownTransit.map(({ cursor: _cursor, ...record }) => record),
        next: lastTransit === undefined ? null : `${lastTransit.cursor} ${lastTransit.recordId}`,
      },
      rules: rules.filter((rule) => rule.currency === currency),
      ruleRun: ruleRun && { state: ruleRun.state, lines: ruleRun.lines },
      imports: await listImports(run, businessId),
      isMatching: isWaiting(ruleRuns),
      mayMatch: may('period.close'),
    };
  });
}

/**
 * Returns unmatched items of both sides.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readCandidates(
  context: Context<PersonActor>,
  business: string,
  query: ReconciliationQuery,
): Promise<CandidatesView> {
  const { businessId } = requirePermission(context, business, 'period.close');
  const { currency, period } = await chooseItems(context, businessId, query);
  const { q, recordQ } = query;
  return readSnapshot(context, async (run) => {
    const terms = await readMatchTerms(run, businessId);
    const page = { businessId, currency, days: period, terms, state: 'unmatched' as const, after: null };
    const lines = await listLines(run, { ...page, q, limit: candidateSize + 1 });
    const records = await listRecords(run, { ...page, q: recordQ, limit: candidateSize + 1 });
    return {
      currency,
      period,
      q,
      recordQ,
      lines: lines.slice(0, candidateSize),
      records: records.slice(0, candidateSize).map(({ cursor: _cursor, ...record }) => record),
      hasMore: lines.length > candidateSize || records.length > candidateSize,
    };
  });
}

import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { millisecondsSql } from '#lib/database/columns.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tJournal } from '#lib/messages/accounting.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { readSetting } from '#lib/proposals/index.ts';
import { listStatementChoices } from '#lib/statements/index.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { accountsSetting } from './accounts-setting.ts';
import { journalModes } from './model/journal.ts';
import type { AccountingSettings } from './model/targets.ts';
import { emptySettings, journalTargets } from './model/targets.ts';
import type { AccountingView, JournalRun } from './schema.ts';

/** Returns the accounts of a business. The caller has checked the permission. */
export const readSettings = async (businessId: BusinessId): Promise<AccountingSettings> =>
  (await readSetting(accountsSetting, businessId)) ?? emptySettings;

const runRows = z.array(
  z.object({
    runId: z.string(),
    number: z.number(),
    target: z.enum(journalTargets),
    mode: z.enum(journalModes),
    currency: z.string(),
    from: z.string(),
    to: z.string(),
    fileName: z.string(),
    sha256: z.string(),
    entries: z.number(),
    createdAt: z.coerce.number().transform(instant),
    createdBy: z.string(),
    replacedBy: z.number().nullable(),
  }),
);

const runsSql = `
  SELECT r.run_id::text AS "runId", r.number, r.target, r.mode, r.currency, r.first_day::text AS "from",
         r.last_day::text AS "to", r.file_name AS "fileName", encode(r.sha256, 'hex') AS sha256, r.entries,
         ${millisecondsSql('r.created_at')} AS "createdAt", p.name AS "createdBy",
         other.number AS "replacedBy"
    FROM journal_run r JOIN person p ON p.id = r.created_by
    LEFT JOIN journal_run other ON other.business_id = r.business_id AND other.run_id = r.replaced_by
   WHERE r.business_id = $1::uuid ORDER BY r.number DESC LIMIT 200`;

async function listRuns(businessId: BusinessId): Promise<readonly JournalRun[]> {
  const { rows } = await databasePool().query(runsSql, [businessId]);
  return runRows.parse(rows);
}

/** Returns the accounts and the stored files. @throws Problem 'not-found' or 'forbidden'. */
export async function readAccounting(
  context: Context<PersonActor>,
  business: string,
): Promise<AccountingView> {
  const { businessId, may } = requirePermission(context, business, 'read');
  const [settings, runs, choices] = await Promise.all([
    readSettings(businessId),
    listRuns(businessId),
    listStatementChoices(context, businessId),
  ]);
  return { settings, runs, ...choices, mayMap: may('period.close'), mayExport: may('export') };
}

/** The parts of a run: its file, and the manifest with counts, totals and hash. */
type RunPart = 'file' | 'manifest';

/**
 * Returns the bytes of a part of a run, as they were written. The download is audited before.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function fetchRun(
  context: Context<PersonActor>,
  business: string,
  runId: string,
  part: RunPart = 'file',
): Promise<{ readonly fileName: string; readonly body: Uint8Array<ArrayBuffer> }> {
  const { businessId } = requirePermission(context, business, 'export');
  const run = isUuid(runId)
    ? await database().journalRun.findUnique({
        where: { businessId_runId: { businessId, runId } },
        select: { number: true, fileName: true, body: part === 'file', manifest: part === 'manifest' },
      })
    : null;
  if (run === null) throw new Problem('not-found', tJournal('refused.noRun'));
  await inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId,
      action: 'journal.fetch',
      objectType: 'journal-run',
      objectId: runId,
      after: { number: run.number },
    }),
  );
  if (part === 'manifest')
    return { fileName: `${run.fileName}.manifest.json`, body: new TextEncoder().encode(run.manifest) };
  return { fileName: run.fileName, body: new Uint8Array(run.body) };
}

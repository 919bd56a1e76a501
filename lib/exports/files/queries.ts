import 'server-only';
import * as z from 'zod';
import { requirePermission, requireRecentAuthentication } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { database } from '#lib/database/pools.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tExports } from '#lib/messages/exports.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import { exportPermissions, findRiskPermission } from '../list-table.ts';
import { hasRiskDetail } from '../model.ts';
import type { ExportFileView } from '../schema.ts';
import { exportNames, fileFormats } from '../schema.ts';
import { describeFormat } from './format.ts';

const maxFiles = 10;

const fileRow = z.object({
  fileId: z.string(),
  list: z.enum(exportNames),
  format: z.enum(fileFormats),
  fileName: z.string(),
  state: z.enum(['running', 'done', 'failed', 'stopped']),
  rows: z.number(),
  total: z.number(),
  isMore: z.boolean(),
  isCut: z.boolean(),
  withRisk: z.boolean(),
  bytes: z.coerce.number(),
  problem: z.string().nullable(),
  askedAt: z.date().transform(fromDate),
  expiresAt: z.date().transform(fromDate),
});

/** Returns the newest files that this person requested. Throws Problem 'not-found' or 'forbidden'. */
export async function listExportFiles(
  context: Context<PersonActor>,
  business: string,
): Promise<{ readonly files: readonly ExportFileView[] }> {
  const { businessId, may } = requirePermission(context, business, 'export.files');
  const rows = await database().exportFile.findMany({
    where: {
      businessId,
      personId: context.actor.personId,
      list: { in: exportNames.filter((list) => may(exportPermissions[list])) },
      expiresAt: { gt: toDate(context.clock.now()) },
    },
    orderBy: { askedAt: 'desc' },
    take: maxFiles,
  });
  const files = z.array(fileRow).parse(rows);
  return {
    files: files.map(({ withRisk, ...file }) => ({
      ...file,
      hasRiskDetail: hasRiskDetail(file.list, withRisk),
    })),
  };
}

const stateRows = z.array(
  fileRow.pick({ fileId: true, state: true, fileName: true, withRisk: true, list: true }),
);

/** The state of an ordered file, without its content. */
export type OrderedFile = {
  readonly state: ExportFileView['state'];
  readonly fileName: string;
  readonly hasRiskDetail: boolean;
};

/** Returns the state of ordered files. Expired files are deleted and missing. The caller checks the permission. */
export async function listOrderedFiles(
  businessId: BusinessId,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, OrderedFile>> {
  if (fileIds.length === 0) return new Map();
  const rows = await database().exportFile.findMany({
    where: { businessId, fileId: { in: [...fileIds] } },
    select: { fileId: true, state: true, fileName: true, withRisk: true, list: true },
  });
  return new Map(
    stateRows
      .parse(rows)
      .map(({ fileId, state, fileName, withRisk, list }) => [
        fileId,
        { state, fileName, hasRiskDetail: hasRiskDetail(list, withRisk) },
      ]),
  );
}

/** Streams the bytes of a file. Reads a chunk when the previous one was taken. */
function streamChunks(businessId: string, fileId: string, parts: number): ReadableStream<Uint8Array> {
  let number = 0;
  return new ReadableStream({
    async pull(controller) {
      if (number >= parts) return controller.close();
      const key = { businessId_fileId_number: { businessId, fileId, number } };
      const part = await database().exportPart.findUnique({ where: key, select: { body: true } });
      if (part?.body == null) throw new Error('a chunk of an export file is missing');
      number += 1;
      controller.enqueue(part.body);
    },
  });
}

/**
 * Returns a finished file of this person as a download. The download is audited before the first byte. Throws Problem
 * 'not-found', 'forbidden' if the person may no longer read its content, and with risk detail
 * 'reauthentication-required'.
 */
export async function fetchExportFile(
  context: Context<PersonActor>,
  business: string,
  fileId: string,
): Promise<Response> {
  const { businessId } = requirePermission(context, business, 'export.files');
  const now = toDate(context.clock.now());
  const file = z.uuid().safeParse(fileId).success
    ? await database().exportFile.findFirst({
        where: {
          businessId,
          fileId,
          personId: context.actor.personId,
          state: 'done',
          expiresAt: { gt: now },
        },
      })
    : null;
  if (file === null) throw new Problem('not-found', tExports('fileGone'));
  const { list, format } = fileRow.parse(file);
  requirePermission(context, business, exportPermissions[list]);
  if (file.withRisk) requirePermission(context, business, findRiskPermission(list));
  if (hasRiskDetail(list, file.withRisk)) await requireRecentAuthentication(context);
  await inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId,
      action: 'export.fetch',
      objectType: 'export-file',
      objectId: file.fileId,
      after: { list, format, rows: file.rows, withRisk: file.withRisk },
    }),
  );
  const { contentType } = describeFormat(format);
  return new Response(streamChunks(businessId, file.fileId, file.parts), {
    headers: {
      'content-type': contentType,
      'content-length': String(file.bytes),
      'content-disposition': `attachment; filename="${file.fileName}"`,
      'x-content-type-options': 'nosniff',
    },
  });
}

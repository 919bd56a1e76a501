import 'server-only';
import { createHash } from 'node:crypto';
import { arrayBuffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { requirePermission, requireRecentAuthentication } from '#lib/access/index.ts';
import { readChain, writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tReviewEvidence } from '#lib/messages/reviews-server.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { isInClosedPeriod } from '#lib/statements/index.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { toDate } from '#lib/values/instant.ts';
import type { JoinedCase } from '../cases/merge/schema.ts';
import { readCaseInScope } from '../cases/queries/case.ts';
import { listRelatedRecords } from '../cases/queries/related.ts';
import type { CaseView } from '../cases/schema/case.ts';
import type { PackedFile } from './pack-queries.ts';
import { readAttachedFiles, readReceivedFiles, stringifySubjectRecords } from './pack-queries.ts';
import { readmeText, verifierText } from './verifier.ts';

export type EvidencePack = {
  readonly fileName: string;
  /** SHA-256 of manifest.json in hexadecimal. The audit log has it as well. */
  readonly sha256: string;
  /** SHA-256 of verify.mjs in hexadecimal. The audit log has it, so a changed program is found without running it. */
  readonly verifier: string;
  readonly files: readonly PackedFile[];
  readonly zip: Uint8Array<ArrayBuffer>;
};

const encoder = new TextEncoder();
const json = (value: unknown) => encoder.encode(`${JSON.stringify(value, null, 2)}\n`);
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Creates a ZIP archive of the files, uncompressed. */
async function createZip(files: readonly PackedFile[], mtime: Date): Promise<Uint8Array<ArrayBuffer>> {
  const archive = new ZipFile();
  for (const { name, bytes } of files)
    archive.addBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name, {
      mtime,
      compress: false,
    });
  archive.end();
  return new Uint8Array(await arrayBuffer(archive.outputStream));
}

/** Returns the records of a merged case. Its history is in case.json. */
async function packJoinedCase(
  businessId: BusinessId,
  { number, subjectKind, subjectId }: JoinedCase,
): Promise<readonly PackedFile[]> {
  const records = await stringifySubjectRecords(businessId, subjectKind, subjectId);
  return [{ name: `joined/case-${number}-records.json`, bytes: encoder.encode(`${records}\n`) }];
}

/**
 * Reads a case for an auditor: one that was decided in a period that is closed, without the text of reports to an
 * authority. Attached files and the entries of the log can contain that text, so the pack leaves them out.
 */
async function readForAuditor(
  context: Context<PersonActor>,
  businessId: BusinessId,
  reviewCase: string,
): Promise<CaseView> {
  const view = await readCaseInScope(context, businessId, reviewCase);
  const decision = view.decisions.find(({ state }) => state === 'final');
  const decidedAt = decision?.answeredAt ?? decision?.proposedAt;
  if (view.state !== 'decided' || decidedAt === undefined || !(await isInClosedPeriod(businessId, decidedAt)))
    throw new Problem('not-found', tReviewEvidence('notClosed'));
  const withoutText = <Report extends CaseView['report']>(report: Report): Report => ({
    ...report,
    narrative: '',
    amendments: report.amendments.map((one) => ({ ...one, narrative: '', reason: '' })),
  });
  return { ...view, report: withoutText(view.report), joinedReports: view.joinedReports.map(withoutText) };
}

/**
 * Packs the evidence of a case, and of the cases merged into it, into an archive that anyone can verify. The audit log
 * records the export and the hash of the manifest before the first byte is sent.
 *
 * An auditor with risk detail gets a shorter pack, of cases from closed periods.
 *
 * @throws Problem 'not-found', 'forbidden' or 'reauthentication-required'
 */
export async function createEvidencePack(
  context: Context<PersonActor>,
  business: string,
  reviewCase: string,
): Promise<EvidencePack> {
  const { businessId, may } = requirePermission(context, business, 'audit.risk');
  await requireRecentAuthentication(context);
  const isReviewer = may('review.work');
  const {
    people: _people,
    me: _me,
    reading: _reading,
    now,
    events: _events,
    packs: _packs,
    wasReportProposed: _wasReportProposed,
    ...view
  } = isReviewer
    ? await readCaseInScope(context, businessId, reviewCase)
    : await readForAuditor(context, businessId, reviewCase);
  const caseId = toId<CaseId>(view.caseId);
  const caseIds = [view.caseId, ...view.joined.map((joinedCase) => joinedCase.caseId)];
  const [records, joined, raw, attached, related, chain] = await Promise.all([
    stringifySubjectRecords(businessId, view.subjectKind, view.subjectId),
    Promise.all(view.joined.map((joinedCase) => packJoinedCase(businessId, joinedCase))),
    readReceivedFiles(businessId, [view.subjectId, ...view.joined.map((joinedCase) => joinedCase.subjectId)]),
    isReviewer ? readAttachedFiles(businessId, caseIds) : [],
    isReviewer ? listRelatedRecords(context, businessId, [view.own, ...view.joined]) : null,
    isReviewer ? readChain(businessId, 'review-case', caseIds) : null,
  ]);
  const packed: readonly PackedFile[] = [
    { name: 'README.txt', bytes: encoder.encode(readmeText) },
    { name: 'verify.mjs', bytes: encoder.encode(verifierText) },
    { name: 'case.json', bytes: json({ ...view, packedAt: now }) },
    { name: 'records.json', bytes: encoder.encode(`${records}\n`) },
    ...(related === null ? [] : [{ name: 'related.json', bytes: json(related) }]),
    ...(chain === null ? [] : [{ name: 'audit.json', bytes: json({ chainId: businessId, ...chain }) }]),
    ...joined.flat(),
    ...raw,
    ...attached,
  ];
  const manifest = json({
    files: packed.map(({ name, bytes }) => ({ name, size: bytes.byteLength, sha256: hash(bytes) })),
  });
  const sha256 = hash(manifest);
  const verifier = hash(encoder.encode(verifierText));
  const files = [...packed, { name: 'manifest.json', bytes: manifest }];
  await inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId,
      action: 'review-case.export',
      objectType: 'review-case',
      objectId: caseId,
      after: { manifest: sha256, verifier, files: files.length },
    }),
  );
  const zip = await createZip(files, toDate(now));
  return { fileName: `case-${caseId}.zip`, sha256, verifier, files, zip };
}

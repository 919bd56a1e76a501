import 'server-only';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import { maskSecretBytes, maskSecrets } from '#lib/platform/mask-secrets.ts';
import { listCallbackSecrets } from '#lib/service/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { SubjectKind } from '../model.ts';

/** A file of the evidence pack. */
export type PackedFile = { readonly name: string; readonly bytes: Uint8Array };

const text = z.string();
const row = z.array(z.object({ json: text }));
const bytes = z.instanceof(Uint8Array);

/** Returns the records of the subject as PostgreSQL's JSON text, which keeps every digit of a number. */
export async function stringifySubjectRecords(
  businessId: BusinessId,
  subjectKind: SubjectKind,
  subjectId: string,
): Promise<string> {
  const found = await findRecords(businessId, subjectKind, subjectId);
  return maskSecrets(row.parse(found)[0]?.json ?? 'null', await listCallbackSecrets());
}

function findRecords(businessId: BusinessId, subjectKind: SubjectKind, subjectId: string): Promise<unknown> {
  switch (subjectKind) {
    case 'deposit':
      return database().$queryRaw`
        SELECT jsonb_pretty(jsonb_build_object('deposit', to_jsonb(d) - 'facets', 'payment', to_jsonb(p) - 'facets', 'risk', to_jsonb(r))) AS json
          FROM deposit d
          LEFT JOIN payment p ON p.business_id = d.business_id AND p.payment_id = d.payment_id
          LEFT JOIN deposit_risk r ON r.business_id = d.business_id AND r.deposit_id = d.deposit_id
         WHERE d.business_id = ${businessId}::uuid AND d.deposit_id = ${subjectId}::uuid`;
    case 'withdrawal':
      return database().$queryRaw`
        SELECT jsonb_pretty(jsonb_build_object('withdrawal', to_jsonb(w), 'risk', to_jsonb(r))) AS json
          FROM withdrawal w
          LEFT JOIN withdrawal_risk r ON r.business_id = w.business_id AND r.withdrawal_id = w.withdrawal_id
         WHERE w.business_id = ${businessId}::uuid AND w.withdrawal_id = ${subjectId}::uuid`;
    case 'payment':
      return database().$queryRaw`
        SELECT jsonb_pretty(jsonb_build_object('payment', to_jsonb(p) - 'facets', 'deposits', (
                 SELECT jsonb_agg(jsonb_build_object('deposit', to_jsonb(d) - 'facets', 'risk', to_jsonb(r))
                                  ORDER BY d.sort_at, d.deposit_id)
                   FROM deposit d
                   LEFT JOIN deposit_risk r ON r.business_id = d.business_id AND r.deposit_id = d.deposit_id
                  WHERE d.business_id = p.business_id AND d.payment_id = p.payment_id))) AS json
          FROM payment p
         WHERE p.business_id = ${businessId}::uuid AND p.payment_id = ${subjectId}::uuid`;
  }
}

/**
 * Returns the bytes that the service sent about the subjects or their payments, oldest first. Secrets of callback
 * addresses are masked; the names of such files end in `-masked.json`.
 */
export async function readReceivedFiles(
  businessId: BusinessId,
  subjectIds: readonly string[],
): Promise<readonly PackedFile[]> {
  const found: unknown = await database().$queryRaw`
    WITH about AS (
      SELECT unnest(${[...subjectIds]}::uuid[]) AS id
      UNION SELECT payment_id FROM deposit
       WHERE business_id = ${businessId}::uuid AND deposit_id = ANY(${[...subjectIds]}::uuid[]))
    SELECT 'raw/callback-' || kind || '-' || encode(sha256, 'hex') || '.json' AS name, body, first_received_at AS at
      FROM callback_message
     WHERE business_id = ${businessId}::uuid
       AND (subject_id IN (SELECT id FROM about) OR payment_id IN (SELECT id FROM about))
    UNION ALL
    SELECT 'raw/record-' || source || '-' || encode(sha256, 'hex') || '.json', body, first_started_at
      FROM service_answer WHERE business_id = ${businessId}::uuid AND payment_id IN (SELECT id FROM about)
    ORDER BY at, name`;
  const secrets = await listCallbackSecrets();
  return dropDuplicates(
    z
      .array(z.object({ name: text, body: bytes }))
      .parse(found)
      .map(({ name, body }) => {
        const masked = maskSecretBytes(body, secrets);
        return { name: masked === body ? name : name.replace(/\.json$/, '-masked.json'), bytes: masked };
      }),
  );
}

/** Returns the files attached to the cases, unchanged. */
export async function readAttachedFiles(
  businessId: BusinessId,
  caseIds: readonly string[],
): Promise<readonly PackedFile[]> {
  const files = await database().reviewFile.findMany({
    where: { businessId, caseId: { in: [...caseIds] } },
    select: { name: true, body: true, sha256: true },
    orderBy: [{ at: 'asc' }, { fileId: 'asc' }],
  });
  return dropDuplicates(
    files.map(({ name, body, sha256 }) => ({
      name: `files/${Buffer.from(sha256).toString('hex').slice(0, 12)}-${name}`,
      bytes: body,
    })),
  );
}

/** Drops duplicates: a name contains the hash of the bytes, so files with the same name are equal. */
const dropDuplicates = (files: readonly PackedFile[]): readonly PackedFile[] => [
  ...new Map(files.map((file) => [file.name, file])).values(),
];

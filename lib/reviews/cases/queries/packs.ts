import 'server-only';
import * as z from 'zod';
import { listAuditDetails } from '#lib/audit/index.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';

const written = z.object({ manifest: z.string(), verifier: z.string().nullish().default(null) });

/** Lists the downloaded evidence packs of a case, newest first, with the hashes from the audit log. */
export async function listPacks(
  businessId: BusinessId,
  caseId: CaseId,
): Promise<
  readonly {
    readonly at: Instant;
    readonly personId: string;
    readonly manifest: string;
    readonly verifier: string | null;
  }[]
> {
  const entries = await listAuditDetails(businessId, 'review-case', [caseId], 'review-case.export');
  return entries.flatMap(({ at, actorId, after }) => {
    const { success, data } = written.safeParse(after);
    return success ? [{ at, personId: actorId, ...data }] : [];
  });
}

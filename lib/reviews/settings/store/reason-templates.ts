import 'server-only';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import { decisionKinds } from '../../model.ts';
import type { ReasonTemplate } from '../schema-templates.ts';

const templateRow = z.object({
  templateId: z.string(),
  version: z.number(),
  kind: z.enum(decisionKinds),
  name: z.string(),
  text: z.string(),
});

/** Lists the current versions of the templates, by decision and name. Removed ones are left out. */
export async function listReasonTemplates(
  client: Pick<Transaction, '$queryRaw'>,
  businessId: BusinessId,
): Promise<readonly ReasonTemplate[]> {
  const rows: unknown = await client.$queryRaw`
    SELECT t.template_id AS "templateId", t.version, t.kind, t.name, t.text
      FROM (SELECT DISTINCT ON (template_id) template_id, version, kind, name, text, removed
              FROM review_reason_template
             WHERE business_id = ${businessId}::uuid
             ORDER BY template_id, version DESC) AS t
     WHERE NOT t.removed
     ORDER BY t.kind, lower(t.name), t.template_id`;
  return z.array(templateRow).parse(rows);
}

/** Lists the templates outside of a transaction. The caller checks the permission. */
export const readReasonTemplates = (businessId: BusinessId): Promise<readonly ReasonTemplate[]> =>
  listReasonTemplates(database(), businessId);

/** Stores a version of a template. Returns false if another person has stored the same version. */
export async function insertTemplateVersion(
  transaction: Transaction,
  version: ReasonTemplate & {
    readonly businessId: BusinessId;
    readonly removed: boolean;
    readonly personId: PersonId;
    readonly at: Instant;
  },
): Promise<boolean> {
  const { personId, at, ...stored } = version;
  const { count } = await transaction.reviewReasonTemplate.createMany({
    data: [{ ...stored, changedById: personId, changedAt: toDate(at) }],
    skipDuplicates: true,
  });
  return count === 1;
}

import 'server-only';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { SettingKind } from '#lib/proposals/index.ts';
import { lockSettings, storeSetting } from '#lib/proposals/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { decisionKinds } from '../../model.ts';
import type { ReasonTemplate } from '../schema-templates.ts';

const templateText = z.object({ kind: z.enum(decisionKinds), name: z.string(), text: z.string() });

/** The content of a template. */
export type TemplateText = z.infer<typeof templateText>;

/** A template for the reason of a decision, by its ID. Null: it was removed. */
const reasonTemplate: SettingKind<TemplateText | null> = {
  name: 'review-template',
  change: templateText.nullable(),
};

const templateRow = templateText.extend({ templateId: z.string(), version: z.number() });

/** Lists the templates by decision and name. Removed ones are left out. The caller checks the permission. */
export async function readReasonTemplates(
  businessId: BusinessId,
  client: Pick<Transaction, '$queryRaw'> = database(),
): Promise<readonly ReasonTemplate[]> {
  const rows: unknown = await client.$queryRaw`
    SELECT subject AS "templateId", version, value ->> 'kind' AS kind, value ->> 'name' AS name, value ->> 'text' AS text
      FROM setting
     WHERE business_id = ${businessId}::uuid AND kind = ${reasonTemplate.name} AND value IS NOT NULL
     ORDER BY value ->> 'kind', lower(value ->> 'name'), subject`;
  return z.array(templateRow).parse(rows);
}

/** Lists the templates, locked until the transaction ends. */
export async function lockReasonTemplates(
  transaction: Transaction,
  businessId: BusinessId,
): Promise<readonly ReasonTemplate[]> {
  await lockSettings(transaction, reasonTemplate, businessId);
  return readReasonTemplates(businessId, transaction);
}

/** Stores the next version of a locked template. Null removes it. The audit log has the earlier ones until they expire. */
export const storeTemplate = (
  transaction: Transaction,
  businessId: BusinessId,
  templateId: string,
  text: TemplateText | null,
): Promise<void> => storeSetting(transaction, reasonTemplate, { businessId, subject: templateId }, text);

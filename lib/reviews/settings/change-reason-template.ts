import 'server-only';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { requirePermission, requireRecentAuthentication } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tReviewTemplates } from '#lib/messages/reviews.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { removeReasonTemplateForm, saveReasonTemplateForm } from './schema-templates.ts';
import { maximumReasonTemplates } from './schema-templates.ts';
import type { TemplateText } from './store/reason-templates.ts';
import { lockReasonTemplates, storeTemplate } from './store/reason-templates.ts';

/**
 * Stores a new template, or a new version of one.
 *
 * @throws Problem 'not-found' or 'forbidden', 'conflict' if the template has changed or was removed, 'invalid'
 * if the business has too many
 */
export async function saveReasonTemplate(
  context: Context<PersonActor>,
  input: z.output<typeof saveReasonTemplateForm>,
): Promise<{ readonly templateId: string }> {
  const { businessId } = requirePermission(context, input.businessId, 'connection.manage');
  const { templateId, version, kind } = input;
  const template = { kind, name: storableText(input.name), text: storableText(input.text) };
  return storeVersion(context, { businessId, templateId, version, removed: false }, () => template);
}

/**
 * Removes a template. The audit log keeps its versions until its entries expire.
 *
 * @throws Problem 'not-found' or 'forbidden', 'reauthentication-required', 'conflict' if the template has changed or was removed
 */
export async function removeReasonTemplate(
  context: Context<PersonActor>,
  input: z.output<typeof removeReasonTemplateForm>,
): Promise<{ readonly templateId: string }> {
  const { businessId } = requirePermission(context, input.businessId, 'connection.manage');
  await requireRecentAuthentication(context);
  const { templateId, version } = input;
  return storeVersion(context, { businessId, templateId, version, removed: true }, (before) => before);
}

const toText = ({ kind, name, text }: TemplateText): TemplateText => ({ kind, name, text });

/** Stores the next version after `version`, with an audit entry. */
function storeVersion(
  context: Context<PersonActor>,
  place: {
    readonly businessId: BusinessId;
    readonly templateId: string | null;
    readonly version: number;
    readonly removed: boolean;
  },
  change: (before: TemplateText | null) => TemplateText | null,
): Promise<{ readonly templateId: string }> {
  const { businessId, removed } = place;
  return inTransaction(async (transaction) => {
    const templates = await lockReasonTemplates(transaction, businessId);
    const before = templates.find((one) => one.templateId === place.templateId) ?? null;
    if (place.templateId !== null && before?.version !== place.version)
      throw new Problem('conflict', tReviewTemplates('refusals.changed'));
    if (before === null && templates.length >= maximumReasonTemplates)
      throw new Problem(
        'invalid',
        tReviewTemplates('refusals.mostTemplates', { count: String(maximumReasonTemplates) }),
      );
    const text = change(before);
    if (text === null) throw new Problem('conflict', tReviewTemplates('refusals.changed'));
    const templateId = before?.templateId ?? randomUUID();
    const isSame = before !== null && isDeepStrictEqual(toText(before), text);
    const version = (before?.version ?? 0) + (isSame && !removed ? 0 : 1);
    await storeTemplate(transaction, businessId, templateId, removed ? null : text);
    await announce(transaction, { businessId, topics: ['reviews'] });
    await writeAudit(transaction, context, {
      businessId,
      action: removed ? 'review-desk.remove-template' : 'review-desk.save-template',
      objectType: 'reason-template',
      objectId: templateId,
      ...(before !== null && { before: { version: before.version, ...toText(before) } }),
      ...(!removed && { after: { version, ...text } }),
    });
    return { templateId };
  });
}

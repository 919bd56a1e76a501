import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { callbackSecrets } from '#lib/service/index.ts';
import type { MessageId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { noSuchCallback } from '../problems.ts';
import type { CallbackContent } from '../schema/message.ts';
import { toRedactedContent } from './redacted-content.ts';
import { storedReasons } from './visible-reasons.ts';

/**
 * What a callback's bytes say, beside what was read of them. Risk detail is taken out for whoever may not see it, and a
 * body that can't be parsed is not shown to them at all; for the others the view is audited. Throws Problem.
 */
export async function viewCallbackContent(
  context: Context<PersonActor>,
  business: string,
  message: string,
): Promise<CallbackContent> {
  const scope = requirePermission(context, business, 'read');
  const { businessId } = scope;
  const wanted = parseId<MessageId>(message);
  const secrets = await callbackSecrets();
  const maySeeRisk = scope.may('risk.read');
  return inTransaction(async (transaction) => {
    const row =
      wanted === null
        ? null
        : await transaction.callbackMessage.findFirst({
            where: {
              businessId,
              ...(maySeeRisk
                ? { OR: [{ id: wanted }, { reference: wanted }] }
                : { reference: wanted, shownWith: null }),
            },
            select: { id: true, kind: true, body: true, reasons: true },
          });
    if (row === null) throw noSuchCallback();
    const { content, hasRisk } = toRedactedContent(row.kind, row.body, {
      reasons: storedReasons(row.reasons),
      maySeeRisk,
      secrets,
    });
    if (hasRisk && maySeeRisk)
      await writeAudit(transaction, context, {
        businessId,
        action: 'risk.view-raw',
        objectType: 'callback',
        objectId: row.id,
      });
    return content;
  });
}

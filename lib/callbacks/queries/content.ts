import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { inTransaction } from '#lib/platform/transaction.ts';
import type { MessageId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { noSuchCallback } from '../problems.ts';
import type { CallbackContent } from '../schema-message.ts';
import { shownContent } from '../shown-content.ts';
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
  const id = parseId<MessageId>(message);
  return inTransaction(async (transaction) => {
    const row =
      id === null
        ? null
        : await transaction.callbackMessage.findFirst({
            where: { id, businessId },
            select: { kind: true, body: true, reasons: true },
          });
    if (id === null || row === null) throw noSuchCallback();
    const { content, hasRisk } = shownContent(row.kind, row.body, {
      reasons: storedReasons(row.reasons),
      maySeeRisk: scope.may('risk.read'),
    });
    if (hasRisk && scope.may('risk.read'))
      await writeAudit(transaction, context, {
        businessId,
        action: 'risk.view-raw',
        objectType: 'callback',
        objectId: id,
      });
    return content;
  });
}

import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { listCallbackSecrets } from '#lib/service/index.ts';
import type { MessageId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { callbackNotFound } from '../problems.ts';
import type { CallbackContent } from '../schema/message.ts';
import { toRedactedContent } from './redacted-content.ts';
import { parseStoredReasons } from './visible-reasons.ts';

/** The content of a callback whose record expired. */
const expiredContent: CallbackContent = {
  displayFormat: 'expired',
  segments: [],
  reasons: [],
  removed: [],
  masked: false,
  fields: null,
};

/**
 * Returns the content of a callback and the fields read from it. For people who may not see risk detail, it is removed,
 * and a body that can't be parsed is withheld. For the others, the view is audited.
 *
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function viewCallbackContent(
  context: Context<PersonActor>,
  business: string,
  message: string,
): Promise<CallbackContent> {
  const scope = requirePermission(context, business, 'read');
  const { businessId } = scope;
  const messageId = parseId<MessageId>(message);
  const secrets = await listCallbackSecrets();
  const maySeeRisk = scope.may('risk.read');
  return inTransaction(async (transaction) => {
    const row =
      messageId === null
        ? null
        : await transaction.callbackMessage.findFirst({
            where: {
              businessId,
              ...(maySeeRisk
                ? { OR: [{ id: messageId }, { reference: messageId }] }
                : { reference: messageId, shownWith: null }),
            },
            select: { id: true, kind: true, body: true, reasons: true, expiredAt: true },
          });
    if (row === null) throw callbackNotFound();
    if (row.expiredAt !== null) return expiredContent;
    const { content, hasRisk } = toRedactedContent(row.kind, row.body, {
      reasons: parseStoredReasons(row.reasons),
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

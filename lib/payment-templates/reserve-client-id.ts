import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { readBusinessDay } from '#lib/businesses/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tPaymentTemplates } from '#lib/messages/payment-templates.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { renderPattern } from './model.ts';
import type { templateForm } from './schema.ts';
import { advanceSequence, findUsedClientIds, lockSequence, lockTemplate } from './store.ts';

/** Numbers that are checked for IDs that exist already, such as IDs that a person typed. */
const triedNumbers = 200;

/**
 * Reserves the next client payment ID of a template's pattern. People who reserve at the same time get different IDs,
 * and no number is given out again. IDs of earlier requests and payments are skipped.
 *
 * @throws Problem 'not-found', 'forbidden', and 'conflict' when the template no longer exists or has no unused ID
 */
export async function reserveClientId(
  context: Context<PersonActor>,
  input: z.output<typeof templateForm>,
): Promise<{ readonly clientPaymentId: string }> {
  const { businessId } = requirePermission(context, input.businessId, 'payment.create');
  const { templateId } = input;
  const { personId } = context.actor;
  const today = (await readBusinessDay(businessId)).slice(0, 10);
  return inTransaction(async (transaction) => {
    const { clientIdPattern } = await lockTemplate(transaction, { businessId, templateId, personId });
    if (clientIdPattern === null) throw new Problem('conflict', tPaymentTemplates('problem.noPattern'));
    const next = await lockSequence(transaction, businessId, clientIdPattern);
    const candidates = Array.from({ length: triedNumbers }, (_, index) => {
      const number = next + BigInt(index);
      return { number, clientPaymentId: renderPattern(clientIdPattern, today, number) };
    });
    const used = await findUsedClientIds(
      transaction,
      businessId,
      candidates.map(({ clientPaymentId }) => clientPaymentId),
    );
    const free = candidates.find(({ clientPaymentId }) => !used.has(clientPaymentId));
    if (free === undefined) throw new Problem('conflict', tPaymentTemplates('problem.allUsed'));
    const { clientPaymentId, number } = free;
    await advanceSequence(transaction, businessId, clientIdPattern, number + 1n);
    await writeAudit(transaction, context, {
      businessId,
      action: 'payment-template.reserve',
      objectType: 'payment-template',
      objectId: templateId,
      after: { clientPaymentId },
    });
    return { clientPaymentId };
  });
}

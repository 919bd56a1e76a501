import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { readBusinessDay } from '#lib/businesses/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tPaymentTemplateRefusals } from '#lib/messages/payment-templates.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { renderPattern } from './model.ts';
import type { templateForm } from './schema.ts';
import { advanceSequence, findUsedClientIds, lockSequence, lockTemplate } from './store.ts';

/** Numbers that one statement checks for IDs that exist already, such as IDs of files or of another system. */
const numbersPerStep = 1_000;
/** An earlier system may have used thousands of numbers. */
const maxSteps = 50;

type ReservedId = { readonly clientPaymentId: string; readonly number: bigint };

/** Returns the first unused ID of a pattern from a number on, or null if there is none within the limit. */
async function findFreeId(
  transaction: Transaction,
  businessId: BusinessId,
  render: (number: bigint) => string,
  from: bigint,
): Promise<ReservedId | null> {
  // Most often the first number is free.
  for (let step = 0, first = from, count = 1; step <= maxSteps; step += 1) {
    const candidates = Array.from({ length: count }, (_, index) => {
      const number = first + BigInt(index);
      return { number, clientPaymentId: render(number) };
    });
    const used = await findUsedClientIds(
      transaction,
      businessId,
      candidates.map(({ clientPaymentId }) => clientPaymentId),
    );
    const free = candidates.find(({ clientPaymentId }) => !used.has(clientPaymentId));
    if (free !== undefined) return free;
    first += BigInt(count);
    count = numbersPerStep;
  }
  return null;
}

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
    if (clientIdPattern === null)
      throw new Problem('conflict', tPaymentTemplateRefusals('problem.noPattern'));
    const next = await lockSequence(transaction, businessId, clientIdPattern);
    const render = (number: bigint) => renderPattern(clientIdPattern, today, number);
    const free = await findFreeId(transaction, businessId, render, next);
    if (free === null) throw new Problem('conflict', tPaymentTemplateRefusals('problem.allUsed'));
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

import 'server-only';
import type * as z from 'zod';
import type { Sender } from '#lib/access/index.ts';
import { admitResetRequest, isResetRequestAdmitted, isSingleSignOnRequired } from '#lib/access/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { isMailConfigured, queueOneTimeLink } from '#lib/mail/index.ts';
import { tReset } from '#lib/messages/access.ts';
import { findAccount, lockPerson, writeAuditPerBusiness } from '#lib/people/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { createResetLink } from './reset-password.ts';
import { insertResetRequest, takeResetRequest } from './reset-store.ts';
import type { requestResetForm } from './schema.ts';

/** Older requests are forgotten: the person has asked again, or mail was off. */
const maxAgeMs = 30 * 60_000;

/**
 * Accepts a request for a link for a new password. A job answers it, so that the response and its time are the same for
 * addresses without an account.
 *
 * @throws Problem 'conflict' without a mail server, and 'throttled' after many requests from one network
 */
export async function requestPasswordReset(
  context: Context<SystemActor>,
  { email }: z.output<typeof requestResetForm>,
  { address }: Pick<Sender, 'address'>,
): Promise<{ readonly requested: true }> {
  if (!isMailConfigured()) throw new Problem('conflict', tReset('request.mailOff'));
  await admitResetRequest(address);
  const at = context.clock.now();
  await insertResetRequest(email, at, addMilliseconds(at, maxAgeMs));
  return { requested: true };
}

/** Answers one request. Returns null if none waits. */
const answerRequest = (context: Context<SystemActor>): Promise<'mailed' | 'ignored' | null> =>
  inTransaction(async (transaction) => {
    const request = await takeResetRequest(transaction);
    if (request === null) return null;
    const { email, expiresAt: answeredUntil } = request;
    const at = context.clock.now();
    const account = answeredUntil > at ? await findAccount(email) : null;
    if (account === null || account.isDisabled || isSingleSignOnRequired(email)) return 'ignored';
    if (!(await isResetRequestAdmitted(email))) return 'ignored';
    const { personId } = account;
    const { seed, expiresAt } = await createResetLink(transaction, context, personId, {
      isMailed: true,
    });
    const isMailed = await queueOneTimeLink(transaction, { kind: 'reset', personId, linkSeed: seed, at });
    const businessIds = (await lockPerson(transaction, personId))?.businessIds ?? [];
    await writeAuditPerBusiness(
      transaction,
      context,
      { personId, businessIds },
      { action: 'person.reset-link', after: { expiresAt, mailed: isMailed } },
    );
    return isMailed ? 'mailed' : 'ignored';
  });

/** Mails a link for each waiting request of an account, at most three an hour. */
export async function sendPasswordResets(
  context: Context<SystemActor>,
  stop: AbortSignal,
): Promise<{ readonly mailed: number; readonly ignored: number }> {
  const counts = { mailed: 0, ignored: 0 };
  while (!stop.aborted) {
    const result = await answerRequest(context);
    if (result === null) break;
    counts[result] += 1;
  }
  return counts;
}

import 'server-only';
import type * as z from 'zod';
import { requirePermission, requireRecentAuthentication } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { findDayBounds } from '#lib/businesses/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tReprocess } from '#lib/messages/reprocess-callbacks.ts';
import type { MessageSelection } from '#lib/observations/index.ts';
import { countCandidates } from '#lib/observations/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { listSelectedMessages, maximumSelectedForRun } from '../queries/selected-messages.ts';
import type { dryRunForm, reprocessingForm, selectedForm } from '../schema/decisions.ts';
import { countWaiting, findDryRun, insertReprocessing, stopWaiting } from './reprocess-store.ts';

type StartedRun = { readonly reprocessingId: string };

const alreadyRunning = () => new Problem('conflict', tReprocess('errors.running'));

/**
 * Requests a dry run, which compares the records with what the current code makes of the messages. It changes nothing.
 *
 * @throws Problem 'not-found', 'forbidden', or 'conflict' if another run isn't finished.
 */
export async function startDryRun(
  context: Context<PersonActor>,
  input: z.output<typeof dryRunForm>,
): Promise<StartedRun> {
  const { businessId } = requirePermission(context, input.businessId, 'callbacks.manage');
  const now = context.clock.now();
  const days = await findDayBounds(businessId, input);
  // Later callbacks are excluded, so that applying covers the same messages.
  const to = Math.min(days.to ?? now, now);
  const { kind, verdict, message } = input;
  const selection = { kind, verdict, message, from: days.from, to };
  return startRun(context, businessId, selection);
}

/**
 * Requests a dry run over the rows selected on the list, by its address.
 *
 * @throws Problem 'not-found', 'forbidden', or 'conflict' if too many are selected or another run isn't finished.
 */
export async function startSelectedDryRun(
  context: Context<PersonActor>,
  input: z.output<typeof selectedForm>,
): Promise<StartedRun> {
  const scope = requirePermission(context, input.businessId, 'callbacks.manage');
  const { businessId } = scope;
  const selected = await listSelectedMessages(scope, input.address, maximumSelectedForRun);
  const messages = selected.map(({ messageId }) => messageId);
  const to = context.clock.now() + 1;
  return startRun(context, businessId, {
    kind: null,
    verdict: null,
    from: null,
    to,
    message: null,
    messages,
  });
}

async function startRun(
  context: Context<PersonActor>,
  businessId: BusinessId,
  selection: MessageSelection,
): Promise<StartedRun> {
  const now = context.clock.now();
  const total = await countCandidates(businessId, selection);
  return inTransaction(async (transaction) => {
    if ((await countWaiting(transaction, businessId)) > 0) throw alreadyRunning();
    const reprocessingId = await insertReprocessing(transaction, {
      businessId,
      requestedBy: context.actor.personId,
      requestedAt: now,
      dryRunId: null,
      selection,
      until: now,
      total,
    });
    await announce(transaction, { businessId, topics: ['callbacks'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'callback.reprocess-dry',
      objectType: 'callback-reprocessing',
      objectId: reprocessingId,
      after: { selection: toAuditedSelection(selection), total },
    });
    return { reprocessingId };
  });
}

/** Returns the selection for the audit entry, with the number of selected callbacks instead of their ids. */
const toAuditedSelection = ({ messages, ...rest }: MessageSelection) => ({
  ...rest,
  picked: messages?.length ?? null,
});

/**
 * Applies the changes of a dry run, over the same messages.
 *
 * @throws Problem 'not-found', 'forbidden', 'reauthentication-required', or 'conflict' if it was applied or another run isn't finished.
 */
export async function applyDryRun(
  context: Context<PersonActor>,
  input: z.output<typeof reprocessingForm>,
): Promise<StartedRun> {
  const { businessId } = requirePermission(context, input.businessId, 'callbacks.manage');
  await requireRecentAuthentication(context);
  const now = context.clock.now();
  return inTransaction(async (transaction) => {
    const dryRun = await findDryRun(transaction, businessId, input.reprocessingId);
    if (dryRun === null) throw new Problem('not-found', tReprocess('errors.notFound'));
    if (dryRun.wasApplied) throw new Problem('conflict', tReprocess('errors.applied'));
    if ((await countWaiting(transaction, businessId)) > 0) throw alreadyRunning();
    const { selection, until, total } = dryRun;
    const reprocessingId = await insertReprocessing(transaction, {
      businessId,
      requestedBy: context.actor.personId,
      requestedAt: now,
      dryRunId: input.reprocessingId,
      selection,
      until,
      total,
    });
    await announce(transaction, { businessId, topics: ['callbacks'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'callback.reprocess',
      objectType: 'callback-reprocessing',
      objectId: reprocessingId,
      after: { dryRunId: input.reprocessingId, selection: toAuditedSelection(selection), total },
    });
    return { reprocessingId };
  });
}

/**
 * Stops a run after its current batch. Applied changes stay.
 *
 * @throws Problem 'not-found', 'forbidden', or 'conflict' if it has ended.
 */
export async function stopReprocessing(
  context: Context<PersonActor>,
  input: z.output<typeof reprocessingForm>,
): Promise<StartedRun> {
  const { businessId } = requirePermission(context, input.businessId, 'callbacks.manage');
  const { reprocessingId } = input;
  return inTransaction(async (transaction) => {
    if (!(await stopWaiting(transaction, businessId, reprocessingId, context.clock.now())))
      throw new Problem('conflict', tReprocess('errors.ended'));
    await announce(transaction, { businessId, topics: ['callbacks'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'callback.reprocess-stop',
      objectType: 'callback-reprocessing',
      objectId: reprocessingId,
    });
    return { reprocessingId };
  });
}

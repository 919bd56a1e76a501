import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Selection } from '#lib/observations/index.ts';
import { countCandidates } from '#lib/observations/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { listSelectedMessages, maximumSelectedForRun } from '../queries/selected.ts';
import type { dryRunForm, reprocessingForm, selectedForm } from '../schema/decisions.ts';
import { countWaiting, findDryRun, insertReprocessing, stopWaiting, toDayBounds } from './reprocess-store.ts';

type Started = { readonly reprocessingId: string };

const oneAtATime = () =>
  new Problem('conflict', 'Another reprocessing of this business is under way. Wait for it, or stop it.');

/** Asks for a dry run: what today's code would make of these messages. It changes nothing. Throws Problem. */
export async function startDryRun(
  context: Context<PersonActor>,
  input: z.output<typeof dryRunForm>,
): Promise<Started> {
  const { businessId } = requirePermission(context, input.businessId, 'callbacks.manage');
  const now = context.clock.now();
  const days = await toDayBounds(businessId, input.from, input.to);
  // What comes from now on is left to another one, so that applying repeats just this.
  const to = Math.min(days.to ?? now, now);
  const { kind, verdict, message } = input;
  const selection = { kind, verdict, message, from: days.from, to };
  return startRun(context, businessId, selection);
}

/**
 * The same for rows that were picked on the list, by its address. Throws Problem 'conflict' where they are more than can be
 * picked at once.
 */
export async function startSelectedDryRun(
  context: Context<PersonActor>,
  input: z.output<typeof selectedForm>,
): Promise<Started> {
  const scope = requirePermission(context, input.businessId, 'callbacks.manage');
  const { businessId } = scope;
  const picked = await listSelectedMessages(scope, input.address, maximumSelectedForRun);
  const messages = picked.map(({ messageId }) => messageId);
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
  selection: Selection,
): Promise<Started> {
  const now = context.clock.now();
  const total = await countCandidates(businessId, selection);
  return inTransaction(async (transaction) => {
    if ((await countWaiting(transaction, businessId)) > 0) throw oneAtATime();
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
      after: { selection: audited(selection), total },
    });
    return { reprocessingId };
  });
}

/** A log entry names how many were picked, not each. */
const audited = ({ messages, ...rest }: Selection) => ({ ...rest, picked: messages?.length ?? null });

/** Does for good what a dry run showed, over the same messages. Throws Problem 'conflict' where it was done already. */
export async function applyDryRun(
  context: Context<PersonActor>,
  input: z.output<typeof reprocessingForm>,
): Promise<Started> {
  const { businessId } = requirePermission(context, input.businessId, 'callbacks.manage');
  const now = context.clock.now();
  return inTransaction(async (transaction) => {
    const dryRun = await findDryRun(transaction, businessId, input.reprocessingId);
    if (dryRun === null) throw new Problem('not-found', 'There is no such dry run, or it has not ended yet.');
    if (dryRun.wasApplied) throw new Problem('conflict', 'This dry run was applied already.');
    if ((await countWaiting(transaction, businessId)) > 0) throw oneAtATime();
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
      after: { dryRunId: input.reprocessingId, selection: audited(selection), total },
    });
    return { reprocessingId };
  });
}

/** Ends one that is under way after the batch that it is at. What it changed stays. */
export async function stopReprocessing(
  context: Context<PersonActor>,
  input: z.output<typeof reprocessingForm>,
): Promise<Started> {
  const { businessId } = requirePermission(context, input.businessId, 'callbacks.manage');
  const { reprocessingId } = input;
  return inTransaction(async (transaction) => {
    if (!(await stopWaiting(transaction, businessId, reprocessingId, context.clock.now())))
      throw new Problem('conflict', 'It is not under way any more.');
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

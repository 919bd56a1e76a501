import 'server-only';
import { hasStandingFor } from '#lib/access/permissions.ts';
import { readCallbackSilence } from '#lib/callbacks/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { isMailConfigured } from '#lib/mail/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { readAuditChanges } from './audit-change-queries.ts';
import type { ChangePage, RecordChange } from './change-queries.ts';
import {
  readCaseDeadlines,
  readPaymentChanges,
  readRefundChanges,
  readRequestChanges,
  readWithdrawalChanges,
} from './change-queries.ts';
import { isPersonNotified, isReviewKind } from './model.ts';
import { findMailTime } from './model-schedule.ts';
import { findDelivery, listRecipients } from './settings-store.ts';
import type { ChangePosition, ChangeSource } from './store.ts';
import { listDueSources, lockCursor, startCursor, storeCursor, storeNotifications } from './store.ts';

/**
 * Cursors of times stay this far behind. A transaction may commit a change after a later one, and none takes as long.
 * Changes are read again until then, and each notification is still created once.
 */
const overlapMicros = 60_000_000n;

/** Bounds a run: a source with more changes continues in the next run. */
const batchesPerRun = 20;

type ReadChanges = (
  transaction: Transaction,
  businessId: BusinessId,
  position: ChangePosition,
) => Promise<ChangePage>;

const readers: Readonly<Record<Exclude<ChangeSource, 'cases' | 'silence'>, ReadChanges>> = {
  payments: readPaymentChanges,
  refunds: readRefundChanges,
  withdrawals: readWithdrawalChanges,
  requests: readRequestChanges,
  audit: readAuditChanges,
};

const toMicros = (at: Instant): bigint => BigInt(at) * 1_000n;

/** Reads the silence alarm. A silence begins with the last callback, so it notifies once. */
async function readSilence(businessId: BusinessId, now: Instant): Promise<ChangePage> {
  const at = `${toMicros(now)}`;
  const silence = await readCallbackSilence(businessId, now, 1);
  const transition = `${silence?.lastAt ?? 'never'}`;
  return {
    happenings:
      silence === null
        ? []
        : [{ kind: 'callbacks-silent', recordId: businessId, transition, label: '', micros: at }],
    last: { micros: at, recordId: businessId, sequence: '0' },
    isFull: false,
  };
}

/** Returns how a source is read. The alarm is read first, because it uses a connection of its own. */
async function findReader(source: ChangeSource, businessId: BusinessId, now: Instant): Promise<ReadChanges> {
  if (source === 'cases') return (transaction, ...place) => readCaseDeadlines(transaction, ...place, now);
  if (source !== 'silence') return readers[source];
  const changes = await readSilence(businessId, now);
  return async () => changes;
}

/**
 * Creates the notifications of every business for what changed since the last run. Concurrent runs are safe: a cursor is
 * locked while its changes are read, and the database keeps each notification once. A source that fails is logged and
 * stops no other one.
 */
export async function createNotifications(
  context: Context<SystemActor>,
  stop: AbortSignal,
): Promise<{ readonly notified: number }> {
  let notified = 0;
  const failures: unknown[] = [];
  for (const { businessId, source } of await listDueSources(context.clock.now())) {
    if (stop.aborted) break;
    try {
      notified += await followSource(context, businessId, source);
    } catch (error) {
      context.log.error({ error, businessId, source }, 'notifications of a source could not be created');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return { notified };
}

async function followSource(
  context: Context<SystemActor>,
  businessId: BusinessId,
  source: ChangeSource,
): Promise<number> {
  const read = await findReader(source, businessId, context.clock.now());
  let notified = 0;
  let from: ChangePosition | null = null;
  for (let batch = 0; batch < batchesPerRun; batch += 1) {
    const step: Step = await inTransaction((transaction) =>
      followBatch(transaction, { context, businessId, source, read, from }),
    );
    if (step === 'no cursor') {
      await startCursor(businessId, source, context.clock.now());
      return notified;
    }
    notified += step.notified;
    from = step.last;
    if (!step.isFull) return notified;
  }
  return notified;
}

type Step =
  | 'no cursor'
  | { readonly notified: number; readonly last: ChangePosition | null; readonly isFull: boolean };

async function followBatch(
  transaction: Transaction,
  {
    context,
    businessId,
    source,
    read,
    from,
  }: {
    readonly context: Context<SystemActor>;
    readonly businessId: BusinessId;
    readonly source: ChangeSource;
    readonly read: ReadChanges;
    readonly from: ChangePosition | null;
  },
): Promise<Step> {
  const stored = await lockCursor(transaction, businessId, source);
  // There is no cursor yet, or another process follows this source now.
  if (stored === null) return 'no cursor';
  const now = context.clock.now();
  const { happenings, last, isFull } = await read(transaction, businessId, from ?? stored);
  const notified = await notify(transaction, businessId, happenings, now);
  if (last !== null) await storeCursor(transaction, businessId, source, holdBack(source, stored, last, now));
  return { notified, last, isFull };
}

/** Returns the position to store: behind the overlap for sources that are ordered by time, and never earlier. */
function holdBack(
  source: ChangeSource,
  stored: ChangePosition,
  last: ChangePosition,
  now: Instant,
): ChangePosition {
  if (source === 'audit' || source === 'silence') return last;
  const horizon = toMicros(now) - overlapMicros;
  if (BigInt(last.micros) <= horizon) return last;
  return horizon > BigInt(stored.micros) ? { ...stored, micros: `${horizon}` } : stored;
}

/**
 * Stores the notifications of everyone whose role works with each kind and who hasn't turned it off, and announces the
 * new ones.
 */
async function notify(
  transaction: Transaction,
  businessId: BusinessId,
  happenings: readonly RecordChange[],
  now: Instant,
): Promise<number> {
  if (happenings.length === 0) return 0;
  const isMailOn = isMailConfigured();
  const recipients = await listRecipients(transaction, businessId);
  const rows = happenings.flatMap(({ onlyFor, by, permission, ...happening }) =>
    recipients
      .filter((recipient) => isPersonNotified(recipient, happening.kind) && recipient.personId !== by)
      .filter(({ personId }) => onlyFor === undefined || personId === onlyFor)
      .filter((recipient) => permission === undefined || hasStandingFor(recipient, permission))
      .flatMap((recipient) => {
        const delivery = findDelivery(recipient, happening.kind);
        if (delivery === 'off') return [];
        const mailDueAt = isMailOn ? findMailTime(delivery, now, recipient.schedule) : null;
        return [{ ...happening, personId: recipient.personId, mailDueAt }];
      }),
  );
  if (rows.length === 0) return 0;
  const created = await storeNotifications(transaction, businessId, rows);
  const open = created.filter((kind) => !isReviewKind(kind));
  const guarded = open.length < created.length ? { guarded: { topics: ['notifications' as const] } } : {};
  // People who may not know of cases must not learn when one changes.
  if (created.length > 0)
    await announce(transaction, { businessId, topics: open.length > 0 ? ['notifications'] : [], ...guarded });
  return created.length;
}

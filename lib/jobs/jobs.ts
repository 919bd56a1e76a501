import 'server-only';
import { pruneAccess } from '#lib/access/index.ts';
import { deleteOldWrites } from '#lib/api/index.ts';
import { proposeNoticedTokens, withdrawTokenProposals } from '#lib/api-tokens/index.ts';
import { anchorAudit } from '#lib/audit/index.ts';
import { foldWaitingCallbacks, runReprocessings } from '#lib/callbacks/index.ts';
import { checkSettledPayments } from '#lib/connection/index.ts';
import { withdrawPaymentsOfTokens } from '#lib/creation-limits/index.ts';
import { deleteOldDrafts } from '#lib/drafts/index.ts';
import { deliverEvents, emptyOldDeliveries } from '#lib/events/index.ts';
import { createExportFiles } from '#lib/exports/index.ts';
import { sendMail, sendSignInNotices } from '#lib/mail/index.ts';
import { refreshReadings } from '#lib/minimums/index.ts';
import { createNotifications, deleteOldNotifications, mailNotifications } from '#lib/notifications/index.ts';
import { addReceivedCounts } from '#lib/observations/index.ts';
import { runPaymentBatches } from '#lib/payment-batches/index.ts';
import { readDuePayments } from '#lib/payments/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import type { LiveEvent } from '#lib/realtime/live-events.ts';
import { runBankImports } from '#lib/reconciliation/index.ts';
import { expireRecords } from '#lib/retention/index.ts';
import { advanceBacktests, openCases } from '#lib/reviews/index.ts';
import { updateRollups } from '#lib/rollups/index.ts';
import { deleteOldRuns, runSchedules } from '#lib/schedules/index.ts';
import { sendPasswordResets } from '#lib/team/index.ts';
import { copyDueWarehouses } from '#lib/warehouse/index.ts';

/** A periodic job. Running it too often, twice at once, or on several machines does no harm. */
export type Job = {
  readonly name: string;
  /** Seconds between the end of a run and the next one. */
  readonly everySeconds: number;
  /** True if the job also runs while work is paused after a restored backup. It sends and requests nothing. */
  readonly runsWhilePaused?: boolean;
  /** Returns whether this event starts the job at once. */
  readonly isWokenBy: (event: LiveEvent) => boolean;
  /** Returns counts for the log. */
  readonly run: (
    context: Context<SystemActor>,
    signal: AbortSignal,
  ) => Promise<Readonly<Record<string, number>>>;
};

const reviewTopics = ['deposits', 'refunds', 'withdrawals'];
const eventTopics = ['payments', ...reviewTopics];

/** Returns all topics of an event. Changes of risk detail are announced separately. */
const listTopics = (event: LiveEvent): readonly string[] =>
  event.kind === 'change' ? [...event.topics, ...(event.guarded?.topics ?? [])] : [];

export const jobs: readonly Job[] = [
  {
    name: 'reviews',
    everySeconds: 15,
    isWokenBy: (event) =>
      event.kind === 'missed' || listTopics(event).some((topic) => reviewTopics.includes(topic)),
    run: openCases,
  },
  {
    name: 'review-rules',
    everySeconds: 15,
    // A backtest starts, or a rule was approved together with its history.
    isWokenBy: (event) =>
      event.kind === 'missed' || (event.kind === 'change' && event.topics.includes('reviews')),
    run: advanceBacktests,
  },
  {
    // Sends all queued mail, such as a link that a person waits for.
    name: 'mail',
    everySeconds: 10,
    isWokenBy: () => false,
    run: sendMail,
  },
  {
    name: 'sign-in-notices',
    everySeconds: 60,
    isWokenBy: () => false,
    run: (context) => sendSignInNotices(context),
  },
  {
    name: 'notifications',
    everySeconds: 10,
    isWokenBy: () => false,
    run: createNotifications,
  },
  {
    name: 'notification-mail',
    everySeconds: 10,
    isWokenBy: () => false,
    run: (context, stop) => mailNotifications(context, stop),
  },
  {
    name: 'events',
    everySeconds: 5,
    // A fact is stored with its change.
    isWokenBy: (event) =>
      event.kind === 'missed' || listTopics(event).some((topic) => eventTopics.includes(topic)),
    run: deliverEvents,
  },
  {
    name: 'password-resets',
    everySeconds: 10,
    isWokenBy: () => false,
    run: sendPasswordResets,
  },
  {
    name: 'callback-folding',
    everySeconds: 5,
    runsWhilePaused: true,
    // A callback that waits is announced as any other.
    isWokenBy: (event) =>
      event.kind === 'missed' || (event.kind === 'change' && event.topics.includes('callbacks')),
    run: foldWaitingCallbacks,
  },
  {
    name: 'payment-reading',
    everySeconds: 10,
    // A callback makes its payment due.
    isWokenBy: (event) =>
      event.kind === 'missed' || (event.kind === 'change' && event.topics.includes('callbacks')),
    run: readDuePayments,
  },
  {
    name: 'payment-checks',
    everySeconds: 3_600,
    isWokenBy: () => false,
    run: checkSettledPayments,
  },
  {
    name: 'rollups',
    everySeconds: 60,
    runsWhilePaused: true,
    isWokenBy: () => false,
    run: updateRollups,
  },
  {
    name: 'received-counts',
    everySeconds: 60,
    runsWhilePaused: true,
    isWokenBy: () => false,
    run: async (_context, signal) => ({ addedUp: await addReceivedCounts(signal) }),
  },
  {
    name: 'reprocessing',
    everySeconds: 30,
    // A person’s request starts at once.
    isWokenBy: (event) =>
      event.kind === 'missed' || (event.kind === 'change' && event.topics.includes('callbacks')),
    run: runReprocessings,
  },
  {
    name: 'exports',
    everySeconds: 60,
    // A person’s request starts at once.
    isWokenBy: (event) =>
      event.kind === 'missed' || (event.kind === 'change' && event.topics.includes('exports')),
    run: createExportFiles,
  },
  {
    name: 'schedules',
    everySeconds: 30,
    // A person’s request, or a finished file, moves a run on at once.
    isWokenBy: (event) =>
      event.kind === 'missed' || (event.kind === 'change' && event.topics.includes('exports')),
    run: runSchedules,
  },
  {
    name: 'warehouse',
    everySeconds: 60,
    isWokenBy: () => false,
    run: copyDueWarehouses,
  },
  {
    name: 'payment-batches',
    everySeconds: 5,
    // A confirmed or resumed batch starts at once.
    isWokenBy: (event) =>
      event.kind === 'missed' || (event.kind === 'change' && event.topics.includes('batches')),
    run: runPaymentBatches,
  },
  {
    name: 'bank-imports',
    everySeconds: 30,
    // A complete file is read at once.
    isWokenBy: (event) =>
      event.kind === 'missed' || (event.kind === 'change' && event.topics.includes('bank')),
    run: runBankImports,
  },
  {
    name: 'readings',
    everySeconds: 60,
    isWokenBy: () => false,
    run: refreshReadings,
  },
  {
    name: 'audit-anchors',
    everySeconds: 30,
    runsWhilePaused: true,
    // A decision requests an anchor.
    isWokenBy: (event) =>
      event.kind === 'missed' || (event.kind === 'change' && event.topics.includes('reviews')),
    run: anchorAudit,
  },
  {
    name: 'retention',
    everySeconds: 300,
    isWokenBy: () => false,
    run: expireRecords,
  },
  {
    name: 'api-tokens',
    everySeconds: 60,
    runsWhilePaused: true,
    isWokenBy: () => false,
    run: async (context) => ({
      proposed: await proposeNoticedTokens(context),
      withdrawn: (await withdrawTokenProposals(context)) + (await withdrawPaymentsOfTokens(context)),
    }),
  },
  {
    name: 'pruning',
    everySeconds: 3_600,
    runsWhilePaused: true,
    isWokenBy: () => false,
    run: async (context) => ({
      ...(await pruneAccess(context.clock.now())),
      drafts: await deleteOldDrafts(context.clock.now()),
      apiWrites: await deleteOldWrites(context.clock.now()),
      notifications: await deleteOldNotifications(context.clock.now()),
      reportRuns: await deleteOldRuns(context.clock.now()),
      eventDeliveries: await emptyOldDeliveries(context.clock.now()),
    }),
  },
];

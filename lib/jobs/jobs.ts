import 'server-only';
import { pruneAccess } from '#lib/access/index.ts';
import { anchorAudit } from '#lib/audit/index.ts';
import { runReprocessings } from '#lib/callbacks/index.ts';
import { makeExportFiles } from '#lib/exports/index.ts';
import { noticeGuessing } from '#lib/mail/index.ts';
import { refreshReadings } from '#lib/minimums/index.ts';
import { addUpReceived } from '#lib/observations/index.ts';
import { readDuePayments } from '#lib/payments/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import type { LiveEvent } from '#lib/realtime/live-events.ts';
import { advanceBacktests, openCases, sendAlerts } from '#lib/reviews/index.ts';
import { keepRollups } from '#lib/rollups/index.ts';

/** Work that is due now and then. Running it too often, twice at once, or on several machines does no harm. */
export type Job = {
  readonly name: string;
  /** How long after it ended it is run again. */
  readonly everySeconds: number;
  /** Whether something that was announced is a reason to run it at once. */
  readonly isWokenBy: (event: LiveEvent) => boolean;
  /** Answers what it did, for the log; null where there was nothing to do. */
  readonly run: (
    context: Context<SystemActor>,
    stop: AbortSignal,
  ) => Promise<Readonly<Record<string, number>>>;
};

const flags = ['deposits', 'refunds', 'withdrawals'];

/** Risk detail that changed alone is announced apart. */
const topicsIn = (event: LiveEvent): readonly string[] =>
  event.kind === 'change' ? [...event.topics, ...(event.guarded?.topics ?? [])] : [];

export const jobs: readonly Job[] = [
  {
    name: 'reviews',
    everySeconds: 15,
    isWokenBy: (event) => event.kind === 'missed' || topicsIn(event).some((topic) => flags.includes(topic)),
    run: openCases,
  },
  {
    name: 'review-rules',
    everySeconds: 15,
    // A try-out was begun, or a rule approved together with its past.
    isWokenBy: (event) =>
      event.kind === 'missed' || (event.kind === 'change' && event.topics.includes('reviews')),
    run: advanceBacktests,
  },
  {
    name: 'alerts',
    everySeconds: 30,
    isWokenBy: () => false,
    run: sendAlerts,
  },
  {
    name: 'sign-in-notices',
    everySeconds: 60,
    isWokenBy: () => false,
    run: (context) => noticeGuessing(context),
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
    name: 'rollups',
    everySeconds: 60,
    isWokenBy: () => false,
    run: keepRollups,
  },
  {
    name: 'received-counts',
    everySeconds: 60,
    isWokenBy: () => false,
    run: async (_context, stop) => ({ addedUp: await addUpReceived(stop) }),
  },
  {
    name: 'reprocessing',
    everySeconds: 30,
    // What a person asks for begins at once.
    isWokenBy: (event) =>
      event.kind === 'missed' || (event.kind === 'change' && event.topics.includes('callbacks')),
    run: runReprocessings,
  },
  {
    name: 'exports',
    everySeconds: 60,
    // What a person asks for begins at once.
    isWokenBy: (event) =>
      event.kind === 'missed' || (event.kind === 'change' && event.topics.includes('exports')),
    run: makeExportFiles,
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
    // A decision asks for an anchor.
    isWokenBy: (event) =>
      event.kind === 'missed' || (event.kind === 'change' && event.topics.includes('reviews')),
    run: anchorAudit,
  },
  {
    name: 'pruning',
    everySeconds: 3_600,
    isWokenBy: () => false,
    run: (context) => pruneAccess(context.clock.now()),
  },
];

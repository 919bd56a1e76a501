import 'server-only';
import { isSignedWithOtherKey } from '#lib/audit/index.ts';
import { tStart } from '#lib/messages/commands.ts';
import { findWorkerReport } from './queries.ts';

/**
 * Ends a worker with one line when another worker is active and signs the anchors with another key. Both would begin a
 * new series with every anchor. Without an active worker the key was lost, and a new series begins.
 */
export async function requireSameSigner(): Promise<void> {
  const [isOther, report] = await Promise.all([isSignedWithOtherKey(), findWorkerReport()]);
  if (!isOther || report === null || report.isSilent) return;
  console.error(tStart('otherSigner'));
  process.exit(1);
}

import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { pinFirstKey } from './anchor-file.ts';
import { checkFile, deliverToFile, deliverToWebhook } from './deliver-anchors.ts';
import { AnchorError } from './failure.ts';
import type { AnchorFailure } from './schema.ts';
import type { AnchorSettings } from './settings.ts';
import { hasDestination, readAnchorSettings } from './settings.ts';
import {
  findLatestAnchor,
  hasUnanchoredDecision,
  readChainHeads,
  recordRun,
  takeAnchorLock,
} from './store.ts';
import { auditSignerChange, chooseSigner, signAnchor } from './write-anchor.ts';

type AnchorRun = { readonly anchors: number; readonly sent: number };

/**
 * Anchors the heads of all chains when a review was decided, the interval is over or the key has changed. Delivers
 * the anchors that the file and the webhook lack. Several workers may run it at once. A failure is recorded for the
 * alarm.
 */
export async function anchorAudit(
  context: Context<SystemActor>,
  stop: AbortSignal,
  settings: AnchorSettings = readAnchorSettings(),
): Promise<AnchorRun> {
  if (!hasDestination(settings)) return { anchors: 0, sent: 0 };
  const failures: AnchorFailure[] = [];
  const attempt = async (step: () => Promise<number>): Promise<number> => {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof AnchorError)) throw error;
      context.log.error({ failure: error.failure, cause: error.cause }, 'the audit log was not anchored');
      failures.push(error.failure);
      return 0;
    }
  };
  const { file, webhook } = settings;
  const anchors = await attempt(() =>
    inTransaction((transaction) => anchorIfDue(transaction, context, settings)),
  );
  if (file !== null) await attempt(() => deliverToFile(file).then(() => 0));
  const sent = webhook === null ? 0 : await attempt(() => deliverToWebhook(webhook, context.clock, stop));
  await recordRun(context.clock.now(), failures[0] ?? null);
  return { anchors, sent };
}

/** Returns the number of signed anchors: 0 if another worker holds the lock or no anchor is due. */
async function anchorIfDue(
  transaction: Transaction,
  context: Context<SystemActor>,
  { keys, file, everyMs, dataDir }: AnchorSettings,
): Promise<number> {
  if (!(await takeAnchorLock(transaction))) return 0;
  const at = context.clock.now();
  const latest = await findLatestAnchor(transaction);
  if (file !== null) checkFile(file, latest);
  const signer = await chooseSigner(transaction, keys, latest);
  const isKeyChange = signer.beginsSegment || signer.next !== null;
  // Found before the heads are read, which therefore include the decision.
  const hasDecision = latest !== null && (await hasUnanchoredDecision(transaction));
  if (latest !== null && !hasDecision && !isKeyChange && at - latest.at < everyMs) return 0;
  await auditSignerChange(transaction, context, latest, signer);
  const { all, grown, isBroken } = await readChainHeads(transaction);
  if (isBroken) throw new AnchorError('entries-changed');
  if (grown.length === 0) return 0;
  if (latest === null) tryToPin(dataDir, signer.key.publicKey);
  const reason = isKeyChange
    ? findKeyReason(latest === null, signer.beginsSegment)
    : hasDecision
      ? 'decision'
      : 'interval';
  await signAnchor(transaction, latest, signer, { at, reason, all, heads: grown });
  return 1;
}

const findKeyReason = (isFirst: boolean, beginsSegment: boolean) =>
  isFirst ? 'begin' : beginsSegment ? 'key-lost' : 'key-change';

/** Pins the first key if there is a disk. Without one, verification needs the key as an option. */
function tryToPin(dataDir: string, publicKey: string): void {
  try {
    pinFirstKey(dataDir, publicKey);
  } catch {
    // The delivery to the file reports a disk that can't be written.
  }
}

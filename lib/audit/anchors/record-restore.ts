import 'server-only';
import fs from 'node:fs';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tAuditVerification } from '#lib/messages/audit.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { fromDate } from '#lib/values/instant.ts';
import { toStorableText } from '../canonical.ts';
import { writeAudit } from '../write-audit.ts';
import type { Anchor } from './anchor.ts';
import { hashAnchor, parseAnchorLine, toAnchorLine } from './anchor.ts';
import { deliverToFile } from './deliver-anchors.ts';
import type { LostEntry } from './queries.ts';
import { findLostEntries } from './queries.ts';
import type { AnchorFindings } from './read-anchors.ts';
import { readAnchors } from './read-anchors.ts';
import type { AnchorSettings } from './settings.ts';
import { readAnchorSettings } from './settings.ts';
import { createKeyId } from './signing-key.ts';
import type { StoredAnchor } from './store.ts';
import { findLatestAnchor, readChainHeads, storeAnchor, takeAnchorLock } from './store.ts';
import { auditSignerChange, chooseSigner, signAnchor } from './write-anchor.ts';

/** Returns the first lost sequence of each chain. */
function findFirstLost(lost: readonly LostEntry[]): [string, string][] {
  const first = new Map<string, bigint>();
  for (const { chainId, sequence } of lost) {
    const earliest = first.get(chainId);
    if (earliest === undefined || sequence < earliest) first.set(chainId, sequence);
  }
  return [...first].map(([chainId, sequence]) => [chainId, String(sequence)]);
}

/** Converts the file's anchors to stored ones, each with the key that signs after it. */
function toStored(text: string, anchors: readonly Anchor[]): (StoredAnchor & { readonly line: string })[] {
  const signatures = new Map(
    text.split('\n').flatMap((line) => {
      const parsed = parseAnchorLine(line);
      return parsed === null ? [] : [[parsed.anchor.number, parsed.signature]];
    }),
  );
  return anchors.map((anchor) => ({
    number: anchor.number,
    at: fromDate(new Date(anchor.at)),
    segment: anchor.segment,
    keyId: anchor.nextKey === undefined ? anchor.key : createKeyId(anchor.nextKey),
    hash: hashAnchor(anchor),
    line: toAnchorLine(anchor, signatures.get(anchor.number) ?? ''),
  }));
}

/** Reads the anchor file. Throws Problem 'conflict' if it is incomplete. */
function readCompleteFile(file: string): { readonly text: string; readonly reading: AnchorFindings } {
  if (!fs.existsSync(file)) throw new Problem('conflict', tAuditVerification('restore.unreadable', { file }));
  const text = fs.readFileSync(file, 'utf8');
  const lines = text.split('\n').flatMap((line) => parseAnchorLine(line) ?? []);
  // Accepts the file's own keys. Verification decides which keys are trusted.
  const keys = lines.flatMap(({ anchor }) => anchor.publicKey ?? []);
  const reading = readAnchors(text, keys);
  if (reading.breaches.length > 0)
    throw new Problem(
      'conflict',
      tAuditVerification('restore.broken', { breaches: reading.breaches.join(' ') }),
    );
  return { text, reading };
}

/** Inserts the anchors that only the file has. */
async function importAnchors(
  transaction: Transaction,
  stored: readonly (StoredAnchor & { readonly line: string })[],
): Promise<StoredAnchor | null> {
  const latest = await findLatestAnchor(transaction);
  const same = stored.find(({ number }) => number === (latest?.number ?? 0));
  if (latest !== null && same?.hash !== latest.hash)
    throw new Problem('conflict', tAuditVerification('restore.otherDatabase'));
  for (const anchor of stored)
    if (anchor.number > (latest?.number ?? 0)) await storeAnchor(transaction, anchor);
  return stored.at(-1) ?? null;
}

/** The anchor of a recorded restore, and the number of chains that lost entries. */
export type RecordedRestore = { readonly anchor: number; readonly chains: number };

/**
 * Records that the database was restored from an older state: an entry in the audit log and an anchor signed here,
 * which write access to the database alone can't produce. For operators, with the worker's settings.
 * @throws Problem 'conflict' if the anchor file is missing, broken or of another database
 * @throws AnchorError if it can't be signed or written
 */
export async function recordRestore(
  context: Context<SystemActor>,
  note: string,
  settings: AnchorSettings = readAnchorSettings(),
): Promise<RecordedRestore> {
  const { file, keys } = settings;
  if (file === null) throw new Problem('conflict', tAuditVerification('restore.noFile'));
  const recorded = await inTransaction(async (transaction) => {
    if (!(await takeAnchorLock(transaction)))
      throw new Problem('conflict', tAuditVerification('restore.busy'));
    const { text, reading } = readCompleteFile(file);
    const latest = await importAnchors(transaction, toStored(text, reading.anchors));
    const undone = findFirstLost(await findLostEntries(reading.entries, transaction));
    const signer = await chooseSigner(transaction, keys, latest);
    await auditSignerChange(transaction, context, latest, signer);
    const storedNote = toStorableText(note);
    await writeAudit(transaction, context, {
      businessId: null,
      action: 'audit.restore',
      objectType: 'audit-anchor',
      objectId: String((latest?.number ?? 0) + 1),
      after: { note: storedNote, undone: undone.map(([chainId, from]) => ({ chainId, from })) },
    });
    const { all } = await readChainHeads(transaction);
    const content = {
      at: context.clock.now(),
      reason: 'restore',
      undone,
      note: storedNote,
      all,
      heads: all,
    } as const;
    const anchor = await signAnchor(transaction, latest, signer, content);
    return { anchor: anchor.number, chains: undone.length };
  });
  await deliverToFile(file);
  return recorded;
}

import 'server-only';
import fs from 'node:fs';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { fromDate } from '#lib/values/instant.ts';
import { storable } from '../canonical.ts';
import { writeAudit } from '../write-audit.ts';
import type { Anchor } from './anchor.ts';
import { anchorHash, parseLine, toLine } from './anchor.ts';
import { deliverToFile } from './deliver-anchors.ts';
import type { LostEntry } from './queries.ts';
import { findLostEntries } from './queries.ts';
import type { AnchorReading } from './read-anchors.ts';
import { readAnchors } from './read-anchors.ts';
import type { AnchorSettings } from './settings.ts';
import { anchorSettings } from './settings.ts';
import { keyIdOf } from './signing-key.ts';
import type { StoredAnchor } from './store.ts';
import { insertAnchor, latestAnchor, readHeads, takeAnchorLock } from './store.ts';
import { chooseSigner, enterSigner, signAnchor } from './write-anchor.ts';

/** The first sequence of each chain that the anchors no longer vouch for. */
function firstLost(lost: readonly LostEntry[]): [string, string][] {
  const first = new Map<string, bigint>();
  for (const { chainId, sequence } of lost) {
    const known = first.get(chainId);
    if (known === undefined || sequence < known) first.set(chainId, sequence);
  }
  return [...first].map(([chainId, sequence]) => [chainId, String(sequence)]);
}

/** The file's anchors as the database stores them, with the key that each of them leaves in charge. */
function toStored(text: string, anchors: readonly Anchor[]): (StoredAnchor & { readonly line: string })[] {
  const signatures = new Map(
    text.split('\n').flatMap((line) => {
      const parsed = parseLine(line);
      return parsed === null ? [] : [[parsed.anchor.number, parsed.signature]];
    }),
  );
  return anchors.map((anchor) => ({
    number: anchor.number,
    at: fromDate(new Date(anchor.at)),
    segment: anchor.segment,
    keyId: anchor.nextKey === undefined ? anchor.key : keyIdOf(anchor.nextKey),
    hash: anchorHash(anchor),
    line: toLine(anchor, signatures.get(anchor.number) ?? ''),
  }));
}

/** Reads the anchor file and refuses one that is not whole. */
function readWhole(file: string): { readonly text: string; readonly reading: AnchorReading } {
  if (!fs.existsSync(file)) throw new Problem('conflict', `There is no anchor file at ${file}.`);
  const text = fs.readFileSync(file, 'utf8');
  const lines = text.split('\n').flatMap((line) => parseLine(line) ?? []);
  // Who vouches for the keys is the verification's question, not this one's.
  const keys = lines.flatMap(({ anchor }) => anchor.publicKey ?? []);
  const reading = readAnchors(text, keys);
  if (reading.breaches.length > 0)
    throw new Problem('conflict', `The anchor file is not whole. ${reading.breaches.join(' ')}`);
  return { text, reading };
}

/** Gives the database the anchors that only the file has. */
async function importAnchors(
  transaction: Transaction,
  stored: readonly (StoredAnchor & { readonly line: string })[],
): Promise<StoredAnchor | null> {
  const latest = await latestAnchor(transaction);
  const same = stored.find(({ number }) => number === (latest?.number ?? 0));
  if (latest !== null && same?.hash !== latest.hash)
    throw new Problem('conflict', 'The anchor file does not belong to this database.');
  for (const anchor of stored)
    if (anchor.number > (latest?.number ?? 0)) await insertAnchor(transaction, anchor);
  return stored.at(-1) ?? null;
}

/** What a recorded restore came to. */
export type RecordedRestore = { readonly anchor: number; readonly chains: number };

/**
 * Records that the database was restored from an older state. The record is an entry in the audit log and an anchor that
 * is signed here: who can only write to the database can't make one. For operators, with the worker's settings.
 * @throws Problem 'conflict' where the anchor file is missing, broken or of another database
 * @throws AnchorError where it can't be signed or written
 */
export async function recordRestore(
  context: Context<SystemActor>,
  note: string,
  settings: AnchorSettings = anchorSettings(),
): Promise<RecordedRestore> {
  const { file, keys } = settings;
  if (file === null) throw new Problem('conflict', 'There is no anchor file: set AUDIT_ANCHOR_FILE.');
  const recorded = await inTransaction(async (transaction) => {
    if (!(await takeAnchorLock(transaction)))
      throw new Problem('conflict', 'The worker is writing an anchor. Try again.');
    const { text, reading } = readWhole(file);
    const latest = await importAnchors(transaction, toStored(text, reading.anchors));
    const undone = firstLost(await findLostEntries(reading.entries, transaction));
    const signer = await chooseSigner(transaction, keys, latest);
    await enterSigner(transaction, context, latest, signer);
    const words = storable(note);
    await writeAudit(transaction, context, {
      businessId: null,
      action: 'audit.restore',
      objectType: 'audit-anchor',
      objectId: String((latest?.number ?? 0) + 1),
      after: { note: words, undone: undone.map(([chainId, from]) => ({ chainId, from })) },
    });
    const { all } = await readHeads(transaction);
    const content = {
      at: context.clock.now(),
      reason: 'restore',
      undone,
      note: words,
      all,
      heads: all,
    } as const;
    const anchor = await signAnchor(transaction, latest, signer, content);
    return { anchor: anchor.number, chains: undone.length };
  });
  await deliverToFile(file);
  return recorded;
}

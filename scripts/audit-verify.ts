import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readPinnedKeys, verifyAnchors, verifyAudit } from '#lib/audit/index.ts';
import { closeDatabase } from '#lib/database/close-database.ts';
import { verifyReceived } from '#lib/observations/index.ts';
import { env } from '#lib/platform/env.ts';
import { StartFailure } from './database/failure.ts';
import { requireTables } from './database/tables.ts';
import { runWithProductEnvironment } from './environment.ts';

/**
 * `npm run audit:verify [-- --anchors FILE] [--public-key KEY]…`: checks the audit log's chains, that no received
 * callback, delivery or answer is missing and, with an anchor file, that the chains are the ones that were anchored.
 * Exit 1 on a breach.
 */

const usage = 'Usage: npm run audit:verify [-- --anchors FILE] [--public-key KEY]…';

function readArguments() {
  try {
    const { values } = parseArgs({
      options: { anchors: { type: 'string' }, 'public-key': { type: 'string', multiple: true } },
    });
    return { file: values.anchors, publicKeys: values['public-key'] ?? [] };
  } catch {
    throw new StartFailure(usage);
  }
}

function readAnchorFile(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartFailure(`The anchor file ${file} can't be read. A missing file proves nothing.`, error);
  }
}

async function verifyChains(): Promise<boolean> {
  const { chains, entries, explained, breaches } = await verifyAudit();
  for (const { chainId, sequence, description } of breaches)
    console.error(`${chainId} entry ${sequence}: ${description}`);
  console.log(
    `${entries} entries in ${chains} chains: ${breaches.length === 0 ? 'sound' : `${breaches.length} breaches`}.`,
  );
  if (explained > 0)
    console.log(`${explained} entries were stored under another time zone, as a later entry explains.`);
  return breaches.length === 0;
}

async function verifyCompleteness(): Promise<boolean> {
  const breaches = await verifyReceived();
  for (const { businessId, source, description } of breaches)
    console.error(`business ${businessId} ${source}: ${description}`);
  console.log(`Received data: ${breaches.length === 0 ? 'complete' : `${breaches.length} breaches`}.`);
  return breaches.length === 0;
}

async function verifyAgainst(file: string, publicKeys: readonly string[]): Promise<boolean> {
  const pinned = [
    ...publicKeys,
    ...(env.AUDIT_PUBLIC_KEYS ?? []),
    ...readPinnedKeys(path.resolve(env.DATA_DIR)),
  ];
  const { breaches, notes, anchors, unanchored } = await verifyAnchors(readAnchorFile(file), pinned);
  for (const note of notes) console.log(`Note: ${note}`);
  for (const breach of breaches) console.error(breach);
  console.log(
    `${anchors} anchors: ${breaches.length === 0 ? 'sound' : `${breaches.length} breaches`}. ` +
      `${unanchored} entries are newer than the last anchor.`,
  );
  return breaches.length === 0;
}

await runWithProductEnvironment(async () => {
  const { file, publicKeys } = readArguments();
  try {
    await requireTables();
    const isChained = await verifyChains();
    const isComplete = await verifyCompleteness();
    const isAnchored = file === undefined || (await verifyAgainst(file, publicKeys));
    process.exitCode = isChained && isComplete && isAnchored ? 0 : 1;
  } finally {
    await closeDatabase();
  }
});

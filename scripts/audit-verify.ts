import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readPinnedKeys, verifyAnchors, verifyAudit } from '#lib/audit/index.ts';
import { closeDatabase } from '#lib/database/close-database.ts';
import { tCommands } from '#lib/messages/commands.ts';
import { countExpired, verifyReceivedCounts } from '#lib/observations/index.ts';
import { env } from '#lib/platform/env.ts';
import { countExpiredCases, verifyCaseNumbers } from '#lib/retention/index.ts';
import { StartFailure } from './database/failure.ts';
import { requireTables } from './database/tables.ts';
import { runWithProductEnvironment } from './environment.ts';

/**
 * `npm run audit:verify [-- --anchors FILE] [--public-key KEY]…`: checks the audit log's chains, and that no received
 * callback, delivery or answer and no review case is missing. With an anchor file, it checks that the chains are the ones
 * that were anchored. Exit 1 on a breach.
 */

function readArguments() {
  try {
    const { values } = parseArgs({
      options: { anchors: { type: 'string' }, 'public-key': { type: 'string', multiple: true } },
    });
    return { file: values.anchors, publicKeys: values['public-key'] ?? [] };
  } catch {
    throw new StartFailure(tCommands('auditVerify.usage'));
  }
}

function readAnchorFile(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartFailure(tCommands('auditVerify.noFile', { file }), error);
  }
}

const formatResult = (breaches: number, success: 'sound' | 'complete') =>
  breaches === 0
    ? tCommands(`auditVerify.${success}`)
    : tCommands('auditVerify.breaches', { count: breaches });

async function verifyChains(): Promise<boolean> {
  const { chains, entries, expired, breaches } = await verifyAudit();
  for (const { chainId, sequence, description } of breaches)
    console.error(
      tCommands('auditVerify.chainBreach', {
        chain: chainId,
        sequence: String(sequence),
        reason: description,
      }),
    );
  console.log(
    tCommands('auditVerify.chains', { entries, chains, result: formatResult(breaches.length, 'sound') }),
  );
  if (expired > 0) console.log(tCommands('auditVerify.expiredEntries', { count: expired }));
  return breaches.length === 0;
}

async function verifyCompleteness(): Promise<boolean> {
  const breaches = await verifyReceivedCounts();
  for (const { businessId, source, description } of breaches)
    console.error(
      tCommands('auditVerify.receivedBreach', { business: businessId, source, reason: description }),
    );
  console.log(tCommands('auditVerify.received', { result: formatResult(breaches.length, 'complete') }));
  const expired = await countExpired();
  if (expired.records > 0) console.log(tCommands('auditVerify.expired', expired));
  return breaches.length === 0;
}

async function verifyCases(): Promise<boolean> {
  const breaches = await verifyCaseNumbers();
  for (const { businessId, missing, repeated } of breaches)
    console.error(tCommands('auditVerify.caseBreach', { business: businessId, missing, repeated }));
  console.log(tCommands('auditVerify.cases', { result: formatResult(breaches.length, 'complete') }));
  const expired = await countExpiredCases();
  if (expired > 0) console.log(tCommands('auditVerify.expiredCases', { count: expired }));
  return breaches.length === 0;
}

async function verifyAgainst(file: string, publicKeys: readonly string[]): Promise<boolean> {
  const pinned = [...publicKeys, ...readPinnedKeys(path.resolve(env.DATA_DIR))];
  const { breaches, notes, anchors, unanchored } = await verifyAnchors(readAnchorFile(file), pinned);
  for (const note of notes) console.log(tCommands('auditVerify.note', { note }));
  for (const breach of breaches) console.error(breach);
  const result = formatResult(breaches.length, 'sound');
  console.log(tCommands('auditVerify.anchors', { count: anchors, result, unanchored }));
  return breaches.length === 0;
}

await runWithProductEnvironment(async () => {
  const { file, publicKeys } = readArguments();
  try {
    await requireTables();
    const isChained = await verifyChains();
    const isComplete = await verifyCompleteness();
    const hasAllCases = await verifyCases();
    const isAnchored = file === undefined || (await verifyAgainst(file, publicKeys));
    process.exitCode = isChained && isComplete && hasAllCases && isAnchored ? 0 : 1;
  } finally {
    await closeDatabase();
  }
});

import 'server-only';
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { decryptSecret } from '#lib/events/index.ts';
import { readRecordTable } from '#lib/exports/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { findNextRun } from '#lib/schedules/model/next-run.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { leaseMs, maximumTries, retryMs, warehouseLists } from './model.ts';
import { putObject, StorageError } from './put-object.ts';
import type { WarehouseRun } from './schema.ts';
import { toSecretSubject } from './secret-subject.ts';
import type { StorageKey } from './sign-request.ts';
import type { StoredWarehouse } from './store.ts';
import { claimWarehouse, extendLease, findWarehouse, storeRun } from './store.ts';
import { writeFile } from './write-file.ts';

const manifestName = 'manifest.json';

/** The name of a copy's folder, which sorts by time. */
const toRunId = (at: Instant): string => new Date(at).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

const toTarget = ({ url, bucket, folder }: StoredWarehouse): string => `${url} ${bucket} ${folder}`;

/** A copy that is older than this doesn't go on, so that its files are of about the same time. */
const longestRunMs = 12 * 3_600_000;

/** Returns the copy that was interrupted, or a new one. */
function continueRun(warehouse: StoredWarehouse, now: Instant): WarehouseRun {
  const { run } = warehouse;
  const target = toTarget(warehouse);
  const isOpen = run !== null && run.endedAt === null && run.target === target;
  if (isOpen && now - run.startedAt < longestRunMs) return { ...run, problem: null };
  return beginRun(now, target);
}

const beginRun = (now: Instant, target: string): WarehouseRun => ({
  ...{ runId: toRunId(now), target, startedAt: now, endedAt: null },
  ...{ files: [], tries: 0, problem: null },
});

function readKey({ businessId, keyId, region, secret }: StoredWarehouse): StorageKey {
  const text = decryptSecret(secret, toSecretSubject(businessId));
  if (text === null) throw new StorageError('secret');
  return { keyId, region, secret: Buffer.from(text).toString() };
}

/** Writes the manifest with which a loader verifies a copy: the files with rows, sizes and hashes. It is written last. */
const writeManifest = ({ runId, startedAt, files }: WarehouseRun, businessId: string): string =>
  `${JSON.stringify(
    {
      ...{ version: 1, businessId, runId, startedAt: new Date(startedAt).toISOString() },
      ...{
        encoding: 'utf-8',
        format: 'csv',
        compression: 'gzip',
        timeZone: 'UTC',
        decimal: 'DECIMAL(38, 18)',
      },
      files,
    },
    null,
    2,
  )}\n`;

type Run = {
  readonly context: Context<SystemActor>;
  readonly warehouse: StoredWarehouse;
  readonly folder: string;
  readonly signal: AbortSignal;
};

/** Writes and uploads what is missing of a copy, file by file. Returns it complete. */
async function copyFiles({ context, warehouse, folder, signal }: Run, begun: WarehouseRun) {
  const { businessId } = warehouse;
  const key = readKey(warehouse);
  const put = async (file: Omit<Parameters<typeof putObject>[2], 'name'>, name: string) =>
    putObject(
      warehouse,
      key,
      { ...file, name: `${warehouse.folder}${begun.runId}/${name}` },
      { at: context.clock.now(), signal },
    );
  let run = begun;
  for (const list of warehouseLists) {
    if (run.files.some((file) => file.list === list)) continue;
    const { file, path: from } = await writeFile(folder, list, readRecordTable(list, businessId), signal);
    await put({ ...file, path: from }, file.name);
    await fs.rm(from);
    run = { ...run, files: [...run.files, file] };
    await storeRun(businessId, run);
  }
  const manifest = Buffer.from(writeManifest(run, businessId));
  const from = path.join(folder, manifestName);
  await fs.writeFile(from, manifest);
  const sha256 = createHash('sha256').update(manifest).digest('hex');
  await put({ path: from, bytes: manifest.byteLength, sha256 }, manifestName);
  return run;
}

/** Copies the records of one business, or what is left of an interrupted copy. */
async function copyBusiness(
  context: Context<SystemActor>,
  { warehouse, timeZone }: NonNullable<Awaited<ReturnType<typeof claimWarehouse>>>,
  signal: AbortSignal,
): Promise<boolean> {
  const { businessId, hour } = warehouse;
  const begun = continueRun(warehouse, context.clock.now());
  await storeRun(businessId, begun);
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'countinghouse-warehouse-'));
  const lease = setInterval(() => {
    void extendLease(businessId, context.clock.now()).catch((error: unknown) =>
      context.log.warn({ error }, 'the lease of a copy was not extended'),
    );
  }, leaseMs / 3);
  const nextNight = () => findNextRun({ cadence: 'daily', day: null, hour }, timeZone, context.clock.now());
  try {
    const run = await copyFiles({ context, warehouse, folder, signal }, begun);
    const ended = { ...run, endedAt: context.clock.now() };
    await inTransaction(async (transaction) => {
      await storeRun(businessId, ended, nextNight(), transaction);
      await writeAudit(transaction, context, {
        ...{ businessId, action: 'warehouse.copy', objectType: 'warehouse', objectId: businessId },
        after: {
          runId: run.runId,
          files: run.files.map(({ name, rows, sha256 }) => ({ name, rows, sha256 })),
        },
      });
    });
    return true;
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const stored = (await findWarehouse(businessId))?.run ?? begun;
    const tries = stored.tries + 1;
    const isLast = tries >= maximumTries;
    const problem = { kind: error.kind, detail: error.detail };
    const at = context.clock.now();
    await storeRun(
      businessId,
      { ...stored, tries, problem, endedAt: isLast ? at : null },
      isLast ? nextNight() : addMilliseconds(at, retryMs),
    );
    context.log.warn({ businessId, problem: error.kind, tries }, 'records were not copied to the warehouse');
    return false;
  } finally {
    clearInterval(lease);
    await fs.rm(folder, { recursive: true, force: true });
  }
}

/**
 * Copies the records of each business whose hour has come to its storage. An interrupted copy goes on with the file that it lacks.
 */
export async function copyDueWarehouses(
  context: Context<SystemActor>,
  signal: AbortSignal,
): Promise<Readonly<Record<string, number>>> {
  let [copied, failed] = [0, 0];
  while (!signal.aborted) {
    const claimed = await claimWarehouse(context.clock.now());
    if (claimed === null) break;
    if (await copyBusiness(context, claimed, signal)) copied += 1;
    else failed += 1;
  }
  return { copied, failed };
}

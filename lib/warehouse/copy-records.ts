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
import { isRiskList, leaseMs, maximumTries, recordLists, retryMs, riskLists } from './model.ts';
import { putObject, StorageError } from './put-object.ts';
import { copiesRisk } from './queries.ts';
import type { WarehouseRun } from './schema.ts';
import { toSecretSubject } from './secret-subject.ts';
import type { StorageKey } from './sign-request.ts';
import type { Lease, StoredWarehouse } from './store.ts';
import { claimWarehouse, endLease, extendLease, findLeased, storeRun } from './store.ts';
import { folderPrefix, removeStaleFolders, touchFolder } from './work-folders.ts';
import { writeFile } from './write-file.ts';

const manifestName = 'manifest.json';
/** Of the files of risk alone, because their rows, sizes and hashes show readers of the records when risk changes. */
const riskManifestName = 'manifest-risk.json';

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
  runId: toRunId(now),
  target,
  startedAt: now,
  endedAt: null,
  files: [],
  tries: 0,
  problem: null,
});

function readKey({ businessId, accessId, region, secret }: StoredWarehouse): StorageKey {
  const text = decryptSecret(secret, toSecretSubject(businessId));
  if (text === null) throw new StorageError('secret');
  return { keyId: accessId, region, secret: Buffer.from(text).toString() };
}

/** Writes the manifest with which a loader verifies files of a copy: their rows, sizes and hashes. */
const writeManifest = ({ runId, startedAt, files }: WarehouseRun, businessId: string): string =>
  `${JSON.stringify(
    {
      version: 1,
      businessId,
      runId,
      startedAt: new Date(startedAt).toISOString(),
      encoding: 'utf-8',
      format: 'csv',
      compression: 'gzip',
      timeZone: 'UTC',
      decimal: 'DECIMAL(38, 18)',
      files,
    },
    null,
    2,
  )}\n`;

/** The copy must not go on. `lost`: another process has it, or the storage was removed. `changed`: it has another target or key. */
class CopyStopped extends Error {
  override readonly name = 'CopyStopped';
  readonly kind: 'lost' | 'changed';
  constructor(kind: CopyStopped['kind']) {
    super(kind);
    this.kind = kind;
  }
}

type Run = {
  readonly context: Context<SystemActor>;
  readonly warehouse: StoredWarehouse;
  readonly lease: Lease;
  readonly folder: string;
  readonly signal: AbortSignal;
};

/** @throws CopyStopped if this process must not upload anything more */
async function requireLease({ warehouse, lease }: Pick<Run, 'warehouse' | 'lease'>): Promise<void> {
  const current = await findLeased(lease);
  if (current === null) throw new CopyStopped('lost');
  const isSame =
    toTarget(current) === toTarget(warehouse) &&
    current.region === warehouse.region &&
    current.accessId === warehouse.accessId &&
    current.riskBy === warehouse.riskBy &&
    Buffer.compare(current.secret, warehouse.secret) === 0;
  if (!isSame) throw new CopyStopped('changed');
}

/** Writes and uploads what is missing of a copy, file by file. Returns it complete. */
async function copyFiles(copy: Run, begun: WarehouseRun) {
  const { context, warehouse, lease, folder, signal } = copy;
  const { businessId } = warehouse;
  const key = readKey(warehouse);
  const put = async (file: Omit<Parameters<typeof putObject>[2], 'name'>, name: string) => {
    await requireLease(copy);
    await putObject(
      warehouse,
      key,
      { ...file, name: `${warehouse.folder}${begun.runId}/${name}` },
      { at: context.clock.now(), signal },
    );
  };
  let run = begun;
  const mayCopy = (): Promise<boolean> => copiesRisk(warehouse, context.clock.now());
  for (const list of [...recordLists, ...((await mayCopy()) ? riskLists : [])]) {
    if (run.files.some((file) => file.list === list)) continue;
    const openTable = () => readRecordTable(list, businessId);
    const { file, path: from } = await writeFile(folder, list, openTable, signal);
    // The person may have lost the right while it was written.
    if (isRiskList(list) && !(await mayCopy())) break;
    await put({ ...file, path: from }, file.name);
    await fs.rm(from);
    run = { ...run, files: [...run.files, file] };
    if (!(await storeRun(lease, run))) throw new CopyStopped('lost');
  }
  const putManifest = async (name: string, files: WarehouseRun['files']): Promise<void> => {
    const manifest = Buffer.from(writeManifest({ ...run, files }, businessId));
    const from = path.join(folder, name);
    await fs.writeFile(from, manifest);
    const sha256 = createHash('sha256').update(manifest).digest('hex');
    await put({ path: from, bytes: manifest.byteLength, sha256 }, name);
  };
  const riskFiles = run.files.filter(({ list }) => isRiskList(list));
  if (riskFiles.length > 0 && (await mayCopy())) await putManifest(riskManifestName, riskFiles);
  // The last file: a folder without it isn't complete.
  await putManifest(
    manifestName,
    run.files.filter(({ list }) => !isRiskList(list)),
  );
  return run;
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claimWarehouse>>>;
type Outcome = 'copied' | 'failed' | 'stopped';

/** Creates a folder for the files of a copy, and keeps the copy for this process. Aborts `signal` once another one has it. */
async function holdLease(context: Context<SystemActor>, lease: Lease, stop: AbortSignal) {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), folderPrefix));
  const lost = new AbortController();
  const timer = setInterval(async () => {
    try {
      if (!(await extendLease(lease, context.clock.now()))) lost.abort(new CopyStopped('lost'));
      await touchFolder(folder);
    } catch (error) {
      context.log.warn({ error }, 'the lease of a copy was not extended');
    }
  }, leaseMs / 3);
  const end = async () => {
    clearInterval(timer);
    await fs.rm(folder, { recursive: true, force: true });
  };
  return { folder, signal: AbortSignal.any([stop, lost.signal]), end };
}

/** Writes and uploads the files of one business, then ends its lease. */
async function completeCopy(
  context: Context<SystemActor>,
  { warehouse, lease }: Claimed,
  nextNight: () => Instant,
  stop: AbortSignal,
): Promise<void> {
  const { businessId } = lease;
  const begun = continueRun(warehouse, context.clock.now());
  if (!(await storeRun(lease, begun))) throw new CopyStopped('lost');
  const { folder, signal, end } = await holdLease(context, lease, stop);
  try {
    const run = await copyFiles({ context, warehouse, lease, folder, signal }, begun);
    const ended = { ...run, endedAt: context.clock.now() };
    await inTransaction(async (transaction) => {
      if (!(await endLease(transaction, lease, ended, nextNight()))) throw new CopyStopped('lost');
      await writeAudit(transaction, context, {
        businessId,
        action: 'warehouse.copy',
        objectType: 'warehouse',
        objectId: businessId,
        after: {
          runId: run.runId,
          // The rows and the hash of a file of risk would show readers of the log when risk changes.
          files: run.files.map(({ list, name, rows, sha256 }) =>
            isRiskList(list) ? { name } : { name, rows, sha256 },
          ),
        },
      });
    });
  } catch (error) {
    throw signal.aborted && !stop.aborted ? new CopyStopped('lost') : error;
  } finally {
    await end();
  }
}

const describeFailure = (error: unknown): NonNullable<WarehouseRun['problem']> => {
  if (error instanceof StorageError) return { kind: error.kind, detail: error.detail };
  return { kind: error instanceof CopyStopped ? 'changed' : 'unexpected', detail: '' };
};

/** Copies the records of one business, or what is left of an interrupted copy. */
async function copyBusiness(
  context: Context<SystemActor>,
  claimed: Claimed,
  stop: AbortSignal,
): Promise<Outcome> {
  const { warehouse, lease, timeZone } = claimed;
  const { businessId } = lease;
  const { hour } = warehouse;
  const nextNight = () => findNextRun({ cadence: 'daily', day: null, hour }, timeZone, context.clock.now());
  try {
    await completeCopy(context, claimed, nextNight, stop);
    return 'copied';
  } catch (error) {
    if (stop.aborted) throw error;
    const isStopped = error instanceof CopyStopped;
    const at = context.clock.now();
    const stored = (await findLeased(lease))?.run;
    if (stored === undefined || (isStopped && error.kind === 'lost')) {
      context.log.warn({ businessId }, 'a copy was stopped, because this process no longer has its lease');
      return 'stopped';
    }
    const run = stored ?? continueRun(warehouse, at);
    const tries = run.tries + 1;
    const isLast = isStopped || tries >= maximumTries;
    const problem = describeFailure(error);
    const ended = { ...run, tries, problem, endedAt: isLast ? at : null };
    const next = isLast ? nextNight() : addMilliseconds(at, retryMs);
    await inTransaction(async (transaction) => {
      const isEnded = await endLease(transaction, lease, ended, next);
      // Owners get a notification of it. One who changed the storage during a copy knows it.
      if (isEnded && isLast && !isStopped)
        await writeAudit(transaction, context, {
          businessId,
          action: 'warehouse.fail',
          objectType: 'warehouse',
          objectId: businessId,
          after: { host: new URL(warehouse.url).host, runId: run.runId, ...problem },
        });
    });
    context.log.warn(
      { businessId, problem: problem.kind, tries, ...(problem.kind === 'unexpected' && { error }) },
      'records were not copied to the warehouse',
    );
    return isStopped ? 'stopped' : 'failed';
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
  await removeStaleFolders(os.tmpdir());
  while (!signal.aborted) {
    const claimed = await claimWarehouse(context.clock.now());
    if (claimed === null) break;
    const outcome = await copyBusiness(context, claimed, signal);
    if (outcome === 'copied') copied += 1;
    if (outcome === 'failed') failed += 1;
  }
  return { copied, failed };
}

import 'server-only';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tFactorProblems } from '#lib/messages/factors.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { decryptSecret, encryptSecret, isUsableKey, readNewestKeyId } from './factor-keys.ts';
import type { StoredSecret } from './rotation-store.ts';
import { countSecretsByKey, listOtherSecrets, replaceSecret } from './rotation-store.ts';

const batchSize = 100;

type KeyRotation = {
  /** Secrets that are now encrypted under the newest key. */
  readonly rotated: number;
  /** Secrets whose key is missing. They stay as they are. */
  readonly unreadable: number;
};

type RotationResult = 'rotated' | 'changed' | 'unreadable';

async function rotateSecret(transaction: Transaction, stored: StoredSecret): Promise<RotationResult> {
  const secret = decryptSecret(stored.encrypted, stored);
  if (secret === null) return 'unreadable';
  return (await replaceSecret(transaction, stored, encryptSecret(secret, stored))) ? 'rotated' : 'changed';
}

async function rotateBatch(
  context: Context<SystemActor>,
  batch: readonly StoredSecret[],
  newest: string,
): Promise<KeyRotation> {
  return inTransaction(async (transaction) => {
    const results: RotationResult[] = [];
    for (const stored of batch) results.push(await rotateSecret(transaction, stored));
    const rotated = results.filter((result) => result === 'rotated').length;
    const unreadable = results.filter((result) => result === 'unreadable').length;
    if (rotated > 0)
      await writeAudit(transaction, context, {
        businessId: null,
        action: 'person.rotate-factor-keys',
        objectType: 'person',
        objectId: '',
        before: { keys: [...new Set(batch.map(({ encrypted }) => encrypted.keyId))].sort() },
        after: { key: newest, rotated, unreadable },
      });
    return { rotated, unreadable };
  });
}

/**
 * Encrypts all secrets of authenticator apps under the newest key of FACTOR_KEYS, in batches. Afterwards the former keys
 * are no longer needed, unless a secret was unreadable. Repeating it, also after an interruption, does only what is left.
 *
 * @throws Problem 'conflict' without a key
 */
export async function rotateFactorKeys(context: Context<SystemActor>): Promise<KeyRotation> {
  const newest = readNewestKeyId();
  if (newest === null) throw new Problem('conflict', tFactorProblems('unavailable'));
  let total: KeyRotation = { rotated: 0, unreadable: 0 };
  let after: string | null = null;
  for (;;) {
    const batch: readonly StoredSecret[] = await listOtherSecrets(newest, { after, limit: batchSize });
    const last = batch.at(-1);
    if (last === undefined) return total;
    const { rotated, unreadable } = await rotateBatch(context, batch, newest);
    total = { rotated: total.rotated + rotated, unreadable: total.unreadable + unreadable };
    after = last.factorId;
  }
}

/** Returns how many secrets are encrypted under a former key, and how many under a missing one. For `npm run doctor`. */
export async function countFormerKeys(): Promise<{ readonly former: number; readonly missing: number }> {
  const newest = readNewestKeyId();
  let [former, missing] = [0, 0];
  for (const [keyId, count] of await countSecretsByKey())
    if (!isUsableKey(keyId)) missing += count;
    else if (keyId !== newest) former += count;
  return { former, missing };
}

import 'server-only';
import * as z from 'zod';
import { endPendingSignIns } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, toDate } from '#lib/values/instant.ts';
import type { Role } from '#lib/values/roles.ts';
import type { EncryptedSecret } from './factor-keys.ts';
import { rememberDays } from './model.ts';
import { hashRecoveryCode } from './recovery-codes.ts';

/** The app of a person, with its encrypted secret. */
type StoredTotp = { readonly factorId: string; readonly encrypted: EncryptedSecret };

type TotpRow = {
  readonly factorId: string;
  readonly secret: Uint8Array | null;
  readonly keyId: string | null;
};

const toTotp = (row: TotpRow | null): StoredTotp | null =>
  row === null || row.secret === null || row.keyId === null
    ? null
    : { factorId: row.factorId, encrypted: { secret: Uint8Array.from(row.secret), keyId: row.keyId } };

/** Returns the confirmed app of a person, or null. */
export const findTotp = async (personId: PersonId): Promise<StoredTotp | null> =>
  toTotp(
    await database().secondFactor.findFirst({
      where: { personId, kind: 'totp', confirmedAt: { not: null } },
    }),
  );

/** Returns true if the person has a confirmed factor of any kind, also a passkey. */
export const hasFactor = async (transaction: Transaction, personId: PersonId): Promise<boolean> =>
  (await hasTotp(transaction, personId)) ||
  (await transaction.passkey.findFirst({ where: { personId }, select: { passkeyId: true } })) !== null;

/** Returns true if the person has a confirmed app. */
export const hasTotp = async (transaction: Transaction, personId: PersonId): Promise<boolean> =>
  (await transaction.secondFactor.findFirst({
    where: { personId, confirmedAt: { not: null } },
    select: { factorId: true },
  })) !== null;

/** Stores an app that isn't confirmed yet. An earlier unconfirmed one is discarded. */
export async function insertTotp(
  transaction: Transaction,
  totp: StoredTotp & { readonly personId: PersonId; readonly at: Instant },
): Promise<void> {
  const { factorId, personId, encrypted, at } = totp;
  await transaction.secondFactor.deleteMany({ where: { personId, kind: 'totp', confirmedAt: null } });
  await transaction.secondFactor.create({
    data: { factorId, personId, kind: 'totp', ...encrypted, createdAt: toDate(at) },
  });
}

/** Returns the app that a person set up since `since` and hasn't confirmed, or null. */
export const findUnconfirmedTotp = async (
  transaction: Transaction,
  personId: PersonId,
  since: Instant,
): Promise<StoredTotp | null> =>
  toTotp(
    await transaction.secondFactor.findFirst({
      where: { personId, kind: 'totp', confirmedAt: null, createdAt: { gt: toDate(since) } },
    }),
  );

/** Confirms an app with its first code, and deletes the former app. The person's row is locked. */
export async function confirmStoredTotp(
  transaction: Transaction,
  { factorId, personId, step, at }: { factorId: string; personId: PersonId; step: bigint; at: Instant },
): Promise<void> {
  await transaction.secondFactor.deleteMany({
    where: { personId, kind: 'totp', factorId: { not: factorId } },
  });
  await transaction.secondFactor.update({
    where: { factorId },
    data: { confirmedAt: toDate(at), lastStep: step, lastUsedAt: toDate(at) },
  });
}

/**
 * Records the use of a code, in one statement. Returns false if this code or a later one was used before, also by a
 * concurrent request. `encrypted` is the secret under the newest key.
 */
export async function consumeTotpStep(
  { factorId, encrypted }: StoredTotp,
  step: bigint,
  at: Instant,
): Promise<boolean> {
  const used = await database().$executeRaw`
    UPDATE second_factor SET last_step = ${step}, last_used_at = ${toDate(at)},
                             secret = ${encrypted.secret}, key_id = ${encrypted.keyId}
     WHERE factor_id = ${factorId}::uuid AND confirmed_at IS NOT NULL AND (last_step IS NULL OR last_step < ${step})`;
  return used === 1;
}

const toCodeFilter = (personId: PersonId) => ({ kind: 'recovery-code', personId });

/** Replaces all recovery codes of a person. */
export async function storeRecoveryCodes(
  transaction: Transaction,
  { personId, codes, at }: { personId: PersonId; codes: readonly string[]; at: Instant },
): Promise<void> {
  await transaction.oneTimeToken.deleteMany({ where: toCodeFilter(personId) });
  await transaction.$executeRaw`
    INSERT INTO one_time_token (kind, person_id, token_hash, created_at, expires_at)
    SELECT 'recovery-code', ${personId}::uuid, hash, ${toDate(at)}, 'infinity'
      FROM unnest(${codes.map(hashRecoveryCode)}::bytea[]) AS hash`;
}

/** Uses a recovery code, in one statement. Returns false for a wrong or used one. */
export async function consumeStoredRecoveryCode(
  transaction: Transaction,
  { personId, code, at }: { personId: PersonId; code: string; at: Instant },
): Promise<boolean> {
  const used = await transaction.$executeRaw`
    UPDATE one_time_token SET used_at = ${toDate(at)}
     WHERE kind = 'recovery-code' AND person_id = ${personId}::uuid AND token_hash = ${hashRecoveryCode(code)}
       AND used_at IS NULL`;
  return used === 1;
}

export const countUnusedCodes = (
  client: Pick<Transaction, 'oneTimeToken'>,
  personId: PersonId,
): Promise<number> => client.oneTimeToken.count({ where: { ...toCodeFilter(personId), usedAt: null } });

/** Deletes the app of a person, and ends sign-ins that wait for it. Returns false if there was none. */
export async function deleteTotp(
  transaction: Transaction,
  personId: PersonId,
  at: Instant,
): Promise<boolean> {
  const { count } = await transaction.secondFactor.deleteMany({
    where: { personId, confirmedAt: { not: null } },
  });
  await transaction.secondFactor.deleteMany({ where: { personId } });
  await endPendingSignIns(transaction, personId, at);
  return count > 0;
}

/** Deletes what stands in for a factor once the last one is removed: recovery codes and remembered browsers. */
export async function deleteRecoveryCodesAndDevices(
  transaction: Transaction,
  personId: PersonId,
): Promise<void> {
  await transaction.oneTimeToken.deleteMany({ where: toCodeFilter(personId) });
  await deleteRememberedDevices(transaction, personId);
}

/** Deletes the passkeys of a person. Returns their number. */
export const deletePasskeys = async (transaction: Transaction, personId: PersonId): Promise<number> =>
  (await transaction.passkey.deleteMany({ where: { personId } })).count;

/** Remembers a browser from now on, and deletes those of the person that are no longer remembered. */
export async function storeRememberedDevice(
  transaction: Transaction,
  { personId, deviceId, at }: { personId: PersonId; deviceId: string; at: Instant },
): Promise<void> {
  const device = JSON.stringify({
    [deviceId]: { at, until: addMilliseconds(at, rememberDays * 86_400_000) },
  });
  await transaction.$executeRaw`
    UPDATE person SET remembered_devices = ${device}::jsonb || (
        SELECT coalesce(jsonb_object_agg(one.key, one.value), '{}') FROM jsonb_each(remembered_devices) AS one
         WHERE one.key <> ${deviceId}::text AND (one.value ->> 'until')::bigint > ${at}::bigint)
     WHERE id = ${personId}::uuid`;
}

const counted = z.array(z.object({ count: z.number() }));

/** Forgets all browsers of a person. Returns their number. */
export async function deleteRememberedDevices(transaction: Transaction, personId: PersonId): Promise<number> {
  const rows: unknown = await transaction.$queryRaw`
    UPDATE person SET remembered_devices = '{}'
      FROM (SELECT id, (SELECT count(*)::int FROM jsonb_object_keys(remembered_devices)) AS count
              FROM person WHERE id = ${personId}::uuid FOR UPDATE) AS before
     WHERE person.id = before.id AND before.count > 0 RETURNING before.count`;
  return counted.parse(rows)[0]?.count ?? 0;
}

/** Sets when a required factor must be set up. With `onlyFirst` an earlier time stays. */
export async function storeDueAt(
  transaction: Transaction,
  personId: PersonId,
  { dueAt, onlyFirst }: { readonly dueAt: Instant; readonly onlyFirst: boolean },
): Promise<void> {
  await transaction.person.updateMany({
    where: { id: personId, ...(onlyFirst && { secondFactorDueAt: null }) },
    data: { secondFactorDueAt: toDate(dueAt) },
  });
}

/** Exempts a person of the sandbox. Returns false if they are exempt already. */
export async function storeExemption(transaction: Transaction, personId: PersonId): Promise<boolean> {
  const { count } = await transaction.person.updateMany({
    where: { id: personId, isFactorExempt: false },
    data: { isFactorExempt: true },
  });
  return count > 0;
}

/** Returns the members with access who have one of these roles. */
export async function listMembersWithRoles(
  transaction: Transaction,
  businessId: BusinessId,
  roles: readonly Role[],
): Promise<readonly string[]> {
  const members = await transaction.membership.findMany({
    where: { businessId, role: { in: [...roles] }, disabledAt: null, person: { disabledAt: null } },
    select: { personId: true },
  });
  return members.map(({ personId }) => personId);
}

import 'server-only';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';

/** The id of a person at a provider. */
export type ProviderSubject = { readonly issuer: string; readonly subject: string };

/** Returns the person of an identity, or null. */
export async function findLinkedPerson({ issuer, subject }: ProviderSubject): Promise<PersonId | null> {
  const row = await database().personIdentity.findUnique({
    where: { issuer_subject: { issuer, subject } },
    select: { personId: true },
  });
  return row === null ? null : toId<PersonId>(row.personId);
}

type StoredIdentity = {
  readonly subject: string;
  readonly email: string;
  readonly linkedAt: Instant;
  readonly lastUsedAt: Instant;
};

/** Returns the identity of a person at an issuer, or null. */
export async function findIdentity(personId: PersonId, issuer: string): Promise<StoredIdentity | null> {
  const row = await database().personIdentity.findUnique({
    where: { personId_issuer: { personId, issuer } },
  });
  if (row === null) return null;
  const { subject, email, linkedAt, lastUsedAt } = row;
  return { subject, email, linkedAt: fromDate(linkedAt), lastUsedAt: fromDate(lastUsedAt) };
}

/** Links an identity to a person. Returns false if it, or the person, is linked already. */
export async function insertIdentity(
  transaction: Transaction,
  identity: ProviderSubject & { readonly personId: PersonId; readonly email: string; readonly at: Instant },
): Promise<boolean> {
  const { at, ...fields } = identity;
  const { count } = await transaction.personIdentity.createMany({
    data: { ...fields, linkedAt: toDate(at), lastUsedAt: toDate(at) },
    skipDuplicates: true,
  });
  return count > 0;
}

/** Records a sign-in. Returns false if the identity was unlinked in the meantime. */
export async function touchIdentity(
  transaction: Transaction,
  { issuer, subject }: ProviderSubject,
  personId: PersonId,
  at: Instant,
): Promise<boolean> {
  const { count } = await transaction.personIdentity.updateMany({
    where: { issuer, subject, personId },
    data: { lastUsedAt: toDate(at) },
  });
  return count > 0;
}

/** Removes all identities of a person and returns them. */
export async function deleteIdentities(
  transaction: Transaction,
  personId: PersonId,
): Promise<readonly ProviderSubject[]> {
  const rows = await transaction.personIdentity.findMany({
    where: { personId },
    orderBy: { linkedAt: 'asc' },
    select: { issuer: true, subject: true },
  });
  await transaction.personIdentity.deleteMany({ where: { personId } });
  return rows;
}

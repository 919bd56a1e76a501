import 'server-only';
import { endApiTokensAt, listRolesWith, toAttemptKey } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId, SessionId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, instant, toDate } from '#lib/values/instant.ts';
import type { Role } from '#lib/values/roles.ts';
import { isRole } from '#lib/values/roles.ts';
import { toHourCycle } from './model-hour-cycle.ts';
import type { Profile } from './schema.ts';

export type Account = {
  readonly personId: PersonId;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly isDisabled: boolean;
  readonly createdAt: Instant;
  /** False until the person replaces the password with which the account was created. */
  readonly isPasswordChanged: boolean;
  /** Devices that were remembered before this time are unknown, except one. */
  readonly devices: { readonly forgottenAt: Instant | null; readonly keptDevice: string | null };
};

type PersonRow = NonNullable<Awaited<ReturnType<ReturnType<typeof database>['person']['findUnique']>>>;

const toAccount = (person: PersonRow): Account => ({
  personId: toId<PersonId>(person.id),
  email: person.email,
  name: person.name,
  passwordHash: person.passwordHash,
  isDisabled: person.disabledAt !== null,
  createdAt: fromDate(person.createdAt),
  isPasswordChanged: person.passwordChangedAt !== null,
  devices: {
    forgottenAt: person.devicesForgottenAt === null ? null : fromDate(person.devicesForgottenAt),
    keptDevice: person.keptDevice,
  },
});

export async function findAccount(email: string): Promise<Account | null> {
  const person = await database().person.findUnique({ where: { email } });
  return person === null ? null : toAccount(person);
}

/** Returns the addresses of all accounts. */
export async function listAccountEmails(): Promise<readonly string[]> {
  return (await database().person.findMany({ select: { email: true } })).map(({ email }) => email);
}

/** Returns the account of a person, or null. */
export async function findAccountById(personId: PersonId): Promise<Account | null> {
  const person = await database().person.findUnique({ where: { id: personId } });
  return person === null ? null : toAccount(person);
}

const knownAddressMs = 90 * 86_400_000;

/** Returns true if the person signed in from this address, or its IPv6 network, within the last 90 days. */
export async function hasSignedInFrom(personId: PersonId, address: string, now: Instant): Promise<boolean> {
  const since = toDate(instant(now - knownAddressMs));
  const sessions = await database().session.findMany({
    where: { personId, address: { not: null }, createdAt: { gt: since } },
    distinct: ['address'],
    select: { address: true },
  });
  const key = toAttemptKey(address);
  return sessions.some((session) => session.address !== null && toAttemptKey(session.address) === key);
}

/** Returns true if the person has an authenticator app or a passkey. */
export async function hasSecondFactor(personId: PersonId): Promise<boolean> {
  const found = await database().person.findFirst({
    where: {
      id: personId,
      OR: [{ secondFactors: { some: { confirmedAt: { not: null } } } }, { passkeys: { some: {} } }],
    },
    select: { id: true },
  });
  return found !== null;
}

/** Returns true if the person signed in before, as far as sessions are kept: at least 30 days. */
export async function hasSignedIn(personId: PersonId): Promise<boolean> {
  return (await database().session.findFirst({ where: { personId }, select: { id: true } })) !== null;
}

/** Lists the names of the businesses of a person, with or without access. */
export async function listBusinessNames(personId: PersonId): Promise<readonly string[]> {
  const memberships = await database().membership.findMany({
    where: { personId },
    select: { business: { select: { name: true } } },
  });
  return memberships.map(({ business }) => business.name);
}

/** Stores an account. Returns null if the email has one already. */
export async function insertPerson(
  transaction: Transaction,
  person: {
    readonly email: string;
    readonly name: string;
    readonly passwordHash: string;
    readonly emailVerifiedAt: Instant | null;
    readonly at: Instant;
  },
): Promise<PersonId | null> {
  const { email, name, passwordHash, emailVerifiedAt, at } = person;
  const verified = emailVerifiedAt === null ? null : toDate(emailVerifiedAt);
  const [row] = await transaction.person.createManyAndReturn({
    data: { email, name, passwordHash, createdAt: toDate(at), emailVerifiedAt: verified },
    skipDuplicates: true,
    select: { id: true },
  });
  return row === undefined ? null : toId<PersonId>(row.id);
}

type RoleOfPeople = {
  readonly personIds: readonly PersonId[];
  readonly businessId: BusinessId;
  readonly role: Role;
  readonly endsAt?: Instant | null;
  readonly at: Instant;
};

/**
 * Gives people a role, with the end of an auditor's access, and returns their previous roles. A deputy is no longer one, and a
 * role that may create no API tokens ends them.
 */
export async function setRoles(
  transaction: Transaction,
  { personIds, businessId, role, endsAt = null, at }: RoleOfPeople,
): Promise<ReadonlyMap<string, Role>> {
  const before = await transaction.membership.findMany({
    where: { businessId, personId: { in: [...personIds] } },
    select: { personId: true, role: true },
  });
  await transaction.$executeRaw`
    INSERT INTO membership (person_id, business_id, role, ends_at, created_at)
    SELECT person_id, ${businessId}::uuid, ${role}, ${endsAt === null ? null : toDate(endsAt)}::timestamptz, ${toDate(at)}::timestamptz
      FROM unnest(${[...personIds]}::uuid[]) AS person_id
    ON CONFLICT (person_id, business_id) DO UPDATE
      SET role = excluded.role, ends_at = excluded.ends_at, deputy_for = NULL, deputy_from = NULL, deputy_until = NULL`;
  // A role that may create none ends them for good: a later one doesn't bring them back.
  if (!listRolesWith('api-token.create').includes(role))
    await endApiTokensAt(transaction, { personIds, businessId }, at);
  return new Map(before.flatMap((row) => (isRole(row.role) ? [[row.personId, row.role]] : [])));
}

export type LockedPerson = {
  readonly personId: PersonId;
  readonly isDisabled: boolean;
  readonly businessIds: readonly BusinessId[];
  /** The businesses in which the person is an owner and not disabled. */
  readonly ownedBusinessIds: readonly BusinessId[];
};

/** Locks a person's row until the transaction ends, against concurrent changes. Null if the person doesn't exist. */
export async function lockPerson(transaction: Transaction, personId: PersonId): Promise<LockedPerson | null> {
  await transaction.$queryRaw`SELECT 1 AS one FROM person WHERE id = ${personId}::uuid FOR UPDATE`;
  const person = await transaction.person.findUnique({
    where: { id: personId },
    select: {
      disabledAt: true,
      memberships: {
        select: { businessId: true, role: true, disabledAt: true },
        orderBy: { businessId: 'asc' },
      },
    },
  });
  if (person === null) return null;
  const toIds = (rows: readonly { readonly businessId: string }[]) =>
    rows.map(({ businessId }) => toId<BusinessId>(businessId));
  const owned = person.memberships.filter(({ role, disabledAt }) => role === 'owner' && disabledAt === null);
  return {
    personId,
    isDisabled: person.disabledAt !== null,
    businessIds: toIds(person.memberships),
    ownedBusinessIds: toIds(owned),
  };
}

/** Disables an account at this time. Null enables it. */
export async function setDisabledAt(
  transaction: Transaction,
  personId: PersonId,
  at: Instant | null,
): Promise<void> {
  await transaction.person.update({
    where: { id: personId },
    data: { disabledAt: at === null ? null : toDate(at) },
  });
}

/**
 * Replaces the password of an account. Earlier links for a new password stop working, and every browser counts as
 * unknown, except the device on which the person changed it.
 */
export async function setPasswordHash(
  transaction: Transaction,
  personId: PersonId,
  { passwordHash, at, keptDevice = null }: { passwordHash: string; at: Instant; keptDevice?: string | null },
): Promise<void> {
  const changedAt = toDate(at);
  await transaction.person.update({
    where: { id: personId },
    data: { passwordHash, passwordChangedAt: changedAt, devicesForgottenAt: changedAt, keptDevice },
  });
}

/**
 * Replaces a hash by one of the same password. It is no change of the password, so links and browsers stay known. Returns
 * false if the account has another password by now.
 */
export async function replaceHash(
  personId: PersonId,
  former: string,
  passwordHash: string,
): Promise<boolean> {
  const { count } = await database().person.updateMany({
    where: { id: personId, passwordHash: former },
    data: { passwordHash },
  });
  return count > 0;
}

/** Records that the person verified the address of the account, unless that is recorded already. */
export async function recordEmailVerification(
  transaction: Transaction,
  personId: PersonId,
  at: Instant,
): Promise<void> {
  await transaction.person.updateMany({
    where: { id: personId, emailVerifiedAt: null },
    data: { emailVerifiedAt: toDate(at) },
  });
}

/** Returns true if the person of the account has verified its address. */
export const isEmailVerified = async (transaction: Transaction, personId: PersonId): Promise<boolean> =>
  (await transaction.person.findFirst({
    where: { id: personId, emailVerifiedAt: { not: null } },
    select: { id: true },
  })) !== null;

/** Returns the password hash of a locked person. */
export async function readPasswordHash(transaction: Transaction, personId: PersonId): Promise<string | null> {
  const person = await transaction.person.findUnique({
    where: { id: personId },
    select: { passwordHash: true },
  });
  return person?.passwordHash ?? null;
}

/** Returns the device of a session, or null where it is unknown. */
export async function findSessionDevice(
  transaction: Transaction,
  sessionId: SessionId,
): Promise<string | null> {
  const session = await transaction.session.findUnique({
    where: { id: sessionId },
    select: { deviceId: true },
  });
  return session?.deviceId ?? null;
}

export async function readProfile(transaction: Transaction, personId: PersonId): Promise<Profile | null> {
  const person = await transaction.person.findUnique({
    where: { id: personId },
    select: { name: true, locale: true, hourCycle: true },
  });
  return person === null ? null : { ...person, hourCycle: toHourCycle(person.hourCycle) };
}

export async function storeProfile(
  transaction: Transaction,
  personId: PersonId,
  { name, locale, hourCycle }: Profile,
): Promise<void> {
  await transaction.person.update({ where: { id: personId }, data: { name, locale, hourCycle } });
}

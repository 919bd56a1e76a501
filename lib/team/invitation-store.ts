import 'server-only';
import * as z from 'zod';
import { countByKey } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import type { Role } from '#lib/values/roles.ts';
import { roles } from '#lib/values/roles.ts';
import type { Delivery } from './schema.ts';
import { deliveries } from './schema.ts';

export type StoredInvitation = {
  readonly invitationId: string;
  readonly businessId: BusinessId;
  readonly businessName: string;
  /** Null for the set-up link of an installation. */
  readonly email: string | null;
  readonly role: Role;
  /** When the access of an auditor ends. Null for other roles. */
  readonly accessEndsAt: Instant | null;
  readonly delivery: Delivery;
  readonly invitedBy: PersonId | null;
  readonly inviterName: string | null;
  readonly expiresAt: Instant;
  readonly createdAt: Instant;
  readonly isAccepted: boolean;
  readonly isRevoked: boolean;
  /** False if the inviter is no longer an owner with access. An operator's invitation stays valid. */
  readonly isInviterOwner: boolean;
};

type NewLink = {
  readonly tokenHash: Uint8Array<ArrayBuffer>;
  readonly delivery: Delivery;
  readonly at: Instant;
  readonly expiresAt: Instant;
};

/**
 * Stores an invitation. The database refuses a second open one for the address. `createdAt` is the place in the list, for
 * an invitation that replaces another.
 */
export async function insertInvitation(
  transaction: Transaction,
  invitation: NewLink & {
    readonly businessId: BusinessId;
    readonly email: string | null;
    readonly role: Role;
    readonly accessEndsAt: Instant | null;
    readonly invitedBy: PersonId | null;
    readonly createdAt?: Instant;
  },
): Promise<string> {
  const { at, expiresAt, accessEndsAt, invitedBy, createdAt = at, ...rest } = invitation;
  const { invitationId } = await transaction.invitation.create({
    data: {
      ...rest,
      invitedById: invitedBy,
      accessEndsAt: accessEndsAt === null ? null : toDate(accessEndsAt),
      createdAt: toDate(createdAt),
      sentAt: toDate(at),
      expiresAt: toDate(expiresAt),
    },
    select: { invitationId: true },
  });
  return invitationId;
}

/** An invitation is accepted or revoked once, so that its link never works again. */
const open = { acceptedAt: null, revokedAt: null } as const;

/** Replaces the link of an open invitation. The former link no longer works. */
export async function replaceLink(
  transaction: Transaction,
  invitationId: string,
  { tokenHash, delivery, at, expiresAt }: NewLink,
): Promise<void> {
  await transaction.invitation.update({
    where: { invitationId, ...open },
    data: { tokenHash, delivery, sentAt: toDate(at), expiresAt: toDate(expiresAt) },
  });
}

const include = {
  business: { select: { name: true } },
  invitedBy: {
    select: {
      name: true,
      disabledAt: true,
      memberships: { where: { role: 'owner', disabledAt: null }, select: { businessId: true } },
    },
  },
} as const;

/** Returns the invitation, locked until the transaction ends, or null. */
export async function lockInvitation(
  transaction: Transaction,
  by:
    | { readonly tokenHash: Uint8Array<ArrayBuffer> }
    | { readonly invitationId: string; readonly businessId: BusinessId },
): Promise<StoredInvitation | null> {
  if ('tokenHash' in by)
    await transaction.$queryRaw`SELECT 1 AS one FROM invitation WHERE token_hash = ${by.tokenHash} FOR UPDATE`;
  else
    await transaction.$queryRaw`
      SELECT 1 AS one FROM invitation WHERE invitation_id = ${by.invitationId}::uuid FOR UPDATE`;
  const row = await transaction.invitation.findFirst({ where: by, include });
  return row === null ? null : toInvitation(row);
}

/** Returns the invitation of a link, or null. */
export async function findInvitation(tokenHash: Uint8Array<ArrayBuffer>): Promise<StoredInvitation | null> {
  const row = await database().invitation.findUnique({ where: { tokenHash }, include });
  return row === null ? null : toInvitation(row);
}

type Inviter = {
  readonly name: string;
  readonly disabledAt: Date | null;
  readonly memberships: readonly { readonly businessId: string }[];
};

type Row = {
  readonly invitationId: string;
  readonly businessId: string;
  readonly email: string | null;
  readonly role: string;
  readonly accessEndsAt: Date | null;
  readonly delivery: string;
  readonly invitedById: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  readonly revokedAt: Date | null;
  readonly business: { readonly name: string };
  readonly invitedBy: Inviter | null;
};

const isOwnerWithAccess = ({ disabledAt, memberships }: Inviter, businessId: string): boolean =>
  disabledAt === null && memberships.some((membership) => membership.businessId === businessId);

function toInvitation(row: Row): StoredInvitation {
  return {
    invitationId: row.invitationId,
    businessId: toId<BusinessId>(row.businessId),
    businessName: row.business.name,
    email: row.email,
    role: z.enum(roles).parse(row.role),
    accessEndsAt: row.accessEndsAt === null ? null : fromDate(row.accessEndsAt),
    delivery: z.enum(deliveries).parse(row.delivery),
    invitedBy: row.invitedById === null ? null : toId<PersonId>(row.invitedById),
    inviterName: row.invitedBy?.name ?? null,
    expiresAt: fromDate(row.expiresAt),
    createdAt: fromDate(row.createdAt),
    isAccepted: row.acceptedAt !== null,
    isRevoked: row.revokedAt !== null,
    isInviterOwner: row.invitedBy === null || isOwnerWithAccess(row.invitedBy, row.businessId),
  };
}

/** Returns the address of an open invitation, also of an expired one, or null. */
export async function findOpenInvitationAddress(
  businessId: BusinessId,
  invitationId: string,
): Promise<string | null> {
  const row = await database().invitation.findFirst({
    where: { businessId, invitationId, acceptedAt: null, revokedAt: null },
    select: { email: true },
  });
  return row?.email ?? null;
}

/** Returns the open invitation of an address, also an expired one, or null. */
export async function findOpenInvitation(
  transaction: Transaction,
  businessId: BusinessId,
  email: string,
): Promise<{ readonly invitationId: string; readonly role: Role; readonly expiresAt: Instant } | null> {
  const row = await transaction.invitation.findFirst({
    where: { businessId, email, acceptedAt: null, revokedAt: null },
    select: { invitationId: true, role: true, expiresAt: true },
  });
  if (row === null) return null;
  const { invitationId, role, expiresAt } = row;
  return { invitationId, role: z.enum(roles).parse(role), expiresAt: fromDate(expiresAt) };
}

/** Lists the invitations of an address that were neither accepted nor revoked, oldest first. */
export async function listOpenInvitationsByAddress(
  transaction: Transaction,
  email: string,
): Promise<readonly { readonly invitationId: string; readonly businessId: BusinessId }[]> {
  const rows = await transaction.invitation.findMany({
    where: { email, acceptedAt: null, revokedAt: null },
    orderBy: [{ createdAt: 'asc' }, { invitationId: 'asc' }],
    select: { invitationId: true, businessId: true },
  });
  return rows.map(({ invitationId, businessId }) => ({
    invitationId,
    businessId: toId<BusinessId>(businessId),
  }));
}

/**
 * Lists everyone whose invitation of an address was revoked or replaced. An accepted one doesn't count: its access was
 * recorded then.
 */
export async function listFormerInviters(
  transaction: Transaction,
  businessId: BusinessId,
  email: string,
): Promise<readonly PersonId[]> {
  const rows = await transaction.invitation.findMany({
    where: { businessId, email, revokedAt: { not: null }, invitedById: { not: null } },
    distinct: ['invitedById'],
    select: { invitedById: true },
  });
  return rows.flatMap(({ invitedById }) => (invitedById === null ? [] : [toId<PersonId>(invitedById)]));
}

/** Returns true if a person with this address belongs to the business, with or without access. */
export async function hasMember(
  transaction: Transaction,
  businessId: BusinessId,
  email: string,
): Promise<boolean> {
  return (await transaction.membership.count({ where: { businessId, person: { email } } })) > 0;
}

export async function markAccepted(
  transaction: Transaction,
  invitationId: string,
  by: PersonId,
  at: Instant,
): Promise<void> {
  await transaction.invitation.update({
    where: { invitationId, ...open },
    data: { acceptedAt: toDate(at), acceptedById: by },
  });
}

/** Revokes the open invitations that people sent. Returns the number of those who had sent one. */
export async function revokeSentInvitations(
  transaction: Transaction,
  businessId: BusinessId,
  personIds: readonly PersonId[],
  at: Instant,
): Promise<ReadonlyMap<string, number>> {
  const revoked = await transaction.invitation.updateManyAndReturn({
    where: { businessId, invitedById: { in: [...personIds] }, ...open },
    data: { revokedAt: toDate(at) },
    select: { invitedById: true },
  });
  return countByKey(revoked.flatMap(({ invitedById }) => invitedById ?? []));
}

/** Revokes open invitations: one, or the set-up link. Returns their ids. */
export async function revokeInvitations(
  transaction: Transaction,
  businessId: BusinessId,
  which: { readonly invitationId: string } | { readonly email: null },
  at: Instant,
): Promise<readonly string[]> {
  const where = { businessId, ...which, ...open };
  const rows = await transaction.invitation.findMany({ where, select: { invitationId: true } });
  const ids = rows.map(({ invitationId }) => invitationId);
  await transaction.invitation.updateMany({
    where: { ...where, invitationId: { in: ids } },
    data: { revokedAt: toDate(at) },
  });
  return ids;
}

/** Lets invitations of a business be created one after the other, until the transaction ends. */
export async function lockInvitations(transaction: Transaction, businessId: BusinessId): Promise<void> {
  await transaction.$queryRaw`
    SELECT 1 AS one FROM business WHERE id = ${businessId}::uuid FOR NO KEY UPDATE`;
}

/** Returns the name of a business. */
export async function readBusinessName(transaction: Transaction, businessId: BusinessId): Promise<string> {
  const found = await transaction.business.findUnique({ where: { id: businessId }, select: { name: true } });
  return found?.name ?? '';
}

/** Returns true while the installation has no account. */
export async function hasNoAccount(transaction: Transaction): Promise<boolean> {
  return (await transaction.person.findFirst({ select: { id: true } })) === null;
}

/** Returns the oldest business, or null. */
export async function findFirstBusiness(transaction: Transaction): Promise<BusinessId | null> {
  const row = await transaction.business.findFirst({
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  });
  return row === null ? null : toId<BusinessId>(row.id);
}

/** Lists the businesses without an owner. */
export async function listUnownedBusinesses(
  transaction: Transaction,
): Promise<readonly { readonly id: BusinessId; readonly name: string }[]> {
  const rows = await transaction.business.findMany({
    where: { memberships: { none: { role: 'owner' } } },
    orderBy: { id: 'asc' },
    select: { id: true, name: true },
  });
  return rows.map(({ id, name }) => ({ id: toId<BusinessId>(id), name }));
}

import 'server-only';
import * as z from 'zod';
import { isSingleSignOnRequired, listRolesWith, requirePermission } from '#lib/access/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import { findProposal, readSetting } from '#lib/proposals/index.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import { roles } from '#lib/values/roles.ts';
import { hasFactorKeys } from './factor-keys.ts';
import type { MemberFactor } from './model.ts';
import { defaultRequiredRoles, toMemberFactor } from './model.ts';
import { roleProposals } from './role-proposals.ts';
import type { FactorSettings, FewerRolesProposal, MissingApprover, RequiredRolesView } from './schema.ts';
import { countUnusedCodes } from './store.ts';

const time = z.date().transform(fromDate);

const needRow = z.object({
  has_totp: z.boolean(),
  has_passkey: z.boolean(),
  is_required: z.boolean(),
  due_at: time.nullable(),
  is_exempt: z.boolean(),
  email: z.string(),
});

/** The kinds of factors of the person `p`. */
const hasSql = `
  EXISTS (SELECT FROM second_factor f WHERE f.person_id = p.id AND f.confirmed_at IS NOT NULL) AS has_totp,
  EXISTS (SELECT FROM passkey WHERE passkey.person_id = p.id) AS has_passkey`;

/** $1: the person; $2: the roles that always need a factor. Disabled access needs no factor. */
const needSql = `
  SELECT ${hasSql},
         EXISTS (SELECT FROM membership m
                  WHERE m.person_id = p.id AND m.disabled_at IS NULL
                    AND (m.role = ANY ($2::text[]) OR setting_value(m.business_id, 'required-roles') ? m.role
                         -- A deputy needs what an approver needs.
                         OR m.deputy_until > now() AND ('approver' = ANY ($2::text[])
                            OR setting_value(m.business_id, 'required-roles') ? 'approver'))) AS is_required,
         p.second_factor_due_at AS due_at, p.is_factor_exempt AS is_exempt, p.email
    FROM person p WHERE p.id = $1::uuid`;

/** The needs of a sign-in beyond the password. */
export type FactorNeed = {
  readonly hasFactor: boolean;
  readonly hasTotp: boolean;
  readonly hasPasskey: boolean;
  /** True if a role of the person needs a factor, they have a password, and this installation can store a factor. */
  readonly isRequired: boolean;
  /** Null before the days of grace have begun. */
  readonly dueAt: Instant | null;
};

/**
 * Returns what the sign-in of a person needs. Demo people are exempt while the sandbox is the service. People who must use
 * single sign-on need no factor here, because they have no password: their provider asks for one.
 */
export async function readFactorNeed(personId: PersonId): Promise<FactorNeed> {
  const { rows } = await databasePool().query(needSql, [personId, defaultRequiredRoles]);
  const row = needRow.parse(rows[0]);
  const isExempt = row.is_exempt && env.DEMO;
  return {
    hasFactor: row.has_totp || row.has_passkey,
    hasTotp: row.has_totp,
    hasPasskey: row.has_passkey,
    isRequired: row.is_required && !isExempt && hasFactorKeys() && !isSingleSignOnRequired(row.email),
    dueAt: row.due_at,
  };
}

/**
 * Returns until when the signed-in person must set up a second factor, or null if they have one, need none, or sign in
 * for the first time only later.
 */
export async function readFactorDeadline({ actor }: Context<PersonActor>): Promise<Instant | null> {
  const { hasFactor, isRequired, dueAt } = await readFactorNeed(actor.personId);
  return isRequired && !hasFactor ? dueAt : null;
}

const rememberedDevices = z.record(z.string(), z.object({ at: z.number(), until: z.number() }));

/** Lists the browsers in which the person need not give the second factor now. A new password forgets them. */
async function listRememberedDevices(personId: PersonId, now: Instant): Promise<readonly string[]> {
  const person = await database().person.findUnique({
    where: { id: personId },
    select: { passwordChangedAt: true, rememberedDevices: true },
  });
  const changedAt = person?.passwordChangedAt?.getTime() ?? null;
  const devices = Object.entries(rememberedDevices.parse(person?.rememberedDevices ?? {}));
  return devices.flatMap(([deviceId, { at, until }]) =>
    until > now && (changedAt === null || at > changedAt) ? [deviceId] : [],
  );
}

/** Returns true if the person need not give the second factor in this browser now. */
export const isDeviceRemembered = async (
  personId: PersonId,
  deviceId: string,
  now: Instant,
): Promise<boolean> => (await listRememberedDevices(personId, now)).includes(deviceId);

/** Returns what Settings shows to the signed-in person about their second factor. */
export async function readFactorSettings({ actor, clock }: Context<PersonActor>): Promise<FactorSettings> {
  const { personId } = actor;
  const [need, factor, unusedCodes, devices] = await Promise.all([
    readFactorNeed(personId),
    database().secondFactor.findFirst({ where: { personId, confirmedAt: { not: null } } }),
    countUnusedCodes(database(), personId),
    listRememberedDevices(personId, clock.now()),
  ]);
  return {
    isAvailable: hasFactorKeys(),
    confirmedAt: factor?.confirmedAt ? fromDate(factor.confirmedAt) : null,
    hasPasskey: need.hasPasskey,
    lastUsedAt: factor?.lastUsedAt ? fromDate(factor.lastUsedAt) : null,
    unusedCodes,
    devices: devices.length,
    isRequired: need.isRequired,
  };
}

const approversRow = z.object({ others: z.number(), independent: z.number() });

/** Returns why no owner or approver could approve a proposal of this person, or null if one can. */
async function findMissingApprover(
  businessId: BusinessId,
  personId: PersonId,
  now: Instant,
): Promise<MissingApprover | null> {
  const { rows } = await databasePool().query(
    `SELECT count(*)::int AS others,
            (count(*) FILTER (WHERE NOT EXISTS (
              SELECT FROM approval_blocks($1::uuid, $2::uuid, m.person_id, $3::timestamptz) WHERE reason <> 'ownFactor')))::int AS independent
       FROM membership m JOIN person p ON p.id = m.person_id
      WHERE m.business_id = $1::uuid AND m.role = ANY ($4) AND m.person_id <> $2::uuid AND m.disabled_at IS NULL
        AND p.disabled_at IS NULL`,
    [businessId, personId, toDate(now), listRolesWith('proposal.answer')],
  );
  const { others, independent } = approversRow.parse(rows[0]);
  if (others === 0) return 'owner';
  return independent === 0 ? 'independent' : null;
}

/** Returns the roles that need a second factor, and the open proposal for fewer ones. Throws Problem 'not-found' or 'forbidden'. */
export async function readRequiredRoles(
  context: Context<PersonActor>,
  business: string,
): Promise<RequiredRolesView> {
  const { businessId } = requirePermission(context, business, 'team.manage');
  const [required, proposal, missingApprover] = await Promise.all([
    readSetting(roleProposals, businessId),
    findProposal(context, roleProposals, businessId),
    findMissingApprover(businessId, context.actor.personId, context.clock.now()),
  ]);
  const always = defaultRequiredRoles;
  return {
    roles: [...new Set([...always, ...required])].sort(),
    always,
    isAvailable: hasFactorKeys(),
    missingApprover,
    proposal,
  };
}

/**
 * Returns the open proposal that fewer roles need a second factor, for people who answer it. Null if there is none.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function findFewerRolesProposal(
  context: Context<PersonActor>,
  business: string,
): Promise<FewerRolesProposal | null> {
  const { businessId } = requirePermission(context, business, 'proposal.answer');
  return findProposal(context, roleProposals, businessId);
}

const memberRow = needRow.omit({ is_required: true }).extend({
  person_id: z.string(),
  role: z.enum(roles),
  required_roles: z.array(z.string()),
  is_deputy: z.boolean(),
});

/**
 * Returns the second factors of members by the id of the person. It counts what the role at this business needs. Throws
 * Problem 'not-found' or 'forbidden'.
 */
export async function listMemberFactors(
  context: Context<PersonActor>,
  business: BusinessId,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, MemberFactor>> {
  const { businessId } = requirePermission(context, business, 'team.manage');
  const { rows } = await databasePool().query(
    `SELECT m.person_id::text, m.role, setting_value(m.business_id, 'required-roles') AS required_roles,
            coalesce(m.deputy_until > now(), false) AS is_deputy,
            ${hasSql},
            p.second_factor_due_at AS due_at, p.is_factor_exempt AS is_exempt, p.email
       FROM membership m JOIN person p ON p.id = m.person_id
      WHERE m.business_id = $1::uuid AND m.person_id = ANY ($2::uuid[])`,
    [businessId, personIds],
  );
  const now = context.clock.now();
  const always = defaultRequiredRoles;
  return new Map(
    z
      .array(memberRow)
      .parse(rows)
      .map((row) => {
        const isRequired =
          [...always, ...row.required_roles].some(
            (role) => role === row.role || (row.is_deputy && role === 'approver'),
          ) &&
          hasFactorKeys() &&
          !isSingleSignOnRequired(row.email);
        const member = {
          hasFactor: row.has_totp || row.has_passkey,
          isRequired,
          isExempt: row.is_exempt && env.DEMO,
          dueAt: row.due_at,
        };
        return [row.person_id, toMemberFactor(member, now)];
      }),
  );
}

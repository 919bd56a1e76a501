import 'server-only';
import * as z from 'zod';
import { maxSessionMs, requirePermission, sessionIdleTimeoutMs } from '#lib/access/index.ts';
import { millisecondsSql } from '#lib/database/columns.ts';
import { databasePool } from '#lib/database/pools.ts';
import { listMemberFactors } from '#lib/factors/index.ts';
import { isMailConfigured } from '#lib/mail/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { addMilliseconds, fromDate, instant, toDate } from '#lib/values/instant.ts';
import { roles } from '#lib/values/roles.ts';
import { listAuditorRiskProposals } from './auditor-queries.ts';
import { listDeputyCandidates } from './deputy-queries.ts';
import {
  dutyConflicts,
  independenceMs,
  listConflictingRoles,
  maximumShownHolders,
  pageSize,
} from './model.ts';
import type { CountedPage, DutyHolders, Member, OpenInvitation, TeamView } from './schema.ts';
import { deliveries } from './schema.ts';

const holderRow = z.object({ name: z.string(), total: z.number() });

const holdersSql = `
  SELECT p.name, count(*) OVER ()::int AS total
    FROM membership m JOIN person p ON p.id = m.person_id
   WHERE m.business_id = $1::uuid AND m.role = ANY($2) AND m.disabled_at IS NULL AND p.disabled_at IS NULL
   ORDER BY lower(p.name), m.person_id
   LIMIT ${maximumShownHolders}`;

/** Lists the pairs of conflicting duties that members with access hold, with the first names. The caller checks the permission. */
async function listDutyHolders(businessId: BusinessId): Promise<readonly DutyHolders[]> {
  const found = await Promise.all(
    dutyConflicts.map(async (conflict): Promise<DutyHolders> => {
      const { rows } = await databasePool().query(holdersSql, [businessId, listConflictingRoles(conflict)]);
      const holders = z.array(holderRow).parse(rows);
      return { conflict, names: holders.map(({ name }) => name), total: holders[0]?.total ?? 0 };
    }),
  );
  return found.filter(({ total }) => total > 0);
}

const time = z.date().transform(fromDate);

const milliseconds = z.string().transform((ms) => instant(Number(ms)));
const termRow = z.object({ name: z.string(), from: milliseconds, until: milliseconds });

/** Returns the time of the deputy `d` as JSON, with the name of a person. */
const termSql = (name: string) => `json_build_object('name', ${name},
  'from', ${millisecondsSql('d.deputy_from')},
  'until', ${millisecondsSql('d.deputy_until')})`;

const memberRow = z.object({
  person_id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  ends_at: time.nullable(),
  deputy: termRow.nullable(),
  deputy_for: termRow.nullable(),
  joined_at: time,
  last_seen_at: time.nullable(),
  sessions: z.number(),
  is_disabled: z.boolean(),
  is_account_disabled: z.boolean(),
  has_foreign: z.boolean(),
  is_address_verified: z.boolean(),
  access_from: z.enum(['person', 'operator', 'provider']).nullable(),
  access_giver: z.string().nullable(),
  owners: z.number(),
  total: z.number(),
});

/** Members with access first, then by name. $2: the reader; $3, $4: oldest activity and start of an open session; $6: oldest recent access; $7: now. */
const membersSql = `
  SELECT m.person_id::text, p.name, p.email, m.role, m.ends_at, m.created_at AS joined_at,
         (SELECT ${termSql('q.name')} FROM membership d JOIN person q ON q.id = d.person_id
           WHERE d.business_id = m.business_id AND d.deputy_for = m.person_id AND d.deputy_until > $7 LIMIT 1) AS deputy,
         (SELECT ${termSql('q.name')} FROM membership d JOIN person q ON q.id = d.deputy_for
           WHERE d.business_id = m.business_id AND d.person_id = m.person_id AND d.deputy_until > $7) AS deputy_for,
         greatest(p.last_seen_at, (SELECT max(s.last_seen_at) FROM session s WHERE s.person_id = m.person_id)) AS last_seen_at,
         (SELECT count(*)::int FROM session s WHERE s.person_id = m.person_id AND s.revoked_at IS NULL
             AND s.last_seen_at > $3 AND s.created_at > $4) AS sessions,
         m.disabled_at IS NOT NULL AS is_disabled, p.disabled_at IS NOT NULL AS is_account_disabled,
         EXISTS (SELECT FROM membership x WHERE x.person_id = m.person_id AND NOT EXISTS (
           SELECT FROM membership o WHERE o.business_id = x.business_id AND o.person_id = $2::uuid
              AND o.role = 'owner' AND o.disabled_at IS NULL)) AS has_foreign,
         p.email_proved_at IS NOT NULL OR NOT EXISTS (
           SELECT FROM invitation i WHERE i.accepted_by = m.person_id AND i.delivery = 'link')
           AND NOT EXISTS (SELECT FROM directory_record d WHERE d.person_id = m.person_id)
           AND NOT EXISTS (SELECT FROM access_grant g WHERE g.person_id = m.person_id AND g.kind = 'provider') AS is_address_verified,
         CASE WHEN access.grant_id IS NULL THEN NULL WHEN access.kind = 'provider' THEN 'provider' WHEN access.granted_by IS NULL THEN 'operator' ELSE 'person' END AS access_from,
         giver.name AS access_giver,
         (SELECT count(*)::int FROM membership o JOIN person q ON q.id = o.person_id
           WHERE o.business_id = $1::uuid AND o.role = 'owner' AND o.disabled_at IS NULL AND q.disabled_at IS NULL) AS owners,
         (SELECT count(*)::int FROM membership WHERE business_id = $1::uuid) AS total
    FROM membership m JOIN person p ON p.id = m.person_id
    LEFT JOIN LATERAL (SELECT g.grant_id, g.kind, g.granted_by FROM access_grant g
                        WHERE g.business_id = m.business_id AND g.person_id = m.person_id AND g.granted_at > $6
                        ORDER BY g.granted_at DESC, g.grant_id LIMIT 1) AS access ON true
    LEFT JOIN person giver ON giver.id = access.granted_by
   WHERE m.business_id = $1::uuid
   ORDER BY (m.disabled_at IS NOT NULL OR p.disabled_at IS NOT NULL), lower(p.name), m.person_id
   LIMIT ${pageSize} OFFSET $5`;

const invitationRow = z.object({
  invitation_id: z.string(),
  email: z.string(),
  role: z.enum(roles),
  access_ends_at: time.nullable(),
  invited_by: z.string().nullable(),
  sent_at: time,
  expires_at: time,
  is_inviter_owner: z.boolean(),
  delivery: z.enum(deliveries),
  mail_state: z.enum(['waiting', 'sent', 'failed', 'dropped']).nullable(),
  mail_error: z.string().nullable(),
  total: z.number(),
});

/** Open and expired invitations, newest first. */
const invitationsSql = `
  SELECT i.invitation_id::text, i.email, i.role, i.access_ends_at, p.name AS invited_by, i.sent_at, i.expires_at, i.delivery,
         i.invited_by IS NULL OR (p.disabled_at IS NULL AND EXISTS (
           SELECT FROM membership o WHERE o.business_id = i.business_id AND o.person_id = i.invited_by
              AND o.role = 'owner' AND o.disabled_at IS NULL)) AS is_inviter_owner,
         mail.state AS mail_state, mail.last_error AS mail_error, count(*) OVER ()::int AS total
    FROM invitation i LEFT JOIN person p ON p.id = i.invited_by
    LEFT JOIN LATERAL (SELECT state, last_error FROM mail_message m WHERE m.invitation_id = i.invitation_id
                        ORDER BY m.created_at DESC LIMIT 1) AS mail ON i.delivery = 'mail'
   WHERE i.business_id = $1::uuid AND i.email IS NOT NULL AND i.accepted_at IS NULL AND i.revoked_at IS NULL
   ORDER BY i.created_at DESC, i.invitation_id DESC
   LIMIT ${pageSize} OFFSET $2`;

function toPage<Row>(rows: readonly Row[], page: number, total: number): CountedPage<Row> {
  return { rows, page, pages: Math.max(1, Math.ceil(total / pageSize)), total };
}

async function listMembers(
  context: Context<PersonActor>,
  businessId: BusinessId,
  page: number,
): Promise<CountedPage<Member>> {
  const { actor, clock } = context;
  const now = clock.now();
  const since = [toDate(instant(now - sessionIdleTimeoutMs())), toDate(instant(now - maxSessionMs()))];
  const recent = toDate(addMilliseconds(now, -independenceMs));
  const values = [businessId, actor.personId, ...since, (page - 1) * pageSize, recent, toDate(now)];
  const rows = z.array(memberRow).parse((await databasePool().query(membersSql, values)).rows);
  const personIds = rows.map((row) => row.person_id);
  const factors = await listMemberFactors(context, businessId, personIds);
  const members = rows.map((row): Member => {
    const hasAccess = !row.is_disabled && !row.is_account_disabled;
    return {
      personId: row.person_id,
      name: row.name,
      email: row.email,
      role: row.role,
      endsAt: row.ends_at,
      hasEnded: row.ends_at !== null && row.ends_at <= now,
      deputy: row.deputy,
      deputyFor: row.deputy_for,
      joinedAt: row.joined_at,
      lastSeenAt: row.last_seen_at,
      sessions: row.sessions,
      disabled: row.is_account_disabled ? 'account' : row.is_disabled ? 'here' : 'no',
      factor: factors.get(row.person_id) ?? 'off',
      isAddressVerified: row.is_address_verified,
      recentAccess:
        row.access_from === null ? null : { from: row.access_from, giver: row.access_giver ?? '' },
      isMe: row.person_id === actor.personId,
      isLastOwner: row.role === 'owner' && hasAccess && row.owners === 1,
      mayReset: !row.has_foreign && !row.is_account_disabled && row.person_id !== actor.personId,
    };
  });
  return toPage(members, page, rows[0]?.total ?? 0);
}

async function listInvitations(
  { clock }: Context<PersonActor>,
  businessId: BusinessId,
  page: number,
): Promise<CountedPage<OpenInvitation>> {
  const now = clock.now();
  const found = await databasePool().query(invitationsSql, [businessId, (page - 1) * pageSize]);
  const rows = z.array(invitationRow).parse(found.rows);
  const invitations = rows.map(
    (row): OpenInvitation => ({
      invitationId: row.invitation_id,
      email: row.email,
      role: row.role,
      endsAt: row.access_ends_at,
      invitedBy: row.invited_by,
      sentAt: row.sent_at,
      expiresAt: row.expires_at,
      isExpired: row.expires_at <= now || !row.is_inviter_owner,
      delivery: row.delivery,
      mail: row.mail_state === null ? null : { state: row.mail_state, reason: row.mail_error },
    }),
  );
  return toPage(invitations, page, rows[0]?.total ?? 0);
}

/**
 * Reads a page of the people of a business and a page of its open invitations, 50 of each, and who holds conflicting duties. Pages are counted from 1; a
 * page beyond the end is empty. Throws Problem 'not-found' or 'forbidden'.
 */
export async function readTeam(
  context: Context<PersonActor>,
  business: string,
  pages: { readonly members: number; readonly invitations: number },
): Promise<TeamView> {
  const { businessId } = requirePermission(context, business, 'team.manage');
  const [members, invitations, duties, proposals, deputyCandidates] = await Promise.all([
    listMembers(context, businessId, pages.members),
    listInvitations(context, businessId, pages.invitations),
    listDutyHolders(businessId),
    listAuditorRiskProposals(context, businessId),
    listDeputyCandidates(businessId),
  ]);
  const proposedAuditors = proposals.map(({ subject }) => subject);
  return { members, invitations, duties, proposedAuditors, deputyCandidates, isMailOn: isMailConfigured() };
}

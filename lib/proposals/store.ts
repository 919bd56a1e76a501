import 'server-only';
import * as z from 'zod';
import type { AnswerOutcome } from '#lib/access/index.ts';
import { mapNullable } from '#lib/database/columns.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { LockedProposal, ProposalKind, SettingKind } from './define-proposal.ts';
import { settingNames } from './define-proposal.ts';

type Subject = { readonly businessId: BusinessId; readonly subject?: string };

const isSetting = (name: string) => settingNames.some((setting) => setting === name);

const toJson = (value: unknown) => (value === null ? null : JSON.stringify(value));

/** Locks the settings of a kind until the transaction ends. The triggers of the database take the same lock. */
async function lockKind(
  transaction: Transaction,
  { name }: { readonly name: string },
  businessId: BusinessId,
): Promise<void> {
  if (isSetting(name))
    await transaction.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('setting ' || ${businessId}::uuid || ' ' || ${name}, 0))::text`;
}

/** Returns the values of a kind that are set, by subject, locked until the transaction ends. */
export async function lockSettings<Change>(
  transaction: Transaction,
  kind: SettingKind<Change>,
  businessId: BusinessId,
): Promise<ReadonlyMap<string, Change>> {
  await lockKind(transaction, kind, businessId);
  const rows = await transaction.setting.findMany({ where: { businessId, kind: kind.name } });
  return new Map(
    rows.flatMap(({ subject, value }) => (value === null ? [] : [[subject, kind.change.parse(value)]])),
  );
}

const valueRow = z.tuple([z.object({ value: z.unknown() })]);

/** Returns the value that counts, locked until the transaction ends. Without a stored one it is the default. */
export async function lockSetting<Change>(
  transaction: Transaction,
  kind: SettingKind<Change>,
  { businessId, subject = '' }: Subject,
): Promise<Change> {
  await lockKind(transaction, kind, businessId);
  const rows: unknown = await transaction.$queryRaw`
    SELECT setting_value(${businessId}::uuid, ${kind.name}, ${subject}) AS value`;
  return kind.change.parse(valueRow.parse(rows)[0].value);
}

/** Stores a value of a setting, for the kinds that have one. The database refuses a weaker one without an approved proposal. */
export async function storeSetting<Change>(
  transaction: Transaction,
  kind: SettingKind<Change>,
  { businessId, subject = '' }: Subject,
  value: Change,
): Promise<void> {
  const { name } = kind;
  if (!isSetting(name)) return;
  // Otherwise the first values of two transactions at the same time would both be inserted.
  await lockKind(transaction, kind, businessId);
  const json = toJson(value);
  const changed = await transaction.$executeRaw`
    UPDATE setting SET value = ${json}::jsonb
     WHERE business_id = ${businessId}::uuid AND kind = ${name} AND subject = ${subject}`;
  // An insert that becomes an update would be judged as an insert.
  if (changed === 0)
    await transaction.$executeRaw`
      INSERT INTO setting (business_id, kind, subject, value)
      VALUES (${businessId}::uuid, ${name}, ${subject}, ${json}::jsonb)`;
}

const proposedRows = z.array(z.object({ proposalId: z.string() }));

/**
 * Proposes a change, based on the present value. Returns the ID of the proposal.
 *
 * @throws Problem 'conflict' while another proposal for the subject waits
 */
export async function insertProposal<Change>(
  transaction: Transaction,
  kind: ProposalKind<Change>,
  proposal: Subject & {
    readonly after: Change;
    readonly reason?: string;
    readonly by: PersonId;
    /** The API token of the program that proposes in the name of the person. */
    readonly tokenId?: string | undefined;
    readonly at: Instant;
  },
): Promise<string> {
  const { businessId, subject = '', after, reason = '', by, tokenId = null, at } = proposal;
  const rows: unknown = await transaction.$queryRaw`
    INSERT INTO proposal (business_id, kind, subject, after, reason, proposed_by, token_id, proposed_at)
    VALUES (${businessId}::uuid, ${kind.name}, ${subject}, ${toJson(after)}::jsonb, ${storableText(reason) || null},
            ${by}::uuid, ${tokenId}::uuid, ${toDate(at)})
    ON CONFLICT (business_id, kind, subject) WHERE state = 'proposed' DO NOTHING
    RETURNING proposal_id AS "proposalId"`;
  const [found] = proposedRows.parse(rows);
  if (found === undefined) throw new Problem('conflict', kind.problems.pending);
  return found.proposalId;
}

/** Names a proposal, or the one that waits for its subject. */
export type ProposalKey = { readonly proposalId: string } | { readonly subject: string };

const proposalRow = z.array(z.object({ id: z.string() }));

/** Locks a proposal and the settings of its kind. Null: it does not exist, or was answered and used. */
export async function lockProposal<Change>(
  transaction: Transaction,
  kind: ProposalKind<Change>,
  { businessId, ...key }: { readonly businessId: BusinessId } & ProposalKey,
): Promise<LockedProposal<Change> | null> {
  await lockKind(transaction, kind, businessId);
  const states = kind.isUsed === undefined ? ['proposed'] : ['proposed', 'final'];
  const found = await transaction.proposal.findFirst({
    where: { businessId, kind: kind.name, state: { in: states }, ...key },
    select: { proposalId: true },
  });
  if (found === null) return null;
  const locked = await transaction.$queryRaw`
    SELECT proposal_id::text AS id FROM proposal WHERE business_id = ${businessId}::uuid
       AND proposal_id = ${found.proposalId}::uuid AND state = ANY (${states}) FOR UPDATE`;
  if (proposalRow.parse(locked).length === 0) return null;
  const row = await transaction.proposal.findUniqueOrThrow({
    where: { businessId_proposalId: { businessId, proposalId: found.proposalId } },
  });
  const { subject, version, proposalId } = row;
  const after = kind.change.parse(row.after);
  const isApproved = row.state === 'final';
  if (isApproved && (await kind.isUsed?.(transaction, { businessId, subject, after })) !== false) return null;
  const current = await transaction.setting.findFirst({ where: { businessId, kind: kind.name, subject } });
  return {
    businessId,
    proposalId,
    subject,
    after,
    isApproved,
    before: mapNullable(row.before, (value) => kind.change.parse(value)),
    reason: row.reason ?? '',
    proposedBy: toId<PersonId>(row.proposedById),
    tokenId: row.tokenId,
    isOutdated: version !== (current?.version ?? 0),
  };
}

const endedRow = z.array(
  z.object({ businessId: z.string().transform(toId<BusinessId>), proposalId: z.string() }),
);

/**
 * Lists the proposals of a kind that wait and whose API token was revoked or has expired. One about a token ends also when
 * a later token that isn't revoked has replaced it. One that it made itself doesn't.
 */
export async function listOfEndedTokens(
  { name }: { readonly name: string },
  column: 'token_id' | 'subject',
  now: Instant,
): Promise<readonly { readonly businessId: BusinessId; readonly proposalId: string }[]> {
  const { rows } = await databasePool().query(
    `SELECT p.business_id::text AS "businessId", p.proposal_id::text AS "proposalId"
       FROM proposal p JOIN api_token t ON t.token_id::text = p.${column}::text
      WHERE p.kind = $1 AND p.state = 'proposed'
        AND (t.revoked_at IS NOT NULL OR t.expires_at <= $2::timestamptz OR $3 AND EXISTS (
          SELECT 1 FROM api_token n WHERE n.family_id = t.family_id AND n.revoked_at IS NULL AND (n.created_at, n.token_id) > (t.created_at, t.token_id)))
      ORDER BY p.proposed_at LIMIT 1000`,
    [name, toDate(now), column === 'subject'],
  );
  return endedRow.parse(rows);
}

/** Withdraws a locked proposal that no person answers any more. */
export async function storeWithdrawal(
  transaction: Transaction,
  businessId: BusinessId,
  proposalId: string,
  at: Instant,
): Promise<void> {
  await transaction.proposal.update({
    where: { businessId_proposalId: { businessId, proposalId } },
    data: { state: 'withdrawn', answeredAt: toDate(at) },
  });
}

/** Stores the answer to a proposal. The database refuses an approval that is not that of a second person. */
export async function storeAnswer(
  transaction: Transaction,
  businessId: BusinessId,
  proposalId: string,
  { state, by, at, comment }: AnswerOutcome,
): Promise<void> {
  await transaction.proposal.update({
    where: { businessId_proposalId: { businessId, proposalId } },
    data: { state, answeredById: by, answeredAt: toDate(at), comment },
  });
}

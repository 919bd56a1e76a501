import 'server-only';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import { isSingleSignOnRequired } from './enforced-domains.ts';
import type { ApprovalBlock } from './schema.ts';

const blockRows = z.array(
  z.object({
    proposer: z.string(),
    reason: z.enum(['eachOther', 'sameGiver', 'sameProvider', 'deputy', 'address', 'factor', 'ownFactor']),
    email: z.string(),
    giver: z.string().nullable(),
    possibleFrom: z.date().transform(fromDate).nullable(),
  }),
);

type BlockRow = z.output<typeof blockRows>[number];

/** The factor of the identity provider counts for people who must sign in there. Others can sign in with a password. */
const isBlock = ({ reason, email }: BlockRow): boolean =>
  reason !== 'ownFactor' || !isSingleSignOnRequired(email);

const toBlock = ({ reason, giver, possibleFrom }: BlockRow): ApprovalBlock => ({
  reason: reason === 'ownFactor' ? 'factor' : reason,
  giver,
  possibleFrom,
});

/**
 * Judges for every kind of proposal whether a person can approve those of each proposer. Returns the reasons why not by
 * proposer, without those whose proposals the person can approve. The database refuses the same approvals, except that it
 * doesn't know who must use single sign-on.
 */
export async function findApprovalBlocks(
  client: Pick<Transaction, '$queryRaw'>,
  people: {
    readonly businessId: BusinessId;
    readonly proposers: readonly string[];
    readonly approver: PersonId;
  },
  now: Instant,
): Promise<ReadonlyMap<string, readonly ApprovalBlock[]>> {
  const { businessId, approver } = people;
  const proposers = [...new Set(people.proposers)].filter((proposer) => proposer !== approver);
  if (proposers.length === 0) return new Map();
  const rows: unknown = await client.$queryRaw`
    SELECT proposer::text, (SELECT email FROM person WHERE id = ${approver}::uuid) AS email,
           CASE WHEN reason <> 'access' THEN reason
                WHEN giver IN (proposer, ${approver}::uuid) THEN 'eachOther'
                WHEN giver = '00000000-0000-0000-0000-000000000000' THEN 'sameProvider'
                ELSE 'sameGiver' END AS reason,
           CASE WHEN reason = 'deputy' OR giver NOT IN (proposer, ${approver}::uuid) THEN (
             SELECT p.name FROM membership m JOIN person p ON p.id = m.person_id
              WHERE m.business_id = ${businessId}::uuid AND m.person_id = giver) END AS giver,
           possible_from AS "possibleFrom"
      FROM unnest(${proposers}::uuid[]) AS proposer,
           approval_blocks(${businessId}::uuid, proposer, ${approver}::uuid, ${toDate(now)}::timestamptz)`;
  const blocks = Map.groupBy(blockRows.parse(rows).filter(isBlock), ({ proposer }) => proposer);
  return new Map([...blocks].map(([proposer, found]) => [proposer, found.map(toBlock)]));
}

/** A proposal as far as it decides who may approve it. */
export type JudgedProposal = { readonly proposedById: string; readonly tokenId: string | null };

const ownToken: ApprovalBlock = { reason: 'token', giver: null, possibleFrom: null };
const revokedToken: ApprovalBlock = { reason: 'revokedToken', giver: null, possibleFrom: null };

const tokenRows = z.array(
  z.object({ tokenId: z.string(), approvedBy: z.array(z.string()), isRevoked: z.boolean() }),
);

/** The part of an API token in its proposals: everyone who approved it, and whether it was revoked or has expired since. */
type ProposingToken = Omit<z.output<typeof tokenRows>[number], 'tokenId'>;

async function readProposingTokens(
  client: Pick<Transaction, '$queryRaw'>,
  proposals: readonly JudgedProposal[],
  now: Instant,
): Promise<ReadonlyMap<string, ProposingToken>> {
  const tokenIds = proposals.flatMap(({ tokenId }) => tokenId ?? []);
  if (tokenIds.length === 0) return new Map();
  const rows: unknown = await client.$queryRaw`
    SELECT token_id::text AS "tokenId", approved_by::text[] AS "approvedBy", 
           revoked_at IS NOT NULL OR expires_at <= ${toDate(now)}::timestamptz AS "isRevoked"
      FROM api_token WHERE token_id = ANY (${tokenIds}::uuid[])`;
  return new Map(tokenRows.parse(rows).map(({ tokenId, ...token }) => [tokenId, token]));
}

/**
 * Judges proposals of people and of API tokens. A token is its maker and everyone who approved it, so an approver is independent
 * of them all. Returns a function from a proposal to the reasons why the person can't approve. The list is empty for those who
 * can, and for the proposer.
 */
export async function findProposalBlocks(
  client: Pick<Transaction, '$queryRaw'>,
  judged: {
    readonly businessId: BusinessId;
    readonly approver: PersonId;
    readonly proposals: readonly JudgedProposal[];
  },
  now: Instant,
): Promise<(proposal: JudgedProposal) => readonly ApprovalBlock[]> {
  const { businessId, approver, proposals } = judged;
  const tokens = await readProposingTokens(client, proposals, now);
  const proposers = [
    ...proposals.map(({ proposedById }) => proposedById),
    ...[...tokens.values()].flatMap(({ approvedBy }) => approvedBy),
  ];
  const blocks = await findApprovalBlocks(client, { businessId, proposers, approver }, now);
  return ({ proposedById, tokenId }) => {
    const token = tokenId === null ? undefined : tokens.get(tokenId);
    const approvers = token?.approvedBy ?? [];
    return [
      ...[proposedById, ...approvers].flatMap((proposer) => blocks.get(proposer) ?? []),
      ...(approvers.includes(approver) ? [ownToken] : []),
      ...(token?.isRevoked ? [revokedToken] : []),
    ];
  };
}

/** Judges proposals for the page of the signed-in person. */
export const judgeProposals = (
  context: Context<PersonActor>,
  businessId: BusinessId,
  proposals: readonly JudgedProposal[],
): Promise<(proposal: JudgedProposal) => readonly ApprovalBlock[]> =>
  findProposalBlocks(
    database(),
    { businessId, approver: context.actor.personId, proposals },
    context.clock.now(),
  );

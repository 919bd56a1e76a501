import 'server-only';
import * as z from 'zod';
import { judgeProposals } from '#lib/access/index.ts';
import { instantColumn, mapNullable } from '#lib/database/columns.ts';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { tAccess } from '#lib/messages/access.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import type { ProposalKind, SettingKind } from './define-proposal.ts';
import type { ProposalView } from './schema.ts';

const valueRows = z.tuple([z.object({ value: z.unknown() })]);

/** Returns the value that counts. Without a stored one it is the default. */
export async function readSetting<Change>(
  kind: SettingKind<Change>,
  businessId: BusinessId,
  client: Pick<Transaction, '$queryRaw'> = database(),
  subject = '',
): Promise<Change> {
  const rows: unknown = await client.$queryRaw`
    SELECT setting_value(${businessId}::uuid, ${kind.name}, ${subject}) AS value`;
  return kind.change.parse(valueRows.parse(rows)[0].value);
}

/** Returns the values of a kind that are set, by subject in alphabetical order. */
export async function readSettings<Change>(
  kind: SettingKind<Change>,
  businessId: BusinessId,
): Promise<ReadonlyMap<string, Change>> {
  const rows = await database().setting.findMany({
    where: { businessId, kind: kind.name },
    orderBy: { subject: 'asc' },
  });
  return new Map(
    rows.flatMap(({ subject, value }) => (value === null ? [] : [[subject, kind.change.parse(value)]])),
  );
}

const stateColumn = z.enum(['proposed', 'final', 'declined', 'withdrawn']);

const findRows = (where: Prisma.ProposalWhereInput, order: 'asc' | 'desc', limit: number) =>
  database().proposal.findMany({
    where,
    orderBy: { proposedAt: order },
    take: limit,
    include: { proposedBy: { select: { name: true } }, answeredBy: { select: { name: true } } },
  });
type Row = Awaited<ReturnType<typeof findRows>>[number];

const toAnswer = ({ answeredBy, answeredById, answeredAt, comment }: Row): ProposalView<unknown>['answer'] =>
  answeredBy === null || answeredById === null || answeredAt === null
    ? null
    : { by: answeredBy.name, byId: answeredById, at: instantColumn(answeredAt), comment };

/** Returns the names of the API tokens that proposed something, by their ID. */
async function findTokenNames(rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const ids = rows.flatMap(({ tokenId }) => tokenId ?? []);
  if (ids.length === 0) return new Map();
  const tokens = await database().apiToken.findMany({
    where: { tokenId: { in: ids } },
    select: { tokenId: true, name: true },
  });
  return new Map(tokens.map(({ tokenId, name }) => [tokenId, name]));
}

/** Names the person who proposed something, and the API token that did it in their name. */
function describeProposer({ proposedBy, tokenId }: Row, tokenNames: ReadonlyMap<string, string>): string {
  const token = tokenId === null ? undefined : tokenNames.get(tokenId);
  return token === undefined
    ? proposedBy.name
    : tAccess('proposal.byToken', { person: proposedBy.name, token });
}

async function toViews<Change>(
  context: Context<PersonActor>,
  kind: ProposalKind<Change>,
  businessId: BusinessId,
  rows: readonly Row[],
): Promise<readonly ProposalView<Change>[]> {
  if (rows.length === 0) return [];
  const waiting = rows.filter(({ state }) => state === 'proposed');
  const [current, judge, tokenNames] = await Promise.all([
    database().setting.findMany({
      where: { businessId, kind: kind.name },
      select: { subject: true, version: true },
    }),
    judgeProposals(context, businessId, waiting),
    findTokenNames(rows),
  ]);
  const versions = new Map(current.map(({ subject, version }) => [subject, version]));
  return rows.map((row) => ({
    proposalId: row.proposalId,
    subject: row.subject,
    before: mapNullable(row.before, (value) => kind.change.parse(value)),
    after: kind.change.parse(row.after),
    reason: row.reason ?? '',
    proposedBy: describeProposer(row, tokenNames),
    proposedById: row.proposedById,
    proposedAt: instantColumn(row.proposedAt),
    isMine: row.proposedById === context.actor.personId,
    isOutdated: row.version !== (versions.get(row.subject) ?? 0),
    blocks: row.state === 'proposed' ? judge(row) : [],
    state: stateColumn.parse(row.state),
    answer: toAnswer(row),
  }));
}

/** A bound far above the number of proposals that wait at a business. */
const mostWaiting = 1_000;

/**
 * Returns the proposals of a kind that wait, or those with these IDs, oldest first. The caller has checked who may see
 * them.
 */
export async function listProposals<Change>(
  context: Context<PersonActor>,
  kind: ProposalKind<Change>,
  businessId: BusinessId,
  proposalIds: readonly string[] | null = null,
): Promise<readonly ProposalView<Change>[]> {
  const where = {
    businessId,
    kind: kind.name,
    ...(proposalIds === null ? { state: 'proposed' } : { proposalId: { in: [...proposalIds] } }),
  };
  return toViews(context, kind, businessId, await findRows(where, 'asc', mostWaiting));
}

/** Returns the proposal that waits, for a setting of the whole business. */
export const findProposal = async <Change>(
  context: Context<PersonActor>,
  kind: ProposalKind<Change>,
  businessId: BusinessId,
): Promise<ProposalView<Change> | null> => (await listProposals(context, kind, businessId))[0] ?? null;

/** Returns the newest proposals about a subject in every state. The caller has checked who may see them. */
export const listProposalHistory = async <Change>(
  context: Context<PersonActor>,
  kind: ProposalKind<Change>,
  { businessId, subject, limit }: { businessId: BusinessId; subject: string; limit: number },
): Promise<readonly ProposalView<Change>[]> =>
  toViews(context, kind, businessId, await findRows({ businessId, kind: kind.name, subject }, 'desc', limit));

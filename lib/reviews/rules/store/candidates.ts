import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Amount, Total } from '#lib/values/amount.ts';
import { parseAmount, parseTotal } from '#lib/values/amount.ts';
import { unreachable } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { TransferKind } from '../../model-transfers.ts';
import type { SubjectFacts } from '../model/match.ts';
import type { AmountThreshold, Condition, RuleSpec } from '../model/rule.ts';
import { figureColumns, subjectTable } from './figures.ts';
import { buildGroupedQuery } from './grouped.ts';

/** Facts of one subject for a rule. Times stay texts, because the database is finer than a millisecond. */
export type RuleCandidate = {
  readonly subjectId: string;
  readonly at: string;
  /** Time since which the subject is stored, in milliseconds, rounded down. Rules that began later ignore it. */
  readonly knownMs: number;
  readonly facts: SubjectFacts;
};

export type CandidateQuery = {
  readonly businessId: BusinessId;
  readonly subject: TransferKind;
  readonly spec: RuleSpec;
  readonly ids: readonly string[];
  /** True to include later subjects of the same group, because a new earlier subject can make them match. */
  readonly followers: boolean;
};
type ConditionQuery = Omit<CandidateQuery, 'spec'> & { readonly spec: Condition };

const amounts = z
  .array(z.string())
  .transform((texts) => texts.map(parseAmount).filter((one): one is Amount => one !== null));
const row = z.object({
  id: z.string(),
  at: z.string(),
  known: z.coerce.number(),
  figures: amounts.nullish(),
  seen: z.boolean().nullish(),
  count: z.coerce.number().nullish(),
  sum: z.string().nullish(),
  entities: z.number().nullish(),
  categories: z.array(z.string()).nullish(),
  score: z.string().nullish(),
  watched: z.array(z.string()).nullish(),
  day: z.number().nullish(),
  minute: z.number().nullish(),
});
type Row = z.infer<typeof row>;

const head = (subject: TransferKind): string => {
  const { id, at, known } = subjectTable[subject];
  return `${id}::text AS id, (${at})::text AS at, floor(extract(epoch from ${known}) * 1000)::text AS known`;
};

/** `$1` is the business, `$2` the ids. */
const among = (subject: TransferKind): string => {
  const { table, id } = subjectTable[subject];
  return `unnest($2::uuid[]) AS due(id) JOIN ${table} ON x.business_id = $1::uuid AND ${id} = due.id`;
};

/** Selects the figures in the currency `$3`. */
function figuresQuery(subject: TransferKind, { figure }: AmountThreshold, isNew: boolean): string {
  const { currency, reported } = figureColumns(subject, figure);
  const figures = reported.map((column) => `trim_scale(${column})::text`).join(', ');
  const list = `array_remove(ARRAY[${figures}]::text[], NULL) AS figures`;
  const { table, id, at, address, isAddress, hasOwnAddress } = subjectTable[subject];
  const one = (column: string) => column.replaceAll('x.', 'before.');
  const seen = `EXISTS (SELECT FROM ${table.replace(/ x$/, ' before')} WHERE ${isAddress('before', address)} ${subject === 'withdrawal' ? 'AND before.to_tag IS NOT DISTINCT FROM x.to_tag' : ''}
      AND ${one(at)} <= ${at} AND (${one(at)} < ${at} OR ${one(id)} < ${id})) AS seen`;
  return `SELECT ${head(subject)}, ${list}${isNew ? `, ${seen}` : ''} FROM ${among(subject)}
    WHERE ${currency} = $3::text${isNew ? ` AND ${hasOwnAddress}` : ''}`;
}

/** Counts entities in the places `$4` whose category equals `$3`, or contains it when `$5` is true. */
function categoryQuery(subject: TransferKind): string {
  const named =
    subject === 'withdrawal'
      ? `JOIN ${subject}_risk AS r ON r.business_id = $1::uuid AND r.withdrawal_id = due.id
         CROSS JOIN LATERAL (SELECT r.owner_category AS category WHERE 'owner' = ANY($4::text[])) AS e`
      : `JOIN ${subject}_risk AS r ON r.business_id = $1::uuid AND r.deposit_id = due.id
         CROSS JOIN LATERAL (
           SELECT o ->> 'category' AS category FROM jsonb_path_query(r.assessment, '$.addressOwner') AS o
            WHERE 'owner' = ANY($4::text[])
           UNION ALL SELECT s ->> 'category' FROM jsonb_path_query(r.assessment, '$.sourceRiskEntities[*]') AS s
            WHERE 'source' = ANY($4::text[])
           UNION ALL SELECT t ->> 'category' FROM jsonb_path_query(r.assessment, '$.destinationRiskEntities[*]') AS t
            WHERE 'destination' = ANY($4::text[])) AS e`;
  const { id, at } = subjectTable[subject];
  return `SELECT ${head(subject)}, count(*)::int AS entities,
      (array_agg(DISTINCT left(e.category, 80)))[1:12] AS categories
    FROM ${among(subject)} ${named}
    WHERE CASE WHEN $5::boolean THEN position(lower($3::text) IN lower(e.category)) > 0
               ELSE lower(trim(e.category)) = lower($3::text) END
    GROUP BY ${id}, ${at}, x.first_${subject === 'deposit' ? 'observed' : 'received'}_at`;
}

/** Selects the reported risk score. Only deposits have one. */
const scoreQuery = (subject: TransferKind): string =>
  `SELECT ${head(subject)}, r.risk_score AS score
     FROM ${among(subject)} JOIN deposit_risk AS r
       ON r.business_id = $1::uuid AND r.deposit_id = due.id
    WHERE r.risk_score IS NOT NULL`;

/** Selects the active entries of the watch list that name the address, with its tag, or a risk entity of the record. */
function watchedQuery(subject: TransferKind): string {
  const { id, address } = subjectTable[subject];
  const tag = subject === 'withdrawal' ? "coalesce(x.to_tag, '')" : "''";
  const isActive = 'n.removed_at IS NULL AND (n.expires_at IS NULL OR n.expires_at > now())';
  return `SELECT ${head(subject)}, ARRAY(
      SELECT n.label FROM review_watch n WHERE n.business_id = $1::uuid AND n.kind = 'address'
         AND n.watch_key = ${address} AND n.tag = ${tag} AND ${isActive}
      UNION SELECT n.label FROM review_entity e
        JOIN review_watch n ON n.business_id = $1::uuid AND n.kind = 'entity' AND n.watch_key = e.entity_key
         AND n.tag = '' AND ${isActive}
       WHERE e.business_id = $1::uuid AND e.subject_kind = '${subject}' AND e.subject_id = ${id}
      LIMIT 12) AS watched
    FROM ${among(subject)}`;
}

/** Selects the weekday and the minute of the day at which the record was received. */
function scheduleQuery(subject: TransferKind): string {
  const local = `(${subjectTable[subject].at} AT TIME ZONE (SELECT b.time_zone FROM business b WHERE b.id = $1::uuid))`;
  return `SELECT ${head(subject)}, extract(isodow from ${local})::int AS day,
      (extract(hour from ${local}) * 60 + extract(minute from ${local}))::int AS minute
    FROM ${among(subject)}`;
}

function buildQuery({ businessId, subject, spec, ids, followers }: ConditionQuery): [string, unknown[]] {
  const values: unknown[] = [businessId, [...ids]];
  switch (spec.kind) {
    case 'amount':
    case 'new-address':
      return [figuresQuery(subject, spec, spec.kind === 'new-address'), [...values, spec.currency]];
    case 'velocity':
      return buildGroupedQuery(subject, spec, values, followers);
    case 'category':
      return [categoryQuery(subject), [...values, spec.category, [...spec.among], spec.match === 'contains']];
    case 'score':
      return [scoreQuery(subject), values];
    case 'watch-list':
      return [watchedQuery(subject), values];
    case 'schedule':
      return [scheduleQuery(subject), values];
    default:
      return unreachable(spec);
  }
}

function toFacts(spec: Condition, read: Row): SubjectFacts {
  switch (spec.kind) {
    case 'amount':
      return { kind: 'amount', figures: read.figures ?? [] };
    case 'new-address':
      return { kind: 'new-address', figures: read.figures ?? [], seenBefore: read.seen ?? true };
    case 'velocity':
      return { kind: 'velocity', count: read.count ?? 0, sum: toSum(read.sum ?? null) };
    case 'category':
      return { kind: 'category', entities: read.entities ?? 0, categories: read.categories ?? [] };
    case 'score':
      return { kind: 'score', score: read.score ?? '' };
    case 'watch-list':
      return { kind: 'watch-list', watched: read.watched ?? [] };
    case 'schedule':
      return { kind: 'schedule', day: read.day ?? 0, minute: read.minute ?? 0 };
    default:
      return unreachable(spec);
  }
}

const toSum = (text: string | null): Total | null => (text === null ? null : parseTotal(text));

/**
 * Returns the facts of the subjects that the rule compares. Subjects without them are left out: those in another
 * currency, without an address or without a reference. A rule with groups leaves out those without any.
 */
export function readCandidates(
  transaction: Transaction,
  { spec, ...question }: CandidateQuery,
): Promise<readonly RuleCandidate[]> {
  return spec.kind === 'group'
    ? readGroups(transaction, question, spec.anyOf)
    : readByCondition(transaction, { ...question, spec });
}

/** Reads the facts of each condition. Followers of one condition are read for the others, too. */
async function readGroups(
  transaction: Transaction,
  question: Omit<CandidateQuery, 'spec'>,
  groups: readonly (readonly Condition[])[],
): Promise<readonly RuleCandidate[]> {
  const found = new Map<Condition, Map<string, RuleCandidate>>();
  for (const spec of groups.flat()) {
    const read = await readByCondition(transaction, { ...question, spec });
    found.set(spec, new Map(read.map((one) => [one.subjectId, one])));
  }
  const all = new Map([...found.values()].flatMap((read) => [...read]));
  const followers = [...all.keys()].filter((id) => !question.ids.includes(id));
  for (const [spec, read] of found) {
    const missing = followers.filter((id) => !read.has(id));
    const { businessId, subject } = question;
    const more = { businessId, subject, spec, ids: missing, followers: false };
    for (const one of await readByCondition(transaction, more)) read.set(one.subjectId, one);
  }
  return [...all.values()].map((one) => ({
    ...one,
    facts: {
      kind: 'group',
      anyOf: groups.map((group) =>
        group.map((condition) => found.get(condition)?.get(one.subjectId)?.facts ?? null),
      ),
    },
  }));
}

async function readByCondition(
  transaction: Transaction,
  question: ConditionQuery,
): Promise<readonly RuleCandidate[]> {
  if (question.ids.length === 0) return [];
  const [text, values] = buildQuery(question);
  const rows: unknown = await transaction.$queryRawUnsafe(text, ...values);
  return z
    .array(row)
    .parse(rows)
    .map((read) => ({
      subjectId: read.id,
      at: read.at,
      knownMs: read.known,
      facts: toFacts(question.spec, read),
    }));
}

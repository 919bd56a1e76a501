import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Amount, Total } from '#lib/values/amount.ts';
import { parseAmount, parseTotal } from '#lib/values/amount.ts';
import { unreachable } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { SubjectKind } from '../../model.ts';
import type { SubjectFacts } from '../model/match.ts';
import type { RuleSpec, Threshold } from '../model/rule.ts';
import { figureColumns, pastStatesSql, subjectTable } from './figures.ts';
import { groupedQuery } from './grouped.ts';

/** Facts of one subject for a rule. Times stay texts, because the database is finer than a millisecond. */
export type Candidate = {
  readonly subjectId: string;
  readonly at: string;
  /** Time since which the subject is stored, in milliseconds, rounded down. Rules that began later ignore it. */
  readonly knownMs: number;
  readonly facts: SubjectFacts;
};

export type CandidateQuery = {
  readonly businessId: BusinessId;
  readonly subject: SubjectKind;
  readonly spec: RuleSpec;
  readonly ids: readonly string[];
  /** True to include later subjects of the same group, because a new earlier subject can make them match. */
  readonly followers: boolean;
  /** Earlier states of the ids: columns of the row or of the risk detail, as JSON. Everything else is current. */
  readonly past?: readonly string[];
};

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
});
type Row = z.infer<typeof row>;

const head = (subject: SubjectKind): string => {
  const { id, at, known } = subjectTable[subject];
  return `${id}::text AS id, (${at})::text AS at, floor(extract(epoch from ${known}) * 1000)::text AS known`;
};

/** `$1` is the business, `$2` the ids. `past` is the placeholder for earlier rows that replace the current ones. */
const among = (subject: SubjectKind, past: string | null = null): string => {
  const { table, id } = subjectTable[subject];
  const rows = past === null ? table : `${pastStatesSql(subject, past)} AS x`;
  return `unnest($2::uuid[]) AS due(id) JOIN ${rows} ON x.business_id = $1::uuid AND ${id} = due.id`;
};

/** Selects the figures in the currency `$3`. */
function figuresQuery(
  subject: SubjectKind,
  { figure }: Threshold,
  isNew: boolean,
  past: string | null,
): string {
  const { currency, reported } = figureColumns(subject, figure);
  const figures = reported.map((column) => `trim_scale(${column})::text`).join(', ');
  const list = `array_remove(ARRAY[${figures}]::text[], NULL) AS figures`;
  const { table, id, at, address, hasOwnAddress } = subjectTable[subject];
  const one = (column: string) => column.replaceAll('x.', 'before.');
  const seen = `EXISTS (SELECT FROM ${table.replace(/ x$/, ' before')} WHERE before.business_id = $1::uuid
      AND ${one(address)} = ${address} ${subject === 'withdrawal' ? 'AND before.to_tag IS NOT DISTINCT FROM x.to_tag' : ''}
      AND ${one(at)} <= ${at} AND (${one(at)} < ${at} OR ${one(id)} < ${id})) AS seen`;
  return `SELECT ${head(subject)}, ${list}${isNew ? `, ${seen}` : ''} FROM ${among(subject, past)}
    WHERE ${currency} = $3::text${isNew ? ` AND ${hasOwnAddress}` : ''}`;
}

/** Counts entities in the places `$4` whose category equals `$3`, or contains it when `$5` is true. */
function categoryQuery(subject: SubjectKind, past: string | null): string {
  const risk = past === null ? `${subject}_risk` : pastStatesSql(`${subject}_risk`, past);
  const named =
    subject === 'withdrawal'
      ? `JOIN ${risk} AS r ON r.business_id = $1::uuid AND r.withdrawal_id = due.id
         CROSS JOIN LATERAL (SELECT r.owner_category AS category WHERE 'owner' = ANY($4::text[])) AS e`
      : `JOIN ${risk} AS r ON r.business_id = $1::uuid AND r.deposit_id = due.id
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

function buildQuery({
  businessId,
  subject,
  spec,
  ids,
  followers,
  past,
}: CandidateQuery): [string, unknown[]] {
  const values: unknown[] = [businessId, [...ids]];
  const then = past === undefined ? [] : [`[${past.join(',')}]`];
  const place = (number: number) => (past === undefined ? null : `$${number}`);
  switch (spec.kind) {
    case 'amount':
    case 'new-address':
      return [
        figuresQuery(subject, spec, spec.kind === 'new-address', place(4)),
        [...values, spec.currency, ...then],
      ];
    case 'velocity': {
      const [text, all] = groupedQuery(subject, spec, values, followers, place(5));
      return [text, [...all, ...then]];
    }
    case 'category':
      return [
        categoryQuery(subject, place(6)),
        [...values, spec.category, [...spec.among], spec.match === 'contains', ...then],
      ];
    default:
      return unreachable(spec);
  }
}

function toFacts(spec: RuleSpec, read: Row): SubjectFacts {
  switch (spec.kind) {
    case 'amount':
      return { kind: 'amount', figures: read.figures ?? [] };
    case 'new-address':
      return { kind: 'new-address', figures: read.figures ?? [], seenBefore: read.seen ?? true };
    case 'velocity':
      return { kind: 'velocity', count: read.count ?? 0, sum: toSum(read.sum ?? null) };
    case 'category':
      return { kind: 'category', entities: read.entities ?? 0, categories: read.categories ?? [] };
    default:
      return unreachable(spec);
  }
}

const toSum = (text: string | null): Total | null => (text === null ? null : parseTotal(text));

/**
 * Returns the facts of the subjects that the rule compares. Subjects without them are left out: those in another
 * currency, without an address or without a reference.
 */
export async function readCandidates(
  transaction: Transaction,
  question: CandidateQuery,
): Promise<readonly Candidate[]> {
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

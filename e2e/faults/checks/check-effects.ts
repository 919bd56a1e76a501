import * as z from 'zod';
import { toContentKey } from '../contents/content.ts';
import type { Client } from '../database/cluster.ts';
import type { ContentCounts } from '../sending/log.ts';
import type { StoredMessageRow } from './stored-messages.ts';
import type { Violation } from './violation.ts';

const effect = z.object({
  id: z.string(),
  payment_id: z.string().nullable(),
  versions: z.number(),
  digits: z.string().nullable(),
});
type Row = z.output<typeof effect>;

/** Reads the records that callbacks made, by business and id. */
export async function readEffects(
  client: Client,
  businesses: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  const { rows } = await client.query(
    `SELECT d.business_id || ' ' || d.deposit_id AS id, p.payment_id::text AS payment_id, d.versions,
           trim_scale(d.callback_deposit_amount)::text AS digits
      FROM deposit d LEFT JOIN payment p ON p.business_id = d.business_id AND p.payment_id = d.payment_id
      WHERE d.business_id = ANY($1::uuid[])
     UNION ALL
    SELECT business_id || ' ' || withdrawal_id, NULL, versions, trim_scale(estimated_withdraw_amount)::text
      FROM withdrawal WHERE business_id = ANY($1::uuid[])`,
    [businesses],
  );
  return new Map(
    z
      .array(effect)
      .parse(rows)
      .map((row) => [row.id, row]),
  );
}

/**
 * The other half of I1, independent of the code that applied it. Every stored and plausible content is visible in
 * its record. The record counts as many versions as are stored, belongs to the payment, and has the digits of one
 * version.
 */
export function checkEffects(
  contentCounts: readonly ContentCounts[],
  rows: readonly StoredMessageRow[],
  effects: ReadonlyMap<string, Row>,
): Violation[] {
  const verdicts = new Map(rows.map((row) => [toContentKey(row), row.verdict]));
  // Quarantined or rejected content has no effect. Released content has the effect of any other.
  const counts = (content: ContentCounts['content']): boolean => {
    const verdict = verdicts.get(toContentKey(content));
    if (verdict === undefined) return false;
    return content.expectedVerdict !== 'releasable' || verdict === 'applied' || verdict === 'new-version';
  };
  const versions = new Map<string, ContentCounts['content'][]>();
  for (const { content } of contentCounts) {
    if (content.effect === null || !counts(content)) continue;
    const id = `${content.businessId} ${content.effect.subjectId}`;
    versions.set(id, [...(versions.get(id) ?? []), content]);
  }
  const violations: Violation[] = [];
  const add = (description: string) => violations.push({ invariant: 'I1', description });
  for (const [id, contents] of versions) {
    const row = effects.get(id);
    const [first] = contents;
    if (row === undefined) add(`${id} is kept, and no record shows it`);
    else if (row.versions !== contents.length)
      add(`${id} has ${contents.length} versions kept, and its record ${row.versions}`);
    else if (row.payment_id !== (first?.effect?.paymentId ?? null))
      add(`${id} is at payment ${row.payment_id}, not at ${first?.effect?.paymentId}`);
    else if (!contents.some((content) => content.effect?.digits === row.digits))
      add(`${id} shows ${row.digits}, which nobody sent`);
  }
  for (const id of effects.keys())
    if (!versions.has(id))
      violations.push({ invariant: 'I2', description: `${id} is a record of nothing that is kept` });
  return violations;
}

import * as z from 'zod';
import { sha256 } from '../contents/content.ts';
import type { Client } from '../database/cluster.ts';

const row = z.object({
  business_id: z.string(),
  kind: z.string(),
  sha256: z.instanceof(Uint8Array),
  body: z.instanceof(Uint8Array),
  verdict: z.string(),
  deliveries: z.number(),
  written: z.number(),
  decided: z.array(z.string()),
  audited: z.number(),
});

/** A row of `callback_message`, as an auditor reads it. */
export type StoredMessageRow = {
  readonly businessId: string;
  readonly kind: string;
  /** The hash in the column, and the hash of the stored bytes. */
  readonly sha256: string;
  readonly bodySha256: string;
  readonly verdict: string;
  readonly deliveries: number;
  /** Rows in `callback_delivery`. */
  readonly deliveryRows: number;
  /** Decisions in order, and the number of their audit entries. */
  readonly decided: readonly string[];
  readonly audited: number;
};

export async function readStoredMessages(
  client: Client,
  businesses: readonly string[],
): Promise<StoredMessageRow[]> {
  const { rows } = await client.query(
    `SELECT m.business_id, m.kind, m.sha256, m.body, m.verdict, m.deliveries,
           (SELECT count(*)::int FROM callback_delivery d WHERE d.message_id = m.id) AS written,
           ARRAY(SELECT d.kind FROM callback_decision d WHERE d.message_id = m.id AND d.kind <> 'reprocessed'
                  ORDER BY d.revision) AS decided,
           (SELECT count(*)::int FROM audit_entry a WHERE a.chain_id = m.business_id AND a.object_type = 'callback'
               AND a.object_id = m.id::text AND a.action IN ('callback.release', 'callback.reject')) AS audited
      FROM callback_message m WHERE m.business_id = ANY($1::uuid[])`,
    [businesses],
  );
  return z
    .array(row)
    .parse(rows)
    .map((one) => ({
      businessId: one.business_id,
      kind: one.kind,
      sha256: Buffer.from(one.sha256).toString('hex'),
      bodySha256: sha256(one.body),
      verdict: one.verdict,
      deliveries: one.deliveries,
      deliveryRows: one.written,
      decided: one.decided,
      audited: one.audited,
    }));
}

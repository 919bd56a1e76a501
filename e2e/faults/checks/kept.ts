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
});

/** A row of `callback_message`, as an auditor reads it. */
export type Kept = {
  readonly businessId: string;
  readonly kind: string;
  /** As the column has it, and as the bytes give it. */
  readonly sha256: string;
  readonly bytesGive: string;
  readonly verdict: string;
  readonly deliveries: number;
  /** Rows of `callback_delivery`. */
  readonly written: number;
};

export async function readKept(client: Client, businesses: readonly string[]): Promise<Kept[]> {
  const { rows } = await client.query(
    `SELECT m.business_id, m.kind, m.sha256, m.body, m.verdict, m.deliveries,
           (SELECT count(*)::int FROM callback_delivery d WHERE d.message_id = m.id) AS written
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
      bytesGive: sha256(one.body),
      verdict: one.verdict,
      deliveries: one.deliveries,
      written: one.written,
    }));
}

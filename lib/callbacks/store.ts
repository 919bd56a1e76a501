import 'server-only';
import { database } from '#lib/platform/db.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';

/** Keeps what came with a right secret and was refused all the same, for a person to look at. */
export async function storeRefusal(refusal: {
  readonly businessId: BusinessId;
  readonly kind: string;
  readonly reason: 'too-large' | 'encoded';
  readonly receivedAt: Instant;
  readonly headers: Readonly<Record<string, string>>;
  readonly excerpt: Uint8Array<ArrayBuffer>;
}): Promise<void> {
  const { receivedAt, ...rest } = refusal;
  await database().callbackRefusal.create({ data: { ...rest, receivedAt: toDate(receivedAt) } });
}

import 'server-only';
import { createHash } from 'node:crypto';

/** Shortens the ID of an entry to 21 characters, the most that QuickBooks Online reads. An entry keeps it when its run is replaced. */
export const toShortId = (id: string): string =>
  `CH-${createHash('sha256').update(id).digest('hex').slice(0, 18)}`;

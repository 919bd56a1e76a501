import 'server-only';
import { createHash } from 'node:crypto';
import type { Counterparty } from './model.ts';
import { formatCounterparty } from './model.ts';

/** Returns the subject of drafts about an address or entity, which is short enough for any name. */
export const toDraftSubject = (counterparty: Counterparty): string =>
  createHash('sha256')
    .update(`${counterparty.kind} ${formatCounterparty(counterparty)}`)
    .digest('hex')
    .slice(0, 40);

import 'server-only';
import { addressKey } from '#lib/values/addresses.ts';
import type { Counterparty } from './model.ts';

/** Returns the parts of the key: the normalized address or the name, and the tag. The database normalizes names. */
export const toCounterpartyKey = (counterparty: Counterparty) =>
  counterparty.kind === 'entity'
    ? { kind: counterparty.kind, value: counterparty.name, tag: '' }
    : { kind: counterparty.kind, value: addressKey(counterparty.address), tag: counterparty.tag ?? '' };

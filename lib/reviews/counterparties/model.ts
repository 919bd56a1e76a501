import { storableText } from '#lib/values/storable-text.ts';

/** An address or a risk entity of the people who pay or are paid. A tag separates those who share an address. */
export type Counterparty =
  | { readonly kind: 'address'; readonly address: string; readonly tag: string | null }
  | { readonly kind: 'entity'; readonly name: string };

export const counterpartyKinds = ['address', 'entity'] as const;
export type CounterpartyKind = (typeof counterpartyKinds)[number];

/** Most characters of an address, a tag or a name. Longer names are cut in the index. */
export const maximumCounterpartyLength = 200;

/** Most characters of a note. */
export const maximumReviewNoteLength = 20_000;

/** Days after which an entry of the watch list expires. */
export const watchDays = [30, 90, 365] as const;

const isUsable = (text: string | null | undefined): text is string =>
  typeof text === 'string' && text.trim() !== '' && text.length <= maximumCounterpartyLength;

/** Parses the parameters of the page's address. Returns null if they name neither an address nor an entity. */
export function parseCounterparty(parameter: (name: string) => string | null): Counterparty | null {
  const [address, tag, entity] = ['address', 'tag', 'entity'].map(parameter);
  if (isUsable(address)) return { kind: 'address', address: address.trim(), tag: isUsable(tag) ? tag : null };
  return isUsable(entity) ? { kind: 'entity', name: entity.trim() } : null;
}

/** Returns the page of an address or entity within the business. */
export function toCounterpartyPath(counterparty: Counterparty): string {
  const parameters = new URLSearchParams(
    counterparty.kind === 'entity'
      ? { entity: counterparty.name }
      : {
          address: counterparty.address,
          ...(counterparty.tag === null ? {} : { tag: counterparty.tag }),
        },
  );
  return `reviews/counterparty?${parameters.toString()}`;
}

/** Returns the address with its tag, or the name of the entity. */
export const formatCounterparty = (counterparty: Counterparty): string => {
  if (counterparty.kind === 'entity') return counterparty.name;
  const { address, tag } = counterparty;
  return tag === null ? address : `${address}?dt=${tag}`;
};

/** Replaces the characters that the database can't store. */
export const toStorableCounterparty = (counterparty: Counterparty): Counterparty =>
  counterparty.kind === 'entity'
    ? { kind: 'entity', name: storableText(counterparty.name) }
    : {
        kind: 'address',
        address: storableText(counterparty.address),
        tag: counterparty.tag === null ? null : storableText(counterparty.tag),
      };

/** Returns the counterparty as the forms name it. */
export const toCounterpartyInput = (counterparty: Counterparty) =>
  counterparty.kind === 'entity'
    ? ({ kind: counterparty.kind, value: counterparty.name, tag: null } as const)
    : ({ kind: counterparty.kind, value: counterparty.address, tag: counterparty.tag } as const);

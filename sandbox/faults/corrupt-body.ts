import type { Json, JsonObject } from '#lib/values/json.ts';
import { isJsonObject, JsonNumber } from '#lib/values/json.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import { writeJson } from '#lib/values/write-json.ts';
import type { Delivery } from '../callbacks/dispatcher.ts';
import type { Random } from '../model/random.ts';
import { isChosen, pickInteger } from '../model/random.ts';
import type { Faults } from './faults.ts';

const decimal = /^[0-9]+(?:\.[0-9]+)?$/;

/** Writes the same number with an exponent: 57.89 becomes 5789e-2, exactly. */
export function writeWithExponent(text: string): string {
  const match = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(text);
  if (match === null) return text;
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = `${whole}${fraction}`.replace(/^0+(?=[0-9])/, '');
  return `${sign}${digits}e-${fraction.length}`;
}

const mapValues = (object: JsonObject, change: (value: Json, key: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));

const enumerations = [
  'status',
  'network',
  'depositCurrency',
  'withdrawCurrency',
  'settlementCurrency',
  'rateType',
];

/** Changes that keep the body valid JSON, in this order. */
const changes: readonly (readonly [string, (object: JsonObject, random: Random) => JsonObject])[] = [
  [
    'misspell',
    (object) =>
      Object.fromEntries(
        Object.entries(object).map(([key, value]) => [
          key === 'deductedSettlementAmount' ? 'deducedSettlementAmount' : key,
          value,
        ]),
      ),
  ],
  [
    'strings-for-numbers',
    (object) => mapValues(object, (value) => (value instanceof JsonNumber ? value.text : value)),
  ],
  [
    'numbers-for-strings',
    (object) =>
      mapValues(object, (value, key) =>
        typeof value === 'string' && decimal.test(value) && /amount|fee/i.test(key)
          ? new JsonNumber(value)
          : value,
      ),
  ],
  [
    'exponents',
    (object) =>
      mapValues(object, (value) =>
        value instanceof JsonNumber ? new JsonNumber(writeWithExponent(value.text)) : value,
      ),
  ],
  [
    'unknown-enum',
    (object, random) => {
      const present = enumerations.filter((key) => key in object);
      const hit = present[pickInteger(random, 0, present.length - 1)];
      return mapValues(object, (value, key) => (key === hit ? 'NEVER_SEEN_BEFORE' : value));
    },
  ],
  [
    'extra-fields',
    (object) => ({
      ...object,
      addedLater: { by: 'the service', since: new JsonNumber('1795000000') },
      note: 'new',
    }),
  ],
  [
    'missing-fields',
    (object, random) => Object.fromEntries(Object.entries(object).filter(() => !isChosen(random, 0.15))),
  ],
  ['null', (object, random) => mapValues(object, (value) => (isChosen(random, 0.15) ? null : value))],
];

/** Applies the active faults to bodies. Without any, bodies are unchanged. */
export function createCorruptor(faults: Faults): Delivery['corrupt'] {
  return ({ body }) => {
    const notes: string[] = [];
    let value: Json = parseJson(body).value;
    for (const [name, change] of changes) {
      if (!isJsonObject(value) || faults.hits(name) === null) continue;
      value = change(value, faults.random());
      notes.push(name);
    }
    let bytes = Buffer.from(notes.length === 0 ? body : writeJson(value));
    if (faults.hits('garble') !== null) {
      bytes = Buffer.from(bytes);
      for (let count = 0; count < 4; count += 1)
        bytes[pickInteger(faults.random(), 0, bytes.length - 1)] = pickInteger(faults.random(), 128, 255);
      notes.push('garble');
    }
    if (faults.hits('truncate') !== null) {
      bytes = bytes.subarray(0, pickInteger(faults.random(), 1, bytes.length - 1));
      notes.push('truncate');
    }
    const changed = notes.length > 0;
    return { body: bytes, changed, note: changed ? `bent: ${notes.join(', ')}` : null };
  };
}

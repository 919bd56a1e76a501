import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  depositCallbackSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { parseJsonBytes } from '#lib/values/lossless-json.ts';
import type { CallbackKind } from './parsed-callback.ts';
import { readCallback } from './parsed-callback.ts';
import { readRecord } from './reported-payment.ts';

const businessId = toId<BusinessId>('0b2f1c9e-5e0e-4f5a-9d58-2f3f2f1b6a01');
const runs = { numRuns: 5_000 };
const receive = (body: Uint8Array, kind: CallbackKind = 'deposit-received') =>
  readCallback({ kind, businessId, body });

describe('bytes of any kind', () => {
  const hostile = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.string({ unit: 'binary', maxLength: 300 }).map(toSampleBytes),
    fc.json({ noUnicodeString: false }).map(toSampleBytes),
  );

  test('are quarantined and never throw', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom<CallbackKind>('deposit-received', 'withdrawal'), (body, kind) => {
        const read = receive(body, kind);
        expect(read.kind).toBe('doubtful');
        expect(read.reasons.length).toBeGreaterThan(0);
      }),
      runs,
    );
  });

  const anything = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>('', null, [], {}, -1, '1e400', '\u0000', '\ud800', 'x'.repeat(20_000), {
      __proto__: null,
    }),
    // Values with a length that aren’t text.
    fc.jsonValue().map((length) => ({ length })),
  );

  test('names a replaced field of a valid callback if it is unreadable', () => {
    const samples = [
      ['deposit-received', depositCallbackSample()],
      ['withdrawal', withdrawalCallbackSample(businessId)],
    ] as const;
    fc.assert(
      fc.property(fc.constantFrom(...samples), fc.nat(), anything, ([kind, sample], at, value) => {
        const fields = Object.keys(sample);
        const field = fields[at % fields.length] ?? '';
        const read = receive(toSampleBytes({ ...sample, [field]: value }), kind);
        if (read.kind !== 'doubtful') return;
        expect(read.reasons.some(({ path }) => path === field || path.startsWith(`${field}.`))).toBe(true);
      }),
      runs,
    );
  });

  test('loses only the unreadable fields of a record', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('paymentId', 'status', 'deposits', 'x'), anything),
        (record) => {
          const statement = readRecord(parseJsonBytes(toSampleBytes(record)), { field: null });
          expect(Array.isArray(statement.deposits)).toBe(true);
        },
      ),
      runs,
    );
  });
});

describe('amounts', () => {
  /** Returns the same number in plain digits, by shifting the point in text. */
  const plainly = (digits: string, exponent: number): string => {
    const padded = exponent >= 0 ? digits + '0'.repeat(exponent) : digits.padStart(1 - exponent, '0');
    const cut = exponent >= 0 ? padded.length : padded.length + exponent;
    const [whole, fraction] = [padded.slice(0, cut).replace(/^0+(?=\d)/, ''), padded.slice(cut)];
    const trimmed = fraction.replace(/0+$/, '');
    return trimmed === '' ? whole : `${whole}.${trimmed}`;
  };

  test('converts an exponent exactly to plain digits', () => {
    const digits = fc.stringMatching(/^[1-9][0-9]{0,16}$/);
    fc.assert(
      fc.property(digits, fc.integer({ min: -30, max: 17 }), fc.boolean(), (mantissa, exponent, quoted) => {
        fc.pre(exponent < 0 || mantissa.length + exponent <= 35);
        const written = `${mantissa}e${exponent}`;
        const text = JSON.stringify(depositCallbackSample({ onChainFee: '@' }));
        const read = receive(toSampleBytes(text.replace('"@"', quoted ? `"${written}"` : written)));
        expect(read.kind).toBe('deposit');
        if (read.kind === 'deposit')
          expect(read.stated.deposit.values['onChainFee']).toBe(plainly(mantissa, exponent));
      }),
      runs,
    );
  });

  test.each(['1e400', '-1', '1e-31', `1${'0'.repeat(35)}`, `0.${'0'.repeat(30)}1`, '-1e-7'])(
    '%s is implausible',
    (written) => {
      const text = JSON.stringify(depositCallbackSample({ settlementAmount: '@' }));
      const read = receive(toSampleBytes(text.replace('"@"', written)));
      expect(read).toMatchObject({
        kind: 'doubtful',
        unreadable: false,
        reasons: [{ path: 'settlementAmount' }],
      });
    },
  );

  test('accepts a negative depeg loss', () => {
    const read = receive(toSampleBytes(depositCallbackSample({ settlementRateDepegLossAmount: '-0.10' })));
    expect(read.kind === 'deposit' && read.stated.deposit.values['settlementRateDepegLossAmount']).toBe(
      '-0.1',
    );
  });
});

describe('hostile JSON', () => {
  const utf16 = new Uint8Array(new Uint16Array([...'{}'].map((letter) => letter.charCodeAt(0))).buffer);
  test.each([
    ['nothing', toSampleBytes('')],
    ['half an object', toSampleBytes('{"a":')],
    ['a byte order mark', toSampleBytes('\ufeff{}')],
    ['UTF-16', utf16],
    ['bytes that are no UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
    ['10,000 levels', toSampleBytes('['.repeat(10_000) + ']'.repeat(10_000))],
    ['two values', toSampleBytes('{}{}')],
    ['gzip', new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])],
  ])('reports %s as unreadable', (_name, body) => {
    expect(receive(body)).toMatchObject({ kind: 'doubtful', unreadable: true });
  });

  const text = (fields: Record<string, unknown> = {}) => JSON.stringify(depositCallbackSample(fields));
  test.each([
    ['a key that stands twice', text().replace('{', '{"status":"CONFIRMED",'), 'status'],
    ['NUL', text({ fromAddress: 'a\u0000' }), 'fromAddress'],
    ['half a surrogate pair', text().replace('"CONFIRMED"', '"\\ud800"'), 'status'],
    ['an array for an object', `[${text()}]`, ''],
    ['an object for a string', text({ transactionId: {} }), 'transactionId'],
  ])('flags %s with its path', (_name, body, path) => {
    const read = receive(toSampleBytes(body));
    expect(read).toMatchObject({ kind: 'doubtful', unreadable: false });
    expect(read.reasons.map((reason) => reason.path)).toContain(path);
  });

  test('treats __proto__ and unknown fields as plain fields', () => {
    const body = text().replace('{', '{"__proto__":{"status":"BLOCKED"},"constructor":1,"newField":[1],');
    expect(receive(toSampleBytes(body))).toMatchObject({ kind: 'deposit' });
    expect(Object.hasOwn(Object.prototype, 'status')).toBe(false);
  });

  test('ignores only the duplicate key of a record', () => {
    const parsed = parseJsonBytes(
      toSampleBytes(
        '{"paymentId":"0b2f1c9e-5e0e-4f5a-9d58-2f3f2f1b6a01","status":"NEW","status":"DEPOSITED","type":"ONE_TIME"}',
      ),
    );
    expect(readRecord(parsed, { field: null }).values).toEqual({ type: 'ONE_TIME' });
  });
});

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { databasePool } from '#lib/database/pools.ts';
import { createBusiness, systemContext } from '#lib/database/testing/tenant.ts';
import type { CallbackKind } from '#lib/observations/index.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import {
  depositCallbackSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { foldWaitingCallbacks, receiveCallback } from '../index.ts';

/** Sends 600 bodies through ingest and database, in batches that share a commit. */
const batches = propertyRuns(30);
const batchSize = 20;

let businessId: BusinessId;
beforeAll(async () => {
  businessId = await createBusiness();
});

type Sent = { readonly kind: CallbackKind; readonly body: Uint8Array<ArrayBuffer> };
const own = (body: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(body);

const kinds = fc.constantFrom<CallbackKind>('deposit-received', 'withdrawal', 'deposit-exchanged');
const createSample = (kind: CallbackKind) =>
  kind === 'withdrawal' ? withdrawalCallbackSample(businessId) : depositCallbackSample();

/** Replacements for a value as JSON text, also text that no JavaScript value can represent. */
const replacements = fc.oneof(
  fc.json({ noUnicodeString: false }),
  fc.constantFrom(
    ...[
      '1e400',
      '-0',
      '1e-400',
      '0.1e1',
      '"\\ud800"',
      '"a\\u0000"',
      '"\\u202efdp"',
      'null',
      '[]',
      '{}',
      '""',
    ],
    ...['01', '+1', '.5', 'NaN', 'Infinity', "'x'", 'undefined', 'tru', '"', '{', '1.'],
    '9'.repeat(400),
    `0.${'1'.repeat(40)}`,
    '['.repeat(500),
    `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    `"${'x'.repeat(9_000)}"`,
    '{"__proto__":{"status":"CONFIRMED"},"constructor":1}',
  ),
  // Long numbers with an exponent.
  fc
    .tuple(
      fc.stringMatching(/^-?[1-9][0-9]{0,45}$/),
      fc.stringMatching(/^(\.[0-9]{1,40})?$/),
      fc.integer({ min: -60, max: 60 }),
    )
    .map(([whole, rest, exponent]) => `${whole}${rest}e${exponent}`),
);

/** A sample with one field replaced, repeated or left out. */
const altered: fc.Arbitrary<Sent> = fc
  .tuple(kinds, fc.nat(), replacements, fc.constantFrom('replace', 'repeat', 'leave out', 'as it is'))
  .map(([kind, which, text, how]) => {
    const fields = Object.entries(createSample(kind)).map(
      ([name, value]) => [name, JSON.stringify(value)] as const,
    );
    const at = which % fields.length;
    const name = fields[at]?.[0] ?? '';
    const changed = fields.flatMap((field, index) => {
      if (index !== at || how === 'as it is') return [field];
      if (how === 'leave out') return [];
      return how === 'replace' ? [[name, text] as const] : [field, [name, text] as const];
    });
    return {
      kind,
      body: toSampleBytes(`{${changed.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`),
    };
  });

/** A sample with changed, missing or added bytes. */
const garbled: fc.Arbitrary<Sent> = fc
  .tuple(
    kinds,
    fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 4 }),
    fc.nat(),
    fc.constantFrom('', '\ufeff', ' ', '\u0000'),
  )
  .map(([kind, changes, length, front]) => {
    const body = toSampleBytes(front + JSON.stringify(createSample(kind)));
    for (const [at, byte] of changes) body[at % body.length] = byte;
    return { kind, body: own(body.subarray(0, length % 3 === 0 ? length % body.length : body.length)) };
  });

const anything: fc.Arbitrary<Sent> = fc.oneof(
  { arbitrary: altered, weight: 6 },
  { arbitrary: garbled, weight: 3 },
  fc.record({ kind: kinds, body: fc.uint8Array({ maxLength: 400 }).map(own) }),
  fc.record({ kind: kinds, body: fc.json({ noUnicodeString: false }).map((text) => toSampleBytes(text)) }),
  fc.record({
    kind: kinds,
    body: fc.string({ unit: 'binary', maxLength: 200 }).map((text) => own(Buffer.from(text, 'utf16le'))),
  }),
);

/** Returns true if the platform's parser reads the body. Extremely deep nesting counts as unreadable. */
function isJson(body: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    JSON.parse(text);
    return !/(?:\[\s*){100}/.test(text);
  } catch {
    return false;
  }
}

/** The body of an exchanged deposit is undocumented (§6.3), so any content is stored as received. */
const isUnreadable = ({ kind, body }: { kind: CallbackKind; body: Uint8Array }) =>
  kind !== 'deposit-exchanged' && !isJson(body);

const toKey = ({ kind, body }: { kind: CallbackKind; body: Uint8Array }) =>
  `${kind} ${createHash('sha256').update(body).digest('hex')}`;
const verdicts: Readonly<Record<CallbackKind, readonly string[]>> = {
  // On a busy machine some wait to be folded.
  'deposit-received': ['received', 'applied', 'new-version', 'quarantined'],
  withdrawal: ['received', 'applied', 'new-version', 'quarantined'],
  'deposit-exchanged': ['stored'],
};

type Row = { kind: CallbackKind; body: Buffer; sha256: Buffer; verdict: string; deliveries: number };

test('answers any body by the table and stores it once, unchanged', async () => {
  const everything = new Map<string, { sent: Sent; times: number }>();
  let clock = 1_793_000_000_000;
  let cases = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(anything, { minLength: batchSize, maxLength: batchSize }),
      fc.array(fc.nat({ max: batchSize - 1 }), { maxLength: 4 }),
      async (bodies, again) => {
        const batch = [...bodies, ...again.flatMap((index) => bodies[index] ?? [])];
        cases += bodies.length;
        clock += 1_000;
        const answers = await Promise.all(
          batch.map((sent) =>
            receiveCallback({ businessId, ...sent, headers: {}, receivedAt: instant(clock) }),
          ),
        );
        const statusesByKey = new Map<string, number[]>();
        for (const [index, sent] of batch.entries()) {
          const name = toKey(sent);
          const { status } = answers[index] ?? { status: 0 };
          statusesByKey.set(name, [...(statusesByKey.get(name) ?? []), status]);
        }
        for (const sent of batch) {
          const name = toKey(sent);
          const earlier = everything.get(name);
          const statuses = statusesByKey.get(name);
          if (statuses === undefined) continue;
          statusesByKey.delete(name);
          // A body that is not JSON gets 400 the first time and 200 later. All others get 200.
          const first = earlier === undefined && isUnreadable(sent) ? [400] : [200];
          expect([name, statuses.toSorted().reverse()]).toEqual([
            name,
            [...first, ...statuses.slice(1).map(() => 200)].toSorted().reverse(),
          ]);
          everything.set(name, { sent, times: (earlier?.times ?? 0) + statuses.length });
        }
        const { rows } = await databasePool().query<Row>(
          `SELECT kind, body, sha256, verdict, deliveries FROM callback_message
            WHERE business_id = $1 AND last_received_at = $2`,
          [businessId, new Date(clock)],
        );
        expect(new Set(rows.map(toKey))).toEqual(new Set(batch.map(toKey)));
        for (const row of rows) {
          const expected = everything.get(toKey(row));
          expect(row.sha256.equals(createHash('sha256').update(row.body).digest())).toBe(true);
          expect(Buffer.compare(row.body, expected?.sent.body ?? new Uint8Array())).toBe(0);
          expect(row.deliveries).toBe(expected?.times);
          expect(verdicts[row.kind]).toContain(row.verdict);
          if (isUnreadable(row)) expect(row.verdict).toBe('quarantined');
        }
      },
    ),
    { numRuns: batches, endOnFailure: true },
  );
  await foldWaitingCallbacks(systemContext(), AbortSignal.timeout(60_000));
  const { rows } = await databasePool().query<{ contents: number; deliveries: number }>(
    `SELECT count(*)::int AS contents, sum(deliveries)::int AS deliveries FROM callback_message
      WHERE business_id = $1 AND verdict <> 'received'`,
    [businessId],
  );
  const times = [...everything.values()].reduce((sum, one) => sum + one.times, 0);
  expect(rows).toEqual([{ contents: everything.size, deliveries: times }]);
  expect(cases).toBe(batches * batchSize);
});

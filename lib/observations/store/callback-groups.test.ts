import { expect, test } from 'vitest';
import { toSampleBytes } from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId, MessageId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { CallbackGroups } from './callback-groups.ts';

const businessId = toId<BusinessId>('3f1b0c7e-0000-4000-8000-000000000000');

const toMessageId = (number: number) => toId<MessageId>(`3f1b0c7e-0000-4000-8000-00000000000${number}`);

const callback = (number: number, kind: string, body: string | object) => ({
  id: toMessageId(number),
  businessId,
  kind,
  subjectId: 'subject',
  body: typeof body === 'string' ? new TextEncoder().encode(body) : toSampleBytes(body),
  receivedAt: 1,
});

/** Returns how many of two callbacks are shown without risk.read. */
function countShown(kind: string, first: string | object, second: string | object): number {
  const groups = new CallbackGroups();
  groups.place(callback(1, kind, first), true);
  return groups.place(callback(2, kind, second), true) === null ? 2 : 1;
}

test.each([
  ['another owner', 'withdrawal', { fee: '1', txAddressOwner: 'A' }, { fee: '1', txAddressOwner: 'B' }, 1],
  ['another spelling', 'withdrawal', '{"fee":1,"TXADDRESSOWNER":1}', '{"fee":1,"\\u0074xAddressOwner":2}', 1],
  ['another order of keys', 'withdrawal', '{"a":{"b":1,"c":2},"riskScore":1}', '{"a":{"c":2,"b":1}}', 1],
  ['another fee', 'withdrawal', { fee: '1', riskScore: 1 }, { fee: '2', riskScore: 1 }, 2],
  ['the same bytes', 'withdrawal', { fee: '1' }, { fee: '1' }, 2],
  ['risk detail where none is expected', 'deposit-received', { fee: 1 }, { fee: 1, riskScore: 3 }, 1],
  ['no risk detail at all', 'deposit-received', '{"fee":1}', '{"fee": 1}', 2],
  ['no JSON', 'withdrawal', '{"riskScore":1', '{"riskScore":2', 2],
])('compares callbacks with %s', (_difference, kind, first, second, shown) => {
  expect(countShown(kind, first, second)).toBe(shown);
});

test('compares callbacks with and without effect apart, and those of one record only', () => {
  const groups = new CallbackGroups();
  const first = callback(1, 'withdrawal', { riskScore: 1 });
  const second = callback(2, 'withdrawal', { riskScore: 2 });
  expect(groups.place(first, true)).toBeNull();
  expect(groups.find(second, false)).toBeNull();
  expect(groups.find({ ...second, subjectId: 'another' }, true)).toBeNull();
  expect(groups.find({ ...second, kind: 'deposit-received' }, true)).toBeNull();
  expect(groups.place(second, true)).toEqual({ id: first.id, receivedAt: 1 });
});

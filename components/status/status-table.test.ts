import { expect, test } from 'vitest';
import { findStatusStyle } from './status-table.ts';

test.each([
  ['payment', ['NEW', 'PENDING', 'AWAITING', 'DEPOSITED', 'EXPIRED', 'BLOCKED', 'OVERPAID', 'UNPROCESSABLE']],
  ['deposit', ['COMPLIANCE_REVIEW', 'UNCONFIRMED', 'CONFIRMED', 'BLOCKED', 'UNPROCESSABLE']],
  ['refund', ['PENDING', 'CONFIRMED', 'NON_REFUNDABLE']],
  ['withdrawal', ['COMPLETED', 'FAILED', 'BLOCKED']],
  ['intent', ['CREATED', 'REJECTED', 'UNKNOWN']],
] as const)('lists every %s status of the interface', (kind, values) => {
  for (const value of values) expect(findStatusStyle(kind, value).isKnown).toBe(true);
});

test.each(['SETTLED', 'deposited', '', '__proto__', 'constructor', 'toString'])(
  'shows the unknown value %j unchanged',
  (value) => {
    expect(findStatusStyle('payment', value)).toMatchObject({
      label: value,
      tone: 'neutral',
      isKnown: false,
    });
  },
);

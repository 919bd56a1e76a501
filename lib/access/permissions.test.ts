import { expect, test } from 'vitest';
import { roles } from '#lib/values/roles.ts';
import type { Permission } from './permissions.ts';
import { findFirstPage, hasPermission } from './permissions.ts';

/**
 * Written by hand from the product description, independent of the table. Columns: viewer, accountant, finance,
 * compliance, approver, auditor, auditor with risk detail, owner.
 */
const expected: Readonly<
  Record<Permission, readonly [boolean, boolean, boolean, boolean, boolean, boolean, boolean, boolean]>
> = {
  'account.use': [true, true, true, true, true, true, true, true],
  read: [true, true, true, true, false, false, false, true],
  'risk.read': [false, false, false, true, false, false, false, true],
  'payment.create': [false, false, true, false, false, false, false, true],
  'proposal.read': [false, false, true, true, true, false, false, true],
  'payment.approve': [false, false, true, false, true, false, false, true],
  'proposal.answer': [false, false, false, false, true, false, false, true],
  'payment.read-now': [false, false, true, true, false, false, false, true],
  'statement.read': [true, true, true, true, false, true, true, true],
  'statement.export': [false, true, true, false, false, true, true, true],
  export: [false, true, true, false, false, false, false, true],
  'export.files': [false, true, true, true, false, true, true, true],
  'view.share': [false, false, true, false, false, false, false, true],
  'api-token.create': [false, true, true, true, false, false, false, true],
  'api-token.write': [false, false, false, false, false, false, false, true],
  annotate: [false, false, true, false, false, false, false, true],
  'period.close': [false, false, true, false, false, false, false, true],
  'record.annotate': [false, false, true, true, false, false, false, true],
  'label.manage': [false, false, false, false, false, false, false, true],
  import: [false, false, true, false, false, false, false, true],
  'business.refresh': [false, false, true, true, false, false, false, true],
  'review.work': [false, false, false, true, false, false, false, true],
  'audit.read': [false, false, false, true, false, true, true, true],
  'audit.risk': [false, false, false, true, false, false, true, true],
  'team.manage': [false, false, false, false, false, false, false, true],
  'connection.manage': [false, false, false, false, false, false, false, true],
  'alarm.acknowledge': [false, false, true, true, false, false, false, true],
  'callbacks.manage': [false, false, false, false, false, false, false, true],
};

const isPermission = (name: string): name is Permission => name in expected;

test.each(Object.keys(expected).filter(isPermission))('%s, for every role', (permission) => {
  expect(roles.map((role) => hasPermission(role, permission))).toEqual(expected[permission]);
});

test('lets approvers begin on Approvals, auditors on Reports, and all others on Overview', () => {
  expect(roles.map(findFirstPage)).toEqual([
    ...Array(4).fill('overview'),
    'approvals',
    'reports',
    'reports',
    'overview',
  ]);
});

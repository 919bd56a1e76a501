import { expect, test } from 'vitest';
import { roles } from '#lib/values/roles.ts';
import type { Permission } from './permissions.ts';
import { findFirstPage, hasPermission } from './permissions.ts';

/**
 * Written by hand from the product description, independent of the table. Columns: viewer, accountant, finance,
 * compliance, approver, owner.
 */
const expected: Readonly<
  Record<Permission, readonly [boolean, boolean, boolean, boolean, boolean, boolean]>
> = {
  'account.use': [true, true, true, true, true, true],
  read: [true, true, true, true, false, true],
  'risk.read': [false, false, false, true, false, true],
  'payment.create': [false, false, true, false, false, true],
  'proposal.read': [false, false, true, true, true, true],
  'payment.approve': [false, false, true, false, true, true],
  'proposal.answer': [false, false, false, false, true, true],
  'payment.read-now': [false, false, true, true, false, true],
  export: [false, true, true, false, false, true],
  'export.files': [false, true, true, true, false, true],
  'view.share': [false, false, true, false, false, true],
  annotate: [false, false, true, false, false, true],
  'period.close': [false, false, true, false, false, true],
  'record.annotate': [false, false, true, true, false, true],
  'label.manage': [false, false, false, false, false, true],
  import: [false, false, true, false, false, true],
  'business.refresh': [false, false, true, true, false, true],
  'review.work': [false, false, false, true, false, true],
  'audit.read': [false, false, false, true, false, true],
  'team.manage': [false, false, false, false, false, true],
  'connection.manage': [false, false, false, false, false, true],
  'alarm.acknowledge': [false, false, true, true, false, true],
  'callbacks.manage': [false, false, false, false, false, true],
};

const isPermission = (name: string): name is Permission => name in expected;

test.each(Object.keys(expected).filter(isPermission))('%s, for every role', (permission) => {
  expect(roles.map((role) => hasPermission(role, permission))).toEqual(expected[permission]);
});

test('lets approvers begin on the page of their proposals, and all others on Overview', () => {
  expect(roles.map(findFirstPage)).toEqual([...Array(4).fill('overview'), 'approvals', 'overview']);
});

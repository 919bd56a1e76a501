import { expect, test } from 'vitest';
import { roles } from '#lib/values/roles.ts';
import type { Permission } from './permissions.ts';
import { hasPermission } from './permissions.ts';

/**
 * Written by hand from the product description, independent of the table. Columns: viewer, accountant, finance,
 * compliance, owner.
 */
const expected: Readonly<Record<Permission, readonly [boolean, boolean, boolean, boolean, boolean]>> = {
  read: [true, true, true, true, true],
  'risk.read': [false, false, false, true, true],
  'payment.create': [false, false, true, false, true],
  'payment.read-now': [false, false, true, true, true],
  export: [false, true, true, false, true],
  'export.files': [false, true, true, true, true],
  'view.share': [false, false, true, false, true],
  annotate: [false, false, true, false, true],
  'record.annotate': [false, false, true, true, true],
  'label.manage': [false, false, false, false, true],
  import: [false, false, true, false, true],
  'business.refresh': [false, false, true, true, true],
  'review.work': [false, false, false, true, true],
  'audit.read': [false, false, false, true, true],
  'team.manage': [false, false, false, false, true],
  'connection.manage': [false, false, false, false, true],
  'alarm.acknowledge': [false, false, true, true, true],
  'callbacks.manage': [false, false, false, false, true],
};

const isPermission = (name: string): name is Permission => name in expected;

test.each(Object.keys(expected).filter(isPermission))('%s, for every role', (permission) => {
  expect(roles.map((role) => hasPermission(role, permission))).toEqual(expected[permission]);
});

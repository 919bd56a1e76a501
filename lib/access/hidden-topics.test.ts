import { expect, test } from 'vitest';
import type { Role } from '#lib/values/roles.ts';
import { topics } from '#lib/values/topics.ts';
import { listHiddenTopics } from './hidden-topics.ts';
import { hasPermission } from './permissions.ts';

const listHidden = (role: Role) => listHiddenTopics({ may: (permission) => hasPermission(role, permission) });

test('hides from each role the changes of what it may not read', () => {
  expect(listHidden('owner')).toEqual([]);
  expect(listHidden('compliance')).toEqual(['approvals', 'settings-proposals']);
  expect(listHidden('finance')).toEqual(['reviews', 'audit', 'settings-proposals']);
  for (const role of ['accountant', 'viewer'] as const)
    expect(listHidden(role)).toEqual(['reviews', 'audit', 'approvals', 'settings-proposals']);
});

test('sends approvers changes of proposals and their own notifications only', () => {
  const shown = ['notifications', 'approvals', 'settings-proposals'];
  expect(listHidden('approver')).toEqual(topics.filter((topic) => !shown.includes(topic)));
});

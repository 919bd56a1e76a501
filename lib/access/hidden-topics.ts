import 'server-only';
import type { Topic } from '#lib/values/topics.ts';
import { guardedTopics, topics } from '#lib/values/topics.ts';
import type { Permission } from './permissions.ts';
import type { Scope } from './scope.ts';

const ownPermissions: Partial<Record<Topic, Permission>> = {
  notifications: 'account.use',
  approvals: 'payment.approve',
  'settings-proposals': 'proposal.answer',
};

const findPermission = (topic: Topic): Permission =>
  guardedTopics.includes(topic) ? 'review.work' : (ownPermissions[topic] ?? 'read');

/** Returns the topics that a person may not receive. They would learn when data changes that they may not read. */
export const listHiddenTopics = ({ may }: Pick<Scope, 'may'>): readonly Topic[] =>
  topics.filter((topic) => !may(findPermission(topic)));

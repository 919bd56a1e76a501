import 'server-only';
import { listRolesWith } from './permissions.ts';

const roleList = listRolesWith('proposal.answer')
  .map((role) => `'${role}'`)
  .join(', ');

/**
 * Returns SQL that is true while the person of a membership is the deputy of an approver. That is between its two times, and
 * only while the approver has access and such a role. `at` is SQL of a time. The database checks approvals in the same way.
 */
export const isDeputySql = (membership: string, at: string): string => `(
  ${membership}.deputy_for IS NOT NULL AND ${membership}.deputy_from <= ${at}::timestamptz AND ${membership}.deputy_until > ${at}::timestamptz
  AND EXISTS (SELECT FROM membership approver JOIN person approving ON approving.id = approver.person_id
               WHERE approver.business_id = ${membership}.business_id AND approver.person_id = ${membership}.deputy_for
                 AND approver.role IN (${roleList}) AND approver.disabled_at IS NULL AND approving.disabled_at IS NULL))`;

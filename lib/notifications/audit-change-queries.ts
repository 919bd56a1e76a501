import 'server-only';
import * as z from 'zod';
import { isRaise } from '#lib/access/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { isRole } from '#lib/values/roles.ts';
import type { ChangePage, RecordChange } from './change-queries.ts';
import { maximumChangesPerRead, readReleasedCallbacks } from './change-queries.ts';
import { counterpartyTransition, deskTransition, settingTransition } from './model.ts';
import type { ChangePosition } from './store.ts';

const auditEntry = z.object({
  sequence: z.string(),
  micros: z.string(),
  action: z.string(),
  objectId: z.string(),
  by: z.string().nullable(),
  assignee: z.string().nullable(),
  objectType: z.string(),
  mentions: z.array(z.string()).nullable(),
  noteId: z.string().nullable(),
  label: z.string().nullable(),
  roleBefore: z.string().nullable(),
  roleAfter: z.string().nullable(),
  isMailed: z.boolean().nullable(),
  disagreesAt: z.string().nullable(),
  isGuarded: z.boolean().nullable(),
  withoutRate: z.number().nullable(),
});

/** Reads the audit log after an entry. Its sequence is the order of commits, so no entry appears behind the cursor. */
export async function readAuditChanges(
  transaction: Transaction,
  businessId: BusinessId,
  position: ChangePosition,
): Promise<ChangePage> {
  const found = await transaction.$queryRaw<unknown[]>`
    SELECT sequence::text AS sequence, (extract(epoch FROM at) * 1000000)::bigint::text AS micros, action,
           object_id AS "objectId", CASE WHEN actor_kind = 'person' THEN actor_id END AS by,
           after ->> 'assignee' AS assignee, object_type AS "objectType", after -> 'mentions' AS mentions,
           after ->> 'noteId' AS "noteId", before ->> 'role' AS "roleBefore", after ->> 'role' AS "roleAfter",
           after ? 'mailed' AS "isMailed", (after ->> 'isGuarded')::boolean AS "isGuarded", (after ->> 'withoutRate')::int AS "withoutRate",
           CASE WHEN c.state = 'decided' THEN floor(extract(epoch FROM c.disagrees_at) * 1000)::bigint::text END
             AS "disagreesAt",
           CASE WHEN c.number IS NOT NULL THEN c.number::text
             WHEN object_type = 'invitation' THEN after ->> 'email' WHEN object_type = 'schedule' THEN after ->> 'name' WHEN object_type IN ('event-endpoint', 'warehouse') THEN coalesce(after ->> 'channel', after ->> 'host')
             WHEN object_type = 'person' THEN (SELECT name FROM person WHERE id = nullif(object_id, '')::uuid) WHEN after ? 'mentions' THEN CASE object_type
             WHEN 'payment' THEN (SELECT p.client_payment_id FROM payment p
                                   WHERE p.business_id = chain_id AND p.payment_id = object_id::uuid)
             WHEN 'payment-intent' THEN (SELECT i.client_payment_id FROM payment_intent i
                                          WHERE i.business_id = chain_id AND i.id = object_id::uuid)
             WHEN 'deposit' THEN (SELECT p.client_payment_id FROM deposit d JOIN payment p USING (business_id, payment_id)
                                   WHERE d.business_id = chain_id AND d.deposit_id = object_id::uuid)
             WHEN 'withdrawal' THEN (SELECT w.client_withdrawal_id FROM withdrawal w
                                      WHERE w.business_id = chain_id AND w.withdrawal_id = object_id::uuid) END END AS label
      FROM audit_entry LEFT JOIN review_case c
        ON c.business_id = chain_id AND c.case_id = CASE WHEN object_type = 'review-case' THEN object_id::uuid END
     WHERE chain_id = ${businessId}::uuid AND sequence > ${position.sequence}::bigint
     ORDER BY sequence LIMIT ${maximumChangesPerRead}`;
  const rows = z.array(auditEntry).parse(found);
  const end = rows.at(-1);
  const released = rows.filter(({ action }) => action === 'callback.release');
  const reported = await readReleasedCallbacks(
    transaction,
    businessId,
    released.map(({ objectId: messageId, micros }) => ({ messageId, micros })),
  );
  return {
    happenings: [...rows.flatMap((entry) => toHappenings(businessId, entry)), ...reported],
    last: end === undefined ? null : { ...position, micros: end.micros, sequence: end.sequence },
    isFull: rows.length === maximumChangesPerRead,
  };
}

/** Returns the notifications that an audit entry causes, if any. */
function toHappenings(businessId: BusinessId, entry: z.infer<typeof auditEntry>): RecordChange[] {
  const { action, objectId: recordId, objectType, sequence, micros, assignee } = entry;
  const by = entry.by === null ? {} : { by: entry.by };
  const about = { recordId, label: entry.label ?? '', micros, ...by };
  const mentions = entry.mentions ?? [];
  switch (action) {
    case 'payment-approval.propose':
      return [{ ...about, kind: 'proposal-waiting', transition: sequence }];
    case 'creation-limit.propose':
    case 'retention.propose':
      return [
        {
          recordId: businessId,
          label: '',
          micros,
          ...by,
          kind: 'proposal-waiting',
          transition: `${settingTransition}-${sequence}`,
          permission: 'proposal.answer',
        },
      ];
    case 'retention.propose-lift':
    case 'review-desk.propose':
    case 'review-endpoint.propose':
    case 'review-rule.propose-activate':
    case 'review-rule.propose-pause':
    case 'review-rule.propose-resume':
    case 'review-rule.propose-retire':
      return [
        {
          recordId: businessId,
          label: '',
          micros,
          ...by,
          kind: 'case-proposal',
          transition: `${deskTransition}-${sequence}`,
        },
      ];
    case 'payment-batch.finish':
      return [{ ...about, kind: 'batch-ended', transition: `finished-${sequence}` }];
    case 'payment-batch.pause':
      return [{ ...about, kind: 'batch-ended', transition: `paused-${sequence}` }];
    case 'event-endpoint.warn':
    case 'event-endpoint.disable':
      // An owner who disables an endpoint knows it.
      return entry.by === null ? [{ ...about, kind: 'events-failing', transition: sequence }] : [];
    case 'review-endpoint.warn':
    case 'review-endpoint.disable':
      return entry.by === null
        ? [{ ...about, label: '', kind: 'case-events-failing', transition: sequence }]
        : [];
    case 'warehouse.fail':
      return [{ ...about, kind: 'warehouse-failed', transition: sequence }];
    case 'schedule.run':
      return entry.withoutRate === null
        ? []
        : [{ ...about, kind: 'schedule-incomplete', transition: sequence }];
    case 'schedule.fail':
      // The name of a report about cases or risk is only for people who may know of it.
      return entry.isGuarded === true
        ? [{ ...about, label: '', kind: 'case-schedule-failed', transition: sequence }]
        : [{ ...about, kind: 'schedule-failed', transition: sequence }];
    case 'review-case.open':
      return [{ ...about, kind: 'case-opened', transition: 'opened' }];
    case 'review-case.reopen':
      return entry.by === null ? [{ ...about, kind: 'case-reopened', transition: sequence }] : [];
    case 'review-case.disagree':
      // The person who decides sees the conflict on the page. Everyone is reminded of one that is still there a day later.
      return entry.by !== null || entry.disagreesAt === null
        ? []
        : [{ ...about, kind: 'case-contradiction', transition: entry.disagreesAt }];
    case 'review-case.propose':
    case 'review-case.propose-reopen':
      return [{ ...about, kind: 'case-proposal', transition: sequence }];
    case 'review-case.assign':
      return assignee === null
        ? []
        : [{ ...about, kind: 'case-assigned', transition: sequence, onlyFor: assignee }];
    case 'note.write':
    case 'note.edit':
    case 'exception.work':
      return mentions.map((onlyFor) => ({
        ...about,
        kind: 'mention',
        transition: `${objectType}-${sequence}`,
        onlyFor,
      }));
    case 'review-case.note':
      return mentions.map((onlyFor) => ({ ...about, kind: 'case-mention', transition: sequence, onlyFor }));
    case 'review-counterparty.note': {
      const { noteId } = entry;
      // The label stays empty: it must not name an address or entity.
      return noteId === null
        ? []
        : mentions.map((onlyFor) => ({
            ...about,
            recordId: noteId,
            label: '',
            kind: 'case-mention',
            transition: `${counterpartyTransition}-${sequence}`,
            onlyFor,
          }));
    }
    default: {
      const how = findAccessGiven(entry);
      // The author is notified, too: someone else may have used their session.
      return how === null
        ? []
        : [{ kind: 'access-given', recordId, label: about.label, micros, transition: `${how}-${sequence}` }];
    }
  }
}

/** Returns how an audit entry gave a person access, or null. The same acts are mailed to the owners. */
function findAccessGiven({ action, roleBefore, roleAfter, isMailed }: z.infer<typeof auditEntry>) {
  switch (action) {
    case 'invitation.create':
    case 'invitation.renew':
      return 'invited';
    case 'role.grant':
      if (roleBefore === null) return 'joined';
      return isRole(roleBefore) && roleAfter !== null && isRole(roleAfter) && isRaise(roleBefore, roleAfter)
        ? 'raised'
        : null;
    case 'role.name-deputy':
      return 'deputy';
    case 'member.enable':
    case 'person.enable':
      return 'enabled';
    case 'person.reset-link':
      // People who ask for a link themselves get it by mail.
      return isMailed === true ? null : 'resetLink';
    case 'person.reset-factor':
      return 'factorReset';
    case 'restore.confirm-people':
      return 'confirmed';
    default:
      return null;
  }
}

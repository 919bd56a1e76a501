import type { Permission } from '#lib/access/permissions.ts';
import { tPermissions } from '#lib/messages/team-server.ts';

/** The keys of the messages, which can't contain dots. */
const keys = {
  'account.use': 'accountUse',
  read: 'read',
  'risk.read': 'riskRead',
  'payment.create': 'paymentCreate',
  'proposal.read': 'proposalRead',
  'payment.approve': 'paymentApprove',
  'proposal.answer': 'proposalAnswer',
  'payment.read-now': 'paymentReadNow',
  'statement.read': 'statementRead',
  'statement.export': 'statementExport',
  export: 'export',
  'export.files': 'exportFiles',
  'view.share': 'viewShare',
  'api-token.create': 'apiTokenCreate',
  'api-token.write': 'apiTokenWrite',
  annotate: 'annotate',
  'period.close': 'periodClose',
  'record.annotate': 'recordAnnotate',
  'label.manage': 'labelManage',
  import: 'import',
  'business.refresh': 'businessRefresh',
  'review.work': 'reviewWork',
  'audit.read': 'auditRead',
  'audit.risk': 'auditRisk',
  'team.manage': 'teamManage',
  'connection.manage': 'connectionManage',
  'alarm.acknowledge': 'alarmAcknowledge',
  'callbacks.manage': 'callbacksManage',
} as const satisfies Record<Permission, string>;

/** Returns the name of a permission and one sentence about it. */
export const describePermission = (
  permission: Permission,
): { readonly name: string; readonly sentence: string } => ({
  name: tPermissions(`name.${keys[permission]}`),
  sentence: tPermissions(`sentence.${keys[permission]}`),
});

import { Check } from 'lucide-react';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import type { Permission } from '#lib/access/permissions.ts';
import { hasPermission, permissions } from '#lib/access/permissions.ts';
import { tPermissions } from '#lib/messages/people.ts';
import { tTeam } from '#lib/messages/team.ts';
import { formatRole, roles } from '#lib/values/roles.ts';

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
const describePermission = (
  permission: Permission,
): { readonly name: string; readonly sentence: string } => ({
  name: tPermissions(`name.${keys[permission]}`),
  sentence: tPermissions(`sentence.${keys[permission]}`),
});

/** The permission table of the program, with a sentence for each permission. */
export function PermissionTable({ labelledBy }: { labelledBy: string }) {
  return (
    <DataTable labelledBy={labelledBy} sticky={false} takesFocus density="cozy">
      <thead>
        <tr>
          <HeadCell>{tTeam('permissions.permission')}</HeadCell>
          {roles.map((role) => (
            <HeadCell key={role} className="narrow:hidden text-center">
              {formatRole(role)}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {permissions.map((permission) => (
          <Row key={permission}>
            <Cell>
              <div className="whitespace-normal md:min-w-52 py-1 leading-4">
                <p className="font-medium">{describePermission(permission).name}</p>
                <p className="text-muted text-xs">{describePermission(permission).sentence}</p>
                <p className="hidden narrow:block pt-1 text-xs">
                  {roles
                    .filter((role) => hasPermission(role, permission))
                    .map(formatRole)
                    .join(', ')}
                </p>
              </div>
            </Cell>
            {roles.map((role) => (
              <Cell key={role} className="narrow:hidden text-center">
                <Mark isAllowed={hasPermission(role, permission)} />
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </DataTable>
  );
}

function Mark({ isAllowed }: { isAllowed: boolean }) {
  if (!isAllowed)
    return (
      <span className="text-faint">
        <span aria-hidden>–</span>
        <span className="sr-only">{tTeam('permissions.notAllowed')}</span>
      </span>
    );
  return (
    <span>
      <Check aria-hidden className="mx-auto size-4 text-accent-text" />
      <span className="sr-only">{tTeam('permissions.allowed')}</span>
    </span>
  );
}

import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import type { GroupRole } from '#lib/api-tokens/model.ts';
import { tDirectory } from '#lib/messages/directory.ts';
import { formatRole } from '#lib/values/roles.ts';

/** The roles of the groups of a directory, in the order that decides. */
export function GroupRoles({ roles }: { roles: readonly GroupRole[] }) {
  if (roles.length === 0) return <p className="text-muted text-sm">{tDirectory('noRoles')}</p>;
  return (
    <DataTable label={tDirectory('groups.label')} sticky={false} takesFocus>
      <thead>
        <tr>
          <HeadCell>{tDirectory('group')}</HeadCell>
          <HeadCell>{tDirectory('role')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {roles.map(({ group, role }) => (
          <Row key={group}>
            <Cell className="whitespace-normal [overflow-wrap:anywhere]">{group}</Cell>
            <Cell>{formatRole(role)}</Cell>
          </Row>
        ))}
      </tbody>
    </DataTable>
  );
}

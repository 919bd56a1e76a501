import { tDirectory } from '#lib/messages/directory.ts';
import { formatRole } from '#lib/values/roles.ts';
import type { GroupRole } from './model.ts';
import type { ApiTokenView, TokenProposal } from './schema.ts';

/** Writes groups with their roles as the lines of the text area. */
export const formatGroupLines = (roles: readonly GroupRole[]): string =>
  roles.map(({ group, role }) => `${group} = ${role}`).join('\n');

/** Says the roles of groups in a sentence. */
export const describeGroupRoles = (roles: readonly GroupRole[]): string =>
  roles.length === 0
    ? tDirectory('noPairs')
    : roles.map(({ group, role }) => tDirectory('pair', { group, role: formatRole(role) })).join(', ');

/** Returns what waits for another owner: that the token writes, or other roles for the groups of a directory. */
export const findTokenProposal = ({ writes, directory }: ApiTokenView): TokenProposal | null =>
  (writes?.state === 'waiting' ? writes.proposal : null) ?? directory?.proposal ?? null;

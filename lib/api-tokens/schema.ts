import * as z from 'zod';
import type { ApiScope } from '#lib/access/model-api-scopes.ts';
import { apiScopes, isWriteScope } from '#lib/access/model-api-scopes.ts';
import { businessIdInput } from '#lib/businesses/schema.ts';
import { tApiTokens, tApiTokenWrites } from '#lib/messages/api.ts';
import { tDirectory } from '#lib/messages/directory.ts';
import type { ProposalView } from '#lib/proposals/schema.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { GroupRole } from './model.ts';
import { isDirectoryRole, lifetimeDays, maximumAddresses, maximumGroupRoles, overlapHours } from './model.ts';

const addressOrNetwork = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** The lines of a text area. */
const addressLines = z
  .string()
  .max(4_000)
  .transform((text, refused): readonly string[] => {
    const lines = text.split(/[\s,;]+/).filter((line) => line !== '');
    if (lines.length <= maximumAddresses && lines.every((line) => addressOrNetwork.safeParse(line).success))
      return [...new Set(lines)];
    refused.addIssue(tApiTokens('refused.address'));
    return z.NEVER;
  });

/** Parses `Finance team = finance`. The role is what follows the last equals sign. */
function parseGroupLine(line: string): GroupRole | null {
  const at = line.lastIndexOf('=');
  const group = line.slice(0, Math.max(at, 0)).trim();
  const role = line
    .slice(at + 1)
    .trim()
    .toLowerCase();
  return group !== '' && group.length <= 256 && isDirectoryRole(role)
    ? { group: storableText(group), role }
    : null;
}

/** The groups of a directory with their roles, as the lines of a text area. */
const groupLines = z
  .string()
  .max(30_000)
  .default('')
  .transform((text, refused): readonly GroupRole[] => {
    const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
    const roles = lines.map(parseGroupLine).filter((role) => role !== null);
    const names = new Set(roles.map(({ group }) => group.toLowerCase()));
    if (roles.length !== lines.length || roles.length > maximumGroupRoles)
      refused.addIssue(tDirectory('groups.invalid'));
    else if (names.size !== roles.length) refused.addIssue(tDirectory('groups.twice'));
    return roles;
  });

export const createApiTokenForm = z
  .object({
    businessId: businessIdInput,
    name: z.string().trim().min(1, tApiTokens('refused.nameMissing')).max(60),
    scopes: z.array(z.enum(apiScopes)).min(1, tApiTokens('refused.noScope')).max(apiScopes.length),
    businesses: z.array(businessIdInput).min(1, tApiTokens('refused.noBusiness')).max(200),
    days: z.coerce.number().pipe(z.literal(lifetimeDays)),
    addresses: addressLines,
    groups: groupLines,
  })
  // Two businesses would need the owners of both.
  .refine(({ scopes, businesses }) => !scopes.some(isWriteScope) || new Set(businesses).size === 1, {
    path: ['businesses'],
    error: tApiTokenWrites('problem.oneBusiness'),
  });

/** The name, the write scopes and for a directory the roles of its groups that another owner approves. */
export type ProposedWrites = {
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  readonly groups?: readonly GroupRole[] | undefined;
};

/** The write scopes of a token that wait for another owner. */
export type TokenProposal = ProposalView<ProposedWrites>;

const ownToken = z.object({ businessId: businessIdInput, tokenId: z.uuid() });

export const rerollApiTokenForm = ownToken.extend({
  overlapHours: z.coerce.number().pipe(z.literal(overlapHours)),
});

export const revokeApiTokenForm = ownToken;

export const takeOverApiTokenForm = ownToken;

export const changeGroupRolesForm = ownToken.extend({ groups: groupLines });

/** The roles that a directory gives by its groups. */
export type DirectoryRoles = {
  readonly roles: readonly GroupRole[];
  /** Scopes and roles that count from a later time on, after the notice of the only owner. */
  readonly next: { readonly roles: readonly GroupRole[]; readonly from: Instant } | null;
  /** A change that waits for another owner. Null also for people who may not answer it. */
  readonly proposal: TokenProposal | null;
};

/** The longest life of new tokens. */
export const setTokenLifetimeForm = z.object({
  businessId: businessIdInput,
  days: z.coerce.number().pipe(z.literal(lifetimeDays)),
});

/** The longest life of new tokens of a business, in days, and a longer one that waits for a second person. */
export type TokenLifetime = {
  readonly days: number;
  readonly proposal: ProposalView<number> | null;
};

/** A token as Settings shows it. */
export type ApiTokenView = {
  readonly tokenId: string;
  readonly name: string;
  /** Its first characters. */
  readonly hint: string;
  readonly scopes: readonly ApiScope[];
  /** The names of its businesses. Of a colleague's token, only the business of the page. */
  readonly businesses: readonly string[];
  readonly addresses: readonly string[];
  readonly expiresAt: Instant;
  readonly isExpired: boolean;
  readonly lastUsedAt: Instant | null;
  readonly lastUsedFrom: string | null;
  /** The name of the colleague who made it. Null: the person's own token. */
  readonly maker: string | null;
  /** Null: it only reads. */
  readonly writes: TokenWrites | null;
  /** Null: it isn't the token of a directory. */
  readonly directory: DirectoryRoles | null;
};

/** The state of the write scopes of a token. `proposal` is null for people who may not answer it. */
export type TokenWrites =
  | { readonly state: 'waiting'; readonly proposal: TokenProposal | null }
  | { readonly state: 'declined' }
  /** After the notice of the only owner. */
  | { readonly state: 'noticed'; readonly from: Instant }
  | { readonly state: 'approved'; readonly by: string };

export type ApiTokenList = {
  readonly tokens: readonly ApiTokenView[];
  /** The limits of a new token. Null: the person may create none. */
  readonly choices: {
    readonly scopes: readonly ApiScope[];
    readonly businesses: readonly { readonly businessId: BusinessId; readonly name: string }[];
    /** The longest life at the business of the page, in days. */
    readonly maximumDays: number;
  } | null;
  /** Null for people who don't manage the team. */
  readonly lifetime: TokenLifetime | null;
};

/** A new token. It is never shown again. */
export type CreatedApiToken = ApiTokenList & { readonly token: string };

import * as z from 'zod';
import { tFactorProblems } from '#lib/messages/factors.ts';
import { reauthenticateForm } from '#lib/people/schema.ts';
import type { ProposalView } from '#lib/proposals/schema.ts';
import type { Instant } from '#lib/values/instant.ts';
import { reasonText } from '#lib/values/reason-text.ts';
import type { Role } from '#lib/values/roles.ts';
import { roles } from '#lib/values/roles.ts';

const businessId = z.string();

/** A code of the app, or a recovery code. Spaces around and in it don't matter. */
const code = z
  .string()
  .max(64)
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().min(1, { error: tFactorProblems('codeMissing') }));

/** The second factor that a person gives. A further kind of factor adds a member here. */
const factorAnswer = z.discriminatedUnion('kind', [z.object({ kind: z.literal('code'), code })]);
export type FactorAnswer = z.output<typeof factorAnswer>;

/** The second step of a sign-in. The answer is missing after the set-up of a first factor, which verified it already. */
export const secondStepForm = z.object({ answer: factorAnswer.nullable(), remember: z.boolean() });

/** Proves who starts a set-up: the password for a first factor, the current factor for a new one. */
export const startTotpForm = z.object({
  businessId,
  proof: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('password'), password: z.string().min(1).max(512) }),
    z.object({ kind: z.literal('code'), code }),
  ]),
});
export const confirmTotpForm = z.object({ businessId, code });
export const firstCodeForm = z.object({ code });
export const emptyForm = z.object({});
export const ownFactorForm = z.object({ businessId, code });
/** The code is missing for people whose only factor is a passkey. */
export const replaceRecoveryCodesForm = z.object({ businessId, code: code.optional() });
/** Confirms who a person is. The code is missing for people without a second factor. With passkeys only it is a recovery code. */
export const reauthenticateFullyForm = reauthenticateForm.extend({ code: code.optional() });
export const ownDevicesForm = z.object({ businessId });
/** The roles that need a second factor from now on, besides those that need one already. */
export const requireFactorForm = z.object({ businessId, roles: z.array(z.enum(roles)).max(roles.length) });

/** The roles that still need a second factor, and why the others no longer need one. */
export const proposeFewerRolesForm = z.object({
  businessId,
  roles: z.array(z.enum(roles)).max(roles.length),
  reason: reasonText(1_000),
});

/** The secret of an app that is being set up. */
export type TotpSetUp = { readonly secret: string; readonly uri: string };

/** New recovery codes. They are never shown again. */
export type RecoveryCodes = { readonly recoveryCodes: readonly string[] };

/** The second factor of the signed-in person, as Settings shows it. */
export type FactorSettings = {
  /** False if the installation has no key to encrypt secrets. */
  readonly isAvailable: boolean;
  /** When the app was set up. Null: there is none. */
  readonly confirmedAt: Instant | null;
  readonly hasPasskey: boolean;
  readonly lastUsedAt: Instant | null;
  readonly unusedCodes: number;
  /** Browsers that are remembered now. */
  readonly devices: number;
  /** True if a role of the person needs a second factor. */
  readonly isRequired: boolean;
};

/** The roles of a business that need a second factor. */
export type RequiredRoles = { readonly roles: readonly Role[] };

/** An open proposal that fewer roles need a second factor. */
export type FewerRolesProposal = ProposalView<readonly Role[]>;
/**
 * Why no owner or approver could approve a proposal of the signed-in person. `owner`: there is no other one. `independent`: the
 * others can't approve now.
 */
export type MissingApprover = 'owner' | 'independent';
export type RequiredRolesView = RequiredRoles & {
  /** False without FACTOR_KEYS. Then no role needs a factor. */
  readonly isAvailable: boolean;
  /** The roles that owners can't remove. */
  readonly always: readonly Role[];
  readonly proposal: FewerRolesProposal | null;
  /** Null if an owner or approver can approve a proposal. */
  readonly missingApprover: MissingApprover | null;
};

/** The next step of a sign-in after the password. `either` is a code or a passkey. */
export type PendingStep = 'code' | 'passkey' | 'either' | 'set-up' | 'done';

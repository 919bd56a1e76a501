import type { Role } from '#lib/values/roles.ts';

/** Time from the first sign-in until a required factor must be set up. */
export const graceDays = 7;
/** Time for the second step of a sign-in. */
export const pendingMinutes = 10;
/** Time between the start of a set-up and its first code. */
export const setUpMinutes = 15;
/** Time for which a browser is remembered. */
export const rememberDays = 30;

export const recoveryCodeCount = 10;
/** Letters of a recovery code without hyphens. 120 random bits need no slow hash (ASVS 6.5.2). */
export const recoveryCodeLength = 24;

/** Wrong codes after which the person is warned: someone knows the password. */
export const warnAfterWrongCodes = 5;

/** The roles that need a second factor at every business. Owners can add roles to these, and remove none. */
export const defaultRequiredRoles: readonly Role[] = ['compliance', 'owner'];

/** The kinds of second factors. A further kind also needs a case in `checkFactor`. */
const factorKinds = ['totp'] as const;

/** How a second factor was verified. */
export type Proof = (typeof factorKinds)[number] | 'recovery-code';

/** The second factor of a member, as the Team page shows it. */
export type MemberFactor = 'on' | 'off' | 'required' | 'overdue' | 'exempt';

/** Returns the state of a member's second factor. `dueAt` is null before the days of grace have begun. */
export function toMemberFactor(
  member: {
    readonly hasFactor: boolean;
    readonly isRequired: boolean;
    readonly isExempt: boolean;
    readonly dueAt: number | null;
  },
  now: number,
): MemberFactor {
  if (member.hasFactor) return 'on';
  if (!member.isRequired) return 'off';
  if (member.isExempt) return 'exempt';
  return member.dueAt !== null && member.dueAt <= now ? 'overdue' : 'required';
}

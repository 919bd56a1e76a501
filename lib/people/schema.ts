import * as z from 'zod';
import { tPeople } from '#lib/messages/people.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { HourCycle } from './model-hour-cycle.ts';
import { hourCycles } from './model-hour-cycle.ts';

/** The input of the sign-in form. The email is normalised, so that each person has one spelling. */
export const signInForm = z.object({
  email: z.string().trim().toLowerCase().min(1).max(320),
  password: z.string().min(1).max(512),
});

/**
 * The email address of an account. Case doesn't matter and is lowered, a plus sign is kept. Letters outside ASCII are
 * refused before that, because some look like ASCII letters and some become one in lower case.
 */
export const emailAddress = z
  .string()
  .trim()
  .max(320, { error: tPeople('invalidEmail') })
  .regex(/^[\x20-\x7e]*$/, { error: tPeople('unusualEmail') })
  .toLowerCase()
  .pipe(z.email({ error: tPeople('invalidEmail') }));

/** A password that a person chooses. */
export const newPassword = z
  .string()
  .min(12, { error: tPeople('shortPassword') })
  .max(512);

/** Letters of Unicode that show nothing. */
const blankLetters = /[\u115f\u1160\u3164\uffa0]/g;

/** The name of a person. It has a letter or digit, so that colleagues and the audit log can name them. */
export const personName = z
  .string()
  .trim()
  .refine((name) => /[\p{L}\p{N}]/u.test(name.replace(blankLetters, '')), { error: tPeople('nameMissing') })
  .max(120);

export const newPersonForm = z.object({ email: emailAddress, name: personName, password: newPassword });

export type NewPerson = z.output<typeof newPersonForm>;

/** The business on whose page the person is. What the actions change belongs to the person. */
const businessId = z.string();

export const ownBusinessForm = z.object({ businessId });

/** Returns true for a tag that `Intl` knows how to format. */
function isKnownLocale(tag: string): boolean {
  try {
    return tag.length <= 35 && Intl.NumberFormat.supportedLocalesOf(tag).length === 1;
  } catch {
    return false;
  }
}

export const changeProfileForm = z.object({
  businessId,
  name: personName,
  /** A BCP 47 tag. Null: the language of the browser. */
  locale: z
    .string()
    .refine(isKnownLocale, { error: tPeople('unknownLocale') })
    .nullable(),
  /** Null: as the locale has it. */
  hourCycle: z.enum(hourCycles).nullable(),
});

const currentPassword = z
  .string()
  .min(1, { error: tPeople('currentPasswordMissing') })
  .max(512);

export const changePasswordForm = z.object({ businessId, currentPassword, password: newPassword });

/** How a signed-in person confirms who they are. The audit log stores it. */
export type ReauthenticationMethod = 'password' | 'passkey' | 'single-sign-on';

export const reauthenticateForm = z.object({ businessId, currentPassword });

export const requestEmailForm = z.object({ businessId, email: emailAddress, currentPassword });

export const confirmEmailForm = z.object({ token: z.string() });

export const revokeSessionForm = z.object({ businessId, sessionId: z.guid() });

/** How numbers and times are shown to a person. Null: as their browser has it. */
export type DisplaySettings = { readonly locale: string | null; readonly hourCycle: HourCycle | null };
export type Profile = DisplaySettings & { readonly name: string };

/** A session of the signed-in person. */
export type SessionView = {
  readonly sessionId: string;
  readonly device: string;
  readonly address: string | null;
  readonly createdAt: Instant;
  readonly lastSeenAt: Instant;
  readonly isCurrent: boolean;
  /** True for a week after the first sign-in with this browser. */
  readonly isNewDevice: boolean;
  /** When the limit on open sessions ended it. Null while it is open. */
  readonly endedAt: Instant | null;
};

/** The content of Settings. */
export type SettingsView = {
  readonly email: string;
  readonly profile: Profile;
  /** True if the account must use single sign-on and has no password. */
  readonly mustUseSingleSignOn: boolean;
  /** Null if the account still has its first password. */
  readonly passwordChangedAt: Instant | null;
  /** True while the password is the one that an operator set as OWNER_PASSWORD. */
  readonly hasEnvironmentPassword: boolean;
  readonly sessions: readonly SessionView[];
  /** A session ends after these minutes without activity, and these hours in total. */
  readonly sessionLimits: { readonly minutes: number; readonly hours: number };
};

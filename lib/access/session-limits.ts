import 'server-only';
import { personLimits } from '#lib/platform/service-profile-file.ts';

/** Activity is stored at most once in this interval. */
export const activityWriteIntervalMs = 60_000;

/** Sensitive actions need an authentication within this time. */
export const recentAuthenticationMs = (): number => personLimits().authenticationMinutes * 60_000;
/** A session ends after this time without activity. */
export const sessionIdleTimeoutMs = (): number => personLimits().sessionIdleMinutes * 60_000;
/** A session ends after this time even with activity. */
export const maxSessionMs = (): number => personLimits().sessionHours * 3_600_000;

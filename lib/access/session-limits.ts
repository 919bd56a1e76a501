import 'server-only';

/** A session ends after this time without activity. */
const idleMinutes = 30;
/** A session ends after this time even with activity. */
export const maxSessionHours = 12;
/** Activity is stored at most once in this interval. */
export const activityWriteIntervalMs = 60_000;

/** Sensitive actions need an authentication within this time. */
const recentAuthenticationMinutes = 15;

export const recentAuthenticationMs = recentAuthenticationMinutes * 60_000;
export const sessionIdleTimeoutMs = idleMinutes * 60_000;
export const maxSessionMs = maxSessionHours * 3_600_000;

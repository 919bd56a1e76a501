import 'server-only';
import { isSingleSignOnRequired, listSessions } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import { personLimits } from '#lib/platform/service-profile-file.ts';
import { addMilliseconds, fromDate } from '#lib/values/instant.ts';
import { describeDevice } from './describe-device.ts';
import { toHourCycle } from './model-hour-cycle.ts';
import type { DisplaySettings, SessionView, SettingsView } from './schema.ts';

const noticeMs = 7 * 86_400_000;

/** Returns how numbers and times are shown to the signed-in person. */
export async function readDisplaySettings({ actor }: Context<PersonActor>): Promise<DisplaySettings> {
  const person = await database().person.findUnique({
    where: { id: actor.personId },
    select: { locale: true, hourCycle: true },
  });
  return { locale: person?.locale ?? null, hourCycle: toHourCycle(person?.hourCycle) };
}

/**
 * Returns the open sessions of the signed-in person, this one first, and the sessions that the limit ended in the last
 * seven days.
 */
export async function readSessions({ actor, clock }: Context<PersonActor>): Promise<readonly SessionView[]> {
  const now = clock.now();
  const since = addMilliseconds(now, -noticeMs);
  const stored = await listSessions(actor.personId, { now, since });
  const sessions = stored.map(({ userAgent, isNewDevice, ...session }) => ({
    ...session,
    device: describeDevice(userAgent),
    isCurrent: session.sessionId === actor.sessionId,
    isNewDevice: isNewDevice && session.createdAt > since,
  }));
  return [
    ...sessions.filter(({ isCurrent }) => isCurrent),
    ...sessions.filter(({ isCurrent }) => !isCurrent),
  ];
}

/**
 * Returns true while the signed-in person has the password that an operator set as OWNER_PASSWORD. All other accounts are
 * created by an invitation or by single sign-on. The passwords of the sandbox are public, so they don't count.
 */
export async function hasEnvironmentPassword(
  { actor }: Context<PersonActor>,
  isDemo = env.DEMO,
): Promise<boolean> {
  if (isDemo || isSingleSignOnRequired(actor.email)) return false;
  const person = await database().person.findFirst({
    where: {
      id: actor.personId,
      passwordChangedAt: null,
      acceptedInvitations: { none: {} },
      identities: { none: {} },
    },
    select: { id: true },
  });
  return person !== null;
}

/** Returns what Settings shows to the signed-in person about themselves. */
export async function readSettings(context: Context<PersonActor>): Promise<SettingsView> {
  const { personId, email } = context.actor;
  const [person, sessions, isFromEnvironment] = await Promise.all([
    database().person.findUniqueOrThrow({ where: { id: personId } }),
    readSessions(context),
    hasEnvironmentPassword(context),
  ]);
  return {
    email,
    profile: {
      name: person.name,
      locale: person.locale,
      hourCycle: toHourCycle(person.hourCycle),
    },
    mustUseSingleSignOn: isSingleSignOnRequired(email),
    passwordChangedAt: person.passwordChangedAt === null ? null : fromDate(person.passwordChangedAt),
    hasEnvironmentPassword: isFromEnvironment,
    sessions,
    sessionLimits: { minutes: personLimits().sessionIdleMinutes, hours: personLimits().sessionHours },
  };
}

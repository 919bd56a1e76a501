import 'server-only';
import { listSessions } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { addMilliseconds, fromDate } from '#lib/values/instant.ts';
import { describeDevice } from './describe-device.ts';
import { toHourCycle } from './model-hour-cycle.ts';
import type { DisplaySettings, SessionView, SettingsView } from './schema.ts';
import { isSingleSignOnRequired } from './single-sign-on-only.ts';

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

/** Returns what Settings shows to the signed-in person about themselves. */
export async function readSettings(context: Context<PersonActor>): Promise<SettingsView> {
  const { personId, email } = context.actor;
  const [person, sessions] = await Promise.all([
    database().person.findUniqueOrThrow({ where: { id: personId } }),
    readSessions(context),
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
    sessions,
  };
}

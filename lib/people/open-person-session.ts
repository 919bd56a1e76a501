import 'server-only';
import type { Device, Sender } from '#lib/access/index.ts';
import { endOldestSessions, openSession } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { queueSecurityNotice } from '#lib/mail/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import { personLimits } from '#lib/platform/service-profile-file.ts';
import type { PersonId, SessionId } from '#lib/values/ids.ts';
import { randomId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { describeDevice } from './describe-device.ts';
import type { Account } from './store.ts';
import { hasSignedIn, lockPerson } from './store.ts';

export type SignedIn = {
  readonly sessionId: SessionId;
  readonly personId: PersonId;
  /** The browser remembers it, so that its next sign-in is that of a known device. */
  readonly deviceId: string;
};

/** The origin of the attempt, with a lookup of the browser's device for an account. */
export type SignInSender = Sender & {
  readonly knownDevice: (personId: PersonId) => Promise<Device | null>;
};

/** Sessions are kept for longer, so a new account without one has never signed in. */
const newAccountMs = 30 * 86_400_000;

/** Returns the id of the browser, unless it was forgotten with an earlier password. */
export function recognizeDevice(account: Account | null, device: Device | null): string | null {
  if (device === null) return null;
  const { forgottenAt = null, keptDevice = null } = account?.devices ?? {};
  return forgottenAt === null || device.rememberedAt >= forgottenAt || device.id === keptDevice
    ? device.id
    : null;
}

/** The first browser of a new account is no news to its person. */
export async function isNewDevice(
  { personId, createdAt }: Account,
  knownDevice: string | null,
  now: Instant,
): Promise<boolean> {
  return knownDevice === null && (now - createdAt > newAccountMs || (await hasSignedIn(personId)));
}

/**
 * Opens a session in the caller's transaction, with its limit, notices and audit entry. Returns null for a person who is
 * disabled by then: they get no session, which enabling would open later.
 */
export async function openPersonSession(
  transaction: Transaction,
  context: Context<SystemActor>,
  { personId, email, name }: Pick<Account, 'personId' | 'email' | 'name'>,
  sender: Sender & {
    readonly knownDevice: string | null;
    readonly isNewDevice: boolean;
    /** When the person authenticated, if that isn't now. */
    readonly authenticatedAt?: Instant;
    /** True if the person has just verified a second factor. */
    readonly isFactorVerified?: boolean;
  },
  details: Readonly<Record<string, string>> = {},
): Promise<SignedIn | null> {
  if ((await lockPerson(transaction, personId))?.isDisabled !== false) return null;
  const now = context.clock.now();
  const { address, userAgent, knownDevice, isNewDevice: isNew, authenticatedAt } = sender;
  const factorVerifiedAt = sender.isFactorVerified === true ? now : null;
  const deviceId = knownDevice ?? randomId();
  const sessionId = await openSession(transaction, {
    personId,
    now,
    address,
    userAgent,
    deviceId,
    isNewDevice: isNew,
    authenticatedAt,
    factorVerifiedAt,
  });
  // Demo people are shared: many sign in as the same one.
  const limit = env.DEMO ? 1_000 : personLimits().openSessions;
  const endedByLimit = await endOldestSessions(transaction, personId, limit, now);
  const device = describeDevice(userAgent);
  if (isNew)
    await queueSecurityNotice(transaction, { kind: 'newDevice', personId, device, address, at: now });
  if (endedByLimit.length > 0)
    await queueSecurityNotice(transaction, {
      kind: 'sessionLimit',
      personId,
      limit,
      at: now,
    });
  const actor = {
    kind: 'person',
    personId,
    sessionId,
    email,
    name,
    roles: new Map(),
    hasSecondFactor: false,
  } as const;
  await writeAudit(transaction, createContext(actor, context), {
    businessId: null,
    action: 'session.open',
    objectType: 'person',
    objectId: personId,
    after: {
      sessionId,
      address,
      userAgent,
      ...details,
      ...(isNew && { newDevice: true }),
      ...(endedByLimit.length > 0 && { endedByLimit }),
    },
  });
  return { sessionId, personId, deviceId };
}

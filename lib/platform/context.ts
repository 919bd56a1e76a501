import 'server-only';
import { randomUUID } from 'node:crypto';
import type { BusinessId, PersonId, SessionId } from '#lib/values/ids.ts';
import type { Role } from '#lib/values/roles.ts';
import type { Clock } from './clock.ts';
import { systemClock } from './clock.ts';
import type { Logger } from './log.ts';
import { logger } from './log.ts';

/** A person who signed in, with the roles as the database had them when this request began. */
export type PersonActor = {
  readonly kind: 'person';
  readonly personId: PersonId;
  readonly sessionId: SessionId;
  readonly email: string;
  readonly name: string;
  readonly roles: ReadonlyMap<BusinessId, Role>;
};

/** A part of the product that acts by itself, such as `payment-reading`. It holds no role; its verbs say so. */
export type SystemActor = { readonly kind: 'system'; readonly name: string };

export type Actor = PersonActor | SystemActor;

/** What every verb and query is given first: who asks, under which request id, by which clock. */
export type Context<A extends Actor = Actor> = {
  readonly actor: A;
  readonly requestId: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborted once nobody waits for the answer any more: what reads for long gives up then. */
  readonly gone?: AbortSignal;
};

export function createContext<A extends Actor>(
  actor: A,
  given: { requestId?: string; outsideRequestId?: string | null; clock?: Clock } = {},
): Context<A> {
  const requestId = given.requestId ?? randomUUID();
  const who = actor.kind === 'person' ? actor.personId : actor.name;
  const { outsideRequestId: outside } = given;
  const log = logger({ requestId, ...(outside && { outsideRequestId: outside }), actor: who });
  return { actor, requestId, clock: given.clock ?? systemClock, log };
}

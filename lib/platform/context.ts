import 'server-only';
import { randomUUID } from 'node:crypto';
import type { BusinessId, PersonId, SessionId } from '#lib/values/ids.ts';
import type { Role } from '#lib/values/roles.ts';
import type { Clock } from './clock.ts';
import { systemClock } from './clock.ts';
import type { Logger } from './log.ts';
import { logger } from './log.ts';
import { traceRequestId } from './tracing.ts';

/** The API token by which a program acts. It only takes rights away from those of its maker. */
type ActingToken = {
  readonly tokenId: string;
  /** The scopes that count now. Every check of a permission names the scopes that it accepts. */
  readonly scopes: ReadonlySet<string>;
  /** The permissions that these scopes need. */
  readonly permissions: ReadonlySet<string>;
  /** The people who approved its write scopes. Empty: it writes after a notice, without a second owner. */
  readonly approvedBy: readonly PersonId[];
};

/** A signed-in person, with the roles from the database at the start of this request. */
export type PersonActor = {
  readonly kind: 'person';
  readonly personId: PersonId;
  readonly sessionId: SessionId;
  readonly email: string;
  readonly name: string;
  readonly roles: ReadonlyMap<BusinessId, Role>;
  /** The businesses at which the person is the deputy of an approver now. */
  readonly deputyAt?: ReadonlySet<BusinessId>;
  /**
   * False for a person who signs in with a password alone. Then no role gives access to risk detail. True also for people
   * whose identity provider asks for a second factor, and for the demo people of a sandbox.
   */
  readonly hasSecondFactor: boolean;
  /** Set for a program that acts by an API token of this person. The `sessionId` is then the id of the token. */
  readonly token?: ActingToken;
};

/** A part of the product that acts automatically, such as `payment-reading`. It has no role; its verbs say so. */
export type SystemActor = { readonly kind: 'system'; readonly name: string };

export type Actor = PersonActor | SystemActor;

/** First argument of every verb and query: actor, request id and clock. */
export type Context<A extends Actor = Actor> = {
  readonly actor: A;
  readonly requestId: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborted when the client leaves. Long reads stop then. */
  readonly signal?: AbortSignal;
};

export function createContext<A extends Actor>(
  actor: A,
  options: { requestId?: string; outsideRequestId?: string | null; clock?: Clock } = {},
): Context<A> {
  const requestId = options.requestId ?? randomUUID();
  traceRequestId(requestId);
  const actorName = actor.kind === 'person' ? actor.personId : actor.name;
  const { outsideRequestId: outside } = options;
  const log = logger({ requestId, ...(outside && { outsideRequestId: outside }), actor: actorName });
  return { actor, requestId, clock: options.clock ?? systemClock, log };
}

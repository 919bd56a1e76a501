import * as z from 'zod';
import { businessIdInput } from '#lib/businesses/schema.ts';
import { tEvents } from '#lib/messages/events.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { DeliveryProblem, DeliveryState, DisabledReason, EventType } from './model.ts';
import { eventTypes, maximumUrl, replayDays } from './model.ts';

const settings = {
  /** `isEndpointUrl` checks it, because only the server knows whether this is a sandbox. */
  url: z.string().trim().min(1, tEvents('refused.url')).max(maximumUrl, tEvents('refused.url')),
  types: z.array(z.enum(eventTypes)).min(1, tEvents('refused.types')).max(eventTypes.length),
};

export const addEndpointForm = z.object({ businessId: businessIdInput, ...settings });
export const endpointForm = z.object({ businessId: businessIdInput, endpointId: z.uuid() });
export const changeEndpointForm = endpointForm.extend(settings);
export const enableEndpointForm = endpointForm.extend({ isEnabled: z.boolean() });
export const replayEventForm = endpointForm.extend({ eventId: z.uuid() });
export const replayEventsForm = endpointForm.extend({
  days: z.coerce.number().pipe(z.literal(replayDays)),
  which: z.enum(['failed', 'all']),
});

/** The secret of an endpoint. It is never shown again. */
export type EndpointSecret = { readonly endpointId: string; readonly secret: string };
export type ChangedEndpoint = { readonly endpointId: string };
export type ReplayedEvents = { readonly count: number };

export type EndpointView = {
  readonly endpointId: string;
  readonly url: string;
  readonly types: readonly EventType[];
  /** Null: the keys can't be read since NEXTAUTH_SECRET changed. */
  readonly publicKey: string | null;
  /** Until then the former secret signs, too. */
  readonly formerUntil: Instant | null;
  readonly failingSince: Instant | null;
  readonly disabled: { readonly at: Instant; readonly for: DisabledReason } | null;
};

export type DeliveryView = {
  readonly eventId: string;
  readonly type: string;
  readonly recordId: string;
  readonly createdAt: Instant;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly attemptedAt: Instant | null;
  readonly httpStatus: number | null;
  readonly answer: string | null;
  readonly problem: DeliveryProblem | null;
};

export type EventsView = {
  readonly endpoints: readonly EndpointView[];
  /** The endpoint whose log is shown. Null without endpoints. */
  readonly shown: string | null;
  readonly deliveries: readonly DeliveryView[];
};

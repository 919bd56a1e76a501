import * as z from 'zod';
import { businessIdInput } from '#lib/businesses/schema.ts';
import { tEvents } from '#lib/messages/events.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { DeliveryProblem, DeliveryState, DisabledReason, EndpointFormat, EventType } from './model.ts';
import { endpointFormats, eventTypes, maximumChannel, maximumUrl, replayDays } from './model.ts';

const settings = {
  /**
   * `isEndpointUrl` checks it, because only the server knows whether this is a sandbox. A change of a chat channel without one
   * keeps the address that isn't shown.
   */
  url: z.string().trim().max(maximumUrl, tEvents('refused.url')),
  channel: z.string().trim().max(maximumChannel, tEvents('refused.channel')).default(''),
  types: z.array(z.enum(eventTypes)).min(1, tEvents('refused.types')).max(eventTypes.length),
};

export const addEndpointForm = z.object({
  businessId: businessIdInput,
  format: z.enum(endpointFormats).default('standard'),
  ...settings,
});
export const endpointForm = z.object({ businessId: businessIdInput, endpointId: z.uuid() });
export const changeEndpointForm = endpointForm.extend(settings);
export const enableEndpointForm = endpointForm.extend({ isEnabled: z.boolean() });
export const replayEventForm = endpointForm.extend({ eventId: z.uuid() });
export const replayEventsForm = endpointForm.extend({
  days: z.coerce.number().pipe(z.literal(replayDays)),
  which: z.enum(['failed', 'all']),
});

/** The secret of an endpoint. It is never shown again. Null: the address of a chat channel is its secret. */
export type EndpointSecret = { readonly endpointId: string; readonly secret: string | null };
export type ChangedEndpoint = { readonly endpointId: string };
export type ReplayedEvents = { readonly count: number };

export type EndpointView = {
  readonly endpointId: string;
  readonly format: EndpointFormat;
  /** Of a chat channel only its host and last characters. */
  readonly url: string;
  readonly channel: string | null;
  readonly types: readonly EventType[];
  /** False: the secret can't be read since NEXTAUTH_SECRET changed. */
  readonly isReadable: boolean;
  /** Null for chat channels, and without a readable secret. */
  readonly publicKey: string | null;
  /** Until then the former secret signs, too. */
  readonly formerUntil: Instant | null;
  readonly failingSince: Instant | null;
  readonly pausedUntil: Instant | null;
  readonly disabled: { readonly at: Instant; readonly for: DisabledReason } | null;
};

export type DeliveryView = {
  readonly eventId: string;
  readonly type: string;
  readonly recordId: string;
  readonly createdAt: Instant;
  readonly state: DeliveryState;
  readonly attempts: number;
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

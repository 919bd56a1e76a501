import * as z from 'zod';
import { businessIdInput } from '#lib/businesses/schema.ts';
import { isDay } from '#lib/lists/model/query.ts';
import { tEvents } from '#lib/messages/events.ts';
import type { ProposalView } from '#lib/proposals/schema.ts';
import type { Instant } from '#lib/values/instant.ts';
import { reasonText } from '#lib/values/reason-text.ts';
import type {
  CaseEventType,
  ChosenType,
  DeliveryProblem,
  DeliveryState,
  DisabledReason,
  EndpointFormat,
} from './model.ts';
import { caseEventTypes, eventTypes, maximumChannel, maximumUrl, openFormats } from './model.ts';

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
  format: z.enum(openFormats).default('standard'),
  ...settings,
});
export const proposeReviewEndpointForm = z.object({
  businessId: businessIdInput,
  url: settings.url,
  types: z.array(z.enum(caseEventTypes)).min(1, tEvents('refused.types')).max(caseEventTypes.length),
  reason: reasonText(1_000),
});
export const endpointForm = z.object({ businessId: businessIdInput, endpointId: z.uuid() });
export const changeEndpointForm = endpointForm.extend(settings);
export const enableEndpointForm = endpointForm.extend({ isEnabled: z.boolean() });
export const replayEventForm = endpointForm.extend({ eventId: z.uuid() });
const day = z.string().refine(isDay, tEvents('refused.day'));
/** The days of events, both included, in the time zone of the business. */
export const replayEventsForm = endpointForm
  .extend({ from: day, to: day, which: z.enum(['failed', 'all']) })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: tEvents('refused.days') });

/** The secret of an endpoint. It is never shown again. Null: the address of a chat channel is its secret. */
export type EndpointSecret = { readonly endpointId: string; readonly secret: string | null };
export type ProposedReviewEndpoint = { readonly proposalId: string; readonly secret: string };
export type ChangedEndpoint = { readonly endpointId: string };
export type ReplayedEvents = { readonly count: number };

export type EndpointView = {
  readonly endpointId: string;
  readonly format: EndpointFormat;
  /** Of a chat channel only its host and last characters. */
  readonly url: string;
  readonly channel: string | null;
  readonly types: readonly ChosenType[];
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

/** The address that receives changes of review cases, and which ones. Two people agree to it. */
export type ProposedEndpoint = { readonly url: string; readonly types: readonly CaseEventType[] };
export type ReviewEndpointProposal = ProposalView<ProposedEndpoint>;

export type EventsView = {
  readonly endpoints: readonly EndpointView[];
  /** Endpoints for review cases that wait for approval. Null for people who may not know of cases. */
  readonly proposals: readonly ReviewEndpointProposal[] | null;
  /** The endpoint whose log is shown. Null without endpoints. */
  readonly shown: string | null;
  readonly deliveries: readonly DeliveryView[];
};

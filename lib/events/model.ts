/**
 * The facts that endpoints can receive. None of them names a review, and a record states each once. A receiver of all of them may
 * still notice that one is late.
 */
export const eventTypes = [
  'payment.created',
  'payment.deposited',
  'payment.overpaid',
  'payment.expired',
  'deposit.confirmed',
  'refund.confirmed',
  'withdrawal.completed',
  'withdrawal.failed',
] as const;
export type EventType = (typeof eventTypes)[number];

/**
 * The changes of review cases, for endpoints of compliance alone. None says what was decided, by whom or why, and none is sent for a
 * proposed decision: a report to an authority always takes two people.
 */
export const caseEventTypes = [
  'review-case.opened',
  'review-case.decided',
  'review-case.reopened',
  'review-case.merged',
] as const;
export type CaseEventType = (typeof caseEventTypes)[number];

/** Every type that an endpoint may have chosen. */
export const chosenTypes = [...eventTypes, ...caseEventTypes] as const;
export type ChosenType = (typeof chosenTypes)[number];

/** The type of the event of the button "Send test event". */
export const testType = 'endpoint.test';

/** The formats of a chat channel. Who knows its address can write to it, so that address is its secret. */
const chatFormats = ['slack', 'teams'] as const;
export type ChatFormat = (typeof chatFormats)[number];

/** The formats of endpoints that one owner adds: signed, for programs, or as a message for the people of a chat channel. */
export const openFormats = ['standard', ...chatFormats] as const;

/** How an endpoint receives events. `compliance` is signed, too, takes two people, and has events of review cases alone. */
export const endpointFormats = [...openFormats, 'compliance'] as const;
export type EndpointFormat = (typeof endpointFormats)[number];

export const isChat = (format: EndpointFormat): format is ChatFormat =>
  chatFormats.some((chat) => chat === format);

/** Returns true for endpoints of which only people who work on cases may know. */
export const isAboutCases = (format: EndpointFormat): boolean => format === 'compliance';

/** States of the log. A fact of another type than the chosen ones is stored as `skipped`, and isn't shown. */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'dropped'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why an attempt failed without an answer. */
export const deliveryProblems = ['address', 'timeout', 'connection', 'secret'] as const;
export type DeliveryProblem = (typeof deliveryProblems)[number];

/** Why an endpoint receives nothing: its owner, days of failures, its answer 410, a restored backup, or no approval yet. */
export const disabledReasons = ['owner', 'failures', 'gone', 'restore', 'approval'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The pauses before each further attempt, as Standard Webhooks suggests them. After the last attempt an event has failed. */
const retryDelays = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const;

/** The longest pause that a receiver can ask for. */
export const longestPauseMs = day;

/** The maximum number of attempts to send an event. */
export const maximumAttempts = retryDelays.length + 1;

/**
 * Returns the pause after a number of failed attempts, or null after the last one. `chance`, from 0 to 1, makes it up to a
 * fifth longer. Events that failed together are then sent at different times. The receiver can ask for more, up to a day.
 */
export function findRetryDelay(failures: number, chance: number, requestedMs = 0): number | null {
  const pause = retryDelays[failures - 1];
  if (pause === undefined) return null;
  return Math.max(Math.round(pause * (1 + chance / 5)), Math.min(requestedMs, longestPauseMs));
}

/** An endpoint that fails for this long gets a notice to the owners. */
export const warnAfterMs = 3 * day;
/** An endpoint that fails for this long is disabled, but not sooner than a day after the notice. */
export const disableAfterMs = 5 * day;
export const noticeMs = day;

/** The part of an answer that is read and stored, in bytes. */
export const maximumAnswer = 2_048;
export const attemptTimeoutMs = 10 * second;
/** A process that ends between sending and storing the result leaves an event that is sent again after this time. */
export const leaseMs = minute;
/** Attempts at one endpoint at once. A chat channel shows messages in the order of their arrival. */
export const concurrentAttempts: Readonly<Record<EndpointFormat, number>> = {
  standard: 4,
  slack: 1,
  teams: 1,
  compliance: 4,
};

/** An overloaded endpoint gets nothing for the time that it asks for, at least this long and at most a day. */
const shortestPauseMs = 5 * second;
export const findPause = (requestedMs: number): number =>
  Math.max(shortestPauseMs, Math.min(requestedMs, longestPauseMs));

/** Endpoints of a business, and as many for review cases, so that neither number says anything of the other. */
export const maximumEndpoints = 10;
/** Addresses of workflows in Teams have about 400 characters. */
export const maximumUrl = 1_000;
export const maximumChannel = 80;

/** After a rotation, events are signed with the former secret, too, for this time. */
export const overlapMs = day;
/** Signatures with former secrets that an event has at most, so that its headers stay small. */
export const maximumFormerKeys = 5;
/** Deliveries are deleted after these days. */
export const deliveryDays = 30;

/** Deliveries in the log. */
export const shownDeliveries = 100;

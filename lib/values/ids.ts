import type { Brand } from './brand.ts';
import { brand } from './brand.ts';

/** Ids from the payment service. */
export type BusinessId = Brand<string, 'BusinessId'>;
export type PaymentId = Brand<string, 'PaymentId'>;
export type DepositId = Brand<string, 'DepositId'>;
export type WithdrawalId = Brand<string, 'WithdrawalId'>;

/** Ids from this product. */
export type PersonId = Brand<string, 'PersonId'>;
export type SessionId = Brand<string, 'SessionId'>;
export type IntentId = Brand<string, 'IntentId'>;
export type MessageId = Brand<string, 'MessageId'>;
type AnswerId = Brand<string, 'AnswerId'>;
export type CaseId = Brand<string, 'CaseId'>;

/** Ids from the merchant: free text, unique among our intents, never among payments. */
export type ClientPaymentId = Brand<string, 'ClientPaymentId'>;

type UuidId =
  | BusinessId
  | PaymentId
  | DepositId
  | WithdrawalId
  | PersonId
  | SessionId
  | IntentId
  | MessageId
  | AnswerId
  | CaseId;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Returns 128 random bits, spelled as a UUID. A UUID itself has only 122, so this function creates the ids that no one may
 * guess, such as those of sessions and devices.
 */
export function randomId(): string {
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export const isUuid = (text: string): boolean => uuid.test(text);

/** Parses a UUID. Returns null for anything else. Converts upper case, so that one id has one spelling. */
export function parseId<Id extends UuidId>(text: string): Id | null {
  return uuid.test(text) ? brand<Id>(text.toLowerCase()) : null;
}

/**
 * Converts an id that is valid, such as a column of type uuid.
 *
 * @throws {Error} when it isn't.
 */
export function toId<Id extends UuidId>(text: string): Id {
  const id = parseId<Id>(text);
  if (id === null) throw new TypeError(`not an id: ${text}`);
  return id;
}

export const clientPaymentId = (text: string): ClientPaymentId => brand<ClientPaymentId>(text);

import type { Branded } from './brand.ts';
import { brand } from './brand.ts';

/** Ids that the payment service gives. */
export type BusinessId = Branded<string, 'BusinessId'>;
export type PaymentId = Branded<string, 'PaymentId'>;
export type DepositId = Branded<string, 'DepositId'>;
export type WithdrawalId = Branded<string, 'WithdrawalId'>;

/** Ids that we give. */
export type PersonId = Branded<string, 'PersonId'>;
export type SessionId = Branded<string, 'SessionId'>;
export type IntentId = Branded<string, 'IntentId'>;
export type MessageId = Branded<string, 'MessageId'>;
type AnswerId = Branded<string, 'AnswerId'>;
export type CaseId = Branded<string, 'CaseId'>;

/** Ids that the merchant gives: free text, unique among our intents, never among payments. */
export type ClientPaymentId = Branded<string, 'ClientPaymentId'>;

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

export const isUuid = (text: string): boolean => uuid.test(text);

/** Answers null where the text is no UUID; upper case is folded, so that one id has one spelling. */
export function parseId<Id extends UuidId>(text: string): Id | null {
  return uuid.test(text) ? brand<Id>(text.toLowerCase()) : null;
}

/** An id that is known to be one, such as a column of type uuid. Throws where it is not. */
export function toId<Id extends UuidId>(text: string): Id {
  const id = parseId<Id>(text);
  if (id === null) throw new TypeError(`not an id: ${text}`);
  return id;
}

export const clientPaymentId = (text: string): ClientPaymentId => brand<ClientPaymentId>(text);

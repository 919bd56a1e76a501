import 'server-only';

/**
 * Texts for customers about a payment: the message with the link, and the reminder, in each language of the checkout.
 * A business can replace the standard texts. Nothing is sent from here: people copy the texts.
 */
export { listCustomerMessages } from './queries.ts';

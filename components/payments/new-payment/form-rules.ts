import { zodResolver } from '@hookform/resolvers/zod';
import { createPaymentForm } from '#lib/payments/schema-create.ts';

/** The rules of the form, in a file of their own: they are fetched when the first field is checked. */
export const formRules = zodResolver(createPaymentForm);

import { zodResolver } from '@hookform/resolvers/zod';
import type { Lengths } from '#lib/payments/create/schema/create.ts';
import { createPaymentFormWithin } from '#lib/payments/create/schema/create.ts';

/** The rules of the form, in a file of their own: they are fetched when the first field is checked. */
export const formRules = (lengths: Lengths) => zodResolver(createPaymentFormWithin(lengths));

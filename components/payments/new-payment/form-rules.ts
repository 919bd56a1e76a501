import { zodResolver } from '@hookform/resolvers/zod';
import type { Lengths } from '#lib/payments/create/schema/create.ts';
import { createPaymentFormWithin } from '#lib/payments/create/schema/create.ts';

/** Returns the rules of the form. They load separately, when the first field is checked. */
export const formRules = (lengths: Lengths) => zodResolver(createPaymentFormWithin(lengths));

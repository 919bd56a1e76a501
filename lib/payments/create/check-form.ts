import 'server-only';
import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import type { FieldErrors } from '#lib/values/errors.ts';
import { Problem } from '#lib/values/errors.ts';
import { checkAgainstBusiness } from './check-against-business.ts';
import { buildPaymentRequest, writeRequest } from './model/request.ts';
import type { CreatePaymentForm } from './schema/create.ts';
import { createPaymentForm } from './schema/create.ts';

/** The form as it would be sent, or its errors by field. */
type CheckedForm =
  | { readonly form: CreatePaymentForm; readonly errors: null }
  | { readonly form: null; readonly errors: FieldErrors };

/** Checks a form as `createPayment` does before it sends anything. The caller has read `accepted` for the business. */
export function checkCreateForm(input: unknown, accepted: AcceptedTerms): CheckedForm {
  const read = createPaymentForm.safeParse(input);
  if (!read.success) {
    const errors: Record<string, string[]> = {};
    for (const { path, message } of read.error.issues) {
      const field = String(path[0] ?? 'form');
      errors[field] = [...(errors[field] ?? []), message];
    }
    return { form: null, errors };
  }
  try {
    checkAgainstBusiness(read.data, writeRequest(buildPaymentRequest(read.data)), accepted);
    return { form: read.data, errors: null };
  } catch (failure) {
    if (!(failure instanceof Problem)) throw failure;
    return { form: null, errors: failure.fieldErrors };
  }
}

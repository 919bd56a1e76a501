import * as z from 'zod';
import { businessIdInput } from '#lib/businesses/schema.ts';
import { tCustomerMessages } from '#lib/messages/customer-messages.ts';
import type { Language } from '#lib/service/contract/enumerations.ts';
import { languages } from '#lib/service/contract/enumerations.ts';
import type { MessageKind } from './model.ts';
import { findUnknownPlaceholders, linkPlaceholder, maximumMessageLength, messageKinds } from './model.ts';

/** An empty text restores the standard text. */
export const saveCustomerMessageForm = z.object({
  businessId: businessIdInput,
  kind: z.enum(messageKinds),
  language: z.enum(languages),
  text: z
    .string()
    .transform((typed) => typed.replaceAll('\r\n', '\n').trim())
    .pipe(
      z
        .string()
        .max(maximumMessageLength, tCustomerMessages('problem.tooLong', { maximum: maximumMessageLength }))
        .superRefine((text, context) => {
          const refuse = (message: string) => context.addIssue({ code: 'custom', message });
          if (text === '') return;
          if (!text.includes(linkPlaceholder))
            refuse(tCustomerMessages('problem.link', { placeholder: linkPlaceholder }));
          const unknown = findUnknownPlaceholders(text);
          if (unknown.length > 0)
            refuse(tCustomerMessages('problem.unknown', { placeholders: unknown.join(', ') }));
        }),
    ),
});

/** The texts that the business has replaced. */
export type CustomMessages = readonly {
  readonly kind: MessageKind;
  readonly language: Language;
  readonly text: string;
}[];

/** The business's own texts, and whether this person may change them. */
export type CustomerMessagesView = { readonly own: CustomMessages; readonly mayEdit: boolean };

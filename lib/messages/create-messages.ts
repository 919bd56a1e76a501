import { createTranslator } from 'use-intl/core';

/** The language of every text. Another language adds a second set of messages to each area. */
const language = 'en';

/**
 * Returns the typed translator of one area of the product: `tPayments('title')`, `tPayments('count', { count: 3 })`.
 * Messages are ICU: plurals and arguments stand inside the message, never around it. `t.rich` puts elements
 * into a message, `t.markup` puts text into it. It runs in server components, in the browser and in programs.
 *
 * Numbers inside a message are grouped for the language. Pass a formatted text where the person's own number
 * format matters.
 */
export function createMessages<const Messages extends Record<string, unknown>>(messages: Messages) {
  return createTranslator({
    locale: language,
    messages,
    // A missing message or argument is a mistake of ours: it fails the test that meets it.
    onError: (error) => {
      throw error;
    },
  });
}

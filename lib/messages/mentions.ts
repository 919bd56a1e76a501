import { createMessages } from './create-messages.ts';

/** Texts of mentions in notes. */
export const tMentions = createMessages({
  help: 'Type @ and a name to notify a colleague.',
  suggestions: 'Colleagues to mention',
  sameName: '@{name} ({count, number} people)',
  found:
    '{count, plural, =0 {No colleague has this name.} one {# colleague found. Press Tab to choose.} other {# colleagues found. Press Tab to choose.}}',
});

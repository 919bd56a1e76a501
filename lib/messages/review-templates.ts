import { createMessages } from './create-messages.ts';

/** Texts of the templates for the reason of a decision. */
export const tReviewTemplates = createMessages({
  title: 'Reason templates',
  note: 'A template fills in the reason for a decision. You can change the reason before you decide.',
  none: 'No templates yet.',
  new: 'New template',
  kind: 'Decision',
  name: 'Template name',
  text: 'Text of the reason',
  save: 'Save template',
  saved: 'Template saved',
  failed: 'The template couldn’t be saved',
  remove: 'Remove template',
  removeTitle: 'Remove the template “{name}”?',
  removeNote: 'No one can choose this template any more. The reasons of earlier decisions don’t change.',
  removed: 'Template removed',
  notRemoved: 'The template couldn’t be removed',
  version: 'version {version}',
  pick: 'Reason template',
  choose: 'Choose a template',
  replaceTitle: 'Replace the reason that you typed?',
  replace: 'Replace reason',
  keep: 'Keep my reason',
  refusals: {
    kind: 'Choose a decision.',
    name: 'Enter a name of at most 80 characters.',
    text: 'Enter a text of at most 5,000 characters.',
    changed: 'This template has changed. Reload the page.',
    mostTemplates:
      'A business can have at most {count} templates. Remove a template before you add another one.',
  },
});

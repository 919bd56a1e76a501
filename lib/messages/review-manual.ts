import { createMessages } from './create-messages.ts';

/** Texts for opening a case on a record that nothing flagged. */
export const tReviewManual = createMessages({
  open: 'Open case',
  title: 'Open a case',
  record: 'Record',
  description: 'Only people who work on reviews see the case.',
  reasonHelp: 'The reason becomes part of the case and of the audit log.',
  failed: 'The case couldn’t be opened',
  opened: 'Case opened',
});

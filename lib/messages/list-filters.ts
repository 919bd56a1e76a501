import { createMessages } from './create-messages.ts';

/** Labels of filters that several lists share. */
export const tListFilters = createMessages({
  assessment: { label: 'Assessment', never: 'Not yet assessed' },
  assignee: { me: 'Me', nobody: 'Unassigned', others: 'Others' },
  boolean: { false: 'No', true: 'Yes' },
  label: 'Label',
});

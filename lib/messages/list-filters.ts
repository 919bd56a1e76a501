import { createMessages } from './create-messages.ts';

/** Labels of filters that several lists share. */
export const tListFilters = createMessages({
  assessment: { label: 'Risk assessment', never: 'Not yet assessed' },
  assignee: { me: 'Me', nobody: 'Unassigned', others: 'Other people' },
  boolean: { false: 'No', true: 'Yes' },
  label: 'Label',
});

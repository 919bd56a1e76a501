import { createMessages } from './create-messages.ts';

/** Texts of the export buttons. Those of the menu and of files load when it opens. */
export const tListExports = createMessages({
  export: 'Export',
  // The names of these buttons don't contain “Export”, so that it names one button alone.
  open: { shown: 'Excel, PDF and more formats', selected: 'Excel file of selected {noun}' },
});

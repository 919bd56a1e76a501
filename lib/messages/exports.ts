import { createMessages } from './create-messages.ts';

/** Messages of exports and of files that are made in the background. */
export const tExports = createMessages({
  cellCut: '… ({length} characters in total, complete in the CSV file)',
  failed: 'The file couldn’t be created. Request it again, or select fewer rows.',
  fileGone: 'This file is no longer available. Request it again.',
  notRunning: 'This file is no longer being created.',
  roleForbids: 'Your role no longer allows this export.',
  tooManyRunning: 'Three of your files are being created. Wait for one of them, or stop it.',
});

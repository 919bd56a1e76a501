import { createMessages } from './create-messages.ts';

/** Messages about stored content and timelines. */
export const tReports = createMessages({
  contentNotFound: 'This business has no stored content with this ID.',
  contentUnreadable:
    'This content isn’t valid JSON. It can’t be shown, because risk details can’t be removed from it.',
  invalidCursor: 'This link to a part of the timeline is invalid. Open the page again.',
});

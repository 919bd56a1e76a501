import { createMessages } from './create-messages.ts';

/** Messages about stored content and timelines. */
export const tReports = createMessages({
  contentNotFound: 'This business has no stored content with this ID.',
  contentUnreadable:
    'This content isn’t valid JSON, so risk details can’t be removed from it. Therefore, the content can’t be shown.',
  invalidCursor: 'The link to this part of the timeline is invalid. Open the page again.',
});

import { createMessages } from './create-messages.ts';

/** Texts of pages that are shown instead of the requested one. Every page loads them. */
export const tErrorPages = createMessages({
  toOverview: 'Go to the overview',
  tryAgain: 'Try again',
  failed: {
    title: 'This page could not be shown',
    effect: 'Nothing was changed.',
    advice:
      'Try again. If it fails again, contact the person who runs Countinghouse and send them the request ID.',
    request: 'Request <id></id>',
  },
  noAddress: {
    title: 'There is nothing at this address',
    text: 'The address may be mistyped, or it belongs to a business that isn’t yours.',
  },
  noRecord: {
    title: 'This business has no such page or record',
    text: 'The address may be mistyped, or the record belongs to another business.',
    search: 'Search finds any ID, reference, transaction or address of this business.',
  },
  noBusiness: {
    title: 'You are not a member of any business yet',
    text: 'You are signed in as {email}. Ask an owner of the business to give you a role.',
  },
});

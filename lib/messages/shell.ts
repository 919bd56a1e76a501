import { createMessages } from './create-messages.ts';

/** Texts of the frame around every page: navigation, menus, shortcuts, search and error pages. */
export const tShell = createMessages({
  skipToContent: 'Skip to content',
  skipToRows: 'Skip to rows',
  sidebar: 'Sidebar',
  widenSidebar: 'Widen the sidebar',
  narrowSidebar: 'Narrow the sidebar',
  pages: 'Pages',
  more: 'More',
  morePages: 'More pages',
  facts: 'Details of this record',
  business: 'Business',
  businesses: 'Businesses',
  businessPrefix: 'Business: ',
  account: 'Account',
  accountPrefix: 'Account: ',
  signOut: 'Sign out',
  theme: { title: 'Theme', system: 'System', light: 'Light', dark: 'Dark' },
  sandbox: { label: 'Sandbox', hint: 'This payment service is simulated. No real money moves.' },
  loadingList: 'Loading the list',
  loading: 'Loading',
  product: 'Countinghouse {version}',
  version: {
    available: 'A new version is available.',
    stale: 'A new version is available. This page may show older data.',
    refused: 'A new version is available. Nothing was sent.',
    refusedHelp: 'Reload this page. The text that you typed is shown again.',
    reload: 'Reload',
    unsent: {
      title: 'Text that was not sent',
      help: 'Copy the text that you still need.',
      discard: 'Discard text',
      field: 'Text',
    },
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    everywhere: 'On every page',
    show: 'Show these shortcuts',
    singleKeys: 'Single-key shortcuts',
    singleKeysHelp: 'This setting applies only to this browser. Shortcuts with Ctrl or ⌘ always work.',
    searchList: 'Search the list',
    keys: { Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓', Enter: '↵' },
  },
  palette: {
    title: 'Find anything',
    placeholder: 'ID, reference, address, amount, page, action',
  },
});

/** Texts of the bell, which every page loads. */
export const tNotificationBell = createMessages({
  label: '{unread, plural, =0 {Notifications} other {Notifications, {count} unread}}',
  more: '99+',
});

/** Texts of signing out, and of requests that open or end a session. */
export const tSignOut = createMessages({
  unreachable: 'The server could not be reached. Check your connection, then try again.',
  serverFailed: 'The server returned an error ({status}). Try again.',
  signOut: 'Sign out',
  signOutFailed: {
    title: 'You are still signed in',
    detail: 'The server did not confirm the sign-out. Try again.',
  },
});

/** Texts about failed requests and actions. */
export const tQuery = createMessages({
  about: '{object}: {title}',
  connectionLost: 'The connection was lost. Try again.',
  downloadFailed: 'The download couldn’t be started',
  connectionLostPartly:
    'The connection was lost, so some records may not have changed. Check the list, then repeat the action for those records.',
  outdated: 'A new version is available. Nothing was sent. Reload the page.',
  serverFailedPartly:
    'Something went wrong on our side, so some records may not have changed. Check the list, then repeat the action for those records.',
  unexpectedShape: 'The server sent an answer that this page doesn’t understand. Reload the page.',
  serverAnswered: 'The server returned an error ({status}). Try again.',
});

/** Titles of browser tabs that no page shows as its heading, and the description of the product. */
export const tPageTitles = createMessages({
  product: 'Countinghouse',
  template: '%s · Countinghouse',
  description: 'Payments, deposits, refunds and withdrawals, exact to the last digit.',
  record: '{reference} · {page}',
  auditEntry: 'Audit entry',
  callback: 'Callback',
  deposit: 'Deposit',
  deskFigures: 'Case metrics',
  newRule: 'New rule',
  noBusiness: 'No business',
  notFound: 'Not found',
  payment: 'Payment',
  review: 'Review',
  rule: 'Rule',
  withdrawal: 'Withdrawal',
});

/** Texts of pages that are shown instead of the requested one. Every page loads them. */
export const tErrorPages = createMessages({
  toOverview: 'Go to the first page',
  tryAgain: 'Try again',
  failed: {
    title: 'This page could not be shown',
    effect: 'Nothing was changed.',
    advice: 'Try again. If the page fails again, send the request ID to the operator of Countinghouse.',
    request: 'Request ID <id></id>',
  },
  noAddress: {
    title: 'Page not found',
    text: 'The web address may be wrong, or it belongs to a business that you aren’t a member of.',
  },
  noRecord: {
    title: 'Page or record not found in this business',
    text: 'The web address may be wrong, or it belongs to another business.',
    search: 'You can search for any ID, reference, transaction or address of this business.',
  },
  noBusiness: {
    title: 'You are not a member of any business yet',
    text: 'You are signed in as {email}. Ask an owner of the business to give you a role.',
  },
});

/** Texts of pages that can’t be shown: refused and failed requests. */
export const tPageStates = createMessages({
  request: 'Request ID <id></id>',
  copyRequestId: 'Copy request ID',
  forbidden: {
    title: '{subject} isn’t available to your role',
    thisPage: 'This page',
    otherRoles: 'people with another role in this business',
    text: 'Available to {roles}. An owner of this business can change your role.',
  },
});

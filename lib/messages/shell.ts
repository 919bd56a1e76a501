import { createMessages } from './create-messages.ts';

/** Texts of the frame around every page: navigation, menus, shortcuts, search and error pages. */
export const tShell = createMessages({
  skipToContent: 'Skip to content',
  sidebar: 'Sidebar',
  widenSidebar: 'Widen the sidebar',
  narrowSidebar: 'Narrow the sidebar',
  pages: 'Pages',
  more: 'More',
  morePages: 'More pages',
  facts: 'Details',
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
    everywhere: 'Everywhere',
    show: 'Show these shortcuts',
    singleKeys: 'Single-key shortcuts',
    singleKeysHelp: 'This setting applies only to this browser. Shortcuts with Ctrl or ⌘ always work.',
    searchList: 'Search the list',
    keys: { Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓', Enter: '↵' },
  },
  palette: {
    title: 'Find anything',
    placeholder: 'ID, client ID, address, amount, page, action',
  },
});

import type { SpriteIconName } from '#components/ui/sprite-icon.tsx';
import { tShellPages } from '#lib/messages/search.ts';

type Page = { readonly label: string; readonly group: string | null; readonly icon: SpriteIconName };

/** The pages of the navigation in order. Their labels are part of the public interface and never change. */
const pages = {
  overview: { label: tShellPages('page.overview'), group: null, icon: 'layout-dashboard' },
  payments: {
    label: tShellPages('page.payments'),
    group: tShellPages('groups.moneyIn'),
    icon: 'receipt-text',
  },
  deposits: {
    label: tShellPages('page.deposits'),
    group: tShellPages('groups.moneyIn'),
    icon: 'arrow-down-to-line',
  },
  refunds: {
    label: tShellPages('page.refunds'),
    group: tShellPages('groups.moneyIn'),
    icon: 'undo2',
  },
  exceptions: {
    label: tShellPages('page.exceptions'),
    group: tShellPages('groups.moneyIn'),
    icon: 'circle-alert',
  },
  withdrawals: {
    label: tShellPages('page.withdrawals'),
    group: tShellPages('groups.moneyOut'),
    icon: 'arrow-up-from-line',
  },
  reviews: {
    label: tShellPages('page.reviews'),
    group: tShellPages('groups.compliance'),
    icon: 'shield-check',
  },
  reports: {
    label: tShellPages('page.reports'),
    group: tShellPages('groups.finance'),
    icon: 'chart-no-axes-column',
  },
  approvals: {
    label: tShellPages('page.approvals'),
    group: tShellPages('groups.finance'),
    icon: 'stamp',
  },
  minimums: {
    label: tShellPages('page.minimums'),
    group: tShellPages('groups.setUp'),
    icon: 'gauge',
  },
  business: {
    label: tShellPages('page.business'),
    group: tShellPages('groups.setUp'),
    icon: 'building2',
  },
  callbacks: {
    label: tShellPages('page.callbacks'),
    group: tShellPages('groups.setUp'),
    icon: 'webhook',
  },
  connection: {
    label: tShellPages('page.connection'),
    group: tShellPages('groups.setUp'),
    icon: 'plug',
  },
  status: {
    label: tShellPages('page.status'),
    group: tShellPages('groups.setUp'),
    icon: 'activity',
  },
  audit: {
    label: tShellPages('page.audit'),
    group: tShellPages('groups.setUp'),
    icon: 'book-open-check',
  },
  team: { label: tShellPages('page.team'), group: tShellPages('groups.setUp'), icon: 'users' },
  settings: {
    label: tShellPages('page.settings'),
    group: tShellPages('groups.setUp'),
    icon: 'settings',
  },
} as const satisfies Readonly<Record<string, Page>>;

/** The last part of a page's address: `/{businessId}/{page}`. */
export type ShellPage = keyof typeof pages;

export type NavigationItem = {
  readonly page: ShellPage;
  readonly href: string;
  readonly label: string;
  readonly icon: SpriteIconName;
};
export type NavigationGroup = { readonly label: string | null; readonly items: readonly NavigationItem[] };

/** Returns the groups with the pages of `shown`, in the order of the table above. */
export function listNavigationGroups(businessId: string, shown: readonly ShellPage[]): NavigationGroup[] {
  const groups: { label: string | null; items: NavigationItem[] }[] = [];
  for (const page of Object.keys(pages).filter((name): name is ShellPage =>
    shown.some((one) => one === name),
  )) {
    const { label, group, icon } = pages[page];
    const item = { page, href: `/${businessId}/${page}`, label, icon };
    const last = groups.at(-1);
    if (last && last.label === group) last.items.push(item);
    else groups.push({ label: group, items: [item] });
  }
  return groups;
}

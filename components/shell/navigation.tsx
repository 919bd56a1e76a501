import {
  Activity,
  ArrowDownToLine,
  ArrowUpFromLine,
  BookOpenCheck,
  Building2,
  ChartNoAxesColumn,
  CircleAlert,
  Gauge,
  LayoutDashboard,
  Plug,
  ReceiptText,
  Settings,
  ShieldCheck,
  Undo2,
  Users,
  Webhook,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { tShellPages } from '#lib/messages/shell-pages.ts';

type Page = { readonly label: string; readonly group: string | null; readonly icon: ReactNode };

/** The pages of the navigation in order. Their labels are part of the public interface and never change. */
const pages = {
  overview: { label: tShellPages('page.overview'), group: null, icon: <LayoutDashboard aria-hidden /> },
  payments: {
    label: tShellPages('page.payments'),
    group: tShellPages('groups.moneyIn'),
    icon: <ReceiptText aria-hidden />,
  },
  deposits: {
    label: tShellPages('page.deposits'),
    group: tShellPages('groups.moneyIn'),
    icon: <ArrowDownToLine aria-hidden />,
  },
  refunds: {
    label: tShellPages('page.refunds'),
    group: tShellPages('groups.moneyIn'),
    icon: <Undo2 aria-hidden />,
  },
  exceptions: {
    label: tShellPages('page.exceptions'),
    group: tShellPages('groups.moneyIn'),
    icon: <CircleAlert aria-hidden />,
  },
  withdrawals: {
    label: tShellPages('page.withdrawals'),
    group: tShellPages('groups.moneyOut'),
    icon: <ArrowUpFromLine aria-hidden />,
  },
  reviews: {
    label: tShellPages('page.reviews'),
    group: tShellPages('groups.compliance'),
    icon: <ShieldCheck aria-hidden />,
  },
  reports: {
    label: tShellPages('page.reports'),
    group: tShellPages('groups.finance'),
    icon: <ChartNoAxesColumn aria-hidden />,
  },
  minimums: {
    label: tShellPages('page.minimums'),
    group: tShellPages('groups.setUp'),
    icon: <Gauge aria-hidden />,
  },
  business: {
    label: tShellPages('page.business'),
    group: tShellPages('groups.setUp'),
    icon: <Building2 aria-hidden />,
  },
  callbacks: {
    label: tShellPages('page.callbacks'),
    group: tShellPages('groups.setUp'),
    icon: <Webhook aria-hidden />,
  },
  connection: {
    label: tShellPages('page.connection'),
    group: tShellPages('groups.setUp'),
    icon: <Plug aria-hidden />,
  },
  status: {
    label: tShellPages('page.status'),
    group: tShellPages('groups.setUp'),
    icon: <Activity aria-hidden />,
  },
  audit: {
    label: tShellPages('page.audit'),
    group: tShellPages('groups.setUp'),
    icon: <BookOpenCheck aria-hidden />,
  },
  team: { label: tShellPages('page.team'), group: tShellPages('groups.setUp'), icon: <Users aria-hidden /> },
  settings: {
    label: tShellPages('page.settings'),
    group: tShellPages('groups.setUp'),
    icon: <Settings aria-hidden />,
  },
} as const satisfies Readonly<Record<string, Page>>;

/** The last part of a page's address: `/{businessId}/{page}`. */
export type ShellPage = keyof typeof pages;

export type NavigationItem = {
  readonly page: ShellPage;
  readonly href: string;
  readonly label: string;
  readonly icon: ReactNode;
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

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
import { tShell } from '#lib/messages/shell.ts';

type Page = { readonly label: string; readonly group: string | null; readonly icon: ReactNode };

/** The pages of the navigation in order. Their labels are part of the public interface and never change. */
const pages = {
  overview: { label: tShell('page.overview'), group: null, icon: <LayoutDashboard aria-hidden /> },
  payments: {
    label: tShell('page.payments'),
    group: tShell('groups.moneyIn'),
    icon: <ReceiptText aria-hidden />,
  },
  deposits: {
    label: tShell('page.deposits'),
    group: tShell('groups.moneyIn'),
    icon: <ArrowDownToLine aria-hidden />,
  },
  refunds: { label: tShell('page.refunds'), group: tShell('groups.moneyIn'), icon: <Undo2 aria-hidden /> },
  exceptions: {
    label: tShell('page.exceptions'),
    group: tShell('groups.moneyIn'),
    icon: <CircleAlert aria-hidden />,
  },
  withdrawals: {
    label: tShell('page.withdrawals'),
    group: tShell('groups.moneyOut'),
    icon: <ArrowUpFromLine aria-hidden />,
  },
  reviews: {
    label: tShell('page.reviews'),
    group: tShell('groups.compliance'),
    icon: <ShieldCheck aria-hidden />,
  },
  reports: {
    label: tShell('page.reports'),
    group: tShell('groups.finance'),
    icon: <ChartNoAxesColumn aria-hidden />,
  },
  minimums: { label: tShell('page.minimums'), group: tShell('groups.setUp'), icon: <Gauge aria-hidden /> },
  business: {
    label: tShell('page.business'),
    group: tShell('groups.setUp'),
    icon: <Building2 aria-hidden />,
  },
  callbacks: {
    label: tShell('page.callbacks'),
    group: tShell('groups.setUp'),
    icon: <Webhook aria-hidden />,
  },
  connection: { label: tShell('page.connection'), group: tShell('groups.setUp'), icon: <Plug aria-hidden /> },
  status: { label: tShell('page.status'), group: tShell('groups.setUp'), icon: <Activity aria-hidden /> },
  audit: { label: tShell('page.audit'), group: tShell('groups.setUp'), icon: <BookOpenCheck aria-hidden /> },
  team: { label: tShell('page.team'), group: tShell('groups.setUp'), icon: <Users aria-hidden /> },
  settings: { label: tShell('page.settings'), group: tShell('groups.setUp'), icon: <Settings aria-hidden /> },
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
export function navigationGroups(businessId: string, shown: readonly ShellPage[]): NavigationGroup[] {
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

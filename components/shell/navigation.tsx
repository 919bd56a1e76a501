import {
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

type Page = { readonly label: string; readonly group: string | null; readonly icon: ReactNode };

/** Every page of the navigation in its order: the labels are relied upon from outside and never change. */
const pages = {
  overview: { label: 'Overview', group: null, icon: <LayoutDashboard aria-hidden /> },
  payments: { label: 'Payments', group: 'Money in', icon: <ReceiptText aria-hidden /> },
  deposits: { label: 'Deposits', group: 'Money in', icon: <ArrowDownToLine aria-hidden /> },
  refunds: { label: 'Refunds', group: 'Money in', icon: <Undo2 aria-hidden /> },
  exceptions: { label: 'Exceptions', group: 'Money in', icon: <CircleAlert aria-hidden /> },
  withdrawals: { label: 'Withdrawals', group: 'Money out', icon: <ArrowUpFromLine aria-hidden /> },
  reviews: { label: 'Reviews', group: 'Compliance', icon: <ShieldCheck aria-hidden /> },
  reports: { label: 'Reports', group: 'Finance', icon: <ChartNoAxesColumn aria-hidden /> },
  minimums: { label: 'Minimums', group: 'Set-up', icon: <Gauge aria-hidden /> },
  business: { label: 'Business', group: 'Set-up', icon: <Building2 aria-hidden /> },
  callbacks: { label: 'Callbacks', group: 'Set-up', icon: <Webhook aria-hidden /> },
  connection: { label: 'Connection', group: 'Set-up', icon: <Plug aria-hidden /> },
  audit: { label: 'Audit', group: 'Set-up', icon: <BookOpenCheck aria-hidden /> },
  team: { label: 'Team', group: 'Set-up', icon: <Users aria-hidden /> },
  settings: { label: 'Settings', group: 'Set-up', icon: <Settings aria-hidden /> },
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

/** The groups that have a page in `shown`, in the order of the table above. */
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

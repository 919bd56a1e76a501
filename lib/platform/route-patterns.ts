import 'server-only';
import { isUuid } from '#lib/values/ids.ts';

/** The routes of the web app, as Next writes them. A test compares them with the folder `app`. */
export const routePatterns = [
  '/',
  '/[business]',
  '/[business]/approvals',
  '/[business]/audit',
  '/[business]/audit/[entry]',
  '/[business]/business',
  '/[business]/callbacks',
  '/[business]/callbacks/[message]',
  '/[business]/callbacks/refused',
  '/[business]/callbacks/reprocess',
  '/[business]/connection',
  '/[business]/connection/going-live',
  '/[business]/deposits',
  '/[business]/deposits/[deposit]',
  '/[business]/exceptions',
  '/[business]/minimums',
  '/[business]/notifications',
  '/[business]/overview',
  '/[business]/payments',
  '/[business]/payments/[payment]',
  '/[business]/payments/bulk',
  '/[business]/payments/bulk/[batch]',
  '/[business]/payments/import',
  '/[business]/payments/new',
  '/[business]/refunds',
  '/[business]/reports',
  '/[business]/reports/accounting',
  '/[business]/reports/fees',
  '/[business]/reports/rates',
  '/[business]/reports/reconciliation',
  '/[business]/reports/reconciliation/match',
  '/[business]/reports/all',
  '/[business]/reports/schedules',
  '/[business]/reports/schedules/[report]',
  '/[business]/reports/statements',
  '/[business]/reports/statements/rows',
  '/[business]/reviews',
  '/[business]/reviews/[case]',
  '/[business]/reviews/counterparty',
  '/[business]/reviews/figures',
  '/[business]/reviews/reports',
  '/[business]/reviews/rules',
  '/[business]/reviews/rules/[rule]',
  '/[business]/reviews/rules/new',
  '/[business]/reviews/watch-list',
  '/[business]/settings',
  '/[business]/settings/api',
  '/[business]/settings/events',
  '/[business]/settings/warehouse',
  '/[business]/help',
  '/[business]/status',
  '/[business]/team',
  '/[business]/withdrawals',
  '/[business]/withdrawals/[withdrawal]',
  '/[business]/withdrawals/expected',
  '/api/auth/sign-out',
  '/api/businesses/[business]/[list]',
  '/api/businesses/[business]/[list]/[record]',
  '/api/businesses/[business]/[list]/[record]/timeline',
  '/api/businesses/[business]/[list]/count',
  '/api/businesses/[business]/[list]/export',
  '/api/businesses/[business]/[list]/totals',
  '/api/businesses/[business]/[list]/totals/all',
  '/api/businesses/[business]/approvals',
  '/api/businesses/[business]/bank-imports',
  '/api/businesses/[business]/batches',
  '/api/businesses/[business]/batches/[batch]',
  '/api/businesses/[business]/batches/[batch]/chunks',
  '/api/businesses/[business]/batches/[batch]/faulty/export',
  '/api/businesses/[business]/batches/[batch]/results/export',
  '/api/businesses/[business]/batches/[batch]/rows',
  '/api/businesses/[business]/business',
  '/api/businesses/[business]/callbacks/[message]/content',
  '/api/businesses/[business]/callbacks/refused/[refusal]',
  '/api/businesses/[business]/callbacks/reprocess',
  '/api/businesses/[business]/callbacks/verdicts',
  '/api/businesses/[business]/closes/[close]/pack',
  '/api/businesses/[business]/colleagues',
  '/api/businesses/[business]/drafts',
  '/api/businesses/[business]/exports',
  '/api/businesses/[business]/exports/[export]',
  '/api/businesses/[business]/intents',
  '/api/businesses/[business]/journal/[run]',
  '/api/businesses/[business]/labels',
  '/api/businesses/[business]/live',
  '/api/businesses/[business]/minimums',
  '/api/businesses/[business]/minimums/export',
  '/api/businesses/[business]/notifications',
  '/api/businesses/[business]/notifications/count',
  '/api/businesses/[business]/overview',
  '/api/businesses/[business]/payments/[payment]/pdf',
  '/api/businesses/[business]/reported-values',
  '/api/businesses/[business]/reviews/[case]/evidence',
  '/api/businesses/[business]/reviews/[case]/files',
  '/api/businesses/[business]/reviews/[case]/files/[file]',
  '/api/businesses/[business]/reviews/[case]/presence',
  '/api/businesses/[business]/reviews/[case]/whole',
  '/api/businesses/[business]/reviews/desk',
  '/api/businesses/[business]/reviews/rules/[rule]',
  '/api/businesses/[business]/reviews/rules/choices',
  '/api/businesses/[business]/reviews/selected',
  '/api/businesses/[business]/search',
  '/api/businesses/[business]/statements/all/export',
  '/api/businesses/[business]/statements/export',
  '/api/callbacks/[business]/[secret]/[kind]',
  '/api/cron',
  '/api/cron/[job]',
  '/api/health',
  '/api/mcp',
  '/api/metrics',
  '/api/ready',
  '/api/v1/openapi.json',
  '/email/[token]',
  '/invitation/[token]',
  '/reset',
  '/reset/[token]',
  '/sign-in',
  '/sign-in/second-factor',
] as const;

type Pattern = { readonly route: string; readonly segments: readonly string[]; readonly dynamic: number };

const isDynamic = (segment: string) => segment.startsWith('[');
const split = (path: string) => path.split('/').filter((segment) => segment !== '');

/** Patterns with fewer dynamic segments come first, so that `payments/new` is not a payment. */
const patterns: readonly Pattern[] = routePatterns
  .map((route) => ({
    route,
    segments: split(route),
    dynamic: split(route).filter(isDynamic).length,
  }))
  .toSorted((one, other) => one.dynamic - other.dynamic);

/** Addresses of businesses contain a UUID, so that any other first segment is an unknown address. */
const fits = (pattern: string, segment: string) =>
  pattern === '[business]' ? isUuid(segment) : isDynamic(pattern) || pattern === segment;

/** Returns the pattern of the route behind a path, never a part of the path itself. Unknown addresses are `other`. */
export function toRoute(path: string): string {
  if (path.startsWith('/_next/')) return '/_next';
  if (path.startsWith('/api/auth/') && path !== '/api/auth/sign-out') return '/api/auth';
  const segments = split(path);
  const pattern = patterns.find(
    (one) =>
      one.segments.length === segments.length &&
      one.segments.every((segment, index) => fits(segment, segments[index] ?? '')),
  );
  return pattern?.route ?? 'other';
}

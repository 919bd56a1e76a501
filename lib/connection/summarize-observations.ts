import 'server-only';
import { tConnectionChecks } from '#lib/messages/operations.ts';
import type { Delivery } from './queries/observed.ts';
import type { CheckView } from './schema.ts';

type ConnectionHistory = {
  readonly checks: readonly CheckView[];
  readonly deliveries: readonly Delivery[];
  readonly createStatuses: readonly { readonly http_status: number; readonly count: number }[];
  readonly otherCallbacks: readonly {
    readonly kind: string;
    readonly count: number;
    readonly again: number;
  }[];
  /** Only people who manage the connection see the addresses that callbacks come from. */
  readonly showSources: boolean;
};

function describeSignatures(deliveries: readonly Delivery[]): string | null {
  const checked = deliveries.filter(({ signature }) => signature !== null);
  if (checked.length > 0) {
    const count = (result: string) => String(checked.filter(({ signature }) => signature === result).length);
    return tConnectionChecks('observed.signatures', {
      checked: String(checked.length),
      right: count('right'),
      wrong: count('wrong'),
      missing: count('missing'),
    });
  }
  const headers = [...new Set(deliveries.flatMap(({ signed_by }) => signed_by))];
  if (headers.length > 0) return tConnectionChecks('observed.mayBeSigned', { headers: headers.join(', ') });
  return deliveries.length === 0 ? null : tConnectionChecks('observed.notSigned');
}

/** Returns observations that support or contradict the assumptions, by the key of the assumption. */
export function summarizeObservations(history: ConnectionHistory): ReadonlyMap<string, string> {
  const { checks, deliveries, createStatuses, otherCallbacks, showSources } = history;
  const found: [string, string | null][] = [];
  const findResult = (key: string): string | null => {
    const check = checks.find((one) => one.key === key);
    return check === undefined || check.state === 'unknown' ? null : check.message;
  };
  const credentials = findResult('credentials');
  for (const key of ['authorization-scheme', 'signature-parts']) found.push([key, credentials]);
  found.push(['business-authentication', findResult('business')]);
  found.push(['minimums-authentication', findResult('minimums')]);
  found.push(['payment-read-path', findResult('payment-read')]);
  found.push(['timestamp-tolerance', findResult('clock')]);
  const statuses = createStatuses.map(({ http_status, count }) => `${http_status} × ${count}`).join(', ');
  for (const key of ['success-status', 'create-refused-statuses'])
    found.push([key, statuses === '' ? null : tConnectionChecks('observed.createStatuses', { statuses })]);
  found.push(['callback-signing', describeSignatures(deliveries)]);
  const sources = [...new Set(deliveries.flatMap(({ source }) => source ?? []))];
  if (showSources && sources.length > 0)
    found.push([
      'callback-sources',
      tConnectionChecks('observed.sources', { sources: sources.slice(0, 6).join(', ') }),
    ]);
  const withdrawals = otherCallbacks.find(({ kind }) => kind === 'withdrawal');
  if (withdrawals !== undefined)
    found.push([
      'withdrawal-callback-retry',
      tConnectionChecks('observed.withdrawals', {
        count: withdrawals.count,
        repeated: String(withdrawals.again),
      }),
    ]);
  const exchanged = otherCallbacks.find(({ kind }) => kind === 'deposit-exchanged');
  if (exchanged !== undefined)
    found.push([
      'exchanged-callback-payload',
      tConnectionChecks('observed.exchanged', { count: exchanged.count }),
    ]);
  return new Map(found.flatMap(([key, text]) => (text === null ? [] : [[key, text] as const])));
}

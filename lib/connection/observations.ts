import 'server-only';
import type { Delivery } from './queries/observed.ts';
import type { CheckView, UnknownNameView } from './schema.ts';

type Seen = {
  readonly checks: readonly CheckView[];
  readonly deliveries: readonly Delivery[];
  readonly statuses: readonly { readonly http_status: number; readonly count: number }[];
  readonly others: readonly { readonly kind: string; readonly count: number; readonly again: number }[];
  readonly names: readonly UnknownNameView[];
  /** Where callbacks came from is told to those who manage the connection. */
  readonly showSources: boolean;
};

const many = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

function signatures(deliveries: readonly Delivery[]): string | null {
  const checked = deliveries.filter(({ signature }) => signature !== null);
  if (checked.length > 0) {
    const of = (signature: string) => checked.filter((one) => one.signature === signature).length;
    return `Of the last ${checked.length} checked: ${of('right')} right, ${of('wrong')} wrong, ${of('missing')} without one.`;
  }
  const headers = [...new Set(deliveries.flatMap(({ signed_by }) => signed_by))];
  if (headers.length > 0) return `Callbacks carry ${headers.join(', ')}: they may be signed.`;
  return deliveries.length === 0 ? null : 'No header of the last callbacks looks like a signature.';
}

/** What was observed, by the key of the assumption that it speaks for or against. */
export function observations(seen: Seen): ReadonlyMap<string, string> {
  const { checks, deliveries, statuses, others, showSources } = seen;
  const found: [string, string | null][] = [];
  const checked = (key: string): string | null => {
    const check = checks.find((one) => one.key === key);
    return check === undefined || check.state === 'unknown' ? null : check.said;
  };
  const credentials = checked('credentials');
  for (const key of ['authorization-scheme', 'signature-parts']) found.push([key, credentials]);
  found.push(['business-authentication', checked('business')]);
  found.push(['minimums-authentication', checked('minimums')]);
  found.push(['payment-read-path', checked('payment-read')]);
  found.push(['timestamp-tolerance', checked('clock')]);
  const answered = statuses.map(({ http_status, count }) => `${http_status} × ${count}`).join(', ');
  for (const key of ['success-status', 'create-refused-statuses'])
    found.push([key, answered === '' ? null : `Create requests were lately answered ${answered}.`]);
  found.push(['callback-signing', signatures(deliveries)]);
  const sources = [...new Set(deliveries.flatMap(({ source }) => source ?? []))];
  if (showSources && sources.length > 0)
    found.push(['callback-sources', `Lately from ${sources.slice(0, 6).join(', ')}.`]);
  const withdrawals = others.find(({ kind }) => kind === 'withdrawal');
  if (withdrawals !== undefined)
    found.push([
      'withdrawal-callback-retry',
      `Of the last ${many(withdrawals.count, 'withdrawal callback', 'withdrawal callbacks')}, ${withdrawals.again} came more than once.`,
    ]);
  const exchanged = others.find(({ kind }) => kind === 'deposit-exchanged');
  if (exchanged !== undefined)
    found.push(['exchanged-callback-payload', `${many(exchanged.count, 'is', 'are')} kept raw.`]);
  return new Map(found.flatMap(([key, said]) => (said === null ? [] : [[key, said] as const])));
}

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchProduct } from './data-folder.ts';
import type { Goal } from './goals.ts';
import { encodeBody } from './requests.ts';

const perSecond = 20;
const sendSeconds = 30;
/** Time between the start of the product and the first callback. */
const settleSeconds = 45;

/** A deposit, which the service repeats, and two that may come once only. */
export const callbackKinds = ['deposit-received', 'withdrawal', 'deposit-exchanged'] as const;
type Kind = (typeof callbackKinds)[number];
/** `status` is a text for a request without an answer: why there is none. */
type Answer = { readonly kind: Kind; readonly status: number | string; readonly milliseconds: number };

function withdrawalBody(businessId: string): string {
  const withdrawalId = randomUUID();
  return JSON.stringify({
    status: 'COMPLETED',
    clientWithdrawalId: `payout-${withdrawalId}`,
    businessId,
    withdrawalId,
    displayCurrency: 'EUR',
    withdrawCurrency: 'USDT',
    settlementCurrency: 'EUR',
    expectedDisplayAmount: 100,
    actualDisplayAmount: 100,
    estimatedWithdrawAmount: 108.5,
    actualWithdrawAmount: 108.5,
    deductedSettlementAmount: 100,
    withdrawFee: 1,
    displayFee: 0.92,
    toTxAddress: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
    transactionId: withdrawalId.replaceAll('-', ''),
    txAddressOwner: { name: 'Example Exchange', category: 'exchange' },
  });
}

function createBody(kind: Kind, businessId: string): Uint8Array<ArrayBuffer> {
  if (kind === 'deposit-received') return new Uint8Array(encodeBody(randomUUID()));
  const text = kind === 'withdrawal' ? withdrawalBody(businessId) : JSON.stringify({ event: randomUUID() });
  return new TextEncoder().encode(text);
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
}

/** Sends a new callback of this kind. `path` is the callback address of another kind. */
export async function sendCallback(
  port: number,
  path: string,
  kind: Kind,
  businessId: string,
): Promise<Answer> {
  const address = `http://127.0.0.1:${port}${path.replace(/[^/]+$/, kind)}`;
  const body = createBody(kind, businessId);
  const begun = performance.now();
  const status = await fetch(address, { method: 'POST', body, signal: AbortSignal.timeout(60_000) }).then(
    (answer) => answer.status,
    describeFailure,
  );
  return { kind, status, milliseconds: performance.now() - begun };
}

const quantile = (sorted: readonly number[], share: number): number | null => {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return value === undefined ? null : Math.round(value);
};

/**
 * Sends callbacks of all kinds to each door while `count` other processes use the machine, beginning 45 s after the start of
 * the product. Prints the answers of each kind, and returns the goals: no callback is refused.
 */
export async function measureBusy(
  place: BenchProduct,
  count: number,
  print: (line: object) => void,
): Promise<readonly Goal[]> {
  const others = Array.from({ length: count }, () =>
    spawn('sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' }),
  );
  const goals: Goal[] = [];
  try {
    await pause(settleSeconds * 1_000);
    for (const door of ['web', 'intake'] as const) {
      const server = place[door];
      if (server === null) continue;
      const sent: Promise<Answer>[] = [];
      const begun = performance.now();
      for (let at = 0; at < perSecond * sendSeconds; at += 1) {
        await pause(Math.max(0, begun + (at / perSecond) * 1_000 - performance.now()));
        const kind = callbackKinds[at % callbackKinds.length] ?? 'withdrawal';
        sent.push(sendCallback(server.port, place.path, kind, place.businessId));
      }
      const answers = await Promise.all(sent);
      for (const kind of callbackKinds) {
        const own = answers.filter((one) => one.kind === kind);
        const times = own.map(({ milliseconds }) => milliseconds).toSorted((left, right) => left - right);
        const refused = own.filter(({ status }) => status !== 200).length;
        const statuses = Object.groupBy(own, ({ status }) => String(status));
        print({
          what: `${door}: ${kind} beside ${count} busy processes`,
          statuses: Object.fromEntries(
            Object.entries(statuses).map(([status, all]) => [status, all?.length]),
          ),
          p50: quantile(times, 0.5),
          p99: quantile(times, 0.99),
          most: quantile(times, 1),
          loadAverage: Math.round(os.loadavg()[0] ?? 0),
        });
        goals.push({
          of: `${door}: refused ${kind} beside ${count} busy processes`,
          figure: refused,
          atMost: 0,
        });
      }
    }
  } finally {
    for (const one of others) one.kill('SIGKILL');
  }
  return goals;
}

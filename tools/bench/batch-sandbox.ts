import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import * as z from 'zod';
import { findFreePort } from '#scripts/database/ports.ts';
import { waitForAnswer } from '#scripts/processes/wait-for-answer.ts';
import { endServer, startServer } from './child.ts';

const businesses = z.array(z.object({ id: z.string() })).min(2);
const page = z.object({
  payments: z.array(z.object({ paymentId: z.string(), clientPaymentId: z.string() })),
  next: z.number().nullable(),
});

/** A payment at the sandbox. */
type SandboxPayment = z.output<typeof page>['payments'][number];

/** The sandbox in a process of its own, without a history. */
export type BenchSandbox = {
  readonly address: string;
  /** The business of the batch, and one for payments that are created only to be timed. */
  readonly businessId: string;
  readonly timedBusinessId: string;
  /** Sets the faults in place of earlier ones. */
  readonly setFaults: (faults: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly listPayments: () => Promise<readonly SandboxPayment[]>;
  /** Returns the record of a payment as text, as a person would paste it. */
  readonly readRecord: (paymentId: string) => Promise<string>;
  readonly end: () => Promise<void>;
};

/** Starts the sandbox. `environment` has the credentials that it accepts. */
export async function startBenchSandbox(
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<BenchSandbox> {
  const port = await findFreePort('127.0.0.1');
  const address = `http://127.0.0.1:${port}`;
  const child: ChildProcess = startServer(
    'sandbox/main.ts',
    { ...environment, SANDBOX_PORT: String(port), SANDBOX_HISTORY: 'false', DATA_DIR: folder },
    path.join(folder, 'sandbox.log'),
  );
  const request = async (method: string, route: string, body?: unknown): Promise<string> => {
    const response = await fetch(`${address}/sandbox/api/${route}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`the sandbox answered ${response.status} to ${route}: ${text}`);
    return text;
  };
  if (!(await waitForAnswer(`${address}/sandbox/api/health`, 60, () => child.exitCode !== null)))
    throw new Error('the sandbox does not answer');
  const [first, second] = businesses.parse(JSON.parse(await request('GET', 'businesses')));
  const businessId = first?.id ?? '';
  return {
    address,
    businessId,
    timedBusinessId: second?.id ?? '',
    setFaults: async (faults) => void (await request('PUT', 'faults', faults)),
    listPayments: async () => {
      const found: SandboxPayment[] = [];
      for (let after: number | null = 0; after !== null; ) {
        const text = await request('GET', `payments?businessId=${businessId}&limit=1000&after=${after}`);
        const { payments, next } = page.parse(JSON.parse(text));
        found.push(...payments);
        after = next;
      }
      return found;
    },
    readRecord: (paymentId) => request('GET', `payments/${paymentId}`),
    end: () => endServer(child),
  };
}

import { randomUUID } from 'node:crypto';

/** A request as bytes, and the id of the deposit that it reports. */
export type PreparedRequest = { readonly bytes: Buffer; readonly depositId: string | null };

/** Writes a callback (§6.1) as the service sends it. */
function depositBody(depositId: string): string {
  return JSON.stringify({
    actualDepositAmount: 53.271845,
    actualDisplayAmount: 49.9,
    clientPaymentId: `order-${randomUUID()}`,
    depositCurrency: 'USDT',
    settlementAmount: 49.4,
    settlementCurrency: 'EUR',
    depositId,
    onChainFee: 0.000021,
    depositAddress: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
    fromAddress: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
    transactionId: randomUUID().replaceAll('-', ''),
    displayCurrency: 'EUR',
    expectedDepositAmount: '53.271845',
    displayServiceFee: 0.5,
    settlementServiceFee: 0.5,
    expectedDisplayAmount: 49.9,
    network: 'TRX',
    expirationTime: 1_793_000_000,
    paymentId: randomUUID(),
    paymentReceivedAt: 1_792_999_000,
    paymentRequestedAt: 1_792_998_900,
    status: 'CONFIRMED',
    rateType: 'FIXED',
    settlementRateDepegLossAmount: null,
    displayRateDepegLossAmount: -0.01,
    settlementDistributedUserServiceFee: '0',
    displayDistributedUserServiceFee: '0',
  });
}

const head = (method: string, path: string, more = ''): string =>
  `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nuser-agent: bench\r\n${more}\r\n`;

function post(path: string, depositId: string): Buffer {
  const body = depositBody(depositId);
  const length = Buffer.byteLength(body);
  return Buffer.from(
    `${head('POST', path, `content-type: application/json\r\ncontent-length: ${length}\r\n`)}${body}`,
  );
}

/** The requests to send: `get` an empty route, `new` distinct callbacks, `repeats` of a few. */
export type RequestKind = 'get' | 'new' | 'repeats';

export function createRequests(kind: RequestKind, path: string): () => PreparedRequest {
  if (kind === 'new')
    return () => {
      const depositId = randomUUID();
      return { bytes: post(path, depositId), depositId };
    };
  const bodies = Array.from({ length: kind === 'get' ? 1 : 50 }, () => {
    const depositId = kind === 'get' ? null : randomUUID();
    return { bytes: depositId === null ? Buffer.from(head('GET', path)) : post(path, depositId), depositId };
  });
  let next = 0;
  return () => {
    next = (next + 1) % bodies.length;
    return bodies[next] ?? { bytes: Buffer.alloc(0), depositId: null };
  };
}

export const encodeBody = (depositId: string): Uint8Array => new TextEncoder().encode(depositBody(depositId));

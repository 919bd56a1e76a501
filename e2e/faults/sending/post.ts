import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import type { Content } from '../contents/content.ts';
import type { Outcome } from './log.ts';

/** The callback key of all doors in the harness. */
export const callbackKey = 'a-callback-key-of-the-fault-harness';

const buildPath = ({ businessId, kind }: Content): string => {
  const secret = createHmac('sha256', callbackKey).update(businessId).digest('base64url');
  return `/api/callbacks/${businessId}/${secret}/${kind}`;
};

/**
 * One agent for all requests. It has more connections than concurrent requests, so that none waits for a free one.
 * Its timeouts are those of the service.
 */
const agent = new Agent({
  connections: 1_100,
  connect: { timeout: 2_000 },
  headersTimeout: 10_000,
  bodyTimeout: 10_000,
});

/** Errors of requests that no door has received. */
const unsent = /ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT/;

/** Sends a content to a door once, as the service does. */
export async function post(
  address: string,
  content: Content,
): Promise<{ readonly outcome: Outcome; readonly said: string }> {
  try {
    const { statusCode, body } = await request(`${address}${buildPath(content)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: content.body,
      dispatcher: agent,
    });
    await body.dump();
    return { outcome: classifyStatus(statusCode, content), said: String(statusCode) };
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
    const message = `${code} ${failure instanceof Error ? failure.message : ''}`.trim();
    return { outcome: unsent.test(message) ? 'failed' : 'unknown', said: message };
  }
}

function classifyStatus(status: number, { isUnreadable }: Content): Outcome {
  if (status === 200) return 'ok';
  if (status === 400 && isUnreadable) return 'kept';
  return status === 503 ? 'failed' : 'wrong';
}

import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import type { Content } from '../contents/content.ts';
import type { Outcome } from './log.ts';

/** The key under which the doors of the harness are addressed. */
export const callbackKey = 'a-callback-key-of-the-fault-harness';

const pathOf = ({ businessId, kind }: Content): string => {
  const secret = createHmac('sha256', callbackKey).update(businessId).digest('base64url');
  return `/api/callbacks/${businessId}/${secret}/${kind}`;
};

/**
 * One for all: connections are kept, as many as requests are ever under way, or some would wait in here for a free one;
 * a request that is never answered ends as the service would end it. */
const agent = new Agent({
  connections: 1_100,
  connect: { timeout: 2_000 },
  headersTimeout: 10_000,
  bodyTimeout: 10_000,
});

/** It never got through to anybody. */
const unsent = /ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT/;

/** Sends a content to a door as the service does, once. */
export async function post(
  address: string,
  content: Content,
): Promise<{ readonly outcome: Outcome; readonly said: string }> {
  try {
    const { statusCode, body } = await request(`${address}${pathOf(content)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: content.body,
      dispatcher: agent,
    });
    await body.dump();
    return { outcome: outcomeOf(statusCode, content), said: String(statusCode) };
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
    const said = `${code} ${failure instanceof Error ? failure.message : ''}`.trim();
    return { outcome: unsent.test(said) ? 'failed' : 'unknown', said };
  }
}

function outcomeOf(status: number, { isUnreadable }: Content): Outcome {
  if (status === 200) return 'ok';
  if (status === 400 && isUnreadable) return 'kept';
  return status === 503 ? 'failed' : 'wrong';
}

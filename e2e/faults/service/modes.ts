import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { SeededRandom } from '../random.ts';

/**
 * The behaviours of the service. The last three concern creates: it makes the payment but answers something else.
 */
export const serviceModes = [
  'well',
  'slow',
  'half-open',
  'gone',
  'rubbish',
  'refusing',
  'failing',
  'cut off behind the making',
  'failing behind the making',
  'rubbish behind the making',
] as const;
export type ServiceMode = (typeof serviceModes)[number];

/** Returns true where a create request makes a payment in this mood. */
export function createsPayment(mood: ServiceMode, chance: SeededRandom): boolean {
  if (mood === 'half-open') return chance.happens(0.5);
  return mood === 'well' || mood === 'slow' || mood.endsWith('behind the making');
}

const invalidBody = (body: string, chance: SeededRandom): string =>
  chance.pick([
    '<!doctype html><title>Welcome</title>',
    '',
    body.slice(0, Math.floor(body.length / 2)),
    'null',
    '[]',
    '{"paymentInfo":{}}',
    ' '.repeat(300_000),
    body.replaceAll(/"(paymentId|clientPaymentId)":"[^"]*"/g, `"$1":"${chance.uuid()}"`),
  ]);

/** Answers according to the mood. A half-open connection is never answered. */
export async function createModeAnswer(
  mood: ServiceMode,
  chance: SeededRandom,
  response: ServerResponse,
  body: string,
): Promise<void> {
  const say = (status: number, text: string) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  if (mood === 'half-open') return;
  if (mood === 'gone' || mood === 'cut off behind the making') return void response.socket?.destroy();
  if (mood === 'slow') await pause(chance.between(100, 1_500));
  if (mood.startsWith('rubbish')) return void say(200, invalidBody(body, chance));
  if (mood === 'refusing') return void say(422, '{"error":{"code":"INVALID_REQUEST","message":"No."}}');
  if (mood.startsWith('failing')) return void say(500, '{"error":{"code":"INTERNAL"}}');
  say(200, body);
}

import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../random.ts';

/** How the service is at a moment. The last three are about creates: it makes the payment, and says something else. */
export const moods = [
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
export type Mood = (typeof moods)[number];

/** Whether a payment comes of a create request in this mood. */
export function makes(mood: Mood, chance: Chance): boolean {
  if (mood === 'half-open') return chance.happens(0.5);
  return mood === 'well' || mood === 'slow' || mood.endsWith('behind the making');
}

const rubbish = (body: string, chance: Chance): string =>
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

/** Answers as the mood has it. What is half open is never answered. */
export async function answerIn(
  mood: Mood,
  chance: Chance,
  response: ServerResponse,
  body: string,
): Promise<void> {
  const say = (status: number, text: string) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  if (mood === 'half-open') return;
  if (mood === 'gone' || mood === 'cut off behind the making') return void response.socket?.destroy();
  if (mood === 'slow') await pause(chance.between(100, 1_500));
  if (mood.startsWith('rubbish')) return void say(200, rubbish(body, chance));
  if (mood === 'refusing') return void say(422, '{"error":{"code":"INVALID_REQUEST","message":"No."}}');
  if (mood.startsWith('failing')) return void say(500, '{"error":{"code":"INTERNAL"}}');
  say(200, body);
}

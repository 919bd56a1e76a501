import { createHash, timingSafeEqual } from 'node:crypto';
import { jobs } from '#lib/jobs/index.ts';
import { createContext } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';

export const maxDuration = 60;
/** Leaves what is under way time to end before the platform cuts it off. */
const budgetMs = 40_000;

const digest = (text: string) => createHash('sha256').update(text).digest();
const noStore = { 'cache-control': 'no-store' };

/** One job of the worker's, for a scheduler, with CRON_SECRET as bearer token; 404 while none is set. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ job: string }> },
): Promise<Response> {
  const secret = env.CRON_SECRET;
  if (secret === undefined) return new Response(null, { status: 404 });
  const given = digest(request.headers.get('authorization') ?? '');
  if (!timingSafeEqual(given, digest(`Bearer ${secret}`)))
    return new Response(null, { status: 401, headers: { ...noStore, 'www-authenticate': 'Bearer' } });
  const { job: name } = await params;
  const job = jobs.find((one) => one.name === name);
  if (job === undefined) return new Response(null, { status: 404, headers: noStore });
  const context = createContext({ kind: 'system', name: `cron ${job.name}` });
  try {
    const done = await job.run(context, AbortSignal.timeout(budgetMs));
    return Response.json({ ok: true, job: job.name, ...done }, { headers: noStore });
  } catch (failure) {
    context.log.error({ error: failure }, 'a job failed');
    return Response.json({ ok: false, job: job.name }, { status: 503, headers: noStore });
  }
}

import { reportReadiness } from '#lib/operations/index.ts';

/** Says whether requests can be served. */
export async function GET(request: Request): Promise<Response> {
  const { body, ...reply } = await reportReadiness(request.headers.get('authorization'));
  return Response.json(body, reply);
}

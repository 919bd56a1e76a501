import { createApiDocument } from '#lib/api/index.ts';

/** Describes the API. It holds no data, so it needs no token. */
export const GET = () => Response.json(createApiDocument());

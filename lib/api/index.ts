import 'server-only';

/**
 * The API for programs of the business, with tokens of its people: the queries and verbs of the pages behind `/api/v1`, and their
 * description in OpenAPI. It checks token, address, scope and parameters; each query checks the person's role again.
 */
export { answerMcpRequest } from './answer-mcp.ts';
export { answerApiRequest, answerDocumentRequest } from './answer-request.ts';
export { createApiDocument, listApiOperations } from './open-api.ts';
export { ApiRefusal, describeRefusal, describeStatus } from './problem.ts';
export { readJson } from './read-json.ts';
export { apiRoutes } from './routes.ts';
export type { TokenHolder } from './serve-token.ts';
export { chooseBusiness, requireScope, serveToken } from './serve-token.ts';
export { apiWrites } from './write-routes.ts';
export { deleteOldWrites } from './write-store.ts';

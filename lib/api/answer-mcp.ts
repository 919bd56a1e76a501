import 'server-only';
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { runInRequestSlot } from '#lib/access/index.ts';
import type { ApiScope } from '#lib/access/model-api-scopes.ts';
import { tApi } from '#lib/messages/api.ts';
import { releaseRequestSlot } from '#lib/platform/request-slot.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { version } from '#lib/values/version.ts';
import { ApiRefusal, describeRefusal, toRefusal } from './problem.ts';
import { readJson } from './read-json.ts';
import type { ApiRoute } from './route.ts';
import { hasId, idParameter } from './route.ts';
import { apiRoutes } from './routes.ts';
import type { TokenHolder } from './serve-token.ts';
import { chooseBusiness, hasScope, requireScope, serveToken } from './serve-token.ts';

/** The scopes whose addresses are tools. Risk detail, cases, and everything that changes something, are none. */
const toolScopes: ReadonlySet<ApiScope> = new Set([
  'payments:read',
  'deposits:read',
  'refunds:read',
  'withdrawals:read',
  'exceptions:read',
  'statements:read',
]);

/** `/payments` is `list_payments`, and `/payments/{id}` is `get_payment`. */
function toToolName(route: Pick<ApiRoute, 'path'>): string {
  const [, list = ''] = route.path.replaceAll('-', '_').split('/');
  return hasId(route) ? `get_${list.replace(/s$/, '')}` : `list_${list}`;
}

const toText = (text: string) => [{ type: 'text' as const, text }];

/** Makes the texts of a tool's input storable, as the API does with its parameters. */
const toStorable = (parameters: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? storableText(value) : value,
    ]),
  );

/** Runs a tool. A refusal is a result that the assistant reads, not an error of the protocol. */
async function runTool(
  route: ApiRoute,
  { id = '', ...input }: Readonly<Record<string, unknown>>,
  { token, context }: TokenHolder,
): Promise<CallToolResult> {
  context.log.info({ tokenId: token.tokenId, tool: toToolName(route) }, 'tool of an assistant');
  try {
    const parameters = toStorable(input);
    const request = { context, businessId: chooseBusiness(token, parameters['business']), parameters };
    const data = await runInRequestSlot(
      token.actor.personId,
      () => route.read({ ...request, id: String(id).toLowerCase() }),
      context.signal,
    );
    return { content: toText(JSON.stringify(data)) };
  } catch (thrown) {
    const refusal = toRefusal(thrown, { ...context, method: 'GET' });
    return { content: toText(describeRefusal(refusal)), isError: true };
  }
}

/** Creates the server of one request. It has only the tools whose scope the token has and its maker may use now. */
function createServer(holder: TokenHolder, Server: typeof McpServer): McpServer {
  const server = new Server(
    { name: 'countinghouse', version },
    { instructions: tApi('assistant.instructions') },
  );
  for (const route of apiRoutes) {
    if (!toolScopes.has(route.scope) || !hasScope(holder.token, route.scope)) continue;
    server.registerTool(
      toToolName(route),
      {
        title: route.summary,
        description: route.summary,
        inputSchema: hasId(route) ? route.query.extend(idParameter.shape) : route.query,
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
      (input: Readonly<Record<string, unknown>>) => runTool(route, input, holder),
    );
  }
  return server;
}

/**
 * Answers a request of an assistant by the Model Context Protocol. It reads what the API reads, with the same tokens, which need
 * the scope `assistant:use` as well. Each request stands alone, so any instance answers it.
 */
export const answerMcpRequest = (request: Request): Promise<Response> =>
  serveToken(request, async (holder) => {
    requireScope(holder.token, 'assistant:use');
    if (request.method !== 'POST') throw new ApiRefusal('method-not-allowed', { allow: ['POST'] });
    const body = await readJson(request);
    // A batch would count as one request of the budget.
    if (Array.isArray(body)) throw new ApiRefusal('invalid-request');
    // Each tool waits for a slot of the person, as a request to the API does.
    releaseRequestSlot();
    // Loaded with the first request: the worker imports this room and needs no protocol.
    const protocol = await import('@modelcontextprotocol/server');
    const create = () => createServer(holder, protocol.McpServer);
    // No answer is a stream, which would outlive the check of the token: tools report nothing before their result, and the
    // fallback of the handler for clients of 2025 would stream.
    if (await protocol.isLegacyRequest(request, body)) {
      const transport = new protocol.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      await create().connect(transport);
      return transport.handleRequest(request, { parsedBody: body });
    }
    const handler = protocol.createMcpHandler(create, { maxSubscriptions: 0, legacy: 'reject' });
    return handler.fetch(request, { parsedBody: body });
  });

import type { FastifyInstance } from 'fastify';
import { fastify } from 'fastify';
import { parseBodiesAsBytes } from './api/body.ts';
import { serveDocumented } from './api/documented.ts';
import { answerErrors } from './api/errors.ts';
import { serveSandboxApi } from './api/sandbox-api.ts';
import { serveBankStatements } from './bank/routes.ts';
import { serveCheckout } from './checkout/routes.ts';
import { addApiFaults } from './faults/api-faults.ts';
import { serveAssets } from './page/assets.ts';
import { refuseOtherSites } from './page/forms.ts';
import { servePanel } from './panel/routes.ts';
import type { RunningSandbox } from './running-sandbox.ts';

/** Builds the HTTP server. The caller makes it listen. */
export function buildServer(sandbox: RunningSandbox): FastifyInstance {
  const app = fastify({
    bodyLimit: 64 * 1024,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
  });
  parseBodiesAsBytes(app);
  answerErrors(app);
  refuseOtherSites(app);
  addApiFaults(app, sandbox.faults);
  serveDocumented(app, sandbox);
  serveSandboxApi(app, sandbox);
  serveBankStatements(app, sandbox);
  serveAssets(app);
  serveCheckout(app, sandbox);
  servePanel(app, sandbox);
  return app;
}

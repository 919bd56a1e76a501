import { tStart } from '#lib/messages/commands.ts';
import type { StartEnv } from '#lib/platform/env-schema.ts';
import { findAllowedPort } from '#lib/values/blocked-ports.ts';
import { StartFailure } from '../database/failure.ts';
import { findFreePort, isPortFree } from '../database/ports.ts';
import { sandboxHost } from '../environment.ts';

type Ports = { readonly sandboxPort: number; readonly intakePort: number };

/**
 * Chooses the ports of sandbox and intake: the usual ones, or free ones.
 * @throws StartFailure if PORT, or an INTAKE_PORT that was set, is taken
 */
export async function choosePorts(env: StartEnv, say: (line: string) => void): Promise<Ports> {
  if (!(await isPortFree(env.PORT, env.HOST))) {
    throw new StartFailure(
      tStart('port.taken', {
        port: String(env.PORT),
        host: env.HOST,
        free: String(findAllowedPort(env.PORT + 100)),
      }),
    );
  }
  const intakePort = await chooseIntakePort(env, say);
  if (env.SERVICE_BASE_URL !== undefined || (await isPortFree(env.SANDBOX_PORT, sandboxHost()))) {
    return { intakePort, sandboxPort: env.SANDBOX_PORT };
  }
  const sandboxPort = await findFreePort(sandboxHost());
  say(
    tStart('port.changed', { port: String(env.SANDBOX_PORT), user: 'sandbox', other: String(sandboxPort) }),
  );
  return { intakePort, sandboxPort };
}

/** Never replaces a port that was set, because an address given to the service may contain it. */
async function chooseIntakePort(env: StartEnv, say: (line: string) => void): Promise<number> {
  if (await isPortFree(env.INTAKE_PORT, env.HOST)) return env.INTAKE_PORT;
  if (process.env.INTAKE_PORT)
    throw new StartFailure(tStart('port.intakeTaken', { port: String(env.INTAKE_PORT), host: env.HOST }));
  const intakePort = await findFreePort(env.HOST);
  say(tStart('port.changed', { port: String(env.INTAKE_PORT), user: 'intake', other: String(intakePort) }));
  return intakePort;
}

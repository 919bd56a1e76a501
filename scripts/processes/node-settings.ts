/**
 * Node's own settings for the parts, also in package.json, the Dockerfile and `deploy/systemd`. V8's young generation
 * grows to 128 MiB on a large machine, and at 4 MiB a page costs the same processor time.
 */
export const nodeFlags: readonly string[] = ['--max-semi-space-size=4'];

/**
 * Further flags of the worker: V8 collects garbage more often, and no page waits for it. NODE_OPTIONS can't have this flag, so
 * each command has it.
 */
export const workerFlags: readonly string[] = ['--optimize-for-size'];

/** The folder of compiled programs, from which a start reads them: without it, Node loads a TypeScript compiler too. */
export const compileCache = { NODE_COMPILE_CACHE: 'node_modules/.cache/compiled' } as const;

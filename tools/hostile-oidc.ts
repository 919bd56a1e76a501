import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { projectFolder } from '#scripts/settings.ts';

/** `npm run hostile:oidc`: the full matrix of hostile answers of an OpenID provider; exit 1 when one opens a session. */
const vitest = path.join(projectFolder, 'node_modules', 'vitest', 'vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', 'tools/hostile-oidc/hostile-answers.db.test.ts', '--testTimeout=90000'],
  { cwd: projectFolder, stdio: 'inherit', env: { ...process.env, HOSTILE_OIDC: 'all' } },
);
process.exitCode = status ?? 1;

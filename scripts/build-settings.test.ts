import { execFileSync } from 'node:child_process';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Returns a setting of Next in a build with these variables. */
function readBuildSetting(
  name: 'typescript' | 'deploymentId',
  variables: Readonly<Record<string, string>>,
): unknown {
  const { BUILD_STANDALONE: _image, VERCEL: _vercel, ...environment } = process.env;
  const program = `require('next/dist/server/config.js').default('phase-production-build', process.cwd(), { silent: true })
    .then(({ ${name} = null }) => console.log(JSON.stringify(${name})))`;
  const printed = execFileSync(process.execPath, ['-e', program], {
    encoding: 'utf8',
    env: { ...environment, TURBOPACK: 'auto', ...variables },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(printed);
}

const config = ts.getParsedCommandLineOfConfigFile(
  'tsconfig.build.json',
  {},
  {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (problem) => expect.unreachable(String(problem.messageText)),
  },
);

test.each(['BUILD_STANDALONE', 'VERCEL'])('checks types in a build with %s', (variable) => {
  expect(readBuildSetting('typescript', { [variable]: '1' })).toMatchObject({
    ignoreBuildErrors: false,
    tsconfigPath: 'tsconfig.build.json',
  });
});

test('leaves the check of a local build to npm test', () => {
  expect(readBuildSetting('typescript', {})).toMatchObject({ ignoreBuildErrors: true });
});

test('lets only Vercel name the deployment', () => {
  expect(readBuildSetting('deploymentId', { NEXT_DEPLOYMENT_ID: 'one' })).toBeNull();
  expect(readBuildSetting('deploymentId', { NEXT_DEPLOYMENT_ID: 'one', VERCEL: '1' })).toBe('one');
});

test.each([
  'app/layout.tsx',
  'components/list/list.tsx',
  'lib/values/amount.ts',
  'instrumentation.ts',
  'proxy.ts',
])('includes %s', (file) => {
  expect(config?.fileNames.map((name) => path.relative('.', name))).toContain(file);
});

test('finds a planted type error', () => {
  const planted = path.resolve('lib/planted-error.ts');
  const options = { ...config?.options, types: [], plugins: [] };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  const text = "export const amount: number = 'one';\n";
  host.fileExists = (name) => name === planted || fileExists(name);
  host.readFile = (name) => (name === planted ? text : readFile(name));
  host.getSourceFile = (name, ...rest) =>
    name === planted ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2024) : getSourceFile(name, ...rest);
  const program = ts.createProgram([planted], options, host);
  const source = program.getSourceFile(planted);
  expect(program.getSemanticDiagnostics(source).map(({ code }) => code)).toEqual([2322]);
});

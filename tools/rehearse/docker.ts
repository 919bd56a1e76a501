import { execFile } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Agent, setGlobalDispatcher } from 'undici';
import * as z from 'zod';
import { findFreePort } from '#scripts/database/ports.ts';
import { projectFolder } from '#scripts/settings.ts';
import { longestGapMs, startSending } from './callback-sender.ts';
import type { RehearsalOptions } from './failover.ts';
import { signInPerson } from './sign-in.ts';
import { fetchStatus, inWorkFolder, readModelSeconds, secondsUntil, waitForMissing } from './work-folder.ts';

const execute = promisify(execFile);
/** A first start migrates and writes demo data. */
const startMs = 15 * 60_000;
/** Its containers and volumes are not those of an installation. */
const project = 'countinghouse-rehearsal';
const files = ['compose.yaml', 'compose.sandbox.yaml', 'compose.tls.yaml', 'compose.scale.yaml'];
/** Caddy signs the certificate of such a name itself. */
const domain = 'countinghouse.localhost';
const address = `https://${domain}`;
/** As in compose.sandbox.yaml. */
const publicSecret = 'only-for-trying-it-out-only-for-trying-it-out';
const databasePassword = 'only-for-trying-it-out';
const owner = { email: 'owner@demo.test', password: 'countinghouse-demo' };
const doubledParts = ['web', 'intake', 'worker'] as const;

const businesses = z.array(z.object({ id: z.string() })).min(1);
const played = z.object({ payments: z.array(z.string()).min(1) });

const signingKey = randomBytes(32).toString('base64');
const toAddress = (user: string, host: string): string =>
  `postgresql://${user}:${databasePassword}@${host}/countinghouse`;

type Place = {
  /** The ports of both databases on this machine. */
  readonly database: number;
  readonly standby: number;
  /** The certificate of Caddy's own authority, once it made one. */
  readonly certificateFile: string;
};

/** Returns the settings of a rehearsal: nothing of a real .env, and a service that sends its callbacks to the proxy. */
const writeOverride = (
  { database, standby, certificateFile }: Place,
  primary: 'database' | 'standby',
): string => `x-part: &part
  env_file: !reset []
  environment: &environment
    APP_URL: ${address}
    CALLBACK_BASE_URL: ${address}
    DATABASE_URL: ${toAddress('countinghouse_app', `${primary}:5432`)}
services:
  setup: *part
  web: *part
  intake: *part
  worker:
    env_file: !reset []
    environment: { <<: *environment, AUDIT_SIGNING_KEYS: "${signingKey}" }
  database: { ports: ["127.0.0.1:${database}:5432"] }
  standby:
    environment: { PGPASSWORD: ${databasePassword} }
    ports: ["127.0.0.1:${standby}:5432"]
  proxy: { networks: { default: { aliases: [${domain}] } } }
  sandbox:
    environment: { NODE_EXTRA_CA_CERTS: /certificate.pem }
    volumes: ["${certificateFile}:/certificate.pem:ro"]
`;

/**
 * Starts two of each part behind Caddy with a standby from the compose files, the sandbox in the place of the service, and kills
 * one of each and then the primary. Needs the images of `npm run image`, and the ports 80 and 443.
 */
export function rehearseDocker({ report, seconds, rate }: Omit<RehearsalOptions, 'programs'>): Promise<void> {
  return inWorkFolder(async (folder, onEnd) => {
    const host = '127.0.0.1';
    const place: Place = {
      database: await findFreePort(host),
      standby: await findFreePort(host),
      certificateFile: path.join(folder, 'certificate.pem'),
    };
    fs.writeFileSync(place.certificateFile, '');
    const sandboxPort = String(await findFreePort(host));
    const override = path.join(folder, 'override.yaml');
    fs.writeFileSync(override, writeOverride(place, 'database'));
    const settings = path.join(folder, 'settings');
    fs.writeFileSync(
      settings,
      `DOMAIN=${domain}\nSANDBOX_PORT=${sandboxPort}\nPOSTGRES_APP_PASSWORD=${databasePassword}\n`,
    );
    const docker = async (...args: readonly string[]): Promise<string> => {
      const options = { cwd: projectFolder, timeout: startMs, maxBuffer: 64 * 1_024 * 1_024 };
      return (await execute('docker', args, options)).stdout;
    };
    const compose = (...args: readonly string[]) =>
      docker(
        ...['compose', '--project-name', project, '--env-file', settings],
        ...[...files, override].flatMap((file) => ['--file', path.resolve(projectFolder, file)]),
        ...args,
      );
    const kill = (...names: readonly string[]) =>
      docker('kill', ...names.map((name) => `${project}-${name}`));
    onEnd(async () => {
      await compose('down', '--volumes', '--timeout', '10');
    });

    const begun = performance.now();
    await compose('up', '--no-build', '--detach', '--wait');
    report.note(`Every container is healthy after ${Math.round((performance.now() - begun) / 1_000)} s`);
    const certificate = await compose('exec', 'proxy', 'cat', '/data/caddy/pki/authorities/local/root.crt');
    setGlobalDispatcher(
      new Agent({
        connect: {
          ca: certificate,
          lookup: (name, _options, answer) =>
            answer(null, [{ address: name === domain ? '127.0.0.1' : name, family: 4 }]),
        },
      }),
    );
    // Its certificates are read at a start.
    fs.writeFileSync(place.certificateFile, certificate);
    await compose('restart', 'sandbox');
    const sandbox = `http://127.0.0.1:${sandboxPort}/sandbox/api`;
    const isServiceUp = await secondsUntil(
      async () => (await fetchStatus(`${sandbox}/businesses`)) === 200,
      60,
    );
    if (isServiceUp === null) throw new Error('the sandbox does not answer');
    const [business] = businesses.parse(await (await fetch(`${sandbox}/businesses`)).json());
    const businessId = business?.id ?? '';

    const plain = await fetchStatus(`http://${domain}/sign-in`);
    const plainCallback = await fetchStatus(`http://${domain}/api/callbacks/`);
    report.promise(
      'Pages go to https, callbacks are never redirected',
      plain === 301 && plainCallback === 404,
    );
    report.promise('Metrics stay inside', (await fetchStatus(`${address}/api/metrics`)) === 404);
    const cookie = await signInPerson(address, owner);
    const openPage = () => fetchStatus(`${address}/${businessId}/deposits`, cookie);
    report.promise('The owner signs in through the proxy', (await openPage()) === 200);

    /** A payer of the sandbox pays, and the deposit arrives by callback. */
    const payThroughProxy = async (): Promise<number | null> => {
      const answer = await fetch(`${sandbox}/scenarios/exact-payer`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ businessId }),
      });
      const [paymentId = ''] = played.parse(await answer.json()).payments;
      const isListed = async () => {
        const list = await fetch(`${address}/api/businesses/${businessId}/deposits/export?q=${paymentId}`, {
          headers: { cookie },
        });
        return list.ok && (await list.text()).includes(paymentId);
      };
      return secondsUntil(isListed, 120);
    };
    const paid = await payThroughProxy();
    report.promise('A payment of the sandbox arrives through the proxy', paid !== null, `${paid} s`);

    const secret = createHmac('sha256', publicSecret).update(businessId).digest('base64url');
    const sender = startSending([`${address}/api/callbacks/${businessId}/${secret}/deposit-received`], rate);
    await pause(seconds * 1_000);
    await kill(...doubledParts.map((part) => `${part}-1`));
    await pause(seconds * 1_000);
    const afterKill = await openPage();
    report.promise('The session continues at the other web app', afterKill === 200, String(afterKill));
    // The database ends the transactions of a lost machine after a minute, and repeats wait for them.
    const { unacknowledged } = await sender.end(90_000);
    const { acknowledged } = sender;
    const ids = acknowledged.map(({ depositId }) => depositId);
    const { lost, unread } = await waitForMissing(
      toAddress('countinghouse', `${host}:${place.database}`),
      ids,
      readModelSeconds,
    );
    report.note(
      `${ids.length} callbacks acknowledged, ${sender.refused()} sent again, longest gap ${Math.round(longestGapMs(acknowledged))} ms`,
    );
    report.promise(
      'No callback is lost when one of each is killed',
      lost + unread === 0 && unacknowledged === 0,
      `${lost} lost, ${unread} not in the read model, ${unacknowledged} not acknowledged`,
    );

    // As docs/size.md says.
    await kill('database-1');
    await compose(
      ...['exec', '--user', 'postgres', 'standby'],
      ...['pg_ctl', 'promote', '-D', '/var/lib/postgresql/data/copy'],
    );
    fs.writeFileSync(override, writeOverride(place, 'standby'));
    await compose('up', '--no-build', '--no-deps', '--detach', '--wait', ...doubledParts);
    const kept = await waitForMissing(toAddress('countinghouse', `${host}:${place.standby}`), ids, 10);
    report.promise(
      'The promoted standby has every callback',
      kept.lost + kept.unread === 0,
      `${kept.lost} lost, ${kept.unread} not in the read model`,
    );
    const paidLater = await payThroughProxy();
    report.promise('A payment arrives at the promoted standby', paidLater !== null, `${paidLater} s`);
  });
}

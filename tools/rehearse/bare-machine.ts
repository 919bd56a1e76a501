import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from '#scripts/settings.ts';
import { encodeBody } from '../bench/requests.ts';
import { findNpm, findNpmrc } from '../image/find-npm.ts';
import type { RehearsalOptions } from './failover.ts';
import { inWorkFolder } from './work-folder.ts';

const execute = promisify(execFile);
/** Building takes minutes on a small machine. */
const limitMs = 25 * 60_000;
const document = 'docs/install.md';
const heading = '## On Debian with systemd';

/** Returns the commands of the document's numbered steps, in their order. */
export function readSteps(markdown: string): readonly string[] {
  const from = markdown.indexOf(heading);
  const chapter = markdown.slice(from, markdown.indexOf('\n## ', from + heading.length));
  return [...chapter.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, block = '']) =>
    block.replaceAll(/^ {3}/gm, '').trim(),
  );
}

type Secrets = Readonly<Record<'database' | 'app' | 'key' | 'secret', string>>;

/** The settings of the document's example, for the sandbox in the place of a real service. */
function writeSettings(secrets: Secrets): string {
  const hex = () => randomBytes(32).toString('hex');
  return `APP_URL=https://countinghouse.example.com
TRUST_PROXY=1
DATABASE_URL=postgresql://countinghouse_app:${secrets.app}@127.0.0.1:5432/countinghouse
SERVICE_BASE_URL=http://127.0.0.1:4010
SERVICE_API_KEY=${secrets.key}
SERVICE_API_SECRET=${secrets.secret}
SERVICE_PAYMENT_READ_PATH=/api/v1/payments/{paymentId}
BUSINESS_IDS=$BUSINESS
CALLBACK_SECRETS=${hex()}
NEXTAUTH_SECRET=${hex()}
METRICS_TOKEN=${hex()}
OWNER_EMAIL=owner@house.example
OWNER_PASSWORD=${hex()}
`;
}

/**
 * The script that runs inside the machine: the document's commands, and between them what its words ask for. It prints a line
 * for each promise.
 */
function writeScript(steps: readonly string[], secrets: Secrets): string {
  const [install = '', setUp = '', enable = ''] = steps;
  const owner = `postgresql://countinghouse:${secrets.database}@127.0.0.1:5432/countinghouse`;
  return `#!/bin/bash
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive HOME=/root PATH=/usr/local/bin:/usr/bin:/usr/sbin:/bin:/sbin
promise() { if "\${@:2}"; then echo "PROMISE kept $1"; else echo "PROMISE broken $1"; fi; }
answers() { for _ in $(seq 120); do [ "$(curl -ks -o /dev/null -w '%{http_code}' "\${@:2}")" = "$1" ] && return 0; sleep 1; done; return 1; }
apt-get update -q && apt-get install -qy --no-install-recommends adduser curl git nginx openssl postgresql
systemctl start postgresql
runuser -u postgres -- psql -q <<'SQL'
CREATE ROLE countinghouse LOGIN PASSWORD '${secrets.database}';
CREATE ROLE countinghouse_app LOGIN PASSWORD '${secrets.app}';
CREATE DATABASE countinghouse OWNER countinghouse;
SQL
git config --system --add safe.directory '*'

${install.replace('REPOSITORY', '/rehearsal/repository')}

systemd-run --quiet --unit=payment-service --working-directory=/opt/countinghouse --setenv=DATA_DIR=/var/tmp/service \\
  --setenv=SERVICE_API_KEY=${secrets.key} --setenv=SERVICE_API_SECRET=${secrets.secret} /usr/bin/node sandbox/main.ts
answers 200 http://127.0.0.1:4010/sandbox
BUSINESS=$(curl -s http://127.0.0.1:4010/sandbox | grep -oE '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}' | head -1)
umask 027
cat > /etc/countinghouse/settings <<SETTINGS
${writeSettings(secrets)}SETTINGS
echo "FACTOR_KEYS=$(openssl rand -base64 32)" > /etc/countinghouse/web
echo WORKER_PORT=3002 > /etc/countinghouse/worker
printf 'DIRECT_URL=%s\\nBACKUP_PASSPHRASE=%s\\n' '${owner}' "$(openssl rand -hex 32)" > /etc/countinghouse/backup
chgrp countinghouse /etc/countinghouse/*
umask 022

( ${setUp.replace(/DIRECT_URL=\S+/, `DIRECT_URL=${owner}`)} ) | tee /rehearsal/setup.log
CALLBACK=$(grep -oE 'https://countinghouse.example.com/api/callbacks/[^ ]*deposit-received' /rehearsal/setup.log | head -1)

${enable}

mkdir -p /etc/letsencrypt/live/countinghouse.example.com
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=countinghouse.example.com \\
  -keyout /etc/letsencrypt/live/countinghouse.example.com/privkey.pem \\
  -out /etc/letsencrypt/live/countinghouse.example.com/fullchain.pem
cp deploy/nginx.conf /etc/nginx/conf.d/countinghouse.conf
nginx -t
systemctl restart nginx
HERE='--resolve countinghouse.example.com:443:127.0.0.1'

promise 'The web app is ready behind nginx with https' answers 200 $HERE https://countinghouse.example.com/api/ready
promise 'The intake is ready' answers 200 http://127.0.0.1:3001/api/ready
promise 'The worker is ready' answers 200 http://127.0.0.1:3002/api/ready
promise 'The sign-in page opens' answers 200 $HERE https://countinghouse.example.com/sign-in
promise 'A callback is acknowledged at the printed URL' answers 200 $HERE -H 'content-type: application/json' \\
  --data-binary @/rehearsal/callback.json "$CALLBACK"
promise 'A callback with another secret is refused' answers 404 $HERE -H 'content-type: application/json' \\
  --data-binary @/rehearsal/callback.json "\${CALLBACK/\\/deposit-received/x\\/deposit-received}"
systemctl kill --signal=KILL countinghouse-web countinghouse-intake countinghouse-worker
promise 'Killed parts come back' answers 200 $HERE https://countinghouse.example.com/api/ready
promise 'The killed intake comes back' answers 200 http://127.0.0.1:3001/api/ready
promise 'The parts cannot change their code' bash -c '! runuser -u countinghouse -- touch /opt/countinghouse/scripts/web.ts 2>/dev/null'
systemctl start countinghouse-backup || journalctl -u countinghouse-backup -n 30 --no-pager
promise 'The timer’s service makes a backup' bash -c 'ls -d /var/backups/countinghouse/countinghouse-*'
promise 'No unit failed' bash -c '[ -z "$(systemctl --failed --plain --no-legend "countinghouse*")" ]'
resident() { awk '/^VmRSS/ { printf "%s %d MB, ", part, $2 * 1.024 / 1000 }' part="$1" "/proc/$(systemctl show -P MainPID "countinghouse-$1")/status"; }
echo "NOTE memory of the units: $(for part in web intake worker; do resident "$part"; done)"
`;
}

/** Debian boots with systemd, runs the script, and powers off. */
async function makeMachine(machine: string): Promise<void> {
  const packages = 'systemd,systemd-sysv,dbus,ca-certificates,iproute2';
  await execute('debootstrap', ['--variant=minbase', `--include=${packages}`, 'bookworm', machine], {
    maxBuffer: 1e8,
  });
  fs.cpSync(fs.realpathSync(process.execPath), `${machine}/usr/bin/node`);
  fs.cpSync(findNpm(), `${machine}/usr/lib/node_modules/npm`, { recursive: true });
  fs.symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', `${machine}/usr/bin/npm`);
  const npmrc = findNpmrc();
  if (npmrc !== null) fs.cpSync(npmrc, `${machine}/root/.npmrc`);
  const certificates = process.env['NODE_EXTRA_CA_CERTS'];
  if (certificates) fs.cpSync(certificates, `${machine}/rehearsal-certificates.pem`);
  fs.writeFileSync(
    `${machine}/etc/systemd/system/rehearsal.service`,
    `[Unit]
After=multi-user.target
[Service]
Type=oneshot
${certificates ? 'Environment=NODE_EXTRA_CA_CERTS=/rehearsal-certificates.pem' : ''}
ExecStart=/bin/bash -c '/rehearsal/script > /rehearsal/log 2>&1'
ExecStopPost=/bin/systemctl --no-block poweroff
[Install]
WantedBy=graphical.target
`,
  );
  fs.mkdirSync(`${machine}/etc/systemd/system/graphical.target.wants`, { recursive: true });
  fs.symlinkSync(
    '/etc/systemd/system/rehearsal.service',
    `${machine}/etc/systemd/system/graphical.target.wants/rehearsal.service`,
  );
}

/** Sets the product up on a bare Debian with systemd, PostgreSQL and nginx by the commands of docs/install.md. */
export function rehearseBareMachine({ report }: Pick<RehearsalOptions, 'report'>): Promise<void> {
  return inWorkFolder(async (folder) => {
    const machine = path.join(folder, 'machine');
    const shared = path.join(folder, 'shared');
    fs.mkdirSync(shared);
    await makeMachine(machine);
    await execute('git', ['clone', '--quiet', '--bare', projectFolder, path.join(shared, 'repository')]);
    const random = () => randomBytes(24).toString('hex');
    const secrets = { database: random(), app: random(), key: random(), secret: random() };
    const steps = readSteps(fs.readFileSync(path.join(projectFolder, document), 'utf8'));
    fs.writeFileSync(path.join(shared, 'script'), writeScript(steps, secrets), { mode: 0o755 });
    fs.writeFileSync(path.join(shared, 'callback.json'), encodeBody(randomUUID()));
    const begun = performance.now();
    await execute(
      'systemd-nspawn',
      [
        ...['--quiet', '--register=no', '--keep-unit', '--boot', `--directory=${machine}`],
        ...[`--bind=${shared}:/rehearsal`, '--bind-ro=/etc/resolv.conf', '--console=pipe'],
      ],
      { timeout: limitMs, killSignal: 'SIGKILL', maxBuffer: 1e8 },
    );
    const log = fs.readFileSync(path.join(shared, 'log'), 'utf8');
    const told = [...log.matchAll(/^PROMISE (kept|broken) (.*)$/gm)];
    for (const [, state, text = ''] of told) report.promise(text, state === 'kept');
    for (const [, text = ''] of log.matchAll(/^NOTE (.*)$/gm)) report.note(text);
    const isWhole = /^NOTE memory/m.test(log);
    report.promise(
      'Every command of the document ends well',
      isWhole,
      isWhole ? undefined : log.slice(-3_000),
    );
    report.note(`The machine ran for ${Math.round((performance.now() - begun) / 1_000)} s`);
  });
}

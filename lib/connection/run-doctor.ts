import 'server-only';
import { listAllBusinesses } from '#lib/businesses/index.ts';
import { countFormerKeys } from '#lib/factors/index.ts';
import { checkMailServer } from '#lib/mail/index.ts';
import { tInstanceChecks } from '#lib/messages/operations.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import { checkIdentityProvider } from '#lib/single-sign-on/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { checkCredentials } from './check-credentials.ts';
import { checkInstance } from './instance/check-instance.ts';
import { attemptCheck, toInstanceCheck } from './instance/instance-check.ts';
import { checkAddresses } from './queries/addresses.ts';
import type { CheckView } from './schema.ts';

/** Reads the business at the service by a signed request, for its credentials and its clock. */
async function checkService(
  context: Context<SystemActor>,
  business: BusinessId | undefined,
): Promise<readonly CheckView[]> {
  if (business === undefined)
    return [toInstanceCheck('service', 'unknown', tInstanceChecks('service.noBusiness'))];
  const [credentials, clock] = await checkCredentials(context, business);
  return [
    toInstanceCheck('service', credentials.state, credentials.message),
    toInstanceCheck('service-clock', clock.state, clock.message),
  ];
}

/** Checks the mail server. A real installation needs one, because resets of passwords are sent by email. */
async function checkMail(): Promise<readonly CheckView[]> {
  const result = await checkMailServer();
  if (result === null)
    return [
      env.SERVICE_BASE_URL === env.SANDBOX_BASE_URL
        ? toInstanceCheck('mail', 'unknown', tInstanceChecks('mail.off'))
        : toInstanceCheck('mail', 'bad', tInstanceChecks('mail.missing')),
    ];
  const { host, failure } = result;
  return [
    failure === null
      ? toInstanceCheck('mail', 'good', tInstanceChecks('mail.good', { host }))
      : toInstanceCheck('mail', 'bad', tInstanceChecks('mail.failed', { host, reason: failure })),
  ];
}

/** Reads the discovery document of the OpenID provider. Installations without one have no line. */
async function checkSingleSignOn(): Promise<readonly CheckView[]> {
  const result = await checkIdentityProvider();
  if (result === null) return [];
  const { name, failure } = result;
  return [
    failure === null
      ? toInstanceCheck('single-sign-on', 'good', tInstanceChecks('singleSignOn.good', { name }))
      : toInstanceCheck(
          'single-sign-on',
          'bad',
          tInstanceChecks('singleSignOn.failed', { name, reason: failure }),
        ),
  ];
}

/** Checks that there is a key for second factors, and whether former keys are still needed. */
async function checkFactorKeys(): Promise<readonly CheckView[]> {
  if (env.FACTOR_KEYS === undefined)
    return [toInstanceCheck('factor-keys', 'bad', tInstanceChecks('factorKeys.unset'))];
  const { former, missing } = await countFormerKeys();
  if (missing > 0)
    return [toInstanceCheck('factor-keys', 'bad', tInstanceChecks('factorKeys.missing', { count: missing }))];
  return [
    former > 0
      ? toInstanceCheck('factor-keys', 'attention', tInstanceChecks('factorKeys.former', { count: former }))
      : toInstanceCheck('factor-keys', 'good', tInstanceChecks('factorKeys.good')),
  ];
}

/** An installation with many businesses gets a line for each of the first ones. */
const maxBusinesses = 20;

async function checkCallbackUrls(businesses: readonly BusinessId[]): Promise<readonly CheckView[]> {
  const key = 'callback-urls';
  if (businesses.length === 0)
    return [toInstanceCheck(key, 'unknown', tInstanceChecks('service.noBusiness'))];
  const checks: CheckView[] = [];
  for (const business of businesses.slice(0, maxBusinesses)) {
    const problems = (await checkAddresses(business)).filter(({ state }) => state !== 'good');
    if (problems.length === 0)
      checks.push(toInstanceCheck(key, 'good', tInstanceChecks('callbackUrls.good', { business })));
    for (const { state, label, message } of problems)
      checks.push(
        toInstanceCheck(key, state, tInstanceChecks('callbackUrls.problem', { business, label, message })),
      );
  }
  const rest = businesses.length - maxBusinesses;
  if (rest > 0)
    checks.push(toInstanceCheck(key, 'unknown', tInstanceChecks('callbackUrls.truncated', { count: rest })));
  return checks;
}

/** The part whose environment is checked. */
export type DoctorPart = 'web' | 'intake' | 'worker';

/**
 * Runs every check of this installation, for operators. Never throws for a failed check. Changes nothing, and the results
 * contain no secret. The intake sends no request to the service and no mail, and only the web app signs people in.
 */
export async function runDoctor(
  context: Context<SystemActor>,
  part: DoctorPart = 'web',
): Promise<readonly CheckView[]> {
  const { isMigrated, checks } = await checkInstance(context.clock.now());
  const businesses = isMigrated ? await listAllBusinesses() : [];
  return [
    ...checks,
    ...(part === 'intake' ? [] : await attemptCheck('service', () => checkService(context, businesses[0]))),
    ...(part === 'intake' ? [] : await attemptCheck('mail', checkMail)),
    ...(part === 'web' ? await attemptCheck('single-sign-on', checkSingleSignOn) : []),
    ...(isMigrated && part === 'web' ? await attemptCheck('factor-keys', checkFactorKeys) : []),
    ...(await attemptCheck('callback-urls', () => checkCallbackUrls(businesses))),
  ];
}

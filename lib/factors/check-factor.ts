import 'server-only';
import type { FactorChecker } from '#lib/access/index.ts';
import { admitFactorCheck, clearFactorChecks } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { queueSecurityNotice } from '#lib/mail/index.ts';
import { tFactorProblems } from '#lib/messages/factors.ts';
import { lockPerson, writeAuditPerBusiness } from '#lib/people/index.ts';
import type { Actor, Context } from '#lib/platform/context.ts';
import { countSignIn } from '#lib/platform/metrics.ts';
import { Problem } from '#lib/values/errors.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { decryptSecret, encryptSecret, isFormerKey } from './factor-keys.ts';
import type { Proof } from './model.ts';
import { recoveryCodeLength, warnAfterWrongCodes } from './model.ts';
import type { FactorAnswer } from './schema.ts';
import { consumeStoredRecoveryCode, consumeTotpStep, countUnusedCodes, findTotp } from './store.ts';
import { findTotpStep } from './totp.ts';

/** Returns the problem of a wrong code. It is the same for a wrong, a used and a late one. */
export const wrongCode = (): Problem =>
  new Problem('invalid', tFactorProblems('wrongCode'), {
    fieldErrors: { code: [tFactorProblems('wrongCode')] },
  });

/** Returns the problem of a missing code. */
export const codeMissing = (): Problem =>
  new Problem('invalid', tFactorProblems('codeMissing'), {
    fieldErrors: { code: [tFactorProblems('codeMissing')] },
  });

/** Reads a stored secret. Throws Problem 'unavailable' without the key under which it is encrypted. */
export function requireSecret(secret: Uint8Array | null, context: Context<Actor>): Uint8Array {
  if (secret !== null) return secret;
  context.log.error('a second factor is encrypted under a key that FACTOR_KEYS does not contain');
  throw new Problem('unavailable', tFactorProblems('keyMissing'));
}

async function consumeAppCode(context: Context<Actor>, personId: PersonId, code: string): Promise<boolean> {
  const totp = await findTotp(personId);
  if (totp === null) return false;
  const { factorId, encrypted } = totp;
  const owner = { personId, factorId };
  const secret = requireSecret(decryptSecret(encrypted, owner), context);
  const at = context.clock.now();
  const step = findTotpStep(secret, code, at);
  if (step === null) return false;
  const current = isFormerKey(encrypted.keyId) ? encryptSecret(secret, owner) : encrypted;
  return consumeTotpStep({ factorId, encrypted: current }, step, at);
}

const consumeRecoveryCode = (context: Context<Actor>, personId: PersonId, code: string): Promise<boolean> =>
  inTransaction(async (transaction) => {
    const at = context.clock.now();
    const person = await lockPerson(transaction, personId);
    if (person === null || !(await consumeStoredRecoveryCode(transaction, { personId, code, at })))
      return false;
    const left = await countUnusedCodes(transaction, personId);
    await queueSecurityNotice(transaction, { kind: 'recoveryCodeUsed', personId, left, at });
    await writeAuditPerBusiness(transaction, context, person, {
      action: 'person.use-recovery-code',
      after: { unusedCodes: left },
    });
    return true;
  });

const isRecoveryCode = (code: string): boolean => code.replaceAll('-', '').length === recoveryCodeLength;

async function findProof(
  context: Context<Actor>,
  personId: PersonId,
  answer: FactorAnswer,
): Promise<Proof | null> {
  switch (answer.kind) {
    case 'code': {
      const { code } = answer;
      if (/^\d{6}$/.test(code)) return (await consumeAppCode(context, personId, code)) ? 'totp' : null;
      if (!isRecoveryCode(code)) return null;
      return (await consumeRecoveryCode(context, personId, code)) ? 'recovery-code' : null;
    }
  }
}

async function noteRefusal(context: Context<Actor>, personId: PersonId, attempts: number): Promise<void> {
  countSignIn('wrong-factor');
  await inTransaction(async (transaction) => {
    if (attempts === warnAfterWrongCodes)
      await queueSecurityNotice(transaction, { kind: 'wrongCodes', personId, at: context.clock.now() });
    await writeAudit(transaction, context, {
      businessId: null,
      action: 'session.refuse-factor',
      objectType: 'person',
      objectId: personId,
      after: { attempts },
    });
  });
}

/**
 * Checks the second factor of a person, at sign-in and before a change of the factor. Each code works once. Ten wrong
 * ones block further checks for up to 15 minutes.
 *
 * @throws Problem 'invalid' at the field `code`, 'throttled', and 'unavailable' if the key of the secret is missing
 */
export async function checkFactor(
  context: Context<Actor>,
  checker: FactorChecker,
  answer: FactorAnswer,
): Promise<Proof> {
  const attempts = await admitFactorCheck(checker);
  const proof = await findProof(context, checker.personId, answer);
  if (proof === null) {
    await noteRefusal(context, checker.personId, attempts);
    throw wrongCode();
  }
  await clearFactorChecks(checker);
  return proof;
}

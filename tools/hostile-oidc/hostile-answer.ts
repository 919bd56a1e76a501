import type { SingleSignOnProblem } from '#lib/single-sign-on/model.ts';
import type { ProviderScript } from './scripted-provider.ts';

/** An answer that must open no session. `email` is the address of an account that exists. */
export type HostileAnswer = {
  readonly name: string;
  readonly script: (email: string) => ProviderScript;
  readonly problem: SingleSignOnProblem;
  /** True for the short set that each test run includes. */
  readonly isQuick?: boolean;
};

/** A person of the provider with a verified address. */
export const createProviderPerson = (email: string) => ({
  sub: `sub of ${email}`,
  email,
  email_verified: true,
});

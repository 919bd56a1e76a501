/** The id of the provider in next-auth's addresses. The provider's redirect URI ends with it. */
export const providerId = 'single-sign-on';

/** The reasons of a sign-in that didn't work. */
const singleSignOnProblems = [
  /** The provider can't be reached. */
  'unavailable',
  /** Its answer isn't acceptable. */
  'invalid',
  /** It knows the person, but they may not use this installation. */
  'refused',
  /** The person or the provider ended it there. */
  'canceled',
  /** It took longer than 15 minutes, was used before, or began in another browser. */
  'restart',
  /** Too many attempts came from one network. */
  'throttled',
  /** This product failed. */
  'failed',
] as const;
export type SingleSignOnProblem = (typeof singleSignOnProblems)[number];

/** The results of single sign-on with which a signed-in person confirms who they are. */
const confirmationResults = [
  'confirmed',
  ...singleSignOnProblems,
  /** The identity is linked to another person, or to none. */
  'other-person',
  /** The provider didn't ask the person to sign in again, or doesn't say so. */
  'not-recent',
] as const;
export type ConfirmationResult = (typeof confirmationResults)[number];
export type ConfirmationProblem = Exclude<ConfirmationResult, 'confirmed'>;

/** Returns the result of a confirmation in its cookie, or null. */
export const toConfirmationResult = (text: string | undefined): ConfirmationResult | null =>
  confirmationResults.find((result) => result === text) ?? null;

/** The cookie that takes the result to the page. Scripts read it, and it decides nothing. */
export const confirmationResultCookie = 'ch-confirmation-result';

/** The field of the form that starts single sign-on to confirm who the signed-in person is. */
export const confirmationField = 'confirm';

/** Returns the problem in the address of the sign-in page, or null. */
export const toSingleSignOnProblem = (text: string | undefined): SingleSignOnProblem | null =>
  singleSignOnProblems.find((problem) => problem === text) ?? null;

/** Single sign-on creates an account and links it in one transaction, which is shorter than this. */
const creationMs = 10_000;

/** Returns true for an account that single sign-on created and whose person never set a password. */
export const isAccountOfProvider = (
  account: { readonly createdAt: number; readonly isPasswordChanged: boolean },
  { linkedAt }: { readonly linkedAt: number },
): boolean => !account.isPasswordChanged && linkedAt - account.createdAt < creationMs;

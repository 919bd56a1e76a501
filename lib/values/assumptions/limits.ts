/** Upper limits of the variables: longer client ids can't be looked up, and longer addresses aren't valid. */
export const maximumClientIdLength = 500;
export const maximumRedirectLength = 10_000;

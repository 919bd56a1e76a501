/** Beyond these no client id could be looked up by, and no address is one: no variable goes further. */
export const mostClientIdCharacters = 500;
export const mostRedirectCharacters = 10_000;

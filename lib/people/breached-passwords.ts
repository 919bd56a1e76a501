import 'server-only';

let loading: Promise<ReadonlySet<string>> | undefined;

/**
 * Returns about 49,000 passwords that are common in published breaches, in lower case. The list comes with the product
 * and needs no network. It is loaded at the first use.
 */
export function loadBreachedPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return loading;
}

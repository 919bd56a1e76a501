import 'server-only';

/**
 * The directory of a company, which provisions the members of a business by SCIM 2.0. It needs an API token with the scope
 * `directory:write`, whose approval covers the roles of its groups. `lib/team` gives and takes the access.
 */
export { answerScimRequest } from './answer-request.ts';
export { readDirectory } from './status-queries.ts';

import 'server-only';

export { currentContext, findContext } from './current-context.ts';
export { isOurOrigin } from './origin.ts';
export type { Permission } from './permissions.ts';
export { may } from './permissions.ts';
export { runAction } from './run-action.ts';
export type { RouteGiven } from './run-route.ts';
export { runRoute } from './run-route.ts';
export type { Scope } from './scope.ts';
export { requirePermission } from './scope.ts';

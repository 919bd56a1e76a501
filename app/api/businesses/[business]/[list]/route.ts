import { pageRoute } from './list-routes.ts';

export const GET = pageRoute;

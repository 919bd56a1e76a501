import { totalsRoute } from '../list-routes.ts';

export const GET = totalsRoute;

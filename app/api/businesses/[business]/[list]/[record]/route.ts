import { recordRoute } from '../list-routes.ts';

export const GET = recordRoute;

import 'server-only';
import { runRoute } from '#lib/access/index.ts';
import { readRequestColumns, readRequestQuery } from '#lib/lists/model/request-query.ts';
import { csvResponse } from './csv-response.ts';
import { exportList } from './export-list.ts';
import { exportedLists, exportPermissions } from './list-table.ts';
import type { ExportName } from './schema.ts';

/** The GET route of a list's CSV file: the rows that the address asks for, with the columns that it names. */
export const exportRoute = (list: ExportName) =>
  runRoute(exportPermissions[list], async ({ context, scope, request }) =>
    csvResponse(
      await exportList(
        context,
        scope.businessId,
        list,
        readRequestQuery(exportedLists[list], request, scope.may('risk.read')),
        readRequestColumns(request),
      ),
    ),
  );

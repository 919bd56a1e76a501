import 'server-only';
import { runRoute } from '#lib/access/index.ts';
import { parseRequestColumns, parseRequestQuery } from '#lib/lists/model/request-query.ts';
import { createCsvResponse } from './csv-response.ts';
import { exportList } from './export-list.ts';
import { exportedLists, exportPermissions } from './list-table.ts';
import type { ExportName } from './schema.ts';

/** Creates the GET route of a list's CSV file, with the rows and columns of the URL. */
export const createExportRoute = (list: ExportName) =>
  runRoute(exportPermissions[list], async ({ context, scope, request }) =>
    createCsvResponse(
      await exportList(
        context,
        scope.businessId,
        list,
        parseRequestQuery(exportedLists[list], request, scope.may('risk.read')),
        parseRequestColumns(request),
      ),
    ),
  );

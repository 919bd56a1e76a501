import type { ExportName } from '#lib/exports/schema.ts';
import { tPalette, tShellPages } from '#lib/messages/search.ts';
import { tShell } from '#lib/messages/shell.ts';
import type { BusinessChoice } from './business-choice.ts';
import { themes } from './locale.ts';

/** An action of the palette, beside opening pages and records. The id is an address, or the name of a command. */
export type PaletteAction = {
  readonly id: string;
  readonly label: string;
  readonly icon: 'create' | 'export' | 'business' | 'theme' | 'help';
};

/** Permissions of the person, and the businesses that they can open. */
export type PaletteAbilities = {
  readonly businesses: readonly BusinessChoice[];
  readonly mayCreate: boolean;
  readonly mayExport: boolean;
};

/** Commands that change the page instead of leaving it. */
export const commandPrefix = 'action:';
/** Lists that every person with the permission to export may export. */
const exported = [
  'payments',
  'deposits',
  'refunds',
  'exceptions',
  'withdrawals',
] as const satisfies readonly ExportName[];

/** Returns the actions whose name contains the typed text. */
export function listActions(
  businessId: string,
  { businesses, mayCreate, mayExport }: PaletteAbilities,
  typed: string,
): readonly PaletteAction[] {
  const create: readonly PaletteAction[] = mayCreate
    ? [{ id: `/${businessId}/payments/new`, label: tPalette('actions.newPayment'), icon: 'create' }]
    : [];
  const exports: readonly PaletteAction[] = mayExport
    ? exported.map((list) => ({
        id: `${commandPrefix}export-${list}`,
        label: tPalette('actions.export', { list: tShellPages(`page.${list}`).toLowerCase() }),
        icon: 'export',
      }))
    : [];
  const switches: readonly PaletteAction[] = businesses
    .filter(({ id }) => id !== businessId)
    .map(({ id, name }) => ({
      id: `/${id}`,
      label: tPalette('actions.switchTo', { business: name }),
      icon: 'business',
    }));
  const themeActions: readonly PaletteAction[] = themes.map((theme) => ({
    id: `${commandPrefix}theme-${theme}`,
    label: tPalette('actions.theme', { theme: tShell(`theme.${theme}`) }),
    icon: 'theme',
  }));
  const help: PaletteAction = {
    id: `${commandPrefix}help`,
    label: tPalette('actions.help'),
    icon: 'help',
  };
  return [...create, ...exports, ...switches, ...themeActions, help].filter(({ label }) =>
    label.toLowerCase().includes(typed.toLowerCase()),
  );
}

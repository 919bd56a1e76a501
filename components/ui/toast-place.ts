/** The place of toasts. On a phone they are always at the top. */
export type ToastPlace = 'bottom-end' | 'bottom-center' | 'bottom-start' | 'top-end';

type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
/** A button, link or field in the window. `isPrimary` marks the main button of a page, such as a decision. */
export type Control = Box & { readonly isPrimary: boolean };

/** The width of a toast with its margins, and the height of two, in pixels. */
const room = { width: 376, height: 200 };
/** The width of the sidebar, which toasts leave free. */
const sidebar = 224;
/** The height of the bar above the page on narrow windows. */
const topBar = 56;

const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

/** Returns the areas in the order in which they are preferred. */
function listAreas(
  width: number,
  height: number,
  toastsHeight: number,
): readonly (readonly [ToastPlace, Box])[] {
  const top = height - toastsHeight;
  const toBox = (left: number, from: number): Box => ({
    left,
    right: left + room.width,
    top: from,
    bottom: from + toastsHeight,
  });
  return [
    ['bottom-end', toBox(width - room.width, top)],
    ['bottom-center', toBox((width - room.width) / 2, top)],
    ['bottom-start', toBox(sidebar, top)],
    ['top-end', toBox(width - room.width, topBar)],
  ];
}

/**
 * Returns the first place without a control, or else the one with the fewest controls that has no primary button. The
 * toasts stay at their `current` place as long as that is as good.
 */
export function chooseToastPlace(
  window: { readonly width: number; readonly height: number },
  controls: readonly Control[],
  { current = null, height = 0 }: { readonly current?: ToastPlace | null; readonly height?: number } = {},
): ToastPlace {
  const [best] = listAreas(window.width, window.height, Math.max(height, room.height))
    .map(([place, area]) => ({ place, covered: controls.filter((control) => overlaps(area, control)) }))
    .filter(({ covered }) => !covered.some(({ isPrimary }) => isPrimary))
    .toSorted(
      (one, other) =>
        one.covered.length - other.covered.length ||
        Number(other.place === current) - Number(one.place === current),
    );
  return best?.place ?? 'top-end';
}

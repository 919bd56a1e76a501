/** The place of toasts. On a phone they are always at the top. */
export type ToastPlace = 'bottom-end' | 'bottom-center' | 'bottom-start' | 'top-end';

type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
/** A button, link or field in the window. `isPrimary` marks the main button of a page, such as a decision. */
export type Control = Box & { readonly isPrimary: boolean };

/** The space of two toasts with their margins, in pixels. */
const room = { width: 376, height: 200 };
/** The width of the sidebar, which toasts leave free. */
const sidebar = 224;
/** The height of the bar above the page on narrow windows. */
const topBar = 56;

const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

/** Returns the areas in the order in which they are preferred. */
function listAreas(width: number, height: number): readonly (readonly [ToastPlace, Box])[] {
  const top = height - room.height;
  const toBox = (left: number, from: number): Box => ({
    left,
    right: left + room.width,
    top: from,
    bottom: from + room.height,
  });
  return [
    ['bottom-end', toBox(width - room.width, top)],
    ['bottom-center', toBox((width - room.width) / 2, top)],
    ['bottom-start', toBox(sidebar, top)],
    ['top-end', toBox(width - room.width, topBar)],
  ];
}

/** Returns the first place without a control, or else the first one without a primary button. */
export function chooseToastPlace(
  window: { readonly width: number; readonly height: number },
  controls: readonly Control[],
): ToastPlace {
  const areas = listAreas(window.width, window.height);
  const isFree = (area: Box, hindering: readonly Control[]) =>
    !hindering.some((control) => overlaps(area, control));
  const primary = controls.filter(({ isPrimary }) => isPrimary);
  const [place] =
    areas.find(([, area]) => isFree(area, controls)) ?? areas.find(([, area]) => isFree(area, primary)) ?? [];
  return place ?? 'top-end';
}

'use client';

import { useEffect } from 'react';

/**
 * Returns the selected text with exact amounts and complete ids instead of rounded and shortened ones. Returns null
 * where the selection contains neither.
 */
function exactText(selection: Selection): string | null {
  const range = selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
  if (!range) return null;
  const parts = document.createElement('div');
  parts.append(range.cloneContents());
  const figures = parts.querySelectorAll<HTMLElement>('data[value], [data-whole]');
  if (figures.length === 0) return null;
  for (const figure of figures) {
    const value = figure.dataset['whole'] ?? figure.getAttribute('value') ?? '';
    const currency = figure.dataset['currency'];
    figure.textContent = currency ? `${value} ${currency}` : value;
  }
  for (const hidden of parts.querySelectorAll('.sr-only')) hidden.remove();
  for (const cell of parts.querySelectorAll('td, th')) cell.append('\t');
  for (const row of parts.querySelectorAll('tr, p, div, li, dt, dd')) row.append('\n');
  return (parts.textContent ?? '').replace(/\t?\n+/g, '\n').trim();
}

/** Makes every copy on the page exact. Renders nothing. */
export function ExactCopyListener() {
  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => {
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
      const selection = document.getSelection();
      const text = selection && !selection.isCollapsed ? exactText(selection) : null;
      if (text === null || !event.clipboardData) return;
      event.clipboardData.setData('text/plain', text);
      event.preventDefault();
    };
    document.addEventListener('copy', onCopy);
    return () => document.removeEventListener('copy', onCopy);
  }, []);
  return null;
}

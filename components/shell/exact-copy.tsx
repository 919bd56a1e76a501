'use client';

import { useEffect } from 'react';

/**
 * What is selected and copied carries exact figures and whole ids: the rounded text of an amount is replaced by its
 * digits, a shortened id by the whole one. Selections without either are left to the browser.
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
  for (const unseen of parts.querySelectorAll('.sr-only')) unseen.remove();
  for (const cell of parts.querySelectorAll('td, th')) cell.append('\t');
  for (const row of parts.querySelectorAll('tr, p, div, li, dt, dd')) row.append('\n');
  return (parts.textContent ?? '').replace(/\t?\n+/g, '\n').trim();
}

/** Listens to every copy on the page; seen by nobody. */
export function ExactCopy() {
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

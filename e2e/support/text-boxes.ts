import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** No text lies over text or an icon, and none is cut off: by the boxes that the browser drew. What floats above the page is left out. */
export async function expectTextApart(page: Page, what = page.url()): Promise<void> {
  expect(await textFaults(page), `text over text, or cut, on ${what}`).toEqual([]);
}

export const textFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    interface Drawn {
      what: string;
      node: Element;
      box: DOMRect;
    }
    // An open dialog lies above all else.
    const open = [...document.querySelectorAll('dialog[open]')].at(-1);
    const root = open ?? document.body;
    const styles = new Map<Element, CSSStyleDeclaration>();
    const styleOf = (node: Element) => {
      const known = styles.get(node) ?? getComputedStyle(node);
      styles.set(node, known);
      return known;
    };
    const above = (node: Element): Element[] => {
      const all: Element[] = [];
      for (let at: Element | null = node; at !== null && at !== root; at = at.parentElement) all.push(at);
      return all;
    };
    const isOut = (node: Element) =>
      // What is folded away has its boxes still.
      !node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      above(node).some((one) => {
        const { position, clipPath, clip } = styleOf(one);
        const isForReaders = position === 'absolute' && (clipPath !== 'none' || clip !== 'auto');
        return (
          position === 'fixed' ||
          position === 'sticky' ||
          isForReaders ||
          one.matches('[role="tooltip"], [role="menu"]') ||
          one.hasAttribute('data-tooltip')
        );
      });
    const drawn: Drawn[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const node = text.parentElement;
      if (node === null || !text.textContent?.trim() || node.closest('script, style, title, option') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
      if (boxes.length === 0 || isOut(node)) continue;
      for (const box of boxes) drawn.push({ what: text.textContent.trim().slice(0, 40), node, box });
    }
    const texts = drawn.length;
    for (const node of root.querySelectorAll('svg')) {
      const box = node.getBoundingClientRect();
      // A drawing has its own words within.
      if (box.width > 1 && box.width <= 40 && !isOut(node)) drawn.push({ what: 'an icon', node, box });
    }
    /** The part of a box that what is around it lets through. */
    const shownOf = ({ node, box }: Drawn) => {
      const own = { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
      let isShortened = false;
      for (const one of above(node)) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp } = styleOf(one);
        if (overflowX === 'visible' && overflowY === 'visible') continue;
        const { left, right, top, bottom } = one.getBoundingClientRect();
        isShortened ||= textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
        // What scrolls is not cut.
        isShortened ||= /auto|scroll/.test(overflowX + overflowY);
        own.left = Math.max(own.left, left);
        own.right = Math.min(own.right, right);
        own.top = Math.max(own.top, top);
        own.bottom = Math.min(own.bottom, bottom);
      }
      const isCut =
        !isShortened &&
        (own.right - own.left < box.width - 2 || own.bottom - own.top < box.height * 0.75) &&
        own.right > own.left - box.width;
      return { ...own, isCut };
    };
    const shown = drawn.map((one) => ({ ...one, shown: shownOf(one) }));
    const cut = shown.slice(0, texts).filter((one) => one.shown.isCut);
    const seen = shown
      .filter(({ shown: { left, right, top, bottom } }) => right - left > 1 && bottom - top > 1)
      .sort((a, b) => a.shown.top - b.shown.top);
    const over: string[] = [];
    for (const [i, one] of seen.entries()) {
      for (const other of seen.slice(i + 1)) {
        const [a, b] = [one.shown, other.shown];
        if (b.top >= a.bottom) break;
        // A text that ends in dots has two boxes in one line.
        if (one.node === other.node) continue;
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        // Lines of a heading stand closer than their boxes are high.
        if (wide > 2 && high > 0.4 * Math.min(a.bottom - a.top, b.bottom - b.top))
          over.push(`"${one.what}" lies over "${other.what}"`);
      }
    }
    return [...over, ...cut.map(({ what }) => `"${what}" is cut`)];
  });

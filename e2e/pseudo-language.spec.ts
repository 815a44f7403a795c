import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page, Route } from '@playwright/test';
import { enter, newGuest } from './support/member.ts';
import { screenNames } from './support/screens.ts';
import { openScreen } from './support/page-checks.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedErrors: [/404/] });
test.describe.configure({ timeout: 180_000 });

const locales = fileURLToPath(new URL('../locales/en/', import.meta.url));
const catalogue = /\/assets\/words-[\w-]+\/en\/([a-z-]+)\.js$/;

/** Two fifths longer, with accents that show what is not from a catalogue; placeholders, tags and nested keys stay. */
function longer(text: string): string {
  const parts = text.split(/(\{\{[^}]*\}\}|\$t\([^)]*\)|<[^>]*>)/);
  const accented = parts.map((part, index) =>
    index % 2 === 1 ? part : part.replace(/[aeiou]/g, (vowel) => `${vowel}\u0301`),
  );
  return `${accented.join('')}${' loooong'.repeat(Math.ceil((text.length * 0.4) / 8))}`;
}

function pseudo(value: unknown): unknown {
  if (typeof value === 'string') return longer(value);
  return Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [key, pseudo(inner)]));
}

/** The built app asks for a catalogue as a small module that holds nothing else; it gets the longer words instead. */
async function answerLonger(route: Route): Promise<void> {
  const [, name] = catalogue.exec(route.request().url()) ?? [];
  const words = JSON.parse(readFileSync(`${locales}${name}.json`, 'utf8')) as object;
  return route.fulfill({ body: `export default ${JSON.stringify(pseudo(words))};`, contentType: 'text/javascript' });
}

async function outside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    if (document.documentElement.scrollWidth > document.documentElement.clientWidth)
      found.push('the page is wider than the window');
    for (const element of document.querySelectorAll<HTMLElement>('button, a, h1, h2, h3, label, th')) {
      const style = getComputedStyle(element);
      const isCut =
        style.overflowX === 'hidden' &&
        style.textOverflow !== 'ellipsis' &&
        element.scrollWidth > element.clientWidth + 1;
      if (isCut) found.push(element.textContent.trim().slice(0, 60));
    }
    return found;
  });
}

test('C1.4 words two fifths longer break no screen', async ({ page, baseURL }) => {
  await enter(page, await newGuest(baseURL));
  await page.route(catalogue, answerLonger);
  // Narrow is where words break; a full run looks at wide windows too.
  for (const width of process.env['TEST_FULL'] === '1' ? [390, 1440] : [390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const screen of screenNames) {
      await openScreen(page, screen, 'en');
      await expect(page.getByRole('heading', { level: 1 })).toContainText('loooong');
      expect(await outside(page), `${screen} at ${width}`).toEqual([]);
    }
  }
});

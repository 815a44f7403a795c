import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { enter, newGuest } from './support/member.ts';
import { type Screen, screenLanguages, screenNames } from './support/screens.ts';
import { openScreen, speak } from './support/page-checks.ts';
import { test } from './support/test.ts';
import { expectTextApart } from './support/text-boxes.ts';

/** Pictures of every screen for people to leaf through: `index.html` shows them all. */
const folder = fileURLToPath(new URL('../reports/pictures/', import.meta.url));
const widths = [390, 768, 1280, 1440];
const people = ['visitor', 'guest'] as const;

test.use({ expectedErrors: [/404/] });
test.describe.configure({ timeout: 300_000 });

const fileOf = (screen: Screen, person: string, language: string, width: number): string =>
  `${screen}-${person}-${language}-${width}.png`;

for (const language of screenLanguages) {
  for (const person of people) {
    test(`pictures of every screen in ${language}, as a ${person} sees it`, async ({ page, baseURL }) => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'index.html'), overview());
      if (person === 'guest') await enter(page, await newGuest(baseURL));
      await speak(page, language);
      for (const screen of screenNames) {
        await openScreen(page, screen, language);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          await expectTextApart(page, fileOf(screen, person, language, width));
          const path = join(folder, fileOf(screen, person, language, width));
          await page.screenshot({ path, fullPage: true, animations: 'disabled' });
        }
      }
    });
  }
}

/** What README and the guide show, of the demo household: copied to `docs/images` when a page has changed its look. */
const shown = [
  ['dashboard', 'en', 1440, 960],
  ['analytics', 'en', 1440, 960],
  ['billing', 'en', 1440, 960],
  ['dashboard', 'hi', 390, 844],
  ['billing', 'es', 390, 844],
  ['analytics', 'en', 390, 844],
] as const;

for (const [screen, language, width, height] of shown) {
  test(`picture for the documentation: ${screen} in ${language}, ${width} px wide`, async ({ page, baseURL }) => {
    const folderOfDocs = join(folder, 'docs');
    mkdirSync(folderOfDocs, { recursive: true });
    await page.setViewportSize({ width, height });
    await enter(page, await newGuest(baseURL));
    await speak(page, language);
    await openScreen(page, screen, language);
    const name = width < 400 ? `phone-${screen}-${language}` : screen;
    await page.screenshot({ path: join(folderOfDocs, `${name}.png`), animations: 'disabled' });
  });
}

/** One row a screen and person, one column a language and width. */
function overview(): string {
  const rows = screenNames.flatMap((screen) =>
    people.map((person) => {
      const cells = screenLanguages.flatMap((language) =>
        widths.map((width) => {
          const file = fileOf(screen, person, language, width);
          return `<td><a href="${file}"><img src="${file}" alt="${file}" loading="lazy" height="320"></a></td>`;
        }),
      );
      return `<tr><th>${screen}<br>${person}</th>${cells.join('')}</tr>`;
    }),
  );
  return `<!doctype html><meta charset="utf-8"><title>Every screen</title><table>${rows.join('\n')}</table>\n`;
}

import type { Page } from '@playwright/test';
import { expect } from './test.ts';

export const button = (page: Page) => page.locator('aside > button[aria-expanded]');
export const panel = (page: Page) => page.getByRole('dialog', { name: /^(Assistant|Asistente|सहायक)$/ });
export const input = (page: Page) => panel(page).getByRole('textbox');
export const messages = (page: Page) => panel(page).locator('li[data-role]');
export const send = (page: Page) => panel(page).getByRole('button', { name: 'Send' });

export async function openPanel(page: Page): Promise<void> {
  await button(page).click();
  await expect(panel(page)).toBeVisible();
  await expect(input(page)).toBeFocused();
}

/** Asks, and waits for the whole answer. */
export async function ask(page: Page, text: string): Promise<void> {
  await input(page).fill(text);
  await input(page).press('Enter');
  await untilAnswered(page);
}

export async function untilAnswered(page: Page): Promise<void> {
  await expect(panel(page).getByRole('button', { name: 'Stop' })).toBeHidden();
  await expect(messages(page).last()).not.toContainText('Thinking...');
  await expect(messages(page).last().getByRole('button', { name: 'Copy' })).toBeVisible();
}

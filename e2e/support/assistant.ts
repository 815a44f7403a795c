import { createServer, type ServerResponse } from 'node:http';
import type { Shown } from './account-steps.ts';
import { expect } from './test.ts';

export const button = (page: Shown) => page.locator('aside > button[aria-expanded]');
export const panel = (page: Shown) => page.getByRole('dialog', { name: /^(Assistant|Asistente|सहायक)$/ });
export const input = (page: Shown) => panel(page).getByRole('textbox');
export const messages = (page: Shown) => panel(page).locator('li[data-role]');
export const send = (page: Shown) => panel(page).getByRole('button', { name: 'Send' });

export async function openPanel(page: Shown): Promise<void> {
  await button(page).click();
  await expect(panel(page)).toBeVisible();
  await expect(input(page)).toBeFocused();
}

/** Asks, and waits for the whole answer. */
export async function ask(page: Shown, text: string): Promise<void> {
  await input(page).fill(text);
  await input(page).press('Enter');
  await untilAnswered(page);
}

export async function untilAnswered(page: Shown): Promise<void> {
  await expect(panel(page).getByRole('button', { name: 'Stop' })).toBeHidden();
  await expect(messages(page).last()).not.toContainText('Thinking...');
  await expect(messages(page).last().getByRole('button', { name: 'Copy' })).toBeVisible();
}

/** A server that speaks as OpenAI's does, and says what it is told, when it is told to. */
export async function startProvider() {
  let answer: ServerResponse | undefined;
  let refusal: number | undefined;
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      asked += 1;
      if (refusal !== undefined) return response.writeHead(refusal, { 'content-type': 'application/json' }).end('{}');
      answer = response;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const chunk = (choice: object) => `data: ${JSON.stringify({ id: '1', choices: [{ index: 0, ...choice }] })}\n\n`;
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1`,
    asked: () => asked,
    isLeft: () => answer?.destroyed === true,
    refuse: (status: number | undefined) => (refusal = status),
    say: (content: string) => answer?.write(chunk({ delta: { content }, finish_reason: null })),
    finish: () => answer?.end(`${chunk({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`),
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** The assistant on a stage, asked over real HTTP as a page asks it. */
import { pino } from 'pino';
import type { Stage } from '#apps/service/testing/stage.ts';
import { createBilling } from '#subjects/bills/service/index.ts';
import type { Switching } from '#subjects/hardware/service/index.ts';
import type { AssistantEvent } from '../contract/assistant.ts';
import { type AssistantConfig, openAssistant } from './index.ts';

interface AskedByHand {
  readonly text: string;
  readonly language?: 'en' | 'es' | 'hi';
  readonly household?: string;
}

export interface AssistantStage {
  readonly url: string;
  /** As who is signed in; null: a visitor. */
  ask(userId: string | null, asked: AskedByHand, signal?: AbortSignal): Promise<Response>;
  /** Its events to the end. */
  events(userId: string | null, asked: AskedByHand): Promise<AssistantEvent[]>;
  press(userId: string, action: string, agreed: boolean): Promise<Response>;
}

/** Nothing on the stage takes commands. */
const noSwitching: Switching = { switchDevice: async () => null };

export const readEvents = (text: string): AssistantEvent[] =>
  text.split('\n\n').flatMap((block) => {
    const event = /^event: (.+)$/m.exec(block)?.[1];
    const data = /^data: (.+)$/m.exec(block)?.[1];
    return event && data ? [{ event, data: JSON.parse(data) } as AssistantEvent] : [];
  });

export const openAssistantStage = async (
  stage: Stage,
  {
    provider = {},
    now = Date.now,
    log = pino({ level: 'silent' }),
  }: { provider?: Partial<AssistantConfig>; now?: () => number; log?: ReturnType<typeof pino> } = {},
): Promise<AssistantStage> => {
  const { database, sql } = stage;
  const app = stage.http((http, { usage, authenticate, stopping }) =>
    openAssistant(
      http,
      { apiKey: undefined, baseUrl: undefined, model: 'gpt-4o-mini', dailyQuestions: 100, ...provider },
      {
        database,
        usage,
        billing: createBilling({ sql, now }),
        switching: noSwitching,
        authenticate,
        stopping,
        addressSecret: 'a secret of the test',
        origin: () => 'http://127.0.0.1',
        version: '0',
        now,
        log,
      },
    ),
  );
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const post = async (userId: string | null, path: string, body: object, signal?: AbortSignal): Promise<Response> =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(userId !== null && (await stage.session(userId))) },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
  const ask: AssistantStage['ask'] = (userId, { language = 'en', ...asked }, signal) =>
    post(userId, '/api/v1/assistant', { language, ...asked }, signal);
  return {
    url,
    ask,
    events: async (userId, asked) => readEvents(await (await ask(userId, asked)).text()),
    press: (userId, action, agreed) => post(userId, `/api/v1/assistant/actions/${action}`, { agreed }),
  };
};

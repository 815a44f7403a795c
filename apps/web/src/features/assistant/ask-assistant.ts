import type { AssistantBody, AssistantEvent, AssistantState, PressAnswer, PressBody } from '@wattershed/contracts';
import { callService } from '../../platform/service.ts';
import { streamService } from '../../platform/service-stream.ts';

/** As the contract's `longestQuestion`, whose module would bring all of its checks along. */
export const longestQuestion = 2000;

const eventNames: Record<AssistantEvent['event'], true> = {
  begin: true,
  text: true,
  result: true,
  action: true,
  error: true,
  end: true,
};

/** The answer as it comes; ends with its `end`, or where the connection broke. */
export async function* askAssistant(body: AssistantBody, signal: AbortSignal): AsyncGenerator<AssistantEvent> {
  for await (const one of streamService('/api/v1/assistant', { method: 'POST', body, signal })) {
    if (!(one.event in eventNames)) continue;
    yield one as AssistantEvent;
    if (one.event === 'end') return;
  }
}

export function fetchAssistantState(household: string): Promise<AssistantState> {
  return callService<AssistantState>('/api/v1/assistant', { query: { household } });
}

/** The person's own press on what the assistant proposed. */
export async function pressAction(id: string, agreed: boolean): Promise<PressAnswer['result']> {
  const body: PressBody = { agreed };
  return (await callService<PressAnswer>(`/api/v1/assistant/actions/${id}`, { method: 'POST', body })).result;
}

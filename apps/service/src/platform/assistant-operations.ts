/** What the interface's description says of the assistant. */
import {
  assistantBody,
  assistantState,
  createAssistantTokenBody,
  createdToken,
  pressAnswer,
  pressBody,
} from '@wattershed/contracts';
import { z } from 'zod';
import type { Operation } from './openapi.ts';

export const assistantOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/v1/assistant',
    summary:
      'Ask the assistant; it answers as server-sent events. A visitor may ask too, without a household and without history',
    auth: 'person',
    body: assistantBody,
    answer: z.string().describe('Events: begin, text, result, action, error, end.'),
    answerType: 'text/event-stream',
  },
  {
    method: 'get',
    path: '/api/v1/assistant',
    summary: 'Whether an AI provider is set up, and how many questions it may still be asked today',
    auth: 'person',
    answer: assistantState,
  },
  {
    method: 'post',
    path: '/api/v1/assistant/actions/{id}',
    summary: 'Agree to a switch that the assistant proposed, or decline it; once, and in time',
    auth: 'person',
    body: pressBody,
    answer: pressAnswer,
  },
  {
    method: 'post',
    path: '/api/v1/assistant/tokens',
    summary: 'Make a token by which another assistant reads at /mcp; it is shown once',
    auth: 'person',
    body: createAssistantTokenBody,
    answer: createdToken,
    status: 201,
  },
];

/** The part of the OpenAPI document that contact, frequent questions and health have. */
import {
  contactAnswer,
  contactBody,
  faqAnswer,
  faqEntryBody,
  faqOrderBody,
  faqQuery,
  faqRequestBody,
  healthReport,
  readiness,
} from '@wattershed/contracts';
import { z } from 'zod';
import type { Operation } from './openapi.ts';

export const contactOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/v1/contact',
    summary: 'Write to the people who run this installation; limited by account and by address',
    auth: 'none',
    body: contactBody,
    answer: contactAnswer,
    status: 202,
  },
  {
    method: 'get',
    path: '/api/v1/faq',
    summary: 'The frequent questions in one language',
    auth: 'none',
    query: faqQuery,
    answer: faqAnswer,
  },
  {
    method: 'post',
    path: '/api/v1/faq-requests',
    summary: 'Ask for a question to be answered there',
    auth: 'none',
    body: faqRequestBody,
    status: 204,
  },
  {
    method: 'post',
    path: '/api/v1/faq-entries',
    summary: 'Publish a question with its answer in three languages; administrators only',
    auth: 'person',
    body: faqEntryBody,
    answer: z.object({ id: z.uuid(), key: z.string() }),
    status: 201,
  },
  {
    method: 'put',
    path: '/api/v1/faq-entries/order',
    summary: 'Put questions in order; administrators only',
    auth: 'person',
    body: faqOrderBody,
    status: 204,
  },
  {
    method: 'get',
    path: '/api/v1/health',
    summary: 'How this installation does, in detail; administrators only',
    auth: 'person',
    answer: healthReport,
  },
  {
    method: 'get',
    path: '/readyz',
    summary: 'How each part does; 503 while a needed one is down',
    auth: 'none',
    answer: readiness,
  },
];

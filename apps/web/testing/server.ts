import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { endpoint } from '#catalogue/endpoint.ts';

/** The network's far side. Each test adds the answers it is about; anything else is an error. */
export const server = setupServer(
  http.post('*/api/v1/account/seen', () => new HttpResponse(null, { status: 204 })),
  http.get('*/auth/v1/settings', () => HttpResponse.json({ mailer_autoconfirm: true })),
  http.get('*/api/v1/account/address', () => HttpResponse.json({ isProved: true, canProve: true })),
  // The bell beside every page has nothing to tell, and no home to tell it of.
  ...['household_members', 'notices', 'notices_seen', 'notice_ways', 'quarantined_readings'].map((table) =>
    http.get(`*/rest/v1/${table}`, () => HttpResponse.json([])),
  ),
);

/** Addresses without a contract of their answer: for tests of how the service is asked, whatever it is asked. */
export const someQuestion = endpoint({ method: 'GET', path: '/api/v1/usage', who: 'person', summary: 'a question' });
export const someWriting = endpoint({ method: 'POST', path: '/api/v1/readings', who: 'person', summary: 'a change' });

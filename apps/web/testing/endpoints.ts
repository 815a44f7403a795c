import { endpoint } from '#catalogue/endpoint.ts';

/** Addresses without a contract of their answer: for tests of how the service is asked, whatever it is asked. */
export const someQuestion = endpoint({ method: 'GET', path: '/api/v1/usage', who: 'person', summary: 'a question' });
export const someWriting = endpoint({ method: 'POST', path: '/api/v1/readings', who: 'person', summary: 'a change' });

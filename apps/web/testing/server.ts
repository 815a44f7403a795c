import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

/** The network's far side. Each test adds the answers it is about; anything else is an error. */
export const server = setupServer(
  http.post('*/api/v1/account/seen', () => new HttpResponse(null, { status: 204 })),
  http.get('*/api/v1/account/address', () => HttpResponse.json({ isProved: true, canProve: true })),
);

import type { BackendFetch } from '../platform/backend-proxy.ts';
import type { OutsideTokens } from './outside-tokens.ts';

/** The embedded backend's answers, with the tokens in them as this backend signs. */
export function withOutsideTokens(inner: BackendFetch, tokens: OutsideTokens): BackendFetch {
  return async (request, from) => {
    const answer = await inner(request, from);
    if (!new URL(request.url).pathname.startsWith('/auth/v1/')) return answer;
    const headers = new Headers(answer.headers);
    const place = headers.get('location');
    if (place) headers.set('location', await replaceIn(place, tokens));
    const text = await answer.text();
    const isEmpty = [204, 304].includes(answer.status);
    return new Response(isEmpty ? null : await replaceIn(text, tokens), { status: answer.status, headers });
  };
}

/** In a body it is a field, in the address of a mail's link a part after `#`. */
const places = /(?<="access_token":\s*"|[#&]access_token=)[\w.-]+/;

async function replaceIn(text: string, tokens: OutsideTokens): Promise<string> {
  const found = places.exec(text)?.[0];
  return found === undefined ? text : text.replace(found, await tokens.toOutside(found));
}

/** With another provider of identity the backend's own ways in stay shut: whoever signs up there has proved nothing to anybody. */

type Fetch<F> = (request: Request, from: F) => Promise<Response>;

const shut = /^\/auth\/v1\/(signup|recover|resend|otp|magiclink|authorize|callback|verify)$/;
const credentials = ['email', 'phone', 'password', 'nonce'];

const refusal = (): Response => {
  const words = {
    code: 403,
    error_code: 'email_provider_disabled',
    msg: 'Sign in with the provider of this installation',
  };
  return Response.json(words, { status: 403 });
};

const setsCredentials = async (request: Request): Promise<boolean> => {
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null);
  // What cannot be read here might be read there.
  return typeof body !== 'object' || body === null || credentials.some((name) => name in body);
};

const isShut = async (request: Request): Promise<boolean> => {
  const { pathname, searchParams } = new URL(request.url);
  if (shut.test(pathname)) return true;
  if (pathname === '/auth/v1/token') return searchParams.getAll('grant_type').join() !== 'refresh_token';
  return pathname === '/auth/v1/user' && request.method === 'PUT' && (await setsCredentials(request));
};

export const closeOwnDoors =
  <F>(backend: Fetch<F>): Fetch<F> =>
  async (request, from) =>
    (await isShut(request)) ? refusal() : backend(request, from);

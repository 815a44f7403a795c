// Loaded before the service, in its threads too: what it would ask Google is answered here. A code is the account itself, with the nonce of the visit.
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

const { publicKey, privateKey } = await generateKeyPair('RS256');
const key = { ...(await exportJWK(publicKey)), kid: 'stand-in', alg: 'RS256', use: 'sig' };
const discovery = {
  issuer: 'https://accounts.google.com',
  authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
  token_endpoint: 'https://oauth2.googleapis.com/token',
  jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
};
const goOut = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const address = input instanceof Request ? input.url : String(input);
  if (address === 'https://accounts.google.com/.well-known/openid-configuration') return Response.json(discovery);
  if (address === 'https://www.googleapis.com/oauth2/v3/certs') return Response.json({ keys: [key] });
  if (address !== 'https://oauth2.googleapis.com/token') return goOut(input, init);
  const asked = new URLSearchParams(await new Response(init?.body ?? input.body).text());
  const account = JSON.parse(Buffer.from(asked.get('code') ?? '', 'base64url').toString());
  return Response.json({
    access_token: 'of-google',
    token_type: 'Bearer',
    expires_in: 3599,
    id_token: await idToken(account),
  });
};

function idToken(account) {
  return new SignJWT(account)
    .setProtectedHeader({ alg: 'RS256', kid: key.kid })
    .setIssuer('https://accounts.google.com')
    .setAudience('stand-in')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey);
}

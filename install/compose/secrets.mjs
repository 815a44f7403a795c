// node install/compose/secrets.mjs > install/compose/.env: passwords by chance, and the public key that belongs to the secret of the tokens.
import { createHmac, randomBytes } from 'node:crypto';

const password = () => randomBytes(24).toString('base64url');
const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const secret = password() + password();
const at = Math.floor(Date.now() / 1000);
const tenYearsS = 10 * 365 * 24 * 3600;
const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iss: 'wattershed', role: 'anon', iat: at, exp: at + tenYearsS })}`;
const lines = {
  PUBLIC_URL: process.env.PUBLIC_URL ?? 'http://127.0.0.1:8080',
  JWT_SECRET: secret,
  ANON_KEY: `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`,
  SUPERUSER_PASSWORD: password(),
  OWNER_PASSWORD: password(),
  SERVICE_PASSWORD: password(),
  AUTHENTICATOR_PASSWORD: password(),
  AUTH_PASSWORD: password(),
};
for (const [name, value] of Object.entries(lines)) console.log(`${name}=${value}`);

import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const serviceMain = new URL('../../apps/service/dist/main.js', import.meta.url);
export const serviceCli = new URL('../../apps/service/dist/cli.js', import.meta.url);

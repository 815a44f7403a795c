/** Firebase's emulator, and what it tells of the mails and messages that it does not send. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const project = 'demo-home';

const program = fileURLToPath(new URL('../emulator/emulator.mjs', import.meta.url));

export interface Emulator {
  url: string;
  stop: () => Promise<void>;
}

export async function startEmulator(): Promise<Emulator> {
  const installed = process.env['WATTERSHED_EMULATOR'];
  if (!installed) throw new Error('Run npm run test:identity: it installs the emulator first.');
  const child = spawn(process.execPath, [program, installed, project], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string | number];
  if (typeof line !== 'string') throw new Error('The emulator ended before it was ready.');
  const { port } = JSON.parse(line) as { port: number };
  const emulator = {
    url: `http://localhost:${port}`,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
  process.env['WATTERSHED_EMULATOR_URL'] = emulator.url;
  // As new projects are: nobody is told which addresses have an account.
  await ask('PATCH', `emulator/v1/projects/${project}/config`, {
    emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
  });
  return emulator;
}

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${process.env['WATTERSHED_EMULATOR_URL']}/${path}`, {
    method,
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`the emulator answered ${answer.status} to ${path}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

interface Mail {
  email: string;
  requestType: 'VERIFY_EMAIL' | 'PASSWORD_RESET' | 'VERIFY_AND_CHANGE_EMAIL';
  oobLink: string;
  newEmail?: string;
}

/** Opens the link of the newest such mail, as the person does. `more`: what they fill in there. */
export async function openLink(kind: Mail['requestType'], email: string, more = ''): Promise<void> {
  const { oobCodes } = await ask<{ oobCodes: Mail[] }>('GET', `emulator/v1/projects/${project}/oobCodes`);
  const mail = oobCodes.findLast((one) => one.requestType === kind && (one.email === email || one.newEmail === email));
  if (mail === undefined) throw new Error(`no ${kind} for ${email}: ${JSON.stringify(oobCodes.slice(-3))}`);
  const answer = await fetch(`${mail.oobLink}${more}`, { redirect: 'manual' });
  if (answer.status >= 400) throw new Error(`the link answered ${answer.status}: ${await answer.text()}`);
}

/** The newest code that was sent to a phone. */
export async function codeFor(phoneNumber: string): Promise<string> {
  const { verificationCodes } = await ask<{ verificationCodes: { phoneNumber: string; code: string }[] }>(
    'GET',
    `emulator/v1/projects/${project}/verificationCodes`,
  );
  return verificationCodes.findLast((one) => one.phoneNumber === phoneNumber)?.code ?? '';
}

export interface Account {
  localId: string;
  email?: string;
  displayName?: string;
  emailVerified?: boolean;
}

export async function findAccount(email: string): Promise<Account | undefined> {
  const { users = [] } = await ask<{ users?: Account[] }>(
    'POST',
    `identitytoolkit.googleapis.com/v1/projects/${project}/accounts:lookup`,
    {
      email: [email],
    },
  );
  return users[0];
}

export async function disableAccount(localId: string): Promise<void> {
  await ask('POST', `identitytoolkit.googleapis.com/v1/projects/${project}/accounts:update`, {
    localId,
    disableUser: true,
  });
}

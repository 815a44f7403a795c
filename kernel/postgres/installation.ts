import { createHmac, randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { outsideAddress } from './outside-database.ts';

export interface InstallSecrets {
  superuserPassword: string;
  servicePassword: string;
  authenticatorPassword: string;
  /** HS256 key of every session and of the anonymous key; used as UTF-8 text. */
  jwtSecret: string;
  anonKey: string;
}

const TEN_YEARS_S = 10 * 365 * 24 * 3600;

function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function signAnonKey(jwtSecret: string, issuedAtS: number): string {
  const claims = { iss: 'wattershed', role: 'anon', iat: issuedAtS, exp: issuedAtS + TEN_YEARS_S };
  const signed = `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url(claims)}`;
  return `${signed}.${createHmac('sha256', jwtSecret).update(signed).digest('base64url')}`;
}

export function makeSecrets(now = Date.now()): InstallSecrets {
  const random = () => randomBytes(32).toString('base64url');
  const jwtSecret = random();
  return {
    superuserPassword: random(),
    servicePassword: random(),
    authenticatorPassword: random(),
    jwtSecret,
    anonKey: signAnonKey(jwtSecret, Math.floor(now / 1000)),
  };
}

export function secretsFile(dataDir: string): string {
  return join(dataDir, 'backend-secrets.json');
}

export function readSecrets(dataDir: string): InstallSecrets | undefined {
  const file = secretsFile(dataDir);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as InstallSecrets) : undefined;
}

export function writeSecrets(dataDir: string, secrets: InstallSecrets): void {
  const file = secretsFile(dataDir);
  const handle = openSync(`${file}.new`, 'w', 0o600);
  writeSync(handle, `${JSON.stringify(secrets, null, 2)}\n`);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(`${file}.new`, file);
}

/** Where the embedded database of `dataDir` lies, running or not; undefined where there is none. */
export function existingCluster(dataDir: string): string | undefined {
  const pointer = join(dataDir, 'postgres.location');
  const folder = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(dataDir, 'postgres');
  return existsSync(folder) ? folder : undefined;
}

/** The superuser's address of the database of `dataDir`, while its service runs or where it lies elsewhere; else undefined. */
export function runningOwnerUrl(dataDir: string): string | undefined {
  const outside = outsideAddress(dataDir);
  if (outside) return outside;
  const secrets = readSecrets(dataDir);
  const pidFile = join(existingCluster(dataDir) ?? dataDir, 'postmaster.pid');
  if (!secrets || !existsSync(pidFile)) return undefined;
  const port = readFileSync(pidFile, 'utf8').split('\n')[3];
  return `postgres://postgres:${secrets.superuserPassword}@127.0.0.1:${port}/wattershed`;
}

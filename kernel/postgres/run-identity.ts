import { chownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface RunIdentity {
  uid: number;
  gid: number;
}

const NOBODY: RunIdentity = { uid: 65534, gid: 65534 };

/** PostgreSQL refuses to run as root; everyone else runs it as themselves. */
export function postgresIdentity(): RunIdentity | undefined {
  return process.getuid?.() === 0 ? NOBODY : undefined;
}

export function giveTo(identity: RunIdentity | undefined, path: string): void {
  if (identity) chownSync(path, identity.uid, identity.gid);
}

const READ = 4;
const ENTER = 1;

function allows(identity: RunIdentity, path: string, bits: number): boolean {
  const { mode, uid, gid } = statSync(path);
  const shift = uid === identity.uid ? 6 : gid === identity.gid ? 3 : 0;
  return ((mode >> shift) & bits) === bits;
}

export function canReach(identity: RunIdentity | undefined, folder: string): boolean {
  if (!identity) return true;
  for (let at = folder; ; at = dirname(at)) {
    if (!allows(identity, at, ENTER)) return false;
    if (at === dirname(at)) return true;
  }
}

export function canRun(identity: RunIdentity | undefined, program: string): boolean {
  return !identity || (canReach(identity, dirname(program)) && allows(identity, program, READ | ENTER));
}

import { readdirSync, readFileSync } from 'node:fs';

/** The running processes, detached ones too, that inherited `mark` in their environment. Linux only; empty elsewhere. */
export function marked(mark: string): string[] {
  if (process.platform !== 'linux') return [];
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.filter((id) => read(id, 'environ').includes(mark)).map((id) => `${id} ${read(id, 'cmdline').join(' ')}`);
}

function read(id: string, file: string): string[] {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** The commands of the service: `cli.js <command> …`. */
import { adminCommand } from './cli/admin-command.ts';
import { backupCommand } from './cli/backup-command.ts';
import { importCommand } from './cli/import-command.ts';
import { moveCommand } from './cli/move-command.ts';
import { restoreCommand } from './cli/restore-command.ts';
import { openTerminal, type Terminal } from './cli/terminal.ts';

type Command = (args: string[], env: NodeJS.ProcessEnv, terminal: Terminal) => Promise<number>;

const commands: Record<string, Command> = {
  admin: adminCommand,
  backup: backupCommand,
  import: importCommand,
  move: moveCommand,
  restore: restoreCommand,
};

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command) process.exitCode = await command(args, process.env, openTerminal());
else {
  console.error(`Commands: ${Object.keys(commands).join(', ')}`);
  process.exitCode = 2;
}

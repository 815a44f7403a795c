/** `npm run move -- --to postgres://…`: the database of an embedded installation goes to a PostgreSQL that runs elsewhere. */
import { parseArgs } from 'node:util';
import { moveEmbedded } from '#subjects/identity/service/embedded/index.ts';
import { loadEnvFile, readConfig } from '#kernel/config.ts';
import { count } from './backup-words.ts';
import { root } from './root.ts';
import { interruptible, tellFailure, type Terminal } from './terminal.ts';

const usage = `npm run move -- --to postgres://superuser:password@host:5432/wattershed   into that empty database, while Wattershed runs
  --yes    do not ask before Wattershed is stopped for the last seconds
The documents, the keys and DATA_DIR stay where they are. The old database is kept aside.`;

/** A string says what is wrong. */
const readAsked = (args: string[]): { to: string; isSure: boolean } | string => {
  try {
    const { values } = parseArgs({
      args,
      options: { to: { type: 'string' }, yes: { type: 'boolean' }, help: { type: 'boolean' } },
    });
    if (values.help || values.to === undefined) return '';
    if (!/^postgres(ql)?:\/\/[^/]+\/.+/.test(values.to) || !URL.canParse(values.to))
      return 'Where to is an address with a database: postgres://user:password@host:5432/wattershed.';
    return { to: values.to, isSure: values.yes === true };
  } catch (error) {
    return (error as Error).message;
  }
};

const phases = { running: 'while it runs', stopped: 'stopped' };
const steps = { comparing: 'Comparing', copying: 'Copying' };

const move = async (
  { to, isSure }: { to: string; isSure: boolean },
  dataDir: string,
  terminal: Terminal,
): Promise<number> => {
  const moved = await interruptible((signal) =>
    moveEmbedded({
      dataDir,
      address: to,
      migrationsDir: `${root}supabase/migrations`,
      onProgress: ({ step, title, rows, phase }) =>
        terminal.progress(`${steps[step]} ${phases[phase]}: ${count(rows, 'row')} copied (${title})`),
      mayStop: async () =>
        isSure ||
        (await terminal.ask('All is copied but the last minutes. Stop Wattershed now for these? [y/N] ')) === true,
      signal,
    }),
  );
  terminal.progress('');
  if (!moved) {
    terminal.complain(
      'Wattershed runs on as it was. Begin again when you like (add --yes where nobody can answer): what is copied is kept.',
    );
    return 2;
  }
  terminal.say(
    `Moved: ${count(moved.rows, 'row')}, each compared with the old one. Stopped for ${(moved.stoppedMs / 1000).toFixed(1)} s.`,
  );
  terminal.say('npm start runs it there.');
  terminal.say(`The old database is in ${moved.aside}: remove it when all is well.`);
  return 0;
};

/** Answers the exit code: 0 done, 1 failed, 2 asked wrongly or not wanted, 130 interrupted. */
export const moveCommand = async (args: string[], env: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> => {
  const asked = readAsked(args);
  if (typeof asked === 'string') {
    terminal.complain(asked === '' ? usage : `${asked}\n\n${usage}`);
    return 2;
  }
  loadEnvFile(`${root}.env`);
  try {
    return await move(asked, readConfig(env).dataDir, terminal);
  } catch (error) {
    return tellFailure(error, terminal);
  }
};

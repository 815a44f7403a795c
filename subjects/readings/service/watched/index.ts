/** Watched folders: whoever runs the service says where, each household says whether, and what lies there is imported. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { previewWatchedFile, readWatchedFolder, watchFolder } from '../../contract/watched.ts';
import type { Imports } from '../imports/running-imports.ts';
import { contentOf, createFolderWatch, hashOf, openRegular, type WatchDeps } from './watch-folders.ts';

export interface WatchedRoutesDeps extends Pick<Kernel, 'serve'> {
  readonly sql: Sql;
  readonly imports: Pick<Imports, 'preview'>;
  /** Null: none is offered. */
  readonly root: string | null;
}

export const watchedRoutes = ({ serve, sql, imports, root }: WatchedRoutesDeps): void => {
  serve(readWatchedFolder, () => ({ isOffered: root !== null }));

  serve(watchFolder, async ({ person, body: { household } }) => {
    if (root === null) throw new ProblemError('not-found');
    const path = join(root, household);
    const [row] = await sql<{ home: string | null }[]>`
      select private.watch_folder(${person.sub}, ${household}, ${path}) as home`;
    if (!row?.home) throw new ProblemError('forbidden');
    // Whoever may write to the one above may write here.
    await mkdir(path, { recursive: true });
    return { path };
  });

  serve(previewWatchedFile, async ({ person, body: { household, fingerprint } }) => {
    const [row] = await sql<{ name: string | null }[]>`
      select private.watched_file_name(${person.sub}, ${household}, ${fingerprint}) as name`;
    const handle = root === null || !row?.name ? null : await openRegular(join(root, household, row.name));
    if (handle === null || !row?.name) throw new ProblemError('not-found');
    try {
      if ((await hashOf(contentOf(handle)())) !== fingerprint) throw new ProblemError('not-found');
      return await imports.preview(person, household, row.name, contentOf(handle)());
    } finally {
      await handle.close();
    }
  });
};

const everyMs = 20_000;

export const serveWatched = (kernel: Kernel, deps: Pick<WatchDeps, 'imports' | 'uploads' | 'format'>): void => {
  const root = kernel.config.WATCH_FOLDER ?? null;
  watchedRoutes({ ...kernel, ...deps, root });
  if (root === null) return;
  kernel.jobs.add({ name: 'watched-folders', everyMs, run: createFolderWatch({ ...kernel, ...deps, root }) });
};

/** What this browser keeps for the person signed in: last answers, and changes that wait for the connection. */
import { ownName } from './base.ts';

const databaseName = ownName('wattershed');
const stores = ['answers', 'changes'] as const;

export type StoreName = (typeof stores)[number];

export interface Row {
  id: string;
}

let opening: Promise<IDBDatabase> | undefined;

/** Rejects where the browser forbids it (private windows, blocked cookies). */
function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.addEventListener('upgradeneeded', () => {
      for (const store of stores) request.result.createObjectStore(store, { keyPath: 'id' });
    });
    request.addEventListener('success', () => {
      // Another window may bring a newer shape; this one then opens it anew.
      request.result.addEventListener('versionchange', () => {
        request.result.close();
        opening = undefined;
      });
      resolve(request.result);
    });
    request.addEventListener('error', () => reject(request.error ?? new Error('the database did not open')));
  });
  opening.catch(() => {
    opening = undefined;
  });
  return opening;
}

/** One transaction; what `work` returned is the result once everything is written. */
async function within<T>(
  names: readonly StoreName[],
  mode: IDBTransactionMode,
  work: (transaction: IDBTransaction) => () => T,
): Promise<T> {
  const database = await open();
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction([...names], mode);
    const read = work(transaction);
    transaction.addEventListener('complete', () => resolve(read()));
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('it was aborted')));
  });
}

export function readRows<R extends Row>(name: StoreName): Promise<R[]> {
  return within([name], 'readonly', (transaction) => {
    const request = transaction.objectStore(name).getAll();
    return () => request.result as R[];
  });
}

export function writeRows(name: StoreName, put: readonly Row[], remove: readonly string[] = []): Promise<void> {
  return within([name], 'readwrite', (transaction) => {
    const store = transaction.objectStore(name);
    for (const id of remove) store.delete(id);
    for (const row of put) store.put(row);
    return () => undefined;
  });
}

/** Changes a row that is still there; one that was removed meanwhile stays removed. */
export function changeRow<R extends Row>(name: StoreName, id: string, change: (row: R) => R): Promise<void> {
  return within([name], 'readwrite', (transaction) => {
    const store = transaction.objectStore(name);
    const request = store.get(id);
    request.addEventListener('success', () => {
      if (request.result !== undefined) store.put(change(request.result as R));
    });
    return () => undefined;
  });
}

/** What was read goes; what is still to be sent stays for the person who wrote it. */
export function clearAnswers(): Promise<void> {
  return within(['answers'], 'readwrite', (transaction) => {
    transaction.objectStore('answers').clear();
    return () => undefined;
  });
}

/** Nothing of anybody is left; answers how many changes had still been waiting. */
export function clearDatabase(): Promise<number> {
  return within(stores, 'readwrite', (transaction) => {
    const waiting = transaction.objectStore('changes').count();
    for (const store of stores) transaction.objectStore(store).clear();
    return () => waiting.result;
  });
}

// postgres 3.4.9 writes to a connection that has just closed, where nothing can catch what that throws: the whole service ends. Or its timer counts as
// running for ever, and the connection never sends again. (porsager/postgres #1154, #1208; mended there by none of its releases.) Whoever asked is to hear
// that the connection is gone.
// And it asks its open connections in turn: what looks for work every few seconds keeps all of them awake, each with its own copy of the database's
// catalogue (10 to 20 MB). The one that was asked last is asked first, and the others can close.

const mends = {
  'connection.js': [
    [
      'function nextWrite(fn) {\n',
      `function nextWrite(fn) {
    if (socket === null) {
      chunk = nextWriteTimer = null
      error(Errors.connection('CONNECTION_CLOSED', options))
      return false
    }
`,
    ],
    [
      'clearImmediate(nextWriteTimer)\n    socket.removeListener',
      'clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.removeListener',
    ],
  ],
  'index.js': [
    ['if (open.length)\n      return go(open.shift(), query)', 'if (open.length)\n      return go(open.pop(), query)'],
  ],
  'queue.js': [
    [
      'shift: () => {',
      `pop: () => {
      const out = xs.pop()
      if (index === xs.length) {
        index = 0
        xs = []
      }
      return out
    },
    shift: () => {`,
    ],
  ],
};

/** The files of the driver that are mended. */
export const mended = /node_modules\/postgres\/(?:cjs\/)?src\/((?:connection|index|queue)\.js)$/;

/** A file of the driver, mended. Throws where it reads otherwise than it did. */
export const mendPostgres = (source, path) =>
  mends[mended.exec(path)[1]].reduce((text, [from, to]) => {
    if (text.split(from).length !== 2)
      throw new Error('postgres has changed: see whether it is mended there, and take this away');
    return text.replace(from, to);
  }, source);

// postgres 3.4.9 writes to a connection that has just closed, where nothing can catch what that throws: the whole service ends. Or its timer counts as
// running for ever, and the connection never sends again. (porsager/postgres #1154, #1208; mended there by none of its releases.) Whoever asked is to hear
// that the connection is gone.

const mends = [
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
];

export const mended = /node_modules\/postgres\/(?:cjs\/)?src\/connection\.js$/;

/** The driver's `connection.js`, mended. Throws where it reads otherwise than it did. */
export const mendPostgres = (source) =>
  mends.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2)
      throw new Error('postgres has changed: see whether it is mended there, and take this away');
    return text.replace(from, to);
  }, source);

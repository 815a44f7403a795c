/** Runs what has the same key one after another: lite would give one refresh token two children. */
export function inTurn(): <Answer>(key: string, work: () => Promise<Answer>) => Promise<Answer> {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, turn);
    const done = () => void (last.get(key) === turn && last.delete(key));
    turn.then(done, done);
    return turn;
  };
}

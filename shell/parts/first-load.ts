/** What no page waits for comes with the first touch, or after a while: the first page has had the network to itself. */
let end: () => void;
export const firstLoad = new Promise<void>((resolve) => {
  end = resolve;
});
export const endFirstLoad = (): void => end();

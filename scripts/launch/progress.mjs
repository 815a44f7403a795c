const live = process.stdout.isTTY && !process.env.CI;

/** Says what is being done and, every few seconds, how far it has come. */
export async function withProgress(title, work) {
  const begun = performance.now();
  const seconds = () => Math.round((performance.now() - begun) / 1000);
  let note = '';
  console.log(`${title} …`);
  const tick = setInterval(
    () => {
      const line = `  ${seconds()} s${note && `, ${note}`}`;
      if (live) process.stdout.write(`\r\x1b[2K${line}`);
      else console.log(line);
    },
    live ? 250 : 5000,
  );
  try {
    return await work((text) => {
      note = text;
    });
  } finally {
    clearInterval(tick);
    if (live) process.stdout.write('\r\x1b[2K');
    console.log(`  done in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  }
}

// The add-on: what Home Assistant's page of options and its supervisor say becomes settings; then Wattershed takes this process over.
import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const attempts = 5;

/** What the options set, by Wattershed's names; what is left empty is not set. */
export function settingsOf(options) {
  const { demo, public_url, poll_networks, smtp_url, mail_from, log_level } = options;
  const named = {
    DEMO: String(demo ?? true),
    PUBLIC_URL: public_url,
    POLL_NETWORKS: poll_networks,
    SMTP_URL: smtp_url,
    MAIL_FROM: mail_from,
    LOG_LEVEL: log_level,
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value));
}

/** The broker that Home Assistant uses, as `MQTT_URL`; undefined where it has none. Throws where the supervisor does not say. */
export async function brokerUrl({ url = 'http://supervisor', token, pauseMs = 2000 }) {
  let why;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    if (attempt > 1) await pause(pauseMs * (attempt - 1));
    try {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${url}/services/mqtt`, { headers, signal: AbortSignal.timeout(10_000) });
      // No broker is installed; or we may not ask for it, and then not later either.
      if (answer.status === 400 || answer.status === 404) return undefined;
      if (answer.ok) return addressOf((await answer.json()).data);
      why = `it answered ${answer.status}`;
      if (answer.status < 500) break;
    } catch (error) {
      why = error.cause?.message ?? error.message;
    }
  }
  throw new Error(`Home Assistant's supervisor did not say which MQTT broker there is: ${why}`);
}

function addressOf({ host, port, ssl, username, password } = {}) {
  if (!host) return undefined;
  const who = username ? `${encodeURIComponent(username)}:${encodeURIComponent(password ?? '')}@` : '';
  return `${ssl ? 'mqtts' : 'mqtt'}://${who}${host}:${port ?? 1883}`;
}

/** Nothing of ours runs as root: what is kept is given to the user of the image, and so is this process. */
function goOnAs({ uid, gid }, folder) {
  mkdirSync(folder, { recursive: true });
  chownSync(folder, uid, gid);
  process.setgroups([gid]);
  process.setgid(gid);
  process.setuid(uid);
}

async function run() {
  const options = existsSync('/data/options.json') ? JSON.parse(readFileSync('/data/options.json', 'utf8')) : {};
  Object.assign(process.env, settingsOf(options));
  if (options.home_assistant_mqtt ?? true) {
    const { SUPERVISOR_TOKEN: token } = process.env;
    const found = await brokerUrl({ token }).catch((error) => console.error(error.message));
    if (found) process.env.MQTT_URL = found;
    else
      console.log(
        'There is no broker of Home Assistant here: devices are not heard by MQTT until there is one, and a restart.',
      );
  }
  delete process.env.SUPERVISOR_TOKEN;
  process.chdir('/data');
  if (process.getuid?.() === 0) goOnAs({ uid: 1000, gid: 1000 }, process.env.DATA_DIR);
  await import(new URL('node_modules/wattershed/install/wattershed.mjs', import.meta.url));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await run();

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { stepsOf } from '../dockerfile.mjs';
import { brokerUrl, settingsOf } from './run.mjs';

/** A supervisor on this machine: what it answers next, by the test. */
const answers = [];
const asked = [];
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
  const [status, body] = answers.length > 1 ? answers.shift() : answers[0];
  if (status === 0) request.socket.destroy();
  else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});
let url;
beforeAll(async () => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${server.address().port}`;
});
afterAll(() => server.close());

const ask = (...next) => {
  answers.splice(0, answers.length, ...next);
  asked.length = 0;
  return brokerUrl({ url, token: 'supervised', pauseMs: 1 });
};
const data = { host: 'core-mosquitto', port: 1883, ssl: false, username: 'addons', password: 'a:b@c/d' };

describe('the broker of Home Assistant', () => {
  test('is taken over, whatever signs its password has', async () => {
    const found = await ask([200, { result: 'ok', data }]);
    expect(asked).toEqual(['GET /services/mqtt Bearer supervised']);
    expect(found).toBe('mqtt://addons:a%3Ab%40c%2Fd@core-mosquitto:1883');
    expect(decodeURIComponent(new URL(found).password)).toBe(data.password);
  });

  test('by TLS, or without a name, as it is', async () => {
    expect(await ask([200, { data: { ...data, ssl: true, port: 8883 } }])).toMatch(/^mqtts:.*:8883$/);
    expect(await ask([200, { data: { host: 'broker' } }])).toBe('mqtt://broker:1883');
  });

  test.each([
    [400, 'no service'],
    [404, 'nothing'],
  ])('is not there where the supervisor says %i (%s)', async (status) => {
    expect(await ask([status, { result: 'error' }])).toBeUndefined();
    expect(await ask([200, { data: {} }])).toBeUndefined();
  });

  test('is asked for again while the supervisor starts', async () => {
    expect(await ask([502, {}], [0, {}], [200, { data }])).toContain('core-mosquitto');
    expect(asked).toHaveLength(3);
  });

  test('is not known where the supervisor never answers, or refuses us', async () => {
    await expect(ask([503, {}])).rejects.toThrow('it answered 503');
    expect(asked).toHaveLength(5);
    await expect(ask([403, {}])).rejects.toThrow('it answered 403');
    expect(asked).toHaveLength(1);
  });
});

const read = (file) => parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
const config = read('config.yaml');

test('every option becomes a setting that Wattershed reads, and what is empty none', () => {
  const all = Object.fromEntries(Object.keys(config.schema).map((name) => [name, name]));
  const known = readFileSync(join(import.meta.dirname, '../../docs/operate/configuration.md'), 'utf8');
  const settings = settingsOf(all);
  expect(Object.keys(settings)).toHaveLength(Object.keys(all).length - 1);
  for (const name of Object.keys(settings)) expect(known).toContain(`\`${name}\``);
  expect(settingsOf({ demo: false, public_url: '', log_level: undefined })).toEqual({ DEMO: 'false' });
});

test('the add-on is of this version, and each option has words in every language', () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  expect(config.version).toBe(version);
  expect(config.options).toEqual({ demo: true, home_assistant_mqtt: true });
  for (const language of ['en', 'es', 'hi']) {
    const { configuration, network } = read(`translations/${language}.yaml`);
    expect(Object.keys(configuration).toSorted()).toEqual(Object.keys(config.schema).toSorted());
    expect(Object.keys(network)).toEqual(Object.keys(config.ports));
    for (const { name } of Object.values(configuration)) expect(name.length).toBeGreaterThan(2);
  }
});

test('it is shown within Home Assistant by the port that it listens on, and believes the supervisor alone', () => {
  const [environment] = stepsOf(join(import.meta.dirname, 'Dockerfile')).filter(({ name }) => name === 'ENV');
  expect(environment.words).toContain(`PORT=${config.ingress_port} `);
  expect(environment.words).toMatch(/ TRUST_INGRESS=172\.30\.32\.2$/);
  expect(Object.keys(config.ports)).toEqual([`${config.ingress_port}/tcp`]);
  expect(config).toMatchObject({ ingress: true, ingress_stream: true, panel_admin: false, panel_title: 'Wattershed' });
  // Where there is a way by ingress, the store opens that one.
  expect(config).not.toHaveProperty('webui');
});

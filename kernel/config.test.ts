import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const complaint = (env: NodeJS.ProcessEnv): string => {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message;
  }
  return '';
};

describe('what is configured', () => {
  test('nothing: this machine alone, port 8080, data beside, guests of 7 days, the demo on', () => {
    expect(readConfig({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 8080,
      dataDir: resolve('data'),
      hosted: false,
      TRUST_PROXY: false,
      GUEST_DAYS: 7,
      DEMO: true,
    });
  });

  test('backups that make themselves: every night at 3:15, encrypted, to a place that is named', () => {
    expect(readConfig({})).toMatchObject({
      BACKUP_AT: 195,
      BACKUP_EVERY: 24,
      BACKUP_KEEP: { daily: 7, weekly: 4, monthly: 12 },
    });
    expect(complaint({ BACKUP_TO: '/mnt' })).toContain('BACKUP_PASSPHRASE: is needed with BACKUP_TO');
    expect(complaint({ BACKUP_TO: '/mnt', BACKUP_PASSPHRASE: 'short' })).toContain('at least 12');
    const passphrase = { BACKUP_PASSPHRASE: 'five words chosen by chance' };
    expect(complaint({ BACKUP_TO: '/mnt', ...passphrase })).toBe('');
    const bucket = complaint({ BACKUP_TO: 's3://copies', ...passphrase });
    expect(bucket).toMatch(/BACKUP_S3_KEY_ID: .*\n.*BACKUP_S3_SECRET: /);
    const hosted = { DATABASE_URL: 'postgres://x', BACKEND_URL: 'https://x.example', BACKEND_ANON_KEY: 'x' };
    expect(complaint({ BACKUP_TO: '/mnt', ...passphrase, ...hosted })).toContain('DATABASE_OWNER_URL: is needed');
    expect(complaint({ BACKUP_EVERY: '5' })).toContain('is one of 1, 2, 3, 4, 6, 8, 12, 24 hours');
    expect(complaint({ BACKUP_AT: '3am' })).toContain('03:15');
    expect(complaint({ BACKUP_KEEP: '7' })).toContain('7 daily, 4 weekly');
  });

  test.each([
    ['MQTT_CERT', 'MQTT_KEY'],
    ['MQTT_KEY', 'MQTT_CERT'],
  ])('%s alone is refused: %s belongs to it', (given, other) => {
    expect(complaint({ [given]: 'one.pem' })).toContain(`${other}: is needed with ${given}`);
    expect(complaint({ [given]: 'one.pem', [other]: 'two.pem' })).toBe('');
  });

  test.each([
    [{}, false],
    [{ SMTP_URL: 'smtp://127.0.0.1' }, false],
    [{ PUBLIC_URL: 'https://home.example.org' }, false],
    [{ SMTP_URL: 'smtp://127.0.0.1', PUBLIC_URL: 'https://home.example.org' }, true],
    [{ SMTP_URL: 'smtp://127.0.0.1', PUBLIC_URL: 'https://home.example.org', CONFIRM_EMAIL: 'false' }, false],
    [{ SMTP_URL: 'smtp://127.0.0.1', CONFIRM_EMAIL: 'true' }, true],
    [{ CONFIRM_EMAIL: 'true' }, true],
  ])('C7.2 addresses are confirmed by default where mail can be sent: %j', (env, confirmsEmail) => {
    expect(readConfig(env)).toMatchObject({ confirmsEmail });
  });

  test('confirming without a mail server is refused, but for the development mailbox', () => {
    expect(complaint({ CONFIRM_EMAIL: 'true', PUBLIC_URL: 'https://home.example.org' })).toContain('CONFIRM_EMAIL');
    expect(complaint({ CONFIRM_EMAIL: 'true', HOST: '0.0.0.0' })).toContain('CONFIRM_EMAIL');
  });

  test('values are read, empty ones count as unset', () => {
    const config = readConfig({
      HOST: '0.0.0.0',
      PORT: '0',
      DATA_DIR: '/srv/wattershed',
      PUBLIC_URL: 'https://home.example.org/',
      TRUST_PROXY: '1',
      DEMO: 'no',
      SMTP_URL: '',
    });
    expect(config).toMatchObject({
      HOST: '0.0.0.0',
      PORT: 0,
      dataDir: '/srv/wattershed',
      PUBLIC_URL: 'https://home.example.org',
      TRUST_PROXY: 1,
      DEMO: false,
    });
    expect(config.SMTP_URL).toBeUndefined();
    expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, loopback' }).TRUST_PROXY).toEqual(['10.0.0.0/8', 'loopback']);
  });

  test.each(['true', 'yes', '11', '0.0.0.0/0', '::/0', '10.0.0.0/33', 'nginx', '10.0.0.1,', '1,2'])(
    'TRUST_PROXY=%s is refused, with what to write instead',
    (value) => {
      expect(complaint({ TRUST_PROXY: value })).toMatch(
        /TRUST_PROXY: .*: write how many proxies stand before Wattershed \(1 to 10\), or their addresses, networks or loopback, linklocal, private/,
      );
    },
  );

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://db/x'],
    ['DATABASE_URL', 'postgres://user@one:5432,/x'],
    ['DATABASE_URL', 'postgres://user@one:port,two/x'],
    ['BACKEND_URL', 'example.supabase.co'],
    ['PUBLIC_URL', 'ftp://home.example.org'],
    ['SMTP_URL', 'http://mail'],
    ['GUEST_DOMAIN', 'nodot'],
    ['GUEST_DAYS', '0'],
    ['DEMO', 'maybe'],
    ['LOG_LEVEL', 'loud'],
    ['CONTACT_EMAIL', 'nobody'],
    ['OPENAI_BASE_URL', 'ollama:11434'],
    ['ASSISTANT_DAILY_QUESTIONS', '0'],
  ])('a wrong %s is named', (name, value) => {
    expect(complaint({ [name]: value })).toMatch(new RegExp(`^The configuration has wrong values:\\n {2}${name}: `));
  });

  test('C9.2 an AI provider is optional: any address that is compatible, gpt-4o-mini, a hundred questions a day', () => {
    const unset = readConfig({ OPENAI_API_KEY: '', OPENAI_BASE_URL: '' });
    expect(unset).toMatchObject({ OPENAI_MODEL: 'gpt-4o-mini', ASSISTANT_DAILY_QUESTIONS: 300 });
    expect([unset.OPENAI_API_KEY, unset.OPENAI_BASE_URL]).toEqual([undefined, undefined]);
    const local = readConfig({ OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1/', OPENAI_MODEL: 'llama3.2' });
    expect(local).toMatchObject({ OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1', OPENAI_MODEL: 'llama3.2' });
  });

  test('every wrong one is named at once', () => {
    const words = complaint({ PORT: '-1', GUEST_LIMIT: 'many' });
    expect(words).toContain('PORT: ');
    expect(words).toContain('GUEST_LIMIT: ');
  });

  test('C5.5 a hosted backend needs its database, address and key: what is missing is named', () => {
    const whole = { DATABASE_URL: 'postgres://db/x', BACKEND_URL: 'https://x.supabase.co', BACKEND_ANON_KEY: 'key' };
    expect(readConfig(whole).hosted).toBe(true);
    const several = 'postgres://user:p%40ss@one:5432,two:5433/x?sslmode=require';
    expect(readConfig({ ...whole, DATABASE_URL: several }).DATABASE_URL).toBe(several);
    for (const name of Object.keys(whole))
      expect(complaint({ ...whole, [name]: undefined })).toContain(`${name}: is needed with a hosted backend`);
  });
});

test('C7.21 the emulator’s tokens, which nobody signs, are taken on this machine alone, and of a demo project', () => {
  const emulator = {
    IDENTITY_PROVIDER: 'firebase',
    FIREBASE_PROJECT_ID: 'demo-home',
    FIREBASE_AUTH_EMULATOR: 'http://localhost:9099',
  };
  expect(readConfig(emulator).FIREBASE_AUTH_EMULATOR).toBe('http://localhost:9099');
  for (const open of [{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://water.example' }])
    expect(() => readConfig({ ...emulator, ...open })).toThrow('its tokens are not signed');
  expect(() => readConfig({ ...emulator, FIREBASE_PROJECT_ID: 'my-home' })).toThrow('begins with demo-');
});

import { factsOf, type Utility } from '@wattershed/catalogue';
import { sendRadioTelegrams, sendTelegram } from '@wattershed/contracts/readings';

export const senders = ['program', 'mqtt', 'telegraf', 'homeAssistant', 'smartMeter', 'radioMeter'] as const;
export type Sender = (typeof senders)[number];
export type SetUpSender = Exclude<Sender, 'program' | 'mqtt'>;

export interface SenderTarget {
  origin: string;
  token: string;
  meter: string;
  utility: Utility;
}

/** What one puts into the settings of a program that others wrote, so that it sends to this meter. */
export const senderSetups: Record<SetUpSender, (target: SenderTarget) => string> = {
  telegraf: ({ origin, token, meter, utility }) =>
    [
      '[[outputs.influxdb_v2]]',
      `  urls = ["${origin}"]`,
      `  token = "${token}"`,
      '  organization = "home"',
      '  bucket = "home"',
      '',
      '# [inputs.….tags]',
      `#   meter = "${meter}"`,
      `#   unit = "${factsOf(utility).usualUnit}"`,
    ].join('\n'),
  homeAssistant: ({ origin, token, meter }) => {
    const { hostname, port, protocol } = new URL(origin);
    const isSecure = protocol === 'https:';
    return [
      'influxdb:',
      '  api_version: 2',
      `  host: ${hostname}`,
      `  port: ${port || (isSecure ? '443' : '80')}`,
      `  ssl: ${isSecure}`,
      `  token: ${token}`,
      '  organization: home',
      '  bucket: home',
      '  tags:',
      `    meter: ${meter}`,
      '  include:',
      '    entities:',
      '      - sensor.…',
    ].join('\n');
  },
  smartMeter: ({ origin, token, meter, utility }) =>
    [
      `curl -X POST '${origin}${sendTelegram.path}?${utility}=${meter}' \\`,
      `  -H 'Authorization: Bearer ${token}' \\`,
      "  -H 'Content-Type: text/plain' \\",
      '  --data-binary @telegram.txt',
    ].join('\n'),
  radioMeter: ({ origin, token, meter }) =>
    [
      `name=${meter}`,
      `shell=curl -s -X POST '${origin}${sendRadioTelegrams.path}' -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d "$METER_JSON"`,
    ].join('\n'),
};

/** What a device that speaks MQTT is told, field by field. Any user name does. */
export function brokerSettings({
  origin,
  token,
  port,
}: Pick<SenderTarget, 'origin' | 'token'> & { port: number }): string {
  return [`Host: ${new URL(origin).hostname}`, `Port: ${port}`, 'User: wattershed', `Password: ${token}`].join('\n');
}

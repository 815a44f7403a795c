import 'i18next';
import type account from '../../locales/en/account.json';
import type devices from '../../locales/en/devices.json';
import type errors from '../../locales/en/errors.json';
import type home from '../../locales/en/home.json';
import type rooms from '../../locales/en/rooms.json';
import type shell from '../../locales/en/shell.json';
import type usage from '../../locales/en/usage.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: {
      account: typeof account;
      devices: typeof devices;
      errors: typeof errors;
      home: typeof home;
      rooms: typeof rooms;
      shell: typeof shell;
      usage: typeof usage;
    };
  }
}

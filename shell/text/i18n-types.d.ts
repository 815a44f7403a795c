import 'i18next';
import type account from '#locales/en/account.json';
import type admin from '#locales/en/admin.json';
import type advice from '#locales/en/advice.json';
import type analytics from '#locales/en/analytics.json';
import type assistantTokens from '#locales/en/assistant-tokens.json';
import type assistant from '#locales/en/assistant.json';
import type billCard from '#locales/en/bill-card.json';
import type billing from '#locales/en/billing.json';
import type billingCharges from '#locales/en/billing-charges.json';
import type billingCosts from '#locales/en/billing-costs.json';
import type billingExport from '#locales/en/billing-export.json';
import type billingMarket from '#locales/en/billing-market.json';
import type billingWeather from '#locales/en/billing-weather.json';
import type changes from '#locales/en/changes.json';
import type chart from '#locales/en/chart.json';
import type compare from '#locales/en/compare.json';
import type community from '#locales/en/community.json';
import type contact from '#locales/en/contact.json';
import type copy from '#locales/en/copy.json';
import type deviceSwitch from '#locales/en/device-switch.json';
import type devices from '#locales/en/devices.json';
import type documents from '#locales/en/documents.json';
import type emissions from '#locales/en/emissions.json';
import type flows from '#locales/en/flows.json';
import type errors from '#locales/en/errors.json';
import type elsewhere from '#locales/en/elsewhere.json';
import type health from '#locales/en/health.json';
import type home from '#locales/en/home.json';
import type household from '#locales/en/household.json';
import type identity from '#locales/en/identity.json';
import type notFound from '#locales/en/not-found.json';
import type notices from '#locales/en/notices.json';
import type noticeWays from '#locales/en/notice-ways.json';
import type noticeTexts from '#locales/en/notice-texts.json';
import type rules from '#locales/en/rules.json';
import type offline from '#locales/en/offline.json';
import type pulls from '#locales/en/pulls.json';
import type readings from '#locales/en/readings.json';
import type report from '#locales/en/report.json';
import type rooms from '#locales/en/rooms.json';
import type search from '#locales/en/search.json';
import type sessions from '#locales/en/sessions.json';
import type shell from '#locales/en/shell.json';
import type usage from '#locales/en/usage.json';
import type utilityBills from '#locales/en/utility-bills.json';
import type wall from '#locales/en/wall.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: {
      account: typeof account;
      admin: typeof admin;
      advice: typeof advice;
      analytics: typeof analytics;
      'assistant-tokens': typeof assistantTokens;
      assistant: typeof assistant;
      'bill-card': typeof billCard;
      billing: typeof billing;
      'billing-charges': typeof billingCharges;
      'billing-costs': typeof billingCosts;
      'billing-export': typeof billingExport;
      'billing-market': typeof billingMarket;
      'billing-weather': typeof billingWeather;
      changes: typeof changes;
      chart: typeof chart;
      community: typeof community;
      compare: typeof compare;
      contact: typeof contact;
      copy: typeof copy;
      'device-switch': typeof deviceSwitch;
      devices: typeof devices;
      documents: typeof documents;
      emissions: typeof emissions;
      flows: typeof flows;
      errors: typeof errors;
      elsewhere: typeof elsewhere;
      health: typeof health;
      home: typeof home;
      household: typeof household;
      identity: typeof identity;
      'not-found': typeof notFound;
      notices: typeof notices;
      'notice-texts': typeof noticeTexts;
      rules: typeof rules;
      'notice-ways': typeof noticeWays;
      offline: typeof offline;
      pulls: typeof pulls;
      readings: typeof readings;
      report: typeof report;
      rooms: typeof rooms;
      search: typeof search;
      sessions: typeof sessions;
      shell: typeof shell;
      usage: typeof usage;
      'utility-bills': typeof utilityBills;
      wall: typeof wall;
    };
  }
}

declare global {
  interface ImportMetaEnv {
    /** Put in by a build: where it has the words. */
    readonly BUILT_WORDS?: string;
  }
}

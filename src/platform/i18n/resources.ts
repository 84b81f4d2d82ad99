import type {} from 'i18next';
import type activity from '#locales/en/activity.json';
import type auth from '#locales/en/auth.json';
import type categories from '#locales/en/categories.json';
import type common from '#locales/en/common.json';
import type company from '#locales/en/company.json';
import type csv from '#locales/en/csv.json';
import type customers from '#locales/en/customers.json';
import type dashboard from '#locales/en/dashboard.json';
import type ending from '#locales/en/ending.json';
import type entities from '#locales/en/entities.json';
import type errors from '#locales/en/errors.json';
import type expenses from '#locales/en/expenses.json';
import type history from '#locales/en/history.json';
import type home from '#locales/en/home.json';
import type incoming from '#locales/en/incoming.json';
import type invoices from '#locales/en/invoices.json';
import type exportTexts from '#locales/en/export.json';
import type ledger from '#locales/en/ledger.json';
import type mail from '#locales/en/mail.json';
import type navigation from '#locales/en/navigation.json';
import type payments from '#locales/en/payments.json';
import type people from '#locales/en/people.json';
import type periods from '#locales/en/periods.json';
import type procedure from '#locales/en/procedure.json';
import type products from '#locales/en/products.json';
import type recurring from '#locales/en/recurring.json';
import type profile from '#locales/en/profile.json';
import type reports from '#locales/en/reports.json';
import type search from '#locales/en/search.json';
import type security from '#locales/en/security.json';
import type settings from '#locales/en/settings.json';
import type sync from '#locales/en/sync.json';
import type system from '#locales/en/system.json';
import type vendors from '#locales/en/vendors.json';

/** English is the shape of the texts: a key that does not exist there does not compile. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      activity: typeof activity;
      auth: typeof auth;
      categories: typeof categories;
      common: typeof common;
      company: typeof company;
      csv: typeof csv;
      customers: typeof customers;
      dashboard: typeof dashboard;
      ending: typeof ending;
      entities: typeof entities;
      errors: typeof errors;
      expenses: typeof expenses;
      history: typeof history;
      home: typeof home;
      incoming: typeof incoming;
      invoices: typeof invoices;
      export: typeof exportTexts;
      ledger: typeof ledger;
      mail: typeof mail;
      navigation: typeof navigation;
      payments: typeof payments;
      people: typeof people;
      periods: typeof periods;
      procedure: typeof procedure;
      products: typeof products;
      recurring: typeof recurring;
      profile: typeof profile;
      reports: typeof reports;
      search: typeof search;
      security: typeof security;
      settings: typeof settings;
      sync: typeof sync;
      system: typeof system;
      vendors: typeof vendors;
    };
  }
}
